"""Hints name the program as our user has started it, so that they can be typed as they stand."""

import pytest

from p2p_schnapsen.errors import LocalMisuse
from p2p_schnapsen.ui import errors, program
from p2p_schnapsen.ui.folding import folded
from tests.support.programs import run
from tests.ui.paper import begun
from tests.ui.scenes import LEADS


@pytest.fixture(params=["scripts/play", "./play", "/opt/schnapsen/scripts/play", "~/play"])
def called(request):
    program.call(request.param)
    return request.param


def test_errors_boxes_and_what_is_to_be_copied_say_what_was_typed(called):
    assert f"{called} matches lists" in errors.sentence(LocalMisuse("match-none"))
    presenter = begun(*LEADS).presenter
    presenter.painted()
    presenter.key("q")
    assert presenter.dialog.lines == (f"The match is kept: `{called} resume` goes on with it.",)
    command = f"  {called} join 192.0.2.7#DEXAHC4N2AAZF2ZS7PH39YBZ"
    assert folded(command, 20) == [command], "a command is not broken"


@pytest.mark.parametrize(
    "name", ["", "scripts/my play", "play;rm", "\x1b[31mplay", "plаy", "p" * 61, "`id`", "$HOME/play"]
)
def test_what_a_shell_would_not_take_as_one_plain_word_is_not_repeated(name):
    program.call(name)
    assert program.called() == "p2p-schnapsen"


def test_help_greeting_and_lists_of_a_program_that_a_script_started_name_the_script(tmp_path):
    home = ("--home", tmp_path / "home")
    started = {"P2P_SCHNAPSEN_CALLED": "scripts/play"}
    told = run("resume", *home, **started).stderr
    assert told.endswith(f"scripts/play --home {tmp_path / 'home'} matches lists those there are.\n")
    for arguments in (("--help",), ("join", "--help"), ()):
        lines = run(*arguments, **started).stdout.splitlines()
        assert [line for line in lines if line.startswith("  scripts/play ")]
        assert not [line for line in lines if line.startswith("  p2p-schnapsen ")]
