"""The pure rooms do nothing but compute: what import contracts cannot see is looked for in their code."""

import ast

import pytest

from tests.support.programs import ROOT

ROOMS = ("rules", "crypto", "wire", "table")
IMPURE = {"open", "input", "print", "exec", "eval", "compile", "breakpoint", "__import__"}
CLOCKS = {"now", "today", "utcnow"}

MODULES = [path for room in ROOMS for path in sorted((ROOT / "p2p_schnapsen" / room).rglob("*.py"))]


def impurities(code):
    """Names of what the code calls or passes on of files, terminals, code from text, and the clock."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Name) and node.id in IMPURE:
            yield node.id
        elif isinstance(node, ast.Attribute) and node.attr in CLOCKS:
            yield node.attr


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT / "p2p_schnapsen")))
def test_a_pure_module_opens_nothing_and_reads_no_clock(path):
    assert list(impurities(path.read_text("utf-8"))) == []


def test_every_pure_room_is_looked_at():
    assert {path.relative_to(ROOT / "p2p_schnapsen").parts[0] for path in MODULES} == set(ROOMS)


@pytest.mark.parametrize("code", ["open('x')", "reader = open", "datetime.date.today()", "with open(a) as b: pass"])
def test_what_is_looked_for_is_found(code):
    assert list(impurities(code))
