"""Line mode as a conversation: what is asked, what is answered, what comes of it. No terminal, no sockets."""

import asyncio

import pytest

from p2p_schnapsen.bot import easy
from p2p_schnapsen.errors import IllegalMove
from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import claim, close, concede, exchange, follow, lead, marriage
from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui import pack
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.line import Left, LinePlayer
from p2p_schnapsen.ui.screen.choices import Points
from p2p_schnapsen.wire.messages import Offer
from tests.support.deals import at, move_of
from tests.support.duel import Duel
from tests.ui.conversation import Conversation
from tests.ui.games import news_of

GIVE_UP = object()
STYLE = CardStyle(symbols=False)
HEARTS = 2


def sit(conversation, *, willing=False, style=STYLE):
    return LinePlayer(0, conversation.console, style, GIVE_UP, willing=willing)


def decided(view, *answers):
    """What comes of these answers, and the conversation."""
    conversation = Conversation(*answers)
    return asyncio.run(sit(conversation).decide(view)), conversation


def view_of(deal, me=0):
    return PlayerView.of(deal, Match(deal.ruleset, 1), me, deal.known[me])


@pytest.fixture
def lead_view():
    return view_of(at("KH QH KS TD JH", "JS AS TS KD JD", up="AH", talon="TH QD AD QS AC TC KC QC JC", points=(20, 5)))


@pytest.fixture
def strict_view():
    """Player 0 must beat the queen of diamonds with the king, though it has other cards."""
    deal = at("KD JD AS", "QD TC AC", up="AH", drawn=True, leader=1, tricks=(3, 4))
    deal.play(move_of(deal, "QD"))
    return view_of(deal)


def test_everything_a_player_needs_is_said_before_the_first_question(lead_view):
    move, conversation = decided(lead_view, "10d")
    assert move is lead(parse("TD"))
    assert conversation.lines == [
        "Points: you 20, opponent 5. Trump is hearts. Talon: 10 cards, Ah turned up.",
        "  1  announce the marriage in hearts, 40 points",
        "  2  exchange Jh for Ah (x)",
        "  3  Kh",
        "  4  Qh",
        "  5  Jh",
        "  6  Ks",
        "  7  10d",
        "  8  close the talon (close)",
        "Your move (a number or a name; ? for help): 10d",
    ]


def test_for_who_listens_cards_are_words(lead_view):
    conversation = Conversation("ten of diamonds")
    move = asyncio.run(sit(conversation, style=CardStyle(words=True)).decide(lead_view))
    assert move is lead(parse("TD"))
    assert conversation.lines[:-1] == [
        "Points: you 20, opponent 5. Trump is hearts. Talon: 10 cards, ace of hearts turned up.",
        "  1  announce the marriage in hearts, 40 points",
        "  2  exchange jack of hearts for ace of hearts",
        "  3  king of hearts",
        "  4  queen of hearts",
        "  5  jack of hearts",
        "  6  king of spades",
        "  7  ten of diamonds",
        "  8  close the talon",
    ]


def test_a_refusal_names_cards_in_words_of_the_pack_too(strict_view):
    with pack.using("german"):
        conversation = Conversation("Sau leaves", "king bells")
        asyncio.run(sit(conversation, style=CardStyle(words=True)).decide(strict_view))
    assert "You must follow suit and beat Ober of bells: play king of bells." in conversation.lines


def test_what_may_not_be_played_is_told_once_and_everything_else_as_a_choice(strict_view):
    _, conversation = decided(strict_view, "kd")
    assert conversation.lines[-3:-1] == ["You may not play As Jd now.", "  1  Kd"]
    assert "Your hand" not in conversation.text


def test_each_kind_of_move_can_be_made(lead_view):
    assert decided(lead_view, "m h")[0] is marriage(HEARTS)
    assert decided(lead_view, "x")[0] is exchange(parse("JH"))
    assert decided(lead_view, "close")[0] is close()
    assert decided(lead_view, "1")[0] is marriage(HEARTS)


def test_an_illegal_card_is_refused_with_the_reason_and_asked_for_again(strict_view):
    move, conversation = decided(strict_view, "as", "jd", "kd")
    assert move is follow(parse("KD"))
    assert "You must follow suit and beat Qd: play Kd." in conversation.lines
    assert conversation.text.count("You must follow suit and beat Qd") == 2
    assert conversation.text.count("You may not play") == 1, "the choices need not be told again"


