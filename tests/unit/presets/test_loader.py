from __future__ import annotations

import os

import pytest

from p2p_schnapsen.errors import DataError, RulesetError
from p2p_schnapsen.presets.loader import MAX_FILE, Reason, differences, load, load_file, resolve
from p2p_schnapsen.rules.ruleset import SCHNAPSEN


def written(tmp_path, text, name="mine.toml"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_name_that_is_not_there_is_refused_and_the_names_are_given():
    with pytest.raises(RulesetError, match="ruleset-unknown") as caught:
        load("preference")
    assert caught.value.params["field"] == "rules"
    assert caught.value.params["problem"] == "no-such-rules"
    assert "tjger" in str(caught.value.params["words"])


@pytest.mark.parametrize("name", ["../schnapsen", "schnapsen.toml", "SCHNAPSEN", ""])
def test_a_name_is_never_a_path(name):
    with pytest.raises(RulesetError, match="ruleset-unknown"):
        load(name)


def test_an_own_file_inherits_from_its_base(tmp_path):
    path = written(tmp_path, 'base = "sixtysix"\ntarget = 11\n[about]\ntitle = "Ours"\n')
    preset = load_file(path)
    assert preset.ruleset == load("sixtysix").ruleset.replace(target=11)
    assert preset.name == "mine"
    assert preset.about.title == "Ours"
    assert preset.reasons["target"] == Reason(note="own rule")
    assert preset.reasons["deck"] == load("sixtysix").reasons["deck"]


def test_an_own_file_may_give_its_own_reasons(tmp_path):
    text = 'base = "schnapsen"\ntarget = 11\n[why]\ntarget = "we like it long"\ndeck = { rule = "of course" }\n'
    reasons = load_file(written(tmp_path, text)).reasons
    assert reasons["target"] == Reason(note="we like it long", own=True)
    assert reasons["deck"] == Reason(rule="of course", own=True)
    assert not reasons["hand"].own


def test_a_hand_without_a_deal_is_dealt_in_one_packet(tmp_path):
    assert load_file(written(tmp_path, 'base = "schnapsen"\nhand = 6\n')).ruleset.deal == "6 6 T"


def test_an_own_file_without_a_base_needs_every_field(tmp_path):
    with pytest.raises(RulesetError, match="ruleset-missing") as caught:
        load_file(written(tmp_path, "deck = 20\n"))
    assert caught.value.params["field"] == "hand"


def test_a_whole_file_needs_no_base(tmp_path):
    values = SCHNAPSEN.replace(target=3).as_mapping()
    lines = [
        f"{name} = {str(value).lower() if isinstance(value, bool) else repr(value)}" for name, value in values.items()
    ]
    assert load_file(written(tmp_path, "\n".join(lines))).ruleset.target == 3


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('base = "schnapsen"\nhands = 6', "hands"),
        ('base = "schnapsen"\nhand = 7', "hand"),
        ('base = "schnapsen"\nhand = "6"', "hand"),
        ('base = "schnapsen"\nhand = 6\ndeal = "3 3 T 2 2"', "deal"),
        ('base = "schnapsen"\ntarget = 7.0', "target"),
        ('base = "schnapsen"\ntarget = [7]', "target"),
        ('base = "schnapsen"\nexchange_card = 9', "exchange_card"),
        ('base = "schnapsen"\nexchange_card = "9"', "exchange_card"),
        ('base = "whist"', "base"),
        ("base = 7", "base"),
        ('base = "schnapsen"\nabout = 3', "about"),
        ('base = "schnapsen"\n[about]\nauthor = "me"', "about.author"),
        ('base = "schnapsen"\n[about]\ntitle = 3', "about.title"),
        ('base = "schnapsen"\n[about]\nown = ""', "about.own"),
        ('base = "schnapsen"\nwhy = 3', "why"),
        ('base = "schnapsen"\n[why]\nhands = "x"', "why.hands"),
        ('base = "schnapsen"\n[why]\nhand = 3', "why.hand"),
        ('base = "schnapsen"\n[why]\nhand = { quote = "a", rule = "b" }', "why.hand"),
        ('base = "schnapsen"\n[why]\nhand = { because = "a" }', "why.hand"),
        ('base = "schnapsen"\n[why]\nhand = { own = "a" }', "why.hand"),
        ('base = "schnapsen"\n[why]\nhand = { family = "poker" }', "why.hand"),
        ('base = "schnapsen"\n[why]\nhand = { choices = 5 }', "why.hand"),
        ("base = ", ""),
        ('base = "schnapsen"\nbase = "tjger"', ""),
        ("a = " + "[" * 5000, ""),
    ],
)
def test_nonsense_in_a_file_names_the_field_in_one_line(tmp_path, text, field):
    with pytest.raises(RulesetError) as caught:
        load_file(written(tmp_path, text))
    assert caught.value.params["field"] == field
    assert "\n" not in str(caught.value.params["problem"])


def test_a_file_that_cannot_be_read_is_one_error(tmp_path):
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(DataError, match="rules-unreadable") as caught:
            load_file(path)
        assert caught.value.params["path"] == str(path)
    (tmp_path / "latin.toml").write_bytes(b"# \xe4")
    with pytest.raises(DataError, match="not-utf8"):
        load_file(tmp_path / "latin.toml")
    with pytest.raises(DataError, match="too-many-bytes"):
        load_file(written(tmp_path, "#" * (MAX_FILE + 1)))
    with pytest.raises(DataError, match="no-file-name"):
        resolve("nul\0byte.toml")
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(DataError, match="not-regular"):
        load_file(tmp_path / "pipe.toml")


def test_names_and_paths_are_told_apart(tmp_path):
    path = written(tmp_path, 'base = "tjger"\n')
    assert resolve(str(path)).ruleset == load("tjger").ruleset
    assert resolve("tjger").name == "tjger"


def test_settings_change_single_fields():
    preset = resolve("schnapsen", ["target=11", " close_trick = true ", "deal=5 5 T"])
    assert preset.ruleset == SCHNAPSEN.replace(target=11, close_trick=True, deal="5 5 T")
    assert preset.reasons["target"] == Reason(note="set by hand")


def test_a_setting_to_the_value_that_is_there_keeps_its_reason():
    assert resolve("tjger", ["target=7"]).reasons == load("tjger").reasons


def test_settings_are_put_over_all_at_once():
    assert resolve("schnapsen", ["exchange_card=9", "deck=24", "hand=6"]).ruleset.deal == "6 6 T"


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        (["target"], "target"),
        (["target=seven"], "target"),
        (["target=0"], "target"),
        (["hands=5"], "hands"),
        (["close_trick=yes"], "close_trick"),
        (["target=7", "target=8"], "target"),
        (["deal=3 3 T 3 3"], "deal"),
        (["hand=6", "deal=5 5 T"], "deal"),
        (["exchange_card=9"], "exchange_card"),
        ([""], ""),
    ],
)
def test_nonsense_settings_name_the_field(settings, field):
    with pytest.raises(RulesetError) as caught:
        resolve("schnapsen", settings)
    assert caught.value.params["field"] == field


def test_without_settings_a_preset_stays_itself():
    preset = load("tjger")
    assert preset.override([]) is preset


def test_the_differences_between_two_rule_sets():
    assert differences(load("tjger").ruleset, SCHNAPSEN) == (
        "deal",
        "exchange_talon",
        "close_talon",
        "false_claim",
        "nobody_out",
    )
