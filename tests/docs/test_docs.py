"""What a document says can be done is done here, and must come out as it says."""

import doctest
import importlib
import re
import shlex

import pytest

from p2p_schnapsen.cli.commands import COMMANDS, build_parser
from tests.support.programs import ROOT, run

DOCUMENTS = sorted(
    path
    for top in ROOT.iterdir()
    if not top.name.startswith((".git", ".venv"))
    for path in (top.glob("**/*.md") if top.is_dir() else [top])
    if path.suffix == ".md"
)
README = (ROOT / "README.md").read_text("utf-8")


def commands_run():
    """(command, expected output) of every `console` block."""
    for path in DOCUMENTS:
        for block in re.findall(r"```console\n(.*?)```", path.read_text("utf-8"), re.DOTALL):
            command, _, output = block.partition("\n")
            yield pytest.param(command.removeprefix("$ p2p-schnapsen "), output, id=f"{path.name}: {command}")


@pytest.mark.parametrize(("command", "output"), list(commands_run()))
def test_a_console_block_shows_what_the_command_prints(command, output, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert run(*shlex.split(command)).stdout == output


def test_every_command_line_in_the_readme_is_understood():
    lines = re.findall(r"^\$ (?:p2p-schnapsen|scripts/play) ?(.*)$", README, re.MULTILINE)
    assert len(lines) >= 4
    for line in lines:
        words = shlex.split(line)
        build_parser().parse_args(words if words and words[0] in COMMANDS else ["play", *words])


def test_the_readme_lists_the_commands_as_the_help_does():
    listed = re.findall(r"^\| `(\w+)` \| ([^|]*) \|$", README, re.MULTILINE)
    assert listed == [(name, text) for name, (text, _, _) in COMMANDS.items()]


def test_every_example_of_the_help_is_understood():
    for _, examples, _ in COMMANDS.values():
        for example in examples:
            build_parser().parse_args(shlex.split(example.partition(" > ")[0])[1:])


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_inside_the_project_leads_somewhere(path):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text("utf-8")):
        assert (path.parent / target).exists(), target


def test_every_room_is_on_the_map():
    package = ROOT / "p2p_schnapsen"
    rooms = {path.parent.name for path in package.glob("*/__init__.py")}
    listed = set(re.findall(r"^\| `(\w+)/?`", (package / "README.md").read_text("utf-8"), re.MULTILINE))
    alone = {path.stem for path in package.glob("*.py")} - {"__init__", "__main__"}
    assert listed == rooms | alone


@pytest.mark.parametrize("name", ["p2p_schnapsen.hashing"])
def test_the_examples_of_a_module_are_true(name):
    done = doctest.testmod(importlib.import_module(name))
    assert done.attempted > 0
    assert done.failed == 0
