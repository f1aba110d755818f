"""The text notation of matches: tags, then numbered tricks. Grammar: `protocol/spec/notation.md`.

What `write` gives, `read` takes back, and nothing else: every text that `read` accepts is one that `write` gives.
Every move, score and result in it is checked against the rules.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final, NoReturn

from p2p_schnapsen.errors import IllegalMove, LocalMisuse, NotationError, RulesetError
from p2p_schnapsen.rules.cards import NAMES, SUIT_SIZE, SUITS, Card, CardSet, cards_of, mask_of, parse
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Kind, Move, claim, close, concede, exchange, follow, lead, marriage, settle
from p2p_schnapsen.rules.ruleset import FIELDS, SCHNAPSEN, Ruleset, Value, parse_value, value_text
from p2p_schnapsen.rules.scoring import Outcome

VERSION: Final = "1"
SIDES: Final = ("host", "guest")
"""Players 0 and 1."""

_WORDS: Final = {
    "close": close(),
    "66": claim(),
    "settle": settle(),
    "concede": concede(),
}
_WORD_OF: Final = {move: word for word, move in _WORDS.items()}
_EXCHANGE: Final = "exchange"

_TAG: Final = re.compile(r'\[([A-Z][A-Za-z]*) "((?:[^"\\]|\\["\\])*)"\]')
_TRICK: Final = re.compile(r"[ 1-9][0-9]\. (?:host |guest) (.+)", re.ASCII)
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)
_SCORE: Final = re.compile(r"([0-9]{1,9})-([0-9]{1,9})", re.ASCII)
_RESULT: Final = re.compile(r"\*|(host|guest) [0-9]{1,9}-[0-9]{1,9}( conceded)?", re.ASCII)
_CONTROL: Final = ("Cc", "Cs", "Zl", "Zp")
_FIRST, _LAST = ("Schnapsen", "Host", "Guest", "Rules"), ("Result",)
_DEAL_TAGS: Final = ("Deal", "Score", "Dealer", "HostHand", "GuestHand", "Up", "Talon", "Outcome")
_RESERVED: Final = frozenset((*_FIRST, *_LAST, *_DEAL_TAGS))


@dataclass(frozen=True, slots=True)
class DealText:
    """One deal: what was dealt, as far as it is known, and the moves.

    `number` counts from 1; `score` is the match's before it; a hand is None where hidden; `talon` holds the
    face-down cards in drawing order, or None, and can be known only when both hands are.
    """

    number: int
    score: tuple[int, int]
    dealer: int
    hands: tuple[CardSet | None, CardSet | None]
    up: Card
    talon: tuple[Card, ...] | None
    moves: tuple[Move, ...]

    def start(self, ruleset: Ruleset) -> Deal:
        """The deal before its first move. Raises LocalMisuse when the cards are not parts of one pack."""
        return Deal.start(ruleset, self.dealer, self.up, self.hands, self.talon)

    def play(self, ruleset: Ruleset) -> Deal:
        """The deal after its last move. Raises IllegalMove too."""
        deal = self.start(ruleset)
        for move in self.moves:
            deal.play(move)
        return deal


@dataclass(frozen=True, slots=True)
class MatchText:
    """A match, or some deals of one in a row.

    `names` are the players'; `gave_up` conceded the match, perhaps in the middle of the last deal; `tags` are more
    tags of the match (`Date`, `Game` …), in order.
    """

    ruleset: Ruleset
    names: tuple[str, str]
    deals: tuple[DealText, ...]
    gave_up: int | None = None
    tags: tuple[tuple[str, str], ...] = ()


# Single moves


def word_of(deal: Deal, move: Move) -> str:
    """How a player would write a move that is now made in `deal`."""
    if move.kind is Kind.MARRIAGE:
        return f"{40 if move.card // SUIT_SIZE == deal.trump else 20}{SUITS[move.card // SUIT_SIZE]}"
    if move.kind is Kind.EXCHANGE:
        return _EXCHANGE
    return _WORD_OF.get(move) or NAMES[move.card]


def move_of(deal: Deal, word: str) -> Move:
    """The move that a word means now in `deal`; it need not be legal. Raises NotationError `notation-word`."""
    if word == _EXCHANGE:
        return exchange(deal.exchange_card)
    if word in _WORDS:
        return _WORDS[word]
    if word[:2] in ("20", "40") and len(word) == 3 and word[2] in SUITS:
        move = marriage(SUITS.index(word[2]))
        if word_of(deal, move) == word:
            return move
    elif word in NAMES:
        return lead(parse(word)) if deal.led is None else follow(parse(word))
    raise NotationError("notation-word", line=0, word=word)


# Writing


class _Standing:
    """Where a match stands while its deals go by: each must follow from the one before."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.match: Match | None = None
        self.unfinished = False

    def begin(self, deal: DealText) -> None:
        """The next deal. Raises NotationError `notation-score` when it does not follow from the one before."""
        if self.match is None:
            self.match = Match(self.ruleset, deal.dealer, deal.score, deal.number - 1)
        here = (self.match.deals + 1, self.match.score, self.match.dealer)
        if self.unfinished or self.match.winner is not None or here != (deal.number, deal.score, deal.dealer):
            raise NotationError("notation-score", line=0, deal=deal.number)

    def end(self, outcome: Outcome | None) -> None:
        """The deal is over, or unfinished (None)."""
        if outcome is None:
            self.unfinished = True
        elif self.match is not None:
            self.match = self.match.after(outcome)

    def result(self, gave_up: int | None) -> str:
        """The match's result as a tag's value."""
        score = self.match.score if self.match is not None else (0, 0)
        winner = self.match.winner if self.match is not None else None
        if gave_up is not None:
            if winner is not None:
                raise NotationError("notation-score", line=0, deal=0)
            return f"{SIDES[1 - gave_up]} {score[0]}-{score[1]} conceded"
        return "*" if winner is None else f"{SIDES[winner]} {score[0]}-{score[1]}"