def test_a_refusal_by_the_table_is_said_too(strict_view):
    conversation = Conversation("kd")
    player = sit(conversation)
    player.refused(IllegalMove("must-follow", card=1, led=parse("QD"), owed=(parse("KD"),)))
    assert asyncio.run(player.decide(strict_view)) is follow(parse("KD"))
    assert conversation.lines[0] == "You must follow suit: play Kd."
    assert "You may not play" not in conversation.text


def test_settling_is_refused_in_the_middle_of_a_trick_because_cards_are_left(strict_view):
    _, conversation = decided(strict_view, "settle", "kd")
    assert "You can settle only when all cards are played." in conversation.lines


@pytest.mark.parametrize(("typed", "decision"), [("concede", concede()), ("concede match", GIVE_UP)])
def test_conceding_is_asked_first(typed, decision, strict_view):
    assert decided(strict_view, typed, "yes")[0] is decision
    assert decided(strict_view, typed, "no", "kd")[0] is follow(parse("KD"))
    assert decided(strict_view, typed, "perhaps", "", "kd")[0] is follow(parse("KD"))


def test_giving_up_says_first_what_it_costs_and_no_points_that_are_hidden(lead_view):
    price = "Your opponent scores 3 game points then."
    assert f"{price}\nGive up this deal? (yes or no): " in at_terminal(lead_view, "concede", "yes")[1].text
    assert "scores" not in at_terminal(lead_view, "concede", "yes", points=Points.HIDDEN)[1].text
    match = at_terminal(lead_view, "concede match", "yes")[1].text
    assert "Your opponent wins the match then.\nGive up the whole match? (yes or no): " in match


def test_what_is_said_by_halves_is_explained_and_nothing_is_played(lead_view):
    move, conversation = decided(lead_view, "announce", "m d s", "hearts", "king", "10d")
    assert move is lead(parse("TD"))
    assert "Say what you announce: announce hearts; to go out type 66." in conversation.lines
    assert "Say in which suit: announce hearts." in conversation.lines
    assert conversation.lines.count("Say the whole card, rank and suit, such as king of hearts.") == 2


def test_to_announce_where_there_is_no_marriage_is_explained_and_claims_nothing():
    view = view_of(at("KD JD AS", "QD TC AC", up="AH", drawn=True, points=(66, 20), tricks=(3, 4)))
    move, conversation = decided(view, "announce", "m d s", "as")
    assert move is lead(parse("AS"))
    assert "You hold no marriage; to go out type 66." in conversation.lines
    assert "You hold no marriage." in conversation.lines


def test_a_marriage_that_cannot_be_announced_now_is_not_named():
    deal = at("KD QD AS", "JD TC AC", up="AH", drawn=True, leader=1, tricks=(3, 4))
    deal.play(move_of(deal, "JD"))
    _, conversation = decided(view_of(deal), "announce", "kd")
    assert "You cannot announce a marriage now; to go out type 66." in conversation.lines


def test_what_is_nearly_a_word_is_asked_about_and_nothing_is_done(lead_view):
    move, conversation = decided(lead_view, "clsoe", "xyzzy", "10d")
    assert move is lead(parse("TD"))
    assert "Did you mean close?" in conversation.lines
    assert "That is neither a choice nor a card; type ? for help." in conversation.lines


def test_an_untrue_claim_is_asked_first_and_offered_to_nobody():
    view = view_of(at("KD JD AS", "QD TC AC", up="AH", drawn=True, points=(65, 20), tricks=(3, 4)))
    move, conversation = decided(view, "66", "yes")
    assert move is claim()
    told = "You have 65 points: an untrue claim loses the deal. Your opponent scores 2 game points then."
    assert f"{told}\nClaim all the same? (yes or no): yes" in conversation.text
    assert decided(view, "66", "no", "as")[0] is lead(parse("AS"))
    assert "claim" not in decided(view, "as")[1].text


def test_a_true_claim_is_not_asked():
    view = view_of(at("KD JD AS", "QD TC AC", up="AH", drawn=True, points=(66, 20), tricks=(3, 4)))
    assert decided(view, "66")[0] is claim()


