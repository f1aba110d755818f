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


@pytest.mark.parametrize(
    ("source", "text", "sound"),
    [
        ("a b", "c d", True),
        ("a b", " c d", False),
        ("a b", "c d ", False),
        ("  a  b", "  c   d", True),
        ("  a  b", " c  d", False),
        (": ", " : ", False),
        ("a b", "c  d", False),
        ("a\nb", "c\nd", True),
    ],
)
def test_stray_doubled_and_missing_blanks_are_faults(messages, source, text, sound):
    assert messages.same_blanks(source, text) is sound


def test_placeholders_of_argparse_count_as_our_own_do(messages):
    assert messages.fields("how long {name} waits (default: %(default)s)") == ["%(default)s", "name"]
    assert messages.fields("(Vorgabe: %(default)s), {name}") == ["%(default)s", "name"]
    assert messages.fields("(Vorgabe: %(default)), {name}") == ["name"]


def test_no_sentence_of_a_catalogue_has_a_stray_blank_or_lacks_one(messages):
    wanted = messages.sentences()
    for code in messages.TRANSLATED:
        catalogue = messages.renewed(code, messages.catalogue_of(code).read_bytes(), wanted)
        assert [fault for fault in messages.faults(catalogue) if fault.startswith("blanks")] == []
