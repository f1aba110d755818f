"""Modules with their mutants compiled in, and the switch that says which mutant is on. In this process, and in those
that it starts: their Python finds `scripts/lib/mutating/sitecustomize.py` first, which does the same there.
"""

from __future__ import annotations

import ast
import atexit
import builtins
import os
import sys
from collections.abc import Sequence
from functools import cached_property
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from scripts.lib.mutate_guards import SWITCH, Guarded, guarded

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "p2p_schnapsen"
ROOMS = ("crypto", "wire", "table", "gamelog/verify.py", "gamelog/format.py")

ON = "P2P_MUTATE_ON"
"""Environment: site and variant of the mutant that is on, with a blank between them."""
REACHED = "P2P_MUTATE_REACHED"
"""Environment: the folder where a process that ends says which guards it reached, one file each."""


def modules() -> dict[Path, Guarded]:
    """Every module with guards, each guard of all of them numbered."""
    found: dict[Path, Guarded] = {}
    site = 1
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")) if (PACKAGE / room).is_dir() else [PACKAGE / room]:
            module = guarded(path.read_text("utf-8"), path.relative_to(PACKAGE).as_posix(), site)
            if module.mutants:
                found[path] = module
                site = module.mutants[-1].site + 1
    return found


class Switch:
    """What guards ask: which variant of them is on. Knows which were asked."""

    def __init__(self) -> None:
        self.site = 0
        self.variant = 0
        self.reached: set[int] = set()

    def __call__(self, site: int) -> int:
        self.reached.add(site)
        return self.variant if site == self.site else 0

    def turn_on(self, site: int, variant: int) -> None:
        """This mutant is on, here and in processes that are started from now on."""
        self.site, self.variant = site, variant
        os.environ[ON] = f"{site} {variant}"


class _Loader(SourceFileLoader):
    """Compiles another tree than the file's, and neither reads nor writes a cache of it."""

    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self._tree = tree

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - as in the class above
        return compile(self._tree, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    """Finds modules as Python does, those with guards with their mutants."""

    @cached_property
    def _trees(self) -> dict[str, ast.Module]:
        return {str(path): module.tree for path, module in modules().items()}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith("p2p_schnapsen."):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin in self._trees:
            spec.loader = _Loader(fullname, spec.origin, self._trees[spec.origin])
        return spec


def install() -> Switch:
    """From here on the rooms are imported with their mutants. None of them may have been imported before."""
    switch = Switch()
    setattr(builtins, SWITCH, switch)
    sys.meta_path.insert(0, _Finder())
    return switch


def install_below() -> None:
    """The same in a process that a test has started: what is on is in the environment."""
    switch = install()
    switch.site, switch.variant = map(int, os.environ.get(ON, "0 0").split())
    folder, own = os.environ.get(REACHED), os.getpid()

    def tell() -> None:
        # Not in a fork of this process, and not where the test has taken the folder away.
        if folder and os.getpid() == own and os.path.isdir(folder):
            Path(folder, f"reached-{own}").write_text(" ".join(map(str, switch.reached)), "ascii")

    atexit.register(tell)


def told_below(folder: Path) -> set[int]:
    """The guards that processes said they reached, which are not told of again."""
    reached: set[int] = set()
    for path in folder.glob("reached-*"):
        reached.update(map(int, path.read_text("ascii").split()))
        path.unlink()
    return reached
