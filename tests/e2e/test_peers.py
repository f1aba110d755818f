"""The commands about oneself and others: `peers`, `id --export` and `--import`, `settings`."""

import json
import os
import stat
import subprocess
import sys

import pexpect
import pytest

from p2p_schnapsen.profile import identity, peerbook, peers
from p2p_schnapsen.profile.home import locate
from p2p_schnapsen.profile.identity import Role
from tests.support.programs import environment, events, here, program, run

ANNA, BERT = bytes([1]) * 32, bytes([2]) * 32
WORDS = "correct horse\n"


@pytest.fixture
def home(tmp_path):
    found = locate(str(tmp_path / "home"), {})
    with peerbook.update(found) as book:
        book.peers = peers.remember(book.peers, ANNA, "Anna", "2026-01-01")
        book.peers = peers.remember(book.peers, BERT, "Bert\u0301", "2026-02-02")
    return found


def told(home, *arguments):
    """What a command says that goes well."""
    done = here(*arguments, "--home", home.data)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def complaint(*arguments, stdin=""):
    """The one line of a command that cannot be done."""
    done = here(*arguments, stdin=stdin)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("p2p-schnapsen: ")
    return line


def id_of(home, key):
    return peerbook.load(home)[key].short_id


def test_known_peers_are_listed_the_last_seen_first(home):
    head, bert, anna = told(home, "peers").splitlines()
    assert head.split() == ["ID", "name", "state", "last", "seen"]
    assert anna.split() == [id_of(home, ANNA), "Anna", "known", "2026-01-01"]
    assert bert.split() == [id_of(home, BERT), "Bert\u0301", "known", "2026-02-02"]
    assert [anna.index("known"), anna.index("2026")] == [head.index("state"), head.index("last")]


def test_a_script_gets_one_object_a_peer(home):
    bert, anna = events(told(home, "peers", "--json"))
    assert bert["claimed"] == "Bert\u0301"
    assert anna == {
        "id": id_of(home, ANNA),
        "pin": peerbook.load(home)[ANNA].pin,
        "key": ANNA.hex(),
        "name": "",
        "claimed": "Anna",
        "state": "known",
        "first": "2026-01-01",
        "last": "2026-01-01",
    }


def test_a_peer_is_trusted_renamed_and_forgotten_by_the_beginning_of_its_id(home):
    short = id_of(home, ANNA)
    assert told(home, "peers", "trust", short[:6].lower()) == f"Anna ({short}) is trusted now.\n"
    assert told(home, "peers", "rename", short, "Auntie") == f"{short} is called Auntie now.\n"
    assert "Auntie (says: Anna)  trusted" in told(home, "peers")
    assert json.loads(told(home, "peers", "forget", short, "--json"))["key"] == ANNA.hex()
    assert set(peerbook.load(home)) == {BERT}


def test_what_cannot_be_meant_takes_one_line(home):
    place = ("--home", home.data)
    assert 'No known peer has the ID "ABCD"' in complaint("peers", "trust", "ABCD", *place)
    assert "is not an ID" in complaint("peers", "forget", "\x1b[1m", *place)
    assert "64 bytes" in complaint("peers", "rename", id_of(home, ANNA), "x" * 65, *place)
    assert "invalid choice" in complaint("peers", "marry", "ABCD")
    assert "required: ID" in complaint("peers", "trust")
    assert "required: NAME" in complaint("peers", "rename", "ABCD")


def test_a_name_from_outside_does_no_harm_in_a_list(home):
    path = peerbook.path_of(home)
    path.write_bytes(path.read_bytes().replace(b'"Anna"', '"A\u0301\u0301\u0301\u0301\u0301nna"'.encode()))
    assert all(line.isprintable() for line in told(home, "peers").splitlines())
    path.write_bytes(path.read_bytes().replace(b"nna", b"\\u001b[2J"))
    assert "is damaged" in complaint("peers", "--home", home.data)


def test_looking_makes_nothing(tmp_path):
    for command in (("peers",), ("settings",)):
        assert run(*command, "--home", tmp_path / "home").returncode == 0
    assert "No known peer" in complaint("peers", "trust", "ABCD", "--home", tmp_path / "home")
    assert not (tmp_path / "home").exists()


def test_an_identity_is_taken_to_another_home(home, tmp_path):
    file, other = tmp_path / "key.pem", tmp_path / "other"
    mine = run("id", "--home", home.data).stdout.strip()
    options = ("--passphrase-file", "-")
    done = run("id", "--export", file, *options, "--home", home.data, stdin=WORDS)
    assert (done.returncode, done.stderr) == (0, "")
    assert mine in done.stdout
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "there already" in complaint("id", "--export", file, *options, "--home", home.data, stdin=WORDS)
    assert "does not fit" in complaint("id", "--import", file, *options, "--home", other, stdin="wrong horse\n")
    done = here("id", "--import", file, *options, "--home", other, stdin=WORDS)
    assert done.stdout == f"You are {mine} now.\n"
    assert here("id", "--home", other).stdout.strip() == mine


