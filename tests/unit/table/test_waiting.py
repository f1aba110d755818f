"""The arithmetic of silence and clock: seconds go in, what is due comes out."""

import pytest

from p2p_schnapsen.table.waiting import Waiting


def at(*seconds):
    """Waiting that began at 1000 and was told these times."""
    waiting = Waiting.start(1000.0)
    for second in seconds:
        waiting.advance(1000.0 + second)
    return waiting


def warnings(clock, seconds):
    """Second -> what our player is told of its clock, with a tick each second."""
    waiting = at()
    told = {}
    for second in range(1, seconds + 1):
        waiting.advance(1000.0 + second)
        if (left := waiting.warn(clock)) is not None:
            told[second] = left
    return told


def test_it_begins_with_nothing_owed_and_nobody_silent():
    waiting = at()
    assert (waiting.silence, waiting.thinking, waiting.named) == (0.0, 0.0, 0.0)
    assert not waiting.name_silence()
    assert not waiting.ping_is_due()


def test_silence_and_thinking_are_counted_apart():
    waiting = at(1, 2, 3)
    waiting.hear()
    waiting.advance(1005.0)
    assert (waiting.silence, waiting.thinking) == (2.0, 5.0)
    waiting.turn()
    assert (waiting.silence, waiting.thinking) == (2.0, 0.0)


def test_hearing_tells_whether_a_silence_was_named():
    waiting = at(5, 10, 15)
    assert not at(5, 10).hear()
    assert waiting.name_silence()
    assert not waiting.name_silence(), "once"
    assert waiting.hear()
    assert not waiting.hear()


@pytest.mark.parametrize("gap", [0.5, 1.0, 4.9, 5.0])
def test_a_late_tick_is_time_that_passed(gap):
    assert at(gap).silence == at(gap).thinking == pytest.approx(gap)


@pytest.mark.parametrize("gap", [5.1, 60.0, 1e9])
def test_a_pause_in_which_we_did_not_run_is_nobodys(gap):
    waiting = at(3, 3 + gap)
    assert waiting.silence == waiting.thinking == pytest.approx(3.0)
    assert waiting.time - waiting.due_to_show == pytest.approx(3.0)


def test_a_time_that_goes_back_is_not_believed():
    waiting = at(4, -1000, 2)
    assert (waiting.time, waiting.silence) == (1004.0, 4.0)


@pytest.mark.parametrize(
    ("clock", "told"),
    [
        (60, {30: 30, 50: 10, 55: 5}),
        (31, {1: 30, 21: 10, 26: 5}),
        (30, {20: 10, 25: 5}),
        (10, {5: 5}),
        (5, {}),
        (3, {}),
    ],
)
def test_a_player_is_warned_when_30_10_and_5_seconds_are_left(clock, told):
    assert warnings(clock, clock) == told


def test_several_warnings_at_once_are_one():
    waiting = at(*range(4, 57, 4), 57)
    assert waiting.warn(60) == 3
    assert waiting.warn(60) is None


def test_the_next_record_has_warnings_of_its_own():
    waiting = at(4, 8)
    assert waiting.warn(10) == 2
    waiting.turn()
    waiting.advance(1013.0)
    assert waiting.warn(10) == 5


def test_a_ping_is_due_five_seconds_after_the_last_word():
    waiting = at(4.9)
    assert not waiting.ping_is_due()
    waiting.advance(1005.0)
    assert waiting.ping_is_due()
    waiting.spoke = waiting.time
    assert not waiting.ping_is_due()
