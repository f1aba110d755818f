"""The match as it is told: complete, true, and without a card that the listener may not see."""

import random
import re

import pytest

from p2p_schnapsen.bot import easy
from p2p_schnapsen.rules import cards
from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.rules.moves import concede, follow
from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from p2p_schnapsen.rules.scoring import REASONS, Outcome
from p2p_schnapsen.table.events import Acknowledged, DealEnded, MatchDecided, Moved, SeedOpened, TrickTaken
from p2p_schnapsen.table.model import Opening, TableState
from p2p_schnapsen.ui.cards import CardStyle, parse_card
from p2p_schnapsen.ui.outcome import outcome_sentence
from p2p_schnapsen.ui.people import People
from p2p_schnapsen.ui.sentences import Narrator
from tests.support.duel import Duel, keen
from tests.ui.games import Told, news

STYLE = CardStyle(symbols=False)
CARD = re.compile(r"\b(?:10|[9JQKA])[cdhs]\b")


def table(**settings):
    return TableState(ruleset=SCHNAPSEN, **settings)


def told(me, *events, **settings):
    """What a narrator for `me`, who knows that clubs are trumps, says about events."""
    narrator = Narrator(me, STYLE)
    narrator._up = parse("JC")
    return narrator.tell(Told(me if me is not None else 0, events, table(**settings), None))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("me", [0, 1])
def test_no_card_is_named_that_the_player_may_not_know(seed, me):
    narrator = Narrator(me, STYLE)
    seen = 0
    lines = []
    for item in news(Duel.new(seed, SCHNAPSEN.replace(target=1), choose=keen), me):
        if item.view is not None:
            seen |= item.view.deal.shown | item.view.hand
        elif item.table.deal is not None and item.table.deal.game is not None:
            seen |= item.table.deal.game.shown
        ended = any(isinstance(event, DealEnded) for event in item.events)
        for line in narrator.tell(item):
            lines.append(line)
            if not ended:
                for name in CARD.findall(line):
                    assert seen >> parse_card(name) & 1, line
    assert "Shuffle proven by both sides." in lines
    assert lines[-1] == "Both sides have signed the result."
    assert "Deal 1 opened by both sides: every card was dealt as proven." in lines


def test_our_own_draws_are_told_and_the_opponents_are_not():
    lines = [line for item in news(Duel.new(5, choose=keen), 0) for line in Narrator.tell(NARRATOR, item)]
    assert any(line.startswith("You draw ") for line in lines)
    assert not any("opponent draws" in line for line in lines)


NARRATOR = Narrator(0, STYLE)


def test_an_onlooker_hears_of_host_and_guest_and_only_how_deals_begin_and_end():
    narrator = Narrator(None, STYLE, brief=True)
    duel = Duel.new(3, SCHNAPSEN.replace(target=3), choose=lambda view, rng: easy.choose(view, rng))
    text = "\n".join(line for item in news(duel, 0) for line in narrator.tell(item))
    assert not re.search(r"\b[Yy]ou\b", text)
    assert "leads" not in text
    assert re.search(r"^The (host|guest) wins the deal: ", text, re.MULTILINE)
    assert re.search(r"^The (host|guest) wins the match: host \d+, guest \d+\.$", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("played", "led", "text"),
    [
        ("JH", "TH", "Duty proven: your opponent could not beat 10h."),
        ("JC", "TH", "Duty proven: your opponent could not follow suit."),
        ("JD", "TH", "Duty proven: your opponent could neither follow suit nor trump."),
        ("JD", "TC", "Duty proven: your opponent could not follow suit."),
    ],
)
def test_what_a_duty_proof_shows_is_said(played, led, text):
    events = (Moved(1, follow(parse(played)), 3), TrickTaken(0, parse(led), parse(played)))
    assert told(0, *events)[1] == text
    assert len(told(1, *events)) == 2, "one's own duty is no news"


def test_no_duty_no_boast():
    events = (Moved(1, follow(parse("JH")), 0), TrickTaken(0, parse("TH"), parse("JH")))
    assert not any("proven" in line for line in told(0, *events))


def test_a_declined_opening_is_said_and_is_no_blame():
    (line,) = told(0, SeedOpened(2, 1, opened=False))
    assert line == "Your opponent did not open deal 2: its proofs stand all the same."
    assert told(0, SeedOpened(2, 1, opened=True), opened=(Opening(2, 1),)) == []


def test_giving_up_is_told_from_both_sides():
    assert told(0, Moved(0, concede())) == ["You give up the deal."]
    assert told(0, MatchDecided(1, (3, 4), conceded=True)) == ["You give up the match."]
    assert told(1, MatchDecided(1, (3, 4), conceded=True)) == ["Your opponent gives up the match."]
    assert told(1, MatchDecided(1, (3, 7), conceded=False)) == ["You win the match: you 7, opponent 3."]
    assert told(1, Acknowledged(0)) == []


@pytest.mark.parametrize(
    ("outcome", "why"),
    [
        (Outcome(0, 1, "sixty-six", 40, 3), "you reached 66, and your opponent had 40: 1 point"),
        (Outcome(0, 2, "sixty-six", 20, 1), "you reached 66, and your opponent had 20, less than 33: 2 points"),
        (Outcome(1, 3, "sixty-six", 0, 0), "your opponent reached 66, and you had no trick: 3 points"),
        (
            Outcome(1, 3, "closer-failed", None, 0, frozen=True),
            "you closed and did not get 66, and your opponent had no trick then: 3 points",
        ),
        (
            Outcome(0, 2, "closer-failed", None, 1, frozen=True),
            "your opponent closed and did not get 66, and you had a trick then: 2 points",
        ),
        (
            Outcome(0, 1, "closer-made-it", 42, 3, frozen=True),
            "you closed and reached 66, and your opponent had 42 when the talon was closed: 1 point",
        ),
        (Outcome(1, 2, "false-claim"), "you claimed 66 without having them: 2 points"),
        (Outcome(1, 1, "last-trick"), "nobody went out, and your opponent took the last trick: 1 point"),
    ],
)
def test_what_a_deals_end_means_is_said(outcome, why):
    who = "You win" if outcome.winner == 0 else "Your opponent wins"
    assert outcome_sentence(outcome, SCHNAPSEN, People(0)) == f"{who} the deal: {why}."


def test_a_deal_can_be_won_by_nobody():
    assert outcome_sentence(Outcome(None, 0, "tie"), SCHNAPSEN, People(0)).startswith("Nobody wins the deal")


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("me", [0, 1, None])
def test_every_end_of_a_deal_has_a_sentence_for_everybody(reason, me):
    winner = None if reason in ("tie", "nobody") else 0
    for points, tricks, frozen in (
        (None, None, False),
        (None, 0, True),
        (None, 1, False),
        (0, 1, False),
        (40, 2, True),
    ):
        value = 0 if winner is None else random.Random(reason).randrange(1, 4)
        text = outcome_sentence(Outcome(winner, value, reason, points, tricks, frozen), SCHNAPSEN, People(me))
        assert text.endswith(".")
        assert "{" not in text
        assert text[0].isupper()


def test_names_of_cards_in_sentences_can_be_typed():
    for card in cards.deck(24):
        for style in (STYLE, CardStyle()):
            assert parse_card(style.card(card)) == card
