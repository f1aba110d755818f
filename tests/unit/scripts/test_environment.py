"""When the environment is made, when it is mended, and when nothing is done. pip and venv are stand-ins here."""

import importlib
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.support.programs import ROOT

sys.path.insert(0, str(ROOT / "scripts" / "lib"))
module = importlib.import_module("environment")
sys.path.pop(0)


class Machine:
    """A checkout, and the commands of the set-up: what was called, and what is to happen then."""

    def __init__(self, root):
        self.root = root
        (root / "scripts" / "lock").mkdir(parents=True)
        self.change("runtime", "a")
        self.change("dev", "a b")
        self.change("schnapsen", "s")
        self.change("project", "p")
        self.called = []
        self.missing = set()
        self.at = {}

    def change(self, what, content):
        lock = self.root / "scripts" / "lock" / f"{what}.txt"
        (self.root / "pyproject.toml" if what == "project" else lock).write_text(content)

    def environment(self, apart=""):
        return module.Environment(str(self.root), apart)

    def call(self, command, *, quiet=False):
        words = [str(word) for word in command]
        if "-c" in words:
            code = words[words.index("-c") + 1]
            return code.startswith("import sys") or not any(f"import {name}" in code for name in self.missing)
        if "--version" in words:
            return "pip" not in self.missing
        if "venv" in words:
            name = "venv"
            python = Path(words[-1]) / "bin" / "python"
            python.parent.mkdir(parents=True)
            python.write_text("#!/bin/sh\n")
        elif "--requirement" in words:
            name = words[words.index("--requirement") + 1].rpartition("/")[2]
        else:
            name = "project"
        self.called.append(name)
        return self.at.get(name, lambda: True)()

    def set_up(self, kind, apart=""):
        """What was done."""
        self.called.clear()
        environment = self.environment(apart)
        if not environment.ready(kind):
            environment.set_up(kind)
        assert environment.ready(kind)
        return list(self.called)


@pytest.fixture
def machine(tmp_path, monkeypatch):
    machine = Machine(tmp_path / "check out")
    monkeypatch.setattr(module, "call", machine.call)
    return machine


def test_the_first_run_makes_everything_and_the_second_does_nothing(machine):
    assert machine.set_up("runtime") == ["venv", "runtime.txt", "project"]
    assert machine.set_up("runtime") == []


def test_the_tests_add_to_what_the_program_has_and_serve_it_too(machine):
    machine.set_up("runtime")
    assert machine.set_up("dev") == ["dev.txt"]
    assert machine.set_up("runtime") == machine.set_up("dev") == []


def test_an_environment_for_the_tests_is_enough_for_the_program(machine):
    machine.set_up("dev")
    assert machine.set_up("runtime") == []


def test_a_lock_apart_has_a_folder_of_its_own_without_the_project(machine):
    assert machine.set_up("schnapsen", apart="schnapsen") == ["venv", "schnapsen.txt"]
    assert not (machine.root / ".venv").exists()
    machine.set_up("dev")
    machine.change("project", "q")
    assert machine.set_up("schnapsen", apart="schnapsen") == []
    machine.change("schnapsen", "t")
    assert machine.set_up("dev") == ["project"]
    assert machine.set_up("schnapsen", apart="schnapsen") == ["schnapsen.txt"]


def test_the_command_line_takes_a_lock_apart_to_its_own_folder(machine, monkeypatch):
    monkeypatch.setattr(module, "run", lambda path, arguments: print(path, *arguments))
    module.main(["schnapsen", "python", "worker"], str(machine.root))
    assert (machine.root / ".venv-schnapsen" / "stamp").exists()
    assert not (machine.root / ".venv").exists()


def test_another_lock_or_project_is_installed_in_place(machine):
    machine.set_up("runtime")
    machine.change("runtime", "c")
    assert machine.set_up("runtime") == ["runtime.txt"]
    machine.change("project", "q")
    assert machine.set_up("runtime") == ["project"]


def test_a_moved_checkout_gets_a_new_environment(machine):
    machine.set_up("runtime")
    machine.root = machine.root.rename(machine.root.with_name("moved"))
    assert machine.set_up("runtime") == ["venv", "runtime.txt", "project"]


