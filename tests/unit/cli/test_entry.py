"""The program's first lines: what they run, and Ctrl-C while the rest is being loaded."""

import sys

import pytest

from p2p_schnapsen import __main__ as entry
from p2p_schnapsen.cli import main as program


class _Interrupted:
    """A finder of modules at which the user loses patience."""

    def find_spec(self, name, path=None, target=None):
        if name == "p2p_schnapsen.cli.main":
            raise KeyboardInterrupt


def test_ctrl_c_while_the_program_is_loaded_is_an_end_without_a_traceback(monkeypatch):
    monkeypatch.delitem(sys.modules, "p2p_schnapsen.cli.main")
    monkeypatch.setattr(sys, "meta_path", [_Interrupted(), *sys.meta_path])
    assert entry.run() == 130


@pytest.mark.parametrize("code", [0, 2])
def test_the_exit_code_is_the_programs(monkeypatch, code):
    monkeypatch.setattr(program, "main", lambda: code)
    assert entry.run() == code