def at_terminal(view, *answers, **likings):
    """What comes of these answers at a terminal, and the conversation."""
    conversation = Conversation(*answers)
    conversation.answers.terminal = True
    player = LinePlayer(0, conversation.console, STYLE, GIVE_UP, **likings)
    return asyncio.run(player.decide(view)), conversation


def test_closing_is_asked_first_at_a_terminal(lead_view):
    number = "8"
    assert at_terminal(lead_view, number, "yes")[0] is close()
    move, conversation = at_terminal(lead_view, "close", "no", "10d")
    assert move is lead(parse("TD"))
    told = "You must then reach 66 without drawing any more cards.\nClose the talon? (yes or no): "
    assert told in conversation.text
    assert decided(lead_view, number)[0] is close(), "a script means what it says"


def test_who_wants_no_questions_is_not_asked_about_closing_and_giving_up(lead_view):
    assert at_terminal(lead_view, "close", confirm=False)[0] is close()
    assert at_terminal(lead_view, "concede", confirm=False)[0] is concede()
    assert at_terminal(lead_view, "concede match", confirm=False)[0] is GIVE_UP


def test_card_points_are_told_as_far_as_the_player_wants_them(lead_view):
    own = at_terminal(lead_view, "10d", points=Points.OWN)[1]
    assert own.lines[0] == "Your points: 20. Trump is hearts. Talon: 10 cards, Ah turned up."
    hidden = at_terminal(lead_view, "10d", points=Points.HIDDEN)[1]
    assert hidden.lines[0] == "Trump is hearts. Talon: 10 cards, Ah turned up."


@pytest.mark.parametrize("mine", [65, 66])
def test_with_hidden_points_nothing_tells_whether_a_claim_is_true(mine):
    view = view_of(at("KD JD AS", "QD TC AC", up="AH", drawn=True, points=(mine, 20), tricks=(3, 4)))
    move, conversation = at_terminal(view, "66", "yes", points=Points.HIDDEN)
    assert move is claim()
    assert "  4  claim 66 (66)" in conversation.lines
    assert "65" not in conversation.text
    assert "An untrue claim loses the deal.\nClaim 66? (yes or no): " in conversation.text


def test_points_tricks_score_and_trump_can_be_asked_for(lead_view):
    _, conversation = decided(lead_view, "10d")
    before = len(conversation.lines)
    _, conversation = decided(lead_view, "score", "tricks", "trump", "10d")
    assert [line for line in conversation.lines[before - 1 :] if not line.startswith("Your move")] == [
        "Points: you 20, opponent 5.",
        "Tricks: you 0, opponent 0.",
        "Score: you 0, opponent 0; 7 points win the match.",
        "You have no trick yet.",
        "Trump is hearts. Talon: 10 cards, Ah turned up.",
    ]


def test_whose_card_points_are_told_can_be_changed(lead_view):
    _, conversation = decided(lead_view, "points own", "score", "points off", "score", "points on", "score", "10d")
    said = [line for line in conversation.lines if "shown now" in line or "oints:" in line]
    assert said[1:] == [
        "Only your own card points are shown now.",
        "Your points: 20.",
        "No card points are shown now.",
        "The card points of both sides are shown now.",
        "Points: you 20, opponent 5.",
    ]


def test_with_hidden_points_a_claim_is_offered_whether_it_is_true_or_not():
    view = view_of(at("KD JD AS", "QD TC AC", up="AH", drawn=True, points=(65, 20), tricks=(3, 4)))
    _, conversation = decided(view, "points off", "as")
    assert "  4  claim 66 (66)" in conversation.lines


def test_own_tricks_are_told_and_no_others():
    deal = at("KH QH KS TD JH", "JS AS TS KD JD", up="AH", talon="TH QD AD QS AC TC KC QC JC")
    for name in ("KS", "JS"):
        deal.play(move_of(deal, name))
    _, conversation = decided(view_of(deal), "tricks", "1")
    assert "Your tricks: Ks Js" in conversation.lines


@pytest.mark.parametrize(("answers", "ended"), [(("q",), False), ((), True), (("?",), True), (("concede",), True)])
def test_leaving_and_the_end_of_input_leave_the_table(answers, ended, lead_view):
    with pytest.raises(Left) as left:
        decided(lead_view, *answers)
    assert left.value.ended is ended


