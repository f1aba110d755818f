"""The checks that need no test run: style, format, types, and imports that point one way."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent

CHECKS: dict[str, tuple[str, list[str]]] = {
    "style": ("ruff check: likely bugs, style, import order", ["ruff", "check"]),
    "format": ("ruff format: layout, 120 columns", ["ruff", "format", "--check"]),
    "types": ("mypy, strict", ["mypy"]),
    "imports": (
        "import-linter: the contracts of the architecture, in pyproject.toml",
        ["lint-imports", "--no-cache", "--no-logo"],
    ),
    "messages": (
        "every sentence in every language: scripts/messages --check",
        ["python", "scripts/lib/messages.py", "--check"],
    ),
    "golden": ("the golden logs are what scripts/golden makes", ["python", "scripts/lib/golden.py", "--check"]),
    "docs": ("what can be executed in the documents", ["pytest", "-q", "tests/docs"]),
}


def main() -> int:
    """Runs the checks that are named, or all; goes on after a failure. 0 if all of them pass, else 1."""
    parser = argparse.ArgumentParser(
        prog="scripts/check",
        description=__doc__,
        epilog="\n".join(["checks:", *(f"  {name:8} {what}" for name, (what, _) in CHECKS.items())]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="run only these checks")
    parser.add_argument("--fix", action="store_true", help="mend style and format in place where ruff can")
    options = parser.parse_args()
    for name in options.names:
        if name not in CHECKS:
            parser.error(f"no check is named {name!r}; there are: {', '.join(CHECKS)}")
    if options.fix:
        for command in (["ruff", "check", "--fix"], ["ruff", "format"]):
            run(command)
    failed = [name for name in options.names or CHECKS if not passes(name)]
    print(f"checks: {'failed: ' + ', '.join(failed) if failed else 'all passed'}")
    return 1 if failed else 0


def passes(name: str) -> bool:
    print(f"== {name}: {CHECKS[name][0]}", flush=True)
    return run(CHECKS[name][1])


def run(command: list[str]) -> bool:
    # import-linter takes the package from sys.path; pinned, so that another installed copy is never looked at.
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run([BIN / command[0], *command[1:]], cwd=ROOT, env=environ, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