def test_another_identity_is_replaced_only_when_told_so_and_kept(home, tmp_path):
    file, other = tmp_path / "key.pem", locate(str(tmp_path / "other"), {})
    (tmp_path / "words").write_text(WORDS)
    (tmp_path / "words").chmod(0o600)
    options = ("--passphrase-file", tmp_path / "words")
    assert here("id", "--export", file, *options, "--home", home.data).returncode == 0
    theirs = here("id", "--home", other.data).stdout.strip()
    line = complaint("id", "--import", file, *options, "--home", other.data)
    assert "--replace" in line
    assert str(identity.path_of(other, Role.PLAYER)) in line
    done = here("id", "--import", file, "--replace", *options, "--home", other.data)
    backup = other.keys / f"player-{theirs.replace('-', '')}.key"
    assert str(backup) in done.stdout
    assert identity.decode(backup.read_bytes(), backup).short_id == theirs


def test_a_passphrase_is_neither_short_nor_lies_open(home, tmp_path):
    export = ("id", "--export", tmp_path / "key.pem", "--home", home.data, "--passphrase-file")
    assert "too short" in complaint(*export, "-", stdin="1234567\n")
    assert "too short" in complaint(*export, "-")
    (tmp_path / "words").write_text(WORDS)
    (tmp_path / "words").chmod(0o644)
    assert "open to others" in complaint(*export, tmp_path / "words")
    (tmp_path / "words").chmod(0o600)
    (tmp_path / "words").write_bytes(b"\xff" * 20)
    assert "not text" in complaint(*export, tmp_path / "words")
    (tmp_path / "words").write_bytes(b"x" * 5000)
    assert "too large" in complaint(*export, tmp_path / "words")
    assert not (tmp_path / "key.pem").exists()


def test_options_that_do_not_go_together_take_one_line(tmp_path):
    assert "--import" in complaint("id", "--replace", "--home", tmp_path)
    assert "--export" in complaint("id", "--passphrase-file", "-", "--home", tmp_path)
    assert "not allowed with" in complaint("id", "--export", "a", "--import", "b", "--home", tmp_path)
    assert "no such file" in complaint("id", "--import", tmp_path / "no", "--passphrase-file", "-", stdin=WORDS)


def test_without_a_terminal_no_passphrase_is_asked_for(home, tmp_path):
    done = subprocess.run(
        program("id", "--export", tmp_path / "key.pem", "--home", home.data),
        input=WORDS,
        capture_output=True,
        text=True,
        env=environment(),
        start_new_session=True,
        check=False,
    )
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "no terminal to ask at" in line
    assert "--passphrase-file" in line


def at_the_terminal(home, file, *answers):
    """What a person sees who exports the identity."""
    command, *arguments = program("id", "--export", file, "--home", home.data)
    child = pexpect.spawn(command, arguments, env=environment(), encoding="utf-8", timeout=60)
    for prompt, answer in zip(("Passphrase: ", "The same again: "), answers, strict=False):
        child.expect_exact(prompt)
        child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, child.before


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
def test_at_a_terminal_the_passphrase_is_asked_for_twice_and_not_shown(home, tmp_path):
    file = tmp_path / "key.pem"
    code, said = at_the_terminal(home, file, WORDS.strip(), WORDS.strip())
    assert code == 0
    assert "can play as you" in said
    assert "horse" not in said
    file.unlink()
    code, said = at_the_terminal(home, file, WORDS.strip(), "another horse")
    assert code == 2
    assert "differ" in said
    assert os.listdir(tmp_path) == ["home"]


def test_settings_are_shown_with_where_they_come_from(tmp_path):
    file = tmp_path / "settings.toml"
    assert here("settings", "--home", tmp_path).stdout.splitlines()[0] == f"{file} (not there yet)"
    file.write_text('name = "anna"\nclock = 60\n[set]\ntarget = 3\n')
    file.chmod(0o600)
    first, *rest = here("settings", "--home", tmp_path).stdout.splitlines()
    assert first == str(file)
    lines = {line.split()[0]: line.split(maxsplit=1)[1] for line in rest}
    assert lines["name"].split(maxsplit=3)[:3] == ["anna", "set", "there"]
    assert lines["name"].endswith("  what the other side calls you: 1 to 64 bytes of printable text")
    assert lines["set"].split()[:3] == ["target=3", "set", "there"]
    assert lines["patience"].split()[:2] == ["120", "default"]
    found = json.loads(here("settings", "--json", "--home", tmp_path).stdout)
    assert found["path"] == str(file)
    assert found["given"] == ["name", "clock", "set"]
    assert (found["values"]["clock"], found["values"]["port"]) == (60, 7766)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere other variables say it")
def test_without_a_home_settings_are_where_the_platform_keeps_them(tmp_path):
    (tmp_path / "p2p-schnapsen").mkdir()
    (tmp_path / "p2p-schnapsen" / "settings.toml").write_text("port = 9")
    (tmp_path / "p2p-schnapsen" / "settings.toml").chmod(0o644)
    output = run("settings", "--json", XDG_CONFIG_HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path / "data")).stdout
    assert json.loads(output)["values"]["port"] == 9


def test_without_a_name_the_beginning_of_the_key_is_shown(tmp_path):
    short = here("id", "--home", tmp_path).stdout.strip()
    assert f"Player {short[:4]}  default" in here("settings", "--home", tmp_path).stdout


def test_a_game_is_not_begun_with_settings_that_make_no_sense(tmp_path):
    (tmp_path / "settings.toml").write_text("name = ''")
    (tmp_path / "settings.toml").chmod(0o600)
    for command in (("play",), ("host", "--port", "0"), ("join", "localhost")):
        line = complaint(*command, "--home", tmp_path)
        assert line == f"p2p-schnapsen: {tmp_path}/settings.toml: name must be 1 to 64 bytes of printable text."
    assert os.listdir(tmp_path) == ["settings.toml"]
