"""The two set-up commands: they pass on what they are given, and cost next to nothing the second time."""

import shutil
import subprocess

import pytest

from tests.support.programs import ROOT, environment


def script(name, *arguments, root=ROOT, **extra):
    # The environment that there is was made already; PYTHON would only ask for another one.
    environ = {name: value for name, value in environment(**extra).items() if name != "PYTHON"}
    return subprocess.run(
        [root / "scripts" / name, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        env=environ,
        timeout=120,
        check=False,
    )


def test_play_passes_its_arguments_on_as_they_are():
    strange = "a b'c\"d $HOME *"
    done = script("play", "verify", strange)
    assert done.returncode == 2
    assert strange in done.stdout


def test_play_works_from_anywhere_and_says_nothing_when_there_is_nothing_to_do(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = script("play", "--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("p2p-schnapsen ")


def test_without_a_command_it_plays(tmp_path):
    done = script("play", "--set", "nonsense=1", "--home", tmp_path)
    assert "field nonsense" in done.stderr


def test_what_the_program_takes_before_a_command_hides_none(tmp_path):
    home = tmp_path / "play"
    assert (
        script("play", "--lang", "de", "--home", home, "--debug", "matches").stdout == "Es gibt noch keine Partien.\n"
    )
    assert "field nonsense" in script("play", "--home", home, "--set", "nonsense=1").stderr
    assert script("play", "--lang=de", "--help").stdout.startswith("Beispiele:\n  ")


@pytest.mark.parametrize("name", ["play", "test"])
def test_a_machine_without_a_new_enough_python_gets_one_line(tmp_path, name):
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    for tool in ("sh", "dirname", "readlink", "sed"):
        (bin_folder / tool).symlink_to(shutil.which(tool))
    done = script(name, root=tmp_path, PATH=str(bin_folder))
    assert done.returncode == 69
    assert len(done.stderr.splitlines()) == 1
    assert "3.11" in done.stderr