def write(match: MatchText) -> str:
    """The text of a match, ending with a line feed.

    Raises IllegalMove, LocalMisuse (impossible cards) or NotationError: `notation-tag`, a tag with control characters
    or with a name that is no tag's or another's; `notation-score`, a deal that does not follow from the one before.
    """
    standing = _Standing(match.ruleset)
    sections = [_deal_section(match.ruleset, deal, standing) for deal in match.deals]
    head = [("Schnapsen", VERSION), ("Host", match.names[0]), ("Guest", match.names[1])]
    head += [("Rules", _rules_text(match.ruleset)), *match.tags, ("Result", standing.result(match.gave_up))]
    if any(name in _RESERVED for name, _ in match.tags):
        raise NotationError("notation-tag", line=0, tag="a name that has a meaning already")
    return "\n\n".join(["\n".join(_tag(name, value) for name, value in head), *sections]) + "\n"


def _deal_section(ruleset: Ruleset, deal: DealText, standing: _Standing) -> str:
    standing.begin(deal)
    state = deal.start(ruleset)
    lines: dict[int, str] = {}
    for move in deal.moves:
        number = len(state.tricks_played) + 1
        if number not in lines:
            lines[number] = f"{number:>2}. {SIDES[state.leader]:<5}"
        lines[number] += " " + word_of(state, move)
        state.play(move)
    standing.end(state.outcome)
    values = (
        str(deal.number),
        f"{deal.score[0]}-{deal.score[1]}",
        SIDES[deal.dealer],
        _cards_text(None if deal.hands[0] is None else cards_of(deal.hands[0]), ruleset.hand),
        _cards_text(None if deal.hands[1] is None else cards_of(deal.hands[1]), ruleset.hand),
        NAMES[deal.up],
        _cards_text(deal.talon, ruleset.talon_size - 1),
        _outcome_text(state.outcome),
    )
    tags = "\n".join(_tag(name, value) for name, value in zip(_DEAL_TAGS, values, strict=True))
    return tags + ("\n\n" + "\n".join(lines.values()) if lines else "")


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    line = f'[{name} "{escaped}"]'
    if not _TAG.fullmatch(line) or not _is_plain(value):
        raise NotationError("notation-tag", line=0, tag=name)
    return line


def _is_plain(value: str) -> bool:
    return not any(unicodedata.category(character) in _CONTROL for character in value)


def _rules_text(ruleset: Ruleset) -> str:
    """The fields that differ from Schnapsen's."""
    values, usual = ruleset.as_mapping(), SCHNAPSEN.as_mapping()
    return "; ".join(f"{name}={value_text(values[name])}" for name in FIELDS if values[name] != usual[name])


def _cards_text(cards: tuple[Card, ...] | None, count: int) -> str:
    return " ".join(["?"] * count if cards is None else [NAMES[card] for card in cards])


def _outcome_text(outcome: Outcome | None) -> str:
    if outcome is None:
        return "*"
    return f"{'nobody' if outcome.winner is None else SIDES[outcome.winner]} {outcome.value} {outcome.reason}"


# Reading


