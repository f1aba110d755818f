"""`rules/refusals.json`: moves that a rule set forbids, one of each code of the engine."""

from __future__ import annotations

from p2p_schnapsen.errors import IllegalMove
from p2p_schnapsen.rules import moves
from p2p_schnapsen.rules.cards import NAMES, SUITS, parse
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.notation import word_of
from p2p_schnapsen.rules.ruleset import Ruleset
from scripts.lib.vectors_maths import Case, same
from tests.support.deals import deal_out, move_of
from tests.support.duel import stack

ELDER, DEALERS, UP, TALON = "JD KH QH AS KC", "AD TC JC AH TH", "TD", "KS QS QC JH KD QD JS TS"
LATE = "AS TH *4"
"""The elder takes all tricks and keeps the jack of trumps and its marriage, until the talon is used up."""

Changes = dict[str, int | str | bool]
PLAIN: Changes = {}
CASES: list[tuple[str, Changes, str, str, str]] = [
    ("a card that lies in the other hand", PLAIN, "", "lead AD", "card-not-held"),
    ("a lead where a card lies on the table", PLAIN, "AS", "lead TC", "follow-owed"),
    ("a follow where no card is led", PLAIN, "", "follow AS", "nothing-led"),
    ("a close by the follower", PLAIN, "AS", "close", "not-on-lead"),
    ("a claim by the follower", PLAIN, "AS", "claim", "not-on-lead"),
    ("a marriage by the follower", PLAIN, "AS", "marriage H", "not-on-lead"),
    ("another lead than the marriage announced", PLAIN, "mH", "lead AS", "lead-announced"),
    ("the queen where the king is led", {"marriage_lead": "king"}, "mH", "lead QH", "lead-announced"),
    ("a lower card where the follower could head", PLAIN, "close KC", "follow JC", "must-head"),
    ("another suit where the follower could head", PLAIN, "close KC", "follow AH", "must-head"),
    ("another suit where it could follow", {"duty": "follow-trump"}, "close KC", "follow AH", "must-follow"),
    ("another suit where it must follow only", {"duty": "follow"}, "close KC", "follow AD", "must-follow"),
    ("another suit where it could trump", PLAIN, "close AS", "follow JC", "must-trump"),
    ("another suit in a game that is always strict", {"strict": "always"}, "KC", "follow AH", "must-head"),
    ("an exchange of another card than the lowest trump", PLAIN, "", "exchange AS", "exchange-card"),
    ("an exchange by the follower", PLAIN, "AS", "exchange JD", "exchange-leader"),
    ("an exchange of the lowest trump when it has been played", PLAIN, "JD AD", "exchange JD", "card-not-held"),
    ("an exchange behind a closed talon", PLAIN, "close", "exchange JD", "exchange-closed"),
    ("an exchange without a trick", {"exchange_trick": True}, "", "exchange JD", "exchange-trick"),
    ("an exchange when the talon is used up", PLAIN, LATE, "exchange JD", "exchange-talon"),
    ("an exchange with two cards in the talon where it takes four", {"exchange_talon": 4}, "AS TH *3", "exchange JD",
     "exchange-talon"),
    ("a second close", PLAIN, "close", "close", "close-closed"),
    ("a close without a trick", {"close_trick": True}, "", "close", "close-trick"),
    ("a close when the talon is used up", PLAIN, LATE, "close", "close-talon"),
    ("a close with two cards in the talon where it takes four", {"close_talon": 4}, "AS TH *3", "close", "close-talon"),
    ("a second marriage at one lead", PLAIN, "mH", "marriage H", "marriage-one"),
    ("a marriage behind a closed talon", {"marriage_when": "open"}, "close", "marriage H", "marriage-closed"),
    ("a marriage when the talon is used up", {"marriage_when": "open"}, LATE, "marriage H", "marriage-talon"),
    ("a marriage after the first talon/2 tricks", {"marriage_when": "early"}, LATE, "marriage H", "marriage-early"),
    ("a marriage without a trick", {"marriage_trick": True}, "", "marriage H", "marriage-trick"),
    ("a marriage of cards that are not held", PLAIN, "", "marriage S", "card-not-held"),
    ("a claim before the first trick", PLAIN, "", "claim", "claim-first"),
    ("an untrue claim where that is refused", {"false_claim": "refused"}, "AS TH", "claim", "claim-untrue"),
    ("a claim where nobody claims", {"out": "auto"}, "AS TH", "claim", "claim-never"),
    ("to settle before the last trick", PLAIN, "AS TH", "settle", "settle-last"),
    ("to settle where nobody claims", {"out": "auto"}, "AS TH", "settle", "settle-never"),
    ("a lead without cards", PLAIN, "AS TH *9", "lead AS", "cards-gone"),
    ("a lead after the end of the deal", PLAIN, "AS TH claim", "lead KC", "deal-over"),
]  # fmt: skip
HIGHER: tuple[str, Changes, tuple[str, str, str, str], str, str] = (
    "an exchange for a lower card",
    {"deck": 24, "hand": 5, "exchange_card": "J"},
    ("JD KH QH AS KC", "AD TC JC AH TH", "9D", "KS"),
    "exchange JD",
    "exchange-higher",
)


