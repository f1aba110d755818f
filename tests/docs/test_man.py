"""The manual page is what the parser makes of it, and a page that `man` can show."""

import re
import shutil
import subprocess

import pytest

from p2p_schnapsen.cli import main
from p2p_schnapsen.cli.commands import COMMANDS
from scripts.lib.man import EXIT_STATUS, PAGE, page
from tests.support.programs import ROOT

README = (ROOT / "README.md").read_text("utf-8")


def test_the_page_is_as_the_parser_makes_it():
    assert PAGE.read_text("utf-8") == page(), "scripts/man writes it anew"


def test_it_has_every_command_and_begins_with_examples():
    text = page()
    assert re.findall(r'^\.SS "(\w+)', text, re.MULTILINE) == list(COMMANDS)
    assert text.index(".SH EXAMPLES") < text.index(".SH OPTIONS") < text.index(".SH COMMANDS")


def test_what_is_hidden_is_not_in_it():
    assert "computer" in page()
    assert r"as\-computer" not in page()
    assert "==SUPPRESS==" not in page()


def test_its_exit_codes_are_those_of_the_readme_and_of_the_program():
    codes = [code for term, _ in EXIT_STATUS for code in term.split(", ")]
    said = re.search(r"^Exit codes: (.*?)\.$", README, re.MULTILINE | re.DOTALL)
    assert re.findall(r"\b\d+\b", said[1]) == codes
    assert re.findall(r"\b\d+\b", main.__doc__.partition("Exit codes: ")[2]) == codes


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is needed")
def test_groff_finds_nothing_wrong_with_it():
    done = subprocess.run(["groff", "-man", "-Tascii", "-ww", PAGE], capture_output=True, encoding="utf-8", check=True)
    assert done.stderr == ""
    shown = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", done.stdout)
    assert "p2p-schnapsen host --bot --serve --max 20 --json" in shown
    assert "--no-announce" in shown