def read(text: str) -> MatchText:
    """The match of a text. Raises NotationError with the `line` at which it stops being one.

    Codes: `notation-line` (not a line that can stand here), `notation-tag`, `notation-rules`, `notation-cards`,
    `notation-word` (a word that is no move), `notation-illegal` (a move that the `rule` forbids), `notation-score`,
    `notation-differs` (the line should be `expected`: another number, leader, outcome, score, result or layout).
    """
    match = _Reader(text).match()
    expected = write(match)
    if expected != text:
        for number, (wanted, got) in enumerate(zip_longest(expected.split("\n"), text.split("\n")), start=1):
            if wanted != got:
                raise NotationError("notation-differs", line=number, expected=wanted)
    return match


class _Reader:
    """Takes a text apart; what it does not look at, `read` finds by writing the match again."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.at = 0

    def match(self) -> MatchText:
        tags = self.tags()
        names = tuple(name for name, _ in tags)
        if names[:4] != _FIRST or names[4:][-1:] != _LAST:
            self.refuse("notation-tag", line=1, tag="Schnapsen, Host, Guest, Rules … Result")
        ruleset = self.rules(tags[3][1])
        result = _RESULT.fullmatch(tags[-1][1])
        if result is None:
            self.refuse("notation-tag", line=len(tags), tag="Result")
        gave_up = 1 - SIDES.index(result[1]) if result[2] else None
        deals = []
        standing = _Standing(ruleset)
        while self.at < len(self.lines) - 1:
            self.at += 1
            deals.append(self.deal(ruleset, standing))
        return MatchText(ruleset, (tags[1][1], tags[2][1]), tuple(deals), gave_up, tuple(tags[4:-1]))

    def tags(self) -> list[tuple[str, str]]:
        found = []
        while self.at < len(self.lines) and self.lines[self.at]:
            tag = _TAG.fullmatch(self.lines[self.at])
            if tag is None or not _is_plain(tag[2]):
                self.refuse("notation-line")
            found.append((tag[1], re.sub(r"\\(.)", r"\1", tag[2])))
            self.at += 1
        return found

    def rules(self, text: str) -> Ruleset:
        values: dict[str, Value] = SCHNAPSEN.as_mapping()
        try:
            for setting in text.split("; ") if text else []:
                name, _, value = setting.partition("=")
                values[name] = parse_value(name, value)
            return Ruleset.from_values(values)
        except RulesetError as error:
            self.refuse("notation-rules", line=_FIRST.index("Rules") + 1, **error.params)

    def deal(self, ruleset: Ruleset, standing: _Standing) -> DealText:
        first = self.at
        tags = self.tags()
        if tuple(name for name, _ in tags) != _DEAL_TAGS:
            self.refuse("notation-tag", line=first + 1, tag=", ".join(_DEAL_TAGS))
        number, score, dealer, hand0, hand1, up, talon = (value for _, value in tags[:-1])
        match_score = _SCORE.fullmatch(score)
        if not _NUMBER.fullmatch(number) or match_score is None or dealer not in SIDES:
            self.refuse("notation-tag", line=first + 1, tag="Deal, Score, Dealer")
        try:
            mine, other, cards = _cards(hand0), _cards(hand1), _cards(talon)
            hands = (None if mine is None else mask_of(mine), None if other is None else mask_of(other))
            points = (int(match_score[1]), int(match_score[2]))
            head = DealText(int(number), points, SIDES.index(dealer), hands, parse(up), cards, ())
            state = head.start(ruleset)
            standing.begin(head)
        except NotationError as error:
            self.refuse(error.code, line=first + 1, deal=head.number)
        except (ValueError, LocalMisuse):
            self.refuse("notation-cards", line=first + 1)
        if self.at < len(self.lines) - 1 and _TRICK.fullmatch(self.lines[self.at + 1]):
            self.at += 1
            self.tricks(state)
        standing.end(state.outcome)
        return replace(head, moves=tuple(move for _, move in state.history))

    def tricks(self, state: Deal) -> None:
        while self.at < len(self.lines) and (trick := _TRICK.fullmatch(self.lines[self.at])):
            for word in trick[1].split(" "):
                try:
                    state.play(move_of(state, word))
                except IllegalMove as refusal:
                    self.refuse("notation-illegal", word=word, rule=refusal.code)
                except NotationError:
                    self.refuse("notation-word", word=word)
            self.at += 1

    def refuse(self, code: str, line: int = 0, **params: object) -> NoReturn:
        raise NotationError(code, line=line or self.at + 1, **params)


def _cards(text: str) -> tuple[Card, ...] | None:
    words = text.split(" ")
    return None if set(words) == {"?"} else tuple(map(parse, words))
