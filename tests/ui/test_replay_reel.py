"""The replay on the full screen: keys and clicks lead where they say, and every screen fits every size."""

import pytest

from p2p_schnapsen.ui import language
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.language import LANGUAGES
from p2p_schnapsen.ui.replay.reel import Reel
from p2p_schnapsen.ui.sanitise import width
from p2p_schnapsen.ui.screen.pieces import Signs
from tests.ui.replays import ALL, between, hostile_names, replay_of
from tests.ui.tables import SIZES


def reel_of(name="example", *, symbols=True):
    return Reel(replay_of(name), CardStyle(symbols))


def text(reel, columns=80, rows=24):
    return "\n".join(reel.paint(columns, rows, Signs()).lines())


def after(*keys):
    reel = reel_of()
    for key in keys:
        reel.key(key)
    return reel


@pytest.mark.parametrize(
    ("keys", "at"),
    [
        (["left"], 0),
        (["right"], 1),
        ([" ", "enter", "right", "left"], 2),
        (["end"], 31),
        (["end", "right"], 31),
        (["end", "home"], 0),
        (["down"], 1),
        (["down", "down", "down"], 5),
        (["end", "up"], 30),
        (["]", "]"], 12),
        (["pagedown", "pagedown", "pageup"], 1),
        (["]", "]", "]", "["], 12),
        (["g", "down", "enter"], 1),
        (["end", "g", "up", " "], 12),
        (["g", "escape"], 0),
        (["g", "down", "down", "down", "down", "down", "enter"], 31),
        (["p", "right", "p", "right"], 1),
        (["x", "1"], 0),
    ],
)
def test_keys_lead_through_the_match(keys, at):
    assert after(*keys).at == at


@pytest.mark.parametrize("keys", [["q"], ["escape"], ["g", "escape", "q"]])
def test_it_is_left_by_keys(keys):
    assert after(*keys[:-1]).done is None
    assert after(*keys).done is True


def click(reel, target, *, right=False, size=(80, 24)):
    """A click where the canvas has that target."""
    canvas = reel.paint(*size, Signs())
    assert target in {canvas.target(row, column) for row in range(size[1]) for column in range(size[0])}
    reel.click(target, right=right)


def test_clicks_do_what_keys_do():
    reel = reel_of()
    click(reel, "")
    click(reel, "")
    click(reel, "", right=True)
    assert reel.at == 1
    click(reel, "do next")
    click(reel, "do trick-next")
    assert reel.at == 5
    click(reel, "do back")
    click(reel, "do places")
    click(reel, "line 2")
    assert reel.at == 12
    click(reel, "do places")
    reel.key("down")
    click(reel, "do choose")
    assert reel.at == 31
    click(reel, "do proofs")
    reel.drag("do close", "")
    click(reel, "do close")
    click(reel, "do leave")
    assert reel.done is True


PRINTED = {"Home": "home", "End": "end", "Esc": "escape", "Enter": "enter", "↑": "up", "↓": "down"}
"""What is printed for keys that are no signs."""


def state(reel):
    return reel.at, reel.done, text(reel)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("before", [[], ["g"], ["p"], ["t"], ["?"], ["+"]])
@pytest.mark.parametrize("unicode", [True, False])
def test_every_key_that_is_shown_does_what_a_click_on_it_does(code, before, unicode):
    with language.using(code):
        buttons = after(*before).buttons(Signs(unicode))
        assert buttons
        done = set()
        for button in buttons:
            typed, clicked = (after("]", "right", "right", *before) for _ in range(2))
            was = state(typed)
            typed.key(PRINTED.get(button.key, button.key))
            clicked.click(f"do {button.action}")
            assert state(typed) == state(clicked) != was, button
            done.add(button.key)
        assert len(done) == len(buttons), "no key is there twice"


def test_the_keys_of_the_list_of_all_keys_work_in_it():
    for row, button in enumerate(after().buttons(Signs())):
        if button.key not in PRINTED:
            typed, clicked = after("]", "right", "right", "+"), after("]", "right", "right", "+")
            typed.key(button.key)
            clicked.click(f"line {row}")
            assert state(typed) == state(clicked), button


def test_both_hands_the_trick_and_what_else_was_allowed_are_seen():
    found = text(after(*["right"] * 4))
    for part in ("● bert", "anna", "46", "│ ♥K│", "│ ♥J│", "guest *", "Trump ♥", "Also allowed: ♣10 ♦10 ♦A ♠10."):
        assert part in found
    assert "Face down: ♥10 ♣Q ♣A ♦Q ♦K ♠K ♠A" in found
    assert found.count("^") == 5, "the cards that may be led now"


@pytest.mark.parametrize("name", ["example", "schnapsen_unopened", "own_nonce_fail"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_step_of_a_log_has_anything_that_is_cut(code, name):
    with language.using(code):
        reel = reel_of(name)
        for step in range(len(reel.replay.steps)):
            reel.at = step
            assert "..." not in text(reel), step


def test_a_closed_talon_and_hidden_hands_are_seen():
    reel = reel_of("revoke_fail")
    reel.key("right")
    reel.key("right")
    found = text(reel)
    assert "closed: host" in found
    assert found.count("│░░░│") == 10
    assert "cannot be told" in " ".join(found.split())


def test_the_verdict_is_at_the_end_and_the_proofs_are_told():
    assert "valid: every record holds, and the match is decided." in text(after("end"))
    found = text(after("]", "p"))
    assert "Record 5 (shuffle), signed by the host" in found
    assert "every card is there once" in found
    assert "one step back" in text(after("?"))
    assert "anna (host) against bert (guest)." in text(after("t"), 40, 15)


def test_a_long_text_can_be_read_to_its_end_in_a_small_terminal():
    reel = after("]", "p")
    seen = text(reel, 40, 15)
    for _ in range(30):
        reel.key("down")
        seen += text(reel, 40, 15)
    for one in reel.words.evidence:
        assert one.head.partition(",")[0] in seen


@pytest.mark.parametrize("name", ALL)
def test_every_screen_of_every_log_fits_every_size(name):
    symbols = name != "en-ligne"
    reel = reel_of(name, symbols=symbols)
    last = len(reel.replay.steps) - 1
    for step in {0, min(1, last), last, *range(4, last, 7)}:
        reel.at = step
        for key, sizes in (("1", SIZES), ("p", SIZES[::2]), ("p", ((39, 15), (3, 2)))):
            reel.key(key)
            for columns, rows in sizes:
                painted = reel.paint(columns, rows, Signs(symbols)).lines()
                assert len(painted) == rows
                assert {width(line) for line in painted} == {columns}
                assert symbols or all(sign.isascii() for sign in "".join(painted)), "letters do everywhere"


def test_names_that_mean_harm_neither_break_a_row_nor_leave_it():
    names = hostile_names(60)
    for host, guest in zip(names[::2], names[1::2], strict=True):
        reel = Reel(between(host, guest), CardStyle())
        for _ in (0, 1):
            painted = reel.paint(80, 24, Signs()).lines()
            assert {width(line) for line in painted} == {80}
            assert all(sign.isprintable() for sign in "".join(painted))
            reel.key("end")
