from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p_schnapsen.errors import IllegalMove, LocalMisuse, NotationError
from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Kind, close, concede, exchange, marriage
from p2p_schnapsen.rules.notation import DealText, MatchText, move_of, read, word_of, write
from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from tests.support.deals import at, play, random_deal
from tests.support.strategies import any_rulesets

TEXT = """\
[Schnapsen "1"]
[Host "Anna"]
[Guest "Bo \\"the\\" \\\\ Card"]
[Rules ""]
[Date "2026-11-30"]
[Result "*"]

[Deal "3"]
[Score "2-1"]
[Dealer "guest"]
[HostHand "AC JD KH AH JS"]
[GuestHand "TC TD QH TH TS"]
[Up "AD"]
[Talon "QS KS JC QC KC JH QD KD AS"]
[Outcome "host 3 closer-made-it"]

 1. host  exchange AH TH
 2. host  close AD TD
 3. host  AC TC
 4. host  KH QH
 5. host  66

[Deal "4"]
[Score "5-1"]
[Dealer "host"]
[HostHand "? ? ? ? ?"]
[GuestHand "? ? ? ? ?"]
[Up "JD"]
[Talon "? ? ? ? ? ? ? ? ?"]
[Outcome "*"]

 1. guest 20H QH AS
 2. guest 40D KD
"""


def test_a_match_is_read_and_written():
    match = read(TEXT)
    assert match.names == ("Anna", 'Bo "the" \\ Card')
    assert match.tags == (("Date", "2026-11-30"),)
    assert match.ruleset == SCHNAPSEN
    first, second = match.deals
    assert (first.number, first.score, first.dealer, first.up) == (3, (2, 1), 1, parse("AD"))
    assert first.moves[0] is exchange(parse("JD"))
    assert close() in first.moves
    assert second.hands == (None, None)
    assert second.talon is None
    assert second.moves[0] is marriage(2)
    assert second.play(match.ruleset).led == parse("KD")
    assert write(match) == TEXT


def test_the_words_are_those_that_players_say():
    deal = at("JD AH KH QH KD", "AS TS KS QS AC", up="QD", talon="TC KC QC", tricks=(1, 1))
    words = [word_of(deal, move) for move in deal.legal()]
    assert words == ["JD", "KD", "QH", "KH", "AH", "20H", "exchange", "close", "66"]
    play(deal, "x")
    assert word_of(deal, marriage(1)) == "40D"
    assert word_of(deal, concede()) == "concede"


def test_every_word_means_its_move_again():
    deal = at("JD AH KH QH", "AS TS KS QS", up="AD", talon="TC KC QC", tricks=(1, 1))
    for move in [*deal.legal(), concede()]:
        assert move_of(deal, word_of(deal, move)) is move
    play(deal, "AH")
    for move in deal.legal():
        assert move_of(deal, word_of(deal, move)) is move


@pytest.mark.parametrize("word", ["", "40H", "20D", "20X", "30H", "1H", "ah", "AH ", "claim", "Close", "mH", "20HH"])
def test_other_words_mean_nothing(word):
    deal = at("JD AH KH QH", "AS TS KS QS", up="AD", talon="TC KC QC")
    with pytest.raises(NotationError, match="notation-word"):
        move_of(deal, word)


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        (" 2. host  close AD TD", " 2. host  close AD TC", "notation-illegal", 18),
        (" 2. host  close AD TD", " 2. host  close XX KD", "notation-word", 18),
        (" 2. host  close AD TD", " 2. host  close  AD TD", "notation-word", 18),
        (" 2. host  close AD TD", " 2. guest close AD TD", "notation-differs", 18),
        (" 2. host  close AD TD", " 3. host  close AD TD", "notation-differs", 18),
        (" 2. host  close AD TD", " 2. host  close AD\n    TD", "notation-line", 20),
        (" 2. host  close AD TD", " 2. host  close AD TD ", "notation-word", 18),
        (" 5. host  66\n", " 5. host  66 AH\n", "notation-illegal", 21),
        (" 5. host  66\n", "", "notation-score", 22),
        ('"host 3 closer-made-it"', '"host 2 closer-made-it"', "notation-differs", 15),
        ('"host 3 closer-made-it"', '"*"', "notation-differs", 15),
        ('[Result "*"]', '[Result "host 7-1"]', "notation-differs", 6),
        ('[Result "*"]', '[Result "nobody"]', "notation-tag", 6),
        ('[Result "*"]\n', "", "notation-tag", 1),
        ('[Score "5-1"]', '[Score "4-1"]', "notation-score", 23),
        ('[Score "5-1"]', '[Score "5-01"]', "notation-differs", 24),
        ('[Score "5-1"]', '[Score "5"]', "notation-tag", 23),
        ('[Deal "4"]', '[Deal "5"]', "notation-score", 23),
        ('[Deal "4"]', '[Deal "0"]', "notation-tag", 23),
        ('[Dealer "host"]', '[Dealer "guest"]', "notation-score", 23),
        ('[Dealer "host"]', '[Dealer "me"]', "notation-tag", 23),
        ('[Up "JD"]', '[Up "9D"]', "notation-cards", 23),
        ('[Up "JD"]', '[Up "?"]', "notation-cards", 23),
        ("AC JD KH AH JS", "AC JD KH AH AD", "notation-cards", 8),
        ("AC JD KH AH JS", "AC JD KH AH", "notation-cards", 8),
        ("AC JD KH AH JS", "AC KH JD AH JS", "notation-differs", 11),
        ("AC JD KH AH JS", "AC JD KH AH ?", "notation-cards", 8),
        ('KD AS"]', 'KD QS"]', "notation-cards", 8),
        ('[Rules ""]', '[Rules "target=8"]\n[Rules ""]', "notation-tag", 0),
        ('[Rules ""]', '[Rules "target=7"]', "notation-differs", 4),
        ('[Rules ""]', '[Rules "hand=6"]', "notation-rules", 4),
        ('[Rules ""]', '[Rules "target"]', "notation-rules", 4),
        ('[Host "Anna"]', '[Host "An\tna"]', "notation-line", 2),
        ('[Host "Anna"]', '[Host "An\x1b[2Jna"]', "notation-line", 2),
        ('[Host "Anna"]', '[Host "An"na"]', "notation-line", 2),
        ('[Host "Anna"]', "", "notation-tag", 1),
        ('[Schnapsen "1"]', '[Schnapsen "2"]', "notation-differs", 1),
        ("\n", "\r\n", "notation-line", 1),
        ("\n\n", "\n\n\n", "notation-tag", 8),
        ('[Date "2026-11-30"]', "; a comment", "notation-line", 5),
    ],
)
def test_any_other_text_is_refused_at_its_line(old, new, code, line):
    assert old in TEXT
    with pytest.raises(NotationError) as caught:
        read(TEXT.replace(old, new))
    assert (caught.value.code, caught.value.params["line"]) == (code, line)


