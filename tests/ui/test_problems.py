"""Clauses about what is wrong: each code that the other rooms raise has one, in every language, and so have the reasons
of the system that come up.
"""

import ast
import errno
import os
import sys

import pytest

from p2p_schnapsen.bot import LEVELS
from p2p_schnapsen.errors import DataError, PeerSuspect, RulesetError, TransportError
from p2p_schnapsen.files import read_plain
from p2p_schnapsen.presets import loader
from p2p_schnapsen.profile import identity, peerbook, settings
from p2p_schnapsen.profile.identity import Role
from p2p_schnapsen.ui import errors, language, problems
from tests.support.programs import ROOT

PACKAGE = ROOT / "p2p_schnapsen"
ROOMS = (
    "rules/ruleset.py",
    "presets/loader.py",
    *(f"profile/{module}.py" for module in ("settings", "keyfile", "identity", "peerbook")),
)


def literals():
    """Every text in the rooms that raise codes of clauses."""
    for room in ROOMS:
        for node in ast.walk(ast.parse((PACKAGE / room).read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def raised():
    """The codes that stand where the code of a clause stands."""
    for room in ROOMS:
        for node in ast.walk(ast.parse((PACKAGE / room).read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", "")
            place = {"_refuse": 2, "_Damaged": 0, "Right": 0}.get(name)
            given = [*node.args[place : place + 1]] if place is not None else []
            given += [each.value for each in node.keywords if each.arg == "problem"]
            yield from (each.value for each in given if isinstance(each, ast.Constant))


def test_each_code_that_is_raised_has_a_clause():
    found = set(raised())
    assert len(found) > 40
    assert found <= set(problems.PROBLEMS)


def test_each_clause_is_of_a_code_that_is_raised():
    known = {*literals(), *(f"of-the-{role}" for role in Role)}
    assert set(problems.PROBLEMS) <= known


TRANSLATED = [code for code in language.LANGUAGES if code != language.ENGLISH]


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_clause_is_left_in_english(code):
    for text in {*problems.PROBLEMS.values(), *problems.SYSTEM.values()}:
        with language.using(code):
            assert language._(text) != text, text


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_what_a_clause_needs_comes_with_its_code(code, tmp_path):
    """No clause has a gap, whatever nonsense was met."""
    files = {
        "rules": ("a = 1", "base = 1", 'base = "x"', "base = ", 'base = "tjger"\n[about]\nx = 1'),
        "why": ("{ choices = 5 }", '{ rule = "a", quote = "b" }', '{ family = "poker" }', '{ colour = "red" }', "1"),
    }
    texts = [*files["rules"], *(f'base = "tjger"\n[why]\nhand = {entry}' for entry in files["why"])]
    caught = []
    for text in texts:
        (tmp_path / "mine.toml").write_text(text, "utf-8")
        with pytest.raises(RulesetError) as error:
            loader.load_file(tmp_path / "mine.toml")
        caught.append(error.value)
    for changes in (["target=x"], ["foo=1"], ["target=0"], ["deal=5"], ["deal=5 4 T"], ["deal=4 5 T"], ["out=x"]):
        with pytest.raises(RulesetError) as error:
            loader.resolve("schnapsen", changes)
        caught.append(error.value)
    with pytest.raises(RulesetError) as error:
        loader.load("preference")
    caught.append(error.value)
    for data in (b"{", b"\xff", b"{}", b'{"version": 1, "peers": {"x": 1}}', b'{"a": 1, "a": 2}'):
        with pytest.raises(DataError) as error:
            peerbook.decode(data, tmp_path)
        caught.append(error.value)
    with pytest.raises(DataError) as error:
        identity.decode(b"?", tmp_path)
    caught.append(error.value)
    nonsense = "".join(f"{key} = 1979-05-27\n" for key in settings.KEYS)
    caught += settings.decode(nonsense.encode(), tmp_path, LEVELS).mistakes
    assert len(caught) > 40
    with language.using(code):
        for one in caught:
            line = errors.sentence(one)
            assert "?" not in line, line
            assert "{" not in line, line


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            "target=x",
            {
                "en": "Rule set, field target: must be a whole number.",
                "de": "Regelsatz, Feld target: muss eine ganze Zahl sein.",
            },
        ),
        (
            "foo=1",
            {
                "en": "Rule set, field foo: no rule set has such a field.",
                "fr": "Jeu de règles, champ foo : aucun jeu de règles n'a un tel champ.",
            },
        ),
        (
            "target=0",
            {
                "en": "Rule set, field target: must be 1 to 1000000000.",
                "ru": "Набор правил, поле target: нужно от 1 до 1000000000.",
            },
        ),
        (
            "deal=4 5 T",
            {
                "en": 'Rule set, field deal: "4 5 T" gives the elder 4 cards, the hand is 5.',
                "es": 'Reglamento, campo deal: "4 5 T" da 4 cartas al que es mano, y la mano es de 5.',
            },
        ),
    ],
)
def test_what_is_wrong_with_a_rule_is_said_in_the_language(change, said):
    with pytest.raises(RulesetError) as caught:
        loader.resolve("schnapsen", [change])
    for code, line in said.items():
        with language.using(code):
            assert errors.sentence(caught.value) == line


def test_the_words_of_a_library_stay_in_quotation_marks(tmp_path):
    (tmp_path / "mine.toml").write_text("base = ", "utf-8")
    with pytest.raises(RulesetError) as caught:
        loader.load_file(tmp_path / "mine.toml")
    with language.using("de"):
        line = errors.sentence(caught.value)
    assert line == 'Der Regelsatz: ist kein TOML ("Invalid value (at end of document)").'


# The system's own reasons


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="others say some of it otherwise")
def test_the_reasons_of_the_system_are_those_that_it_gives():
    assert {number: os.strerror(number) for number in problems.SYSTEM} == problems.SYSTEM


def test_a_reason_of_the_system_is_said_in_the_language(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError) as caught:
        read_plain(tmp_path / "file" / "below", 1)
    path = tmp_path / "file" / "below"
    with language.using("de"):
        assert errors.sentence(caught.value) == f"{path} lässt sich nicht lesen: das ist kein Ordner."
    missing = DataError("rules-unreadable", path="x.toml", problem=os.strerror(errno.ENOENT))
    with language.using("fr"):
        assert "ce fichier ou dossier n'existe pas" in errors.sentence(missing)
    full = TransportError("network", host="h", port=1, reason=os.strerror(errno.ENOSPC))
    with language.using("es"):
        assert "no queda espacio en el disco" in errors.sentence(full)


def test_any_other_reason_stays_as_it_is_and_harmless():
    with language.using("de"):
        assert problems.system("Level 2 halted") == "Level 2 halted"
        assert problems.clause("a\x1b[2Jb", {}).isprintable()


def test_a_code_from_the_other_side_says_nothing_of_ours():
    for reason in ("rules", "name", "between", "{path}"):
        line = errors.sentence(PeerSuspect("refused", reason=reason))
        assert reason in line