def move(text: str) -> Move:
    """A move by its full name: `lead AH`, `marriage H`, `close` …"""
    kind, _, what = text.partition(" ")
    cards = {"lead": moves.lead, "follow": moves.follow, "exchange": moves.exchange}
    if kind in cards:
        return cards[kind](parse(what))
    if kind == "marriage":
        return moves.marriage(SUITS.index(what))
    return {"close": moves.close, "claim": moves.claim, "settle": moves.settle, "concede": moves.concede}[kind]()


def _steps(deal: Deal, words: str) -> list[str]:
    """Plays these words (`*n`: n tricks for the elder, which keeps what it needs); gives them in the spec's words."""
    said: list[str] = []

    def make(one: Move) -> None:
        said.append(word_of(deal, one))
        deal.play(one)

    for word in words.split():
        if not word.startswith("*"):
            make(move_of(deal, word))
            continue
        for _ in range(2 * int(word[1:])):
            if deal.hand_size(0) or deal.hand_size(1):
                make(_choice(deal))
    return said


def _choice(deal: Deal) -> Move:
    """Plain cards before trumps, and neither the lowest trump nor the marriage; the elder high, the dealer low."""
    kept = {parse(name) for name in ("JD", "KH", "QH")}
    plays = [one for one in deal.legal() if one.kind in (Kind.LEAD, Kind.FOLLOW)]
    plays = [one for one in plays if one.card not in kept] or plays
    plays.sort(key=lambda one: (one.card // 6 == deal.trump, one.card % 6))
    return plays[-1 if deal.turn == 1 else 0]


def _case(what: str, changes: Changes, dealt: tuple[str, str, str, str], words: str, refused: str, code: str) -> Case:
    ruleset = Ruleset().override(changes)
    order = stack(ruleset, 0, *dealt)
    deal = deal_out(ruleset, 0, list(order)).full()
    said = _steps(deal, words)
    same(_code(deal, move(refused)), code, what)
    return {
        "what": what,
        "ruleset": ruleset.canonical().decode("ascii"),
        "dealer": 0,
        "deck": " ".join(NAMES[card] for card in order),
        "moves": " ".join(said),
        "refused": refused,
        "code": code,
    }


def _code(deal: Deal, one: Move) -> str:
    try:
        deal.play(one)
    except IllegalMove as error:
        return error.code
    return "accepted"


def refusals() -> Case:
    """The file's content."""
    dealt = (ELDER, DEALERS, UP, TALON)
    made = [_case(what, changes, dealt, words, refused, code) for what, changes, words, refused, code in CASES]
    what, changes, other, refused, code = HIGHER
    made.append(_case(what, changes, other, "", refused, code))
    return {
        "about": "Moves that are refused. Each case is a deal (the shuffled deck, dealt as the rule set says), the"
        " moves made in it, in the words of spec/notation.md, and then a move by its full name (lead, follow,"
        " exchange with a card, marriage with a suit, close, claim, settle) with the code that refuses it. Everything"
        " in the hands is known.",
        "refused": made,
    }
