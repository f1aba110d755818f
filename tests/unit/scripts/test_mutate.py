"""The mutation check: which guards it finds, what it makes of them, and how it tells killed from survived."""

import ast
import json
import subprocess
import sys
from functools import cache

import pytest

from scripts.lib import mutate
from scripts.lib.mutate_guards import SWITCH, Mutant, guarded, variants
from scripts.lib.mutate_run import KILLED, SURVIVED, TIMEOUT, UNREACHED, Findings, Outcome
from scripts.lib.mutate_switch import Switch, modules
from tests.support.programs import ROOT

all_modules = cache(modules)
needs_fork = pytest.mark.skipif(sys.platform == "win32", reason="each mutant is a fork")


class Mutated:
    """A module that defines `f`, of which one mutant at a time is on."""

    def __init__(self, source, module="crypto/any.py"):
        module = guarded(source, module)
        self.mutants = {mutant.change: mutant for mutant in module.mutants}
        self.switch = Switch()
        self.names = {SWITCH: self.switch}
        exec(compile(module.tree, "any.py", "exec"), self.names)

    def call(self, change, *arguments):
        """What `f` returns with this mutant (None: with none), or the name of what it raises."""
        if change:
            self.switch.site, self.switch.variant = self.mutants[change].site, self.mutants[change].variant
        else:
            self.switch.site = 0
        try:
            return self.names["f"](*arguments)
        except (KeyError, OSError) as error:
            return type(error).__name__


def test_a_refusal_is_deleted_and_its_condition_inverted():
    module = Mutated("def f(x):\n    if x > 1:\n        raise KeyError(x)\n    return x\n")
    assert [module.call(None, x) for x in (1, 2)] == [1, "KeyError"]
    assert [module.call("deleted `raise KeyError(x)`", x) for x in (1, 2)] == [1, 2]
    assert [module.call("inverted `x > 1`", x) for x in (1, 2)] == ["KeyError", 2]
    assert len(module.mutants) == 2


def test_each_operand_is_left_out_and_negated_at_every_depth():
    changed = variants(ast.parse("a or (b and not 0 < c < 9)", mode="eval").body)
    assert {what: ast.unparse(test) for what, test in changed} == {
        "inverted `a or (b and (not 0 < c < 9))`": "not (a or (b and (not 0 < c < 9)))",
        "without `a`": "b and (not 0 < c < 9)",
        "negated `a`": "not a or (b and (not 0 < c < 9))",
        "without `b and (not 0 < c < 9)`": "a",
        "negated `b and (not 0 < c < 9)`": "a or not (b and (not 0 < c < 9))",
        "without `b`": "a or not 0 < c < 9",
        "negated `b`": "a or (not b and (not 0 < c < 9))",
        "without `not 0 < c < 9`": "a or b",
        "negated `not 0 < c < 9`": "a or (b and (not not 0 < c < 9))",
        "without `0 < c`": "a or (b and (not c < 9))",
        "negated `0 < c`": "a or (b and (not (not 0 < c and c < 9)))",
        "without `c < 9`": "a or (b and (not 0 < c))",
        "negated `c < 9`": "a or (b and (not (0 < c and (not c < 9))))",
    }


def test_every_variant_is_the_one_it_is_named_for():
    module = Mutated("def f(a, b):\n    if a and b:\n        raise KeyError\n    return 0\n")
    pairs = [(False, False), (False, True), (True, False), (True, True)]
    refused = {change: [module.call(change, *pair) != 0 for pair in pairs] for change in (None, *module.mutants)}
    assert refused == {
        None: [False, False, False, True],
        "inverted `a and b`": [True, True, True, False],
        "without `a`": [False, True, False, True],
        "negated `a`": [False, True, False, False],
        "without `b`": [False, False, True, True],
        "negated `b`": [False, False, True, False],
        "deleted `raise KeyError`": [False, False, False, False],
    }


def test_a_translated_exception_is_also_let_through():
    module = Mutated("def f():\n    try:\n        {}['a']\n    except KeyError as e:\n        raise OSError from e\n")
    assert [module.call(change) for change in (None, *module.mutants)] == ["OSError", None, "KeyError"]


def test_what_refuses_by_returning_nothing_is_a_guard_too():
    module = Mutated("def f(x):\n    if x:\n        return None\n    return 1 if x == 0 else None\n")
    assert list(module.mutants) == [
        "inverted `x`",
        "deleted `return None`",
        "inverted `x == 0`",
        "always True: `x == 0`",
    ]
    assert module.call("deleted `return None`", 5) is None
    assert module.call("inverted `x`", 0) is None


