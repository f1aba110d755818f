"""Completion: made of the parser, understood by the shells."""

import shutil
import subprocess

import pytest

from p2p_schnapsen.cli.commands import COMMANDS, build_parser
from p2p_schnapsen.cli.completion import script
from p2p_schnapsen.cli.main import main
from p2p_schnapsen.cli.options import SHELLS
from p2p_schnapsen.presets import NAMES
from tests.support.programs import ROOT

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is needed")
TRY = """
. /dev/stdin
f=$(complete -p p2p-schnapsen | sed 's/.*-F \\([^ ]*\\).*/\\1/')
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); COMPREPLY=()
$f p2p-schnapsen "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_is_completed(shell, capsys):
    assert main(["completion", shell]) == 0
    text = capsys.readouterr().out
    assert text.rstrip("\n") == script(shell).rstrip("\n")
    assert all(name in text for name in COMMANDS)
    assert "as-computer" not in text, "what is hidden stays so"


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_that_is_there_understands_it(shell, tmp_path):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not there")
    (tmp_path / "script").write_text(script(shell))
    done = subprocess.run([shell, "-n", tmp_path / "script"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@needs_bash
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["jo"], {"join"}),
        (["peers", "t"], {"trust"}),
        (["host", "--no-a"], {"--no-announce"}),
        (["play", "--opening", ""], {"deal", "match", "never"}),
        (["play", "--rules", "schnapsen"], {name for name in NAMES if name.startswith("schnapsen")}),
        (["verify", "protocol/lo"], {"protocol/logs"}),
        (["completion", ""], set(SHELLS)),
    ],
    ids=lambda words: " ".join(sorted(words)) if isinstance(words, set) else " ".join(words),
)
def test_bash_completes(typed, offered):
    done = subprocess.run(
        ["bash", "-c", TRY, "try", "p2p-schnapsen", *typed],
        input=script("bash"),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    assert set(done.stdout.split()) == offered


def test_fish_completes_each_command_its_options_and_their_choices():
    lines = script("fish").splitlines()
    for name in COMMANDS:
        assert any(f"-a {name} " in line or f"-a '{name}'" in line or f'-a "{name}"' in line for line in lines), name
    assert any("no-announce" in line for line in lines)
    assert any("-l opening" in line and "deal" in line and "never" in line for line in lines)
    assert any("-l log " in line and "__fish_complete_path" in line for line in lines)
    assert all(name in next(line for line in lines if "-l rules " in line) for name in NAMES)


def test_completing_changes_nothing_of_the_parser():
    before = build_parser().format_help()
    script("bash")
    assert build_parser().format_help() == before
