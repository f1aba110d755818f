"""The guards of a module, and the module with every mutant of them compiled in, to be switched on by number.

A *refusal* is a `raise`, or a `return None` or `return False` below an `if`; a *guard* is a refusal, or a condition
that decides about one: each `if` around it, the `if … else None` of a `return`, the guards of a `match` in which a case
raises.  In the modules that judge by what they return (`JUDGES`) every `if` and each `return` below it are.  Mutants:

* a refusal is *deleted*; one that translates an exception is also *untranslated*: the first exception goes on as it is;
* a condition is *inverted*; of `and`, `or` and chained comparisons each operand is left out (*without*) and *negated*;
  one that has no body to be deleted is *always* what lets everything pass.

Every guard becomes an expression that asks `__mutant__(site)`, a built-in of the run, which variant of it holds; 0 is
the code as it is written.  So one compiled module holds all mutants, and nothing is imported anew for any of them.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import NamedTuple

SWITCH = "__mutant__"
JUDGES = ("gamelog/verify.py", "gamelog/format.py")

Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Mutant(NamedTuple):
    """Variant `variant` of guard `site`. `module` is below the package; `change` is what was done to which code.

    The sites from `site` to before `end` are the guard and all that lies in the block that it decides about.
    """

    site: int
    variant: int
    module: str
    function: str
    line: int
    change: str
    end: int

    @property
    def place(self) -> str:
        """Where, in words that do not change with every line before it."""
        return f"{self.module} {self.function}"

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.function}: {self.change}"


class Guarded(NamedTuple):
    """A module to compile in place of the written one, and the mutants in it."""

    tree: ast.Module
    mutants: list[Mutant]


def guarded(source: str, module: str, first_site: int = 1) -> Guarded:
    """The module with its mutants; sites are numbered from `first_site`."""
    writer = _Writer(module, first_site)
    tree = ast.parse(source)
    tree.body = writer.block(tree.body)
    return Guarded(ast.fix_missing_locations(tree), _told_apart(writer.mutants))


def _told_apart(mutants: Sequence[Mutant]) -> list[Mutant]:
    """Equal changes in one function get a number."""
    seen: Counter[tuple[str, str]] = Counter()
    different = []
    for mutant in mutants:
        key = mutant.place, mutant.change
        seen[key] += 1
        number = f" ({seen[key]})" if seen[key] > 1 else ""
        different.append(mutant._replace(change=mutant.change + number))
    return different


# Conditions


def variants(test: ast.expr) -> list[tuple[str, ast.expr]]:
    """Every mutant of a condition: what is done, and the condition then."""
    return [(f"inverted `{ast.unparse(test)}`", _not(test)), *_of_operands(test)]


def _of_operands(test: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        for what, operand in _of_operands(test.operand):
            yield what, _not(operand)
    compound = _compound(test)
    if compound is None:
        return
    op, parts = compound
    for i, part in enumerate(parts):
        rest = [*parts[:i], *parts[i + 1 :]]
        yield f"without `{ast.unparse(part)}`", _join(op, rest)
        for what, changed in [(f"negated `{ast.unparse(part)}`", _not(part)), *_of_operands(part)]:
            yield what, _join(op, [*parts[:i], changed, *parts[i + 1 :]])


def _compound(test: ast.expr) -> tuple[ast.boolop, list[ast.expr]] | None:
    if isinstance(test, ast.BoolOp):
        return test.op, test.values
    if isinstance(test, ast.Compare) and len(test.ops) > 1:
        operands = [test.left, *test.comparators]
        links: list[ast.expr] = [
            ast.Compare(left, [op], [right]) for left, op, right in zip(operands, test.ops, operands[1:], strict=False)
        ]
        return ast.And(), links
    return None


def _join(op: ast.boolop, parts: list[ast.expr]) -> ast.expr:
    return parts[0] if len(parts) == 1 else ast.BoolOp(op, parts)


def _not(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


# Which nodes are guards


def _refuses(node: ast.AST, judge: bool) -> bool:
    """Whether a statement, or what lies in it short of another function, refuses."""
    if isinstance(node, ast.Raise) or _returns_nothing(node) or (judge and isinstance(node, ast.Return)):
        return True
    if isinstance(node, Scope | ast.Lambda | ast.expr):
        return False
    return any(_refuses(child, judge) for child in ast.iter_child_nodes(node))


def _returns_nothing(node: ast.AST) -> bool:
    return isinstance(node, ast.Return) and (node.value is None or _is_nothing(node.value))


def _is_nothing(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and (node.value is None or node.value is False)


class _Writer:
    """Writes the mutants into statements, in the order of the source."""

    def __init__(self, module: str, first_site: int) -> None:
        self.module = module
        self.mutants: list[Mutant] = []
        self._next = first_site
        self._names: list[str] = []
        self._judge = module in JUDGES

    def block(self, body: list[ast.stmt], *, conditional: bool = False, handler: bool = False) -> list[ast.stmt]:
        return [self._statement(statement, conditional, handler) for statement in body]

    def _statement(self, node: ast.stmt, conditional: bool, handler: bool) -> ast.stmt:
        if isinstance(node, Scope):
            self._names.append(node.name)
            node.body = self.block(node.body)
            self._names.pop()
            return node
        if isinstance(node, ast.Raise) or (conditional and (_returns_nothing(node) or self._judges(node))):
            return self._refusal(node, handler)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.IfExp):
            choice = node.value
            if _is_nothing(choice.body) or _is_nothing(choice.orelse) or self._judge:
                # Without the refusal: the other value in any case.
                choice.test = self._condition(choice.test, unguarded=_is_nothing(choice.orelse))
            return node
        first = len(self.mutants)
        if isinstance(node, ast.If) and (self._judge or _refuses(node, judge=False)):
            node.test = self._condition(node.test)
        last = len(self.mutants)
        if isinstance(node, ast.Match) and any(_raises(statement) for case in node.cases for statement in case.body):
            for case in node.cases:
                case.guard = case.guard and self._condition(case.guard, unguarded=True)
        inner = conditional or isinstance(node, ast.If | ast.Match)
        for name in ("body", "orelse", "finalbody"):
            if getattr(node, name, None):
                setattr(node, name, self.block(getattr(node, name), conditional=inner, handler=handler))
        if isinstance(node, ast.If):
            self.mutants[first:last] = [mutant._replace(end=self._next) for mutant in self.mutants[first:last]]
        for case in getattr(node, "cases", ()):
            case.body = self.block(case.body, conditional=inner, handler=handler)
        for clause in getattr(node, "handlers", ()):
            clause.body = self.block(clause.body, conditional=True, handler=True)
        return node

    def _refusal(self, node: ast.stmt, handler: bool) -> ast.stmt:
        text = ast.unparse(node)
        changes = [f"deleted `{text}`"]
        written = ast.If(_is(self._next, 0), [node], [])
        if handler and isinstance(node, ast.Raise) and node.exc is not None:
            changes.append(f"untranslated `{text}`")
            written.orelse = [ast.If(_is(self._next, 2), [ast.Raise()], [])]
        self._add(node, changes)
        return ast.copy_location(written, node)

    def _judges(self, node: ast.stmt) -> bool:
        return self._judge and isinstance(node, ast.Return)

    def _condition(self, test: ast.expr, unguarded: bool | None = None) -> ast.expr:
        """The condition with its mutants; `unguarded` is its value where the guard is not there, if it has no body."""
        changed = variants(test)
        if unguarded is not None:
            changed.append((f"always {unguarded}: `{ast.unparse(test)}`", ast.Constant(unguarded)))
        written: ast.expr = deepcopy(changed[-1][1])
        for variant in range(len(changed) - 1, 0, -1):
            written = ast.IfExp(_is(self._next, variant), deepcopy(changed[variant - 1][1]), written)
        written = ast.IfExp(_is(self._next, 0), test, written)
        self._add(test, [what for what, _ in changed])
        return ast.copy_location(written, test)

    def _add(self, node: ast.stmt | ast.expr, changes: Sequence[str]) -> None:
        function = ".".join(self._names) or "(module)"
        for variant, change in enumerate(changes, 1):
            self.mutants.append(Mutant(self._next, variant, self.module, function, node.lineno, change, self._next + 1))
        self._next += 1


def _raises(node: ast.stmt) -> bool:
    return isinstance(node, ast.Raise)


def _is(site: int, variant: int) -> ast.expr:
    asked = ast.Call(ast.Name(SWITCH, ast.Load()), [ast.Constant(site)], [])
    return ast.Compare(asked, [ast.Eq()], [ast.Constant(variant)])