def test_a_case_that_is_guarded_before_one_that_raises_is_a_guard():
    lines = "match x:", "    case int() if x > 1:", "        return x", "    case _:", "        raise KeyError"
    module = Mutated("def f(x):\n" + "".join(f"    {line}\n" for line in lines))
    assert [module.call(None, x) for x in (1, 2)] == ["KeyError", 2]
    assert [module.call("inverted `x > 1`", x) for x in (1, 2)] == [1, "KeyError"]
    assert [module.call("always True: `x > 1`", x) for x in (1, 2)] == [1, 2]


def test_in_a_module_that_judges_each_condition_and_its_return_are_guards():
    source = "def f(x):\n    if x:\n        return 1\n    return 0\n"
    assert not Mutated(source).mutants
    module = Mutated(source, "gamelog/verify.py")
    assert [module.call(change, True) for change in (None, *module.mutants)] == [1, 0, 0]


def test_equal_changes_in_one_function_are_told_apart():
    module = Mutated("def f(x):\n    if x == 1:\n        raise KeyError\n    if x == 2:\n        raise KeyError\n")
    assert module.call("deleted `raise KeyError`", 1) is None
    assert module.call("deleted `raise KeyError`", 2) == "KeyError"
    assert module.call("deleted `raise KeyError` (2)", 2) is None


def test_with_no_mutant_on_the_written_code_runs_and_what_it_reaches_is_known():
    module = Mutated("def f(x):\n    if x:\n        raise KeyError\n    return 'written'\n")
    assert module.call(None, 0) == "written"
    assert module.switch.reached == {1}
    assert module.call(None, 1) == "KeyError"
    assert module.switch.reached == {1, 2}


def test_every_raise_of_the_rooms_that_judge_is_mutated():
    for path, module in all_modules().items():
        raises = sum(
            isinstance(node, ast.Raise) and node.exc is not None
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
        )
        deleted = [mutant for mutant in module.mutants if mutant.change.startswith("deleted `raise ")]
        assert len(deleted) == raises, path


def test_no_two_mutants_have_one_name():
    mutants = [mutant for module in all_modules().values() for mutant in module.mutants]
    assert len({(mutant.place, mutant.change) for mutant in mutants}) == len(mutants) > 600


def test_each_explanation_names_a_mutant_and_has_a_reason():
    there = {(mutant.place, mutant.change) for module in all_modules().values() for mutant in module.mutants}
    known = mutate.explanations()
    for entry in known:
        assert (entry.place, entry.change) in there
        assert len(entry.reason) > 20, entry
    assert len({(entry.place, entry.change) for entry in known}) == len(known)


MUTANT = Mutant(1, 1, "wire/any.py", "f", 2, "inverted `x`", 2)


@pytest.mark.parametrize(
    ("fate", "explained", "code"),
    [
        (KILLED, False, 0),
        (TIMEOUT, False, 0),
        (SURVIVED, False, 1),
        (UNREACHED, False, 1),
        (SURVIVED, True, 0),
        (UNREACHED, True, 0),
        (KILLED, True, 1),
        (TIMEOUT, True, 1),
    ],
)
def test_only_what_is_killed_or_explained_passes(fate, explained, code, capsys):
    findings = Findings(1, 1.0, [Outcome(MUTANT, fate, "test", 1, 1.0)])
    assert mutate.conclude(findings, {(MUTANT.place, MUTANT.change)} if explained else set(), []) == code
    assert (str(MUTANT) in capsys.readouterr().out) == bool(code)


def test_an_explanation_that_fits_no_mutant_does_not_pass(capsys):
    assert mutate.conclude(Findings(1, 1.0), set(), ["wire/gone.py f: inverted `x`"]) == 1
    assert "wire/gone.py" in capsys.readouterr().out


def test_nothing_is_concluded_from_tests_that_fail_with_no_mutant(capsys):
    findings = Findings(1, 1.0, [Outcome(MUTANT, KILLED, "test", 1, 1.0)], ["tests/test_any.py::test_broken"])
    assert mutate.conclude(findings, set(), []) == 2
    assert "test_broken" in capsys.readouterr().out


@needs_fork
def test_unknown_message_types_are_refused_and_the_check_sees_that_a_test_says_so(tmp_path):
    test = "tests/unit/wire/test_messages.py::test_an_unknown_type_is_refused"
    command = ["--only", "wire/messages.py", "--tests", test, "--json", tmp_path / "out"]
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "lib" / "mutate.py", *command],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    rows = json.loads((tmp_path / "out").read_text("utf-8"))
    assert len(rows) == len(all_modules()[ROOT / "p2p_schnapsen" / "wire" / "messages.py"].mutants) > 0
    assert {row["fate"] for row in rows} == {KILLED}
    assert all(row["test"].startswith(test) for row in rows)