def test_an_illegal_move_names_its_rule():
    with pytest.raises(NotationError) as caught:
        read(TEXT.replace("close AD TD", "close AD TC"))
    assert caught.value.params == {"line": 18, "word": "TC", "rule": "must-follow"}


@pytest.mark.parametrize("text", ["", "\n", TEXT[:-1], TEXT + "\n", TEXT + TEXT, "x" * 1000, "\0", TEXT[1:]])
def test_what_is_no_match_at_all_is_refused(text):
    with pytest.raises(NotationError):
        read(text)


def test_every_text_that_is_cut_short_is_refused_or_is_a_shorter_match():
    for end in range(len(TEXT)):
        try:
            match = read(TEXT[:end])
        except NotationError:
            continue
        assert write(match) == TEXT[:end]


def one_deal(moves, **more):
    dealt = random_deal(SCHNAPSEN, 4)
    deal = DealText(1, (0, 0), 0, dealt.hands, dealt.up, dealt.talon, tuple(moves))
    return MatchText(SCHNAPSEN, ("A", "B"), (deal,), **more)


def test_a_conceded_match_says_who_won():
    text = write(one_deal([], gave_up=0))
    assert '[Result "guest 0-0 conceded"]' in text
    assert read(text).gave_up == 0


def test_a_conceded_deal_says_so_and_the_match_goes_on():
    text = write(one_deal([concede()]))
    assert text.endswith(" 1. guest concede\n")
    assert '[Outcome "host 3 conceded"]' in text
    assert '[Result "*"]' in text


def test_a_match_without_a_deal_has_a_text():
    match = MatchText(SCHNAPSEN, ("A", "B"), ())
    assert read(write(match)) == match


def test_what_is_no_match_is_not_written():
    with pytest.raises(IllegalMove):
        write(one_deal([close(), close()]))
    broken = one_deal([])
    with pytest.raises(LocalMisuse):
        write(replace(broken, deals=(replace(broken.deals[0], hands=(1, 1)),)))
    for tags in ([("Date", "a\nb")], [("date", "x")], [("Host", "x")], [("Da te", "x")]):
        with pytest.raises(NotationError, match="notation-tag"):
            write(one_deal([], tags=tuple(tags)))
    unfinished = one_deal([])
    with pytest.raises(NotationError, match="notation-score"):
        write(replace(unfinished, deals=unfinished.deals * 2))
    won = one_deal([concede()])
    for change in ({"number": 3}, {"score": (0, 3)}, {"dealer": 0}):
        second = replace(won.deals[0], **{"number": 2, "score": (3, 0), "dealer": 1, "moves": ()} | change)
        with pytest.raises(NotationError, match="notation-score"):
            write(replace(won, deals=(won.deals[0], second)))
    over = replace(won.deals[0], score=(5, 0), number=4)
    with pytest.raises(NotationError, match="notation-score"):
        write(replace(won, deals=(over, replace(won.deals[0], number=5, score=(8, 0), dealer=1))))
    with pytest.raises(NotationError, match="notation-score"):
        write(replace(won, deals=(over,), gave_up=0))


@given(any_rulesets(), st.integers(0, 2**32), st.sampled_from(["both", "one", "none"]))
@settings(max_examples=40, deadline=None)
def test_whatever_is_played_is_written_and_read_back(ruleset, seed, known):
    rnd = random.Random(seed)
    match = Match(ruleset, rnd.randrange(2))
    texts = []
    while match.winner is None and len(texts) < 3:
        dealt = random_deal(ruleset, rnd.randrange(2**32), match.dealer)
        deal = dealt.full()
        while deal.turn is not None:
            moves = [move for move in deal.legal() if move.kind is not Kind.CLAIM] or deal.legal()
            deal.play(concede() if rnd.random() < 0.02 else rnd.choice(moves))
        hands = {"both": dealt.hands, "one": (dealt.hands[0], None), "none": (None, None)}[known]
        talon = dealt.talon if known == "both" else None
        moves = tuple(move for _, move in deal.history)
        texts.append(DealText(match.deals + 1, match.score, match.dealer, hands, dealt.up, talon, moves))
        assert deal.outcome is not None
        match = match.after(deal.outcome)
    whole = MatchText(ruleset, ("Ä", "♠"), tuple(texts))
    assert read(write(whole)) == whole


def test_the_example_of_the_specification_is_a_match():
    text = (Path(__file__).parents[3] / "protocol" / "spec" / "notation.md").read_text(encoding="utf-8")
    example = text.split("```\n")[1]
    assert len(read(example).deals) == 2