def test_help_says_how_to_type_everything(lead_view):
    _, conversation = decided(lead_view, "?", "1")
    for typed in ("announce hearts", "x", "points", "tricks", "close", "66", "settle", "concede", "hand", "q"):
        assert any(line.startswith(f"  {typed} ") for line in conversation.lines), typed
    assert conversation.text.isascii()


def test_the_help_shows_a_card_as_its_pack_has_it(lead_view):
    with pack.using("german"):
        _, conversation = decided(lead_view, "?", "1")
    assert "  a card         10H, H10 or ten of hearts" in conversation.lines


def test_for_who_listens_the_help_has_no_suit_signs(lead_view):
    conversation = Conversation("?", "1")
    asyncio.run(sit(conversation, style=CardStyle(words=True)).decide(lead_view))
    assert "  a card         10h, h10 or ten of hearts" in conversation.lines
    assert conversation.text.isascii()


def test_what_the_opponent_is_known_to_hold_is_said():
    deal = at(
        "KD JD AS 9H", "QD KC QC AC", up="AH", drawn=True, leader=1, tricks=(3, 3), ruleset=SCHNAPSEN.replace(deck=24)
    )
    deal.play(move_of(deal, "mC"))
    deal.play(move_of(deal, "KC"))
    _, conversation = decided(PlayerView.of(deal, Match(deal.ruleset, 1), 0, deal.known[0]), "1")
    assert "Your opponent is known to hold Qc." in conversation.lines
    assert "On the table: Kc." in conversation.lines


def test_points_that_wait_are_said_to_wait():
    deal = at("KH QH KS TD JH", "JS AS TS KD JD", up="AH", talon="TH QD AD QS AC TC KC QC JC")
    deal.play(marriage(HEARTS))
    _, conversation = decided(view_of(deal), "1")
    assert "you 0 (and 40 with the next trick)" in conversation.text


def offer(**changes):
    values = {
        "protocol": "p2p-schnapsen/1",
        "ruleset": SCHNAPSEN.canonical(),
        "opening": "deal",
        "clock": 0,
        "patience": 120,
        "key": bytes(32),
        "name": "anna",
        "nonce_hash": bytes(64),
        "date": "2026-01-01",
    }
    return Offer(**(values | changes))


@pytest.mark.parametrize(("answers", "accepted"), [(("yes",), True), (("y",), True), (("no",), False), ((), False)])
def test_the_joiner_sees_the_offer_and_is_asked(answers, accepted):
    conversation = Conversation(*answers)
    assert asyncio.run(sit(conversation).accept(offer())) is accepted
    assert conversation.lines[0].startswith("anna (key ")
    assert conversation.lines[1] == "Rules: schnapsen."
    assert "Play by these rules? (yes or no): " in conversation.text


def test_a_willing_joiner_sees_the_offer_and_is_not_asked():
    conversation = Conversation()
    assert asyncio.run(sit(conversation, willing=True).accept(offer()))
    assert len(conversation.lines) == 3


def test_changed_rules_are_said_by_their_difference():
    conversation = Conversation("no")
    ruleset = SCHNAPSEN.replace(target=3, out="auto")
    asyncio.run(sit(conversation).accept(offer(ruleset=ruleset.canonical())))
    assert conversation.lines[1] == "Rules: schnapsen with out=auto, target=3."


def test_a_name_with_escapes_does_no_harm():
    conversation = Conversation("no")
    asyncio.run(sit(conversation).accept(offer(name="\x1b[2Jeve\u202e\n\n")))
    assert conversation.lines[0].startswith("eve (key ")
    assert "\x1b" not in conversation.text


@pytest.mark.parametrize("ruleset", [SCHNAPSEN, SCHNAPSEN.replace(deck=24, hand=6, exchange_who="turn", out="auto")])
def test_a_whole_match_can_be_played_by_the_first_number(ruleset):
    """A person who always types 1, against the bot; everything is said in lines, and nothing else is written."""
    conversation = Conversation(*["1"] * 400)
    person = sit(conversation)
    duel = Duel.new("line", ruleset.replace(target=3))
    duel.choose = lambda view, rng: asyncio.run(person.decide(view)) if view.me == 0 else easy.choose(view, rng)
    for made in duel.steps():
        person.tell(news_of(made, duel, 0))
    assert duel.over
    assert conversation.lines[-1] == "Both sides have signed the result."
    assert not set(conversation.text) & set("\x1b\r\b\t")