def test_another_python_gets_a_new_environment(machine, monkeypatch):
    machine.set_up("runtime")
    monkeypatch.setattr(module.Environment, "maker", lambda self: f"python another-1 {self.root}")
    assert machine.set_up("runtime") == ["venv", "runtime.txt", "project"]


def test_a_python_that_is_gone_gets_a_new_environment(machine):
    machine.set_up("runtime")
    (machine.root / ".venv" / "bin" / "python").unlink()
    assert machine.set_up("runtime") == ["venv", "runtime.txt", "project"]


@pytest.mark.parametrize("step", ["venv", "runtime.txt", "project"])
@pytest.mark.parametrize("end", [KeyboardInterrupt, SystemExit])
def test_a_set_up_that_ended_anywhere_is_begun_anew(machine, step, end):
    def stop():
        raise end

    machine.at[step] = stop
    with pytest.raises(end):
        machine.environment().set_up("runtime")
    del machine.at[step]
    assert machine.set_up("runtime") == ["venv", "runtime.txt", "project"]


def test_a_mending_that_ended_is_begun_anew(machine):
    machine.set_up("runtime")
    machine.change("runtime", "c")
    machine.at["runtime.txt"] = lambda: False
    with pytest.raises(module.SetUpError):
        machine.environment().set_up("runtime")
    del machine.at["runtime.txt"]
    assert machine.set_up("runtime") == ["venv", "runtime.txt", "project"]


def test_an_environment_made_by_hand_is_taken_over_as_it_is(machine):
    python = machine.root / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\n")
    assert machine.set_up("runtime") == ["runtime.txt", "project"]
    assert python.exists()


def test_two_at_once_set_up_once(machine):
    waiting = threading.Event()
    machine.at["runtime.txt"] = lambda: waiting.wait(30)
    environments = [machine.environment(), machine.environment()]
    threads = [threading.Thread(target=environment.set_up, args=("runtime",)) for environment in environments]
    for thread in threads:
        thread.start()
    waiting.set()
    for thread in threads:
        thread.join(30)
    assert machine.called == ["venv", "runtime.txt", "project"]


def test_pip_of_the_base_serves_where_the_environment_can_have_none(machine):
    machine.missing = {"ensurepip"}
    assert machine.set_up("runtime") == ["venv", "runtime.txt", "project"]


@pytest.mark.parametrize("missing", [{"venv"}, {"ensurepip", "pip"}])
def test_a_python_without_its_parts_gets_one_line_that_says_what_to_install(machine, missing, capsys):
    machine.missing = missing
    assert module.main(["runtime", "program"], str(machine.root)) == 69
    out, err = capsys.readouterr()
    (line,) = err.splitlines()
    assert out == ""
    assert "apt install python3" in line


def test_a_folder_that_cannot_be_written_is_one_line(machine, capsys):
    (machine.root / ".venv.lock").mkdir()
    assert module.main(["runtime", "program"], str(machine.root)) == 69
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_program_gets_its_arguments_its_input_and_the_folder_as_they_are(machine, tmp_path):
    machine.set_up("runtime")
    script = tmp_path / "run.py"
    program = machine.root / ".venv" / "bin" / "program"
    program.write_text('#!/bin/sh\npwd\ncat\nfor word in "$@"; do printf "<%s>" "$word"; done\nexit 7\n')
    program.chmod(0o755)
    script.write_text(
        f"import sys; sys.path.insert(0, {str(ROOT / 'scripts' / 'lib')!r}); import environment\n"
        "environment.Environment.works = lambda self: True\n"
        f"sys.exit(environment.main(['runtime', 'program', *sys.argv[1:]], {str(machine.root)!r}))\n"
    )
    words = ["a b", "", "'\"", "*", "--", "-x", "$HOME", "ü", "new\nline"]
    command = [sys.executable, script, *words]
    done = subprocess.run(command, input="typed\n", capture_output=True, encoding="utf-8", cwd=tmp_path, check=False)
    assert done.stdout == f"{tmp_path}\ntyped\n" + "".join(f"<{word}>" for word in words)
    assert (done.returncode, done.stderr) == (7, "")
