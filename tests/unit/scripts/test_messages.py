"""No sentence stays out of the catalogues, wherever it stands in the program."""

import importlib.util
from pathlib import Path

import pytest

PLACE = Path(__file__).parents[3] / "scripts/lib/messages.py"


@pytest.fixture(scope="module")
def messages():
    pytest.importorskip("babel")
    spec = importlib.util.spec_from_file_location("messages_script", PLACE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_sentence_within_an_f_string_is_seen(messages):
    text = 'f"<b>{escape(_(\'bold\'))}</b>"; say(mark("a" "b"), plural("{n} x", "{n} xs", n)); _(computed); _("")'
    assert messages.written(text) == {"bold", "ab", ("{n} x", "{n} xs")}


def test_what_babel_has_not_found_is_named_with_its_file(messages, tmp_path):
    (tmp_path / "ui").mkdir()
    (tmp_path / "ui/page.py").write_text('_("seen"), f"{_(\'hidden\')}"', "utf-8")
    (tmp_path / "ui/other.py").write_text('_("hidden")', "utf-8")
    found = {"seen": {"ui/page.py"}, "hidden": {"ui/other.py"}}
    assert messages.hidden(found, tmp_path) == [("ui/page.py", "hidden")]


def test_every_sentence_of_the_program_is_in_the_catalogues(messages):
    assert messages.hidden(messages.sentences()) == []
