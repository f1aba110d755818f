"""`rules`: what is asked for, however the options are ordered."""

import pytest

from p2p_schnapsen.cli.main import main


def told(capsys, *arguments):
    code = main(["rules", *arguments])
    done = capsys.readouterr()
    return code, done.out, done.err


@pytest.mark.parametrize(
    "arguments", [("tjger", "--set", "target=3"), ("--set", "target=3", "tjger"), ("--set=target=3", "tjger")]
)
def test_the_name_may_stand_before_and_behind_the_settings(capsys, arguments):
    code, text, _ = told(capsys, *arguments)
    assert code == 0
    assert text == told(capsys, "tjger", "--set", "target=3")[1]
    assert text != told(capsys, "tjger")[1]


def test_a_setting_without_a_value_is_named_where_it_cannot_be_the_name(capsys):
    code, text, trouble = told(capsys, "--set", "target", "hand=5")
    assert (code, text) == (2, "")
    assert "target" in trouble
