"""The pure rooms neither read nor write: not even with the built-in functions that no import gives away."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "p2p_schnapsen"
PURE = [path for room in ("rules", "crypto", "wire", "table") for path in sorted((PACKAGE / room).glob("*.py"))]
PURE += [PACKAGE / "hashing.py", PACKAGE / "errors.py"]
FORBIDDEN = {"open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint"}


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_pure_module_calls_nothing_that_reaches_out(path):
    called = {node.id for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Name)}
    assert not called & FORBIDDEN


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_is_small_enough_to_be_read_at_once(path):
    assert len(path.read_text("utf-8").splitlines()) <= 500
