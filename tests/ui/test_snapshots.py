"""Every full screen in all seven languages, as it is stored in `snapshots`: whole rows, nothing cut, all keys there."""

import difflib

import pytest

from p2p_schnapsen.ui import language
from p2p_schnapsen.ui.language import LANGUAGES
from p2p_schnapsen.ui.sanitise import width
from p2p_schnapsen.ui.screen.form import explained_rows
from p2p_schnapsen.ui.screen.paint import LEAST, paint
from p2p_schnapsen.ui.screen.pieces import ELLIPSIS, Signs, wrapped
from scripts.lib import snapshots
from tests.ui.scenes import COLUMNS, FOOT, explanations, scenes


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_screen_is_whole_and_as_it_is_stored(code):
    with language.using(code):
        painted = list(scenes())
        too_long = [
            (text, columns)
            for text in explanations()
            for columns in (COLUMNS, 60, 40)
            if len(wrapped(text, columns - COLUMNS + FOOT)) > explained_rows(columns)
        ]
        narrow = [paint(scene.seen, *LEAST, Signs()).lines() for scene in painted if scene.seen and not scene.cuts]
    broken = [problem for scene in painted for problem in broken_in(scene)]
    assert not broken, "\n".join(broken)
    cut = [lines for lines in narrow if ELLIPSIS in "".join(lines)]
    assert len(narrow) > 50
    assert not cut, "\n\n".join("\n".join(lines) for lines in cut)
    assert not too_long, "the form has no room for these"
    names = [scene.name for scene in painted]
    assert len(set(names)) == len(names) > 100
    stored, now = snapshots.stored(code).splitlines(), snapshots.text(painted).splitlines()
    changed = list(difflib.unified_diff(stored, now, "stored", "painted now", lineterm="", n=2))
    assert not changed, "\n".join([*changed[:80], f"if this is as it should be: {snapshots.COMMAND}"])


def broken_in(scene):
    """What is wrong with a screen in any language: rows too short or too long, texts that are not whole."""
    text = "\n".join(scene.lines)
    if scene.rows:
        if len(scene.lines) != scene.rows or {width(line) for line in scene.lines} != {scene.columns}:
            yield f"{scene.name}: not {scene.columns}x{scene.rows}\n{text}"
    elif max(map(width, scene.lines)) > COLUMNS:
        yield f"{scene.name}: too broad"
    if (ELLIPSIS in text) != scene.cuts:
        yield f"{scene.name}: cut\n{text}"
    for part in scene.whole:
        if part not in text:
            yield f"{scene.name}: {part!r} is not to be seen\n{text}"


def test_what_is_broken_is_found():
    with language.using("en"):
        scene = next(iter(scenes()))
    assert list(broken_in(scene)) == []
    lines = scene.lines
    for damaged in (
        [*lines[:-1], lines[-1][:-1]],
        lines[:-1],
        [lines[0][:-3] + "...", *lines[1:]],
        [line.replace("? help", "? hel ") for line in lines],
    ):
        assert list(broken_in(type(scene)(scene.name, tuple(damaged), scene.whole)))


def test_there_is_a_file_for_each_language_and_no_other():
    assert {path.name for path in snapshots.FOLDER.iterdir()} == {f"{code}.txt" for code in LANGUAGES}
