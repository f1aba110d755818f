"""argparse with examples first, one line for what makes no sense, and all its words in the user's language.

argparse has its words from gettext's one global domain (in Python 3.11 to 3.14 by `from gettext import gettext as _`).
That is not ours to turn: another library may have its own there. So they are put in where a subclass can do it:
headings and `usage:` in the formatter, `-h` as an option of our own; and errors, which come to `error` as finished
sentences, are read back by the templates they were made of. One that a later Python words otherwise stays in English.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Sequence
from functools import partial

from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.program import PROGRAM, called

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes as long as the rest of this module
    from typing import NoReturn

    from _typeshed import SupportsWrite

USUAL_COLUMNS = 80
MESSAGE_CELLS = 1000
HEADINGS = {"positional arguments": mark("positional arguments:"), "options": mark("options:")}
"""argparse's headings, and what stands there: with the colon, before which some languages have a blank. Headings of our
own come with the colon, too.
"""

DETACHED = re.compile(r" (?=[:;?!])")
KEPT = "\N{NO-BREAK SPACE}"
"""Where a sign stands apart from its word, as in French, it does not begin a line."""

PROBLEMS = (
    mark("argument {name}: {problem}"),
    mark("the following arguments are required: {names}"),
    mark("unrecognized arguments: {words}"),
    mark("invalid choice: {value}, maybe you meant {closest}? (choose from {choices})"),
    mark("invalid choice: {value} (choose from {choices})"),
    mark("expected one argument"),
    mark("expected at least one argument"),
    mark("not allowed with argument {name}"),
    mark("ignored explicit argument {value}"),
)
"""What argparse can find wrong with our command lines, in its own English: to be read as well as to be said."""


class Formatter(argparse.HelpFormatter):
    """argparse's, in our words, as wide as the terminal."""

    def start_section(self, heading: str | None) -> None:
        if heading is not None:
            heading = _(HEADINGS.get(heading, "")) or heading
        super().start_section(heading and heading.removesuffix(":"))  # argparse adds one

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, _("usage:") + " " if prefix is None else prefix)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return [line.replace(KEPT, " ") for line in super()._split_lines(DETACHED.sub(KEPT, text), width)]

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return super()._fill_text(DETACHED.sub(KEPT, text), width, indent).replace(KEPT, " ")


class Parser(argparse.ArgumentParser):
    """Shows examples before anything else, and says in one line what makes no sense.

    One that is not `wanted` is only there to be listed.
    """

    def __init__(self, *, examples: tuple[str, ...] = (), wanted: bool = True, **rest: object) -> None:
        formatter = partial(Formatter, width=_columns() - 2)
        self._examples = examples
        if not wanted:
            # All that argparse needs to look at the text in the list.
            self.prog, self.formatter_class, self.color = str(rest["prog"]), formatter, False
            return
        super().__init__(formatter_class=formatter, allow_abbrev=False, add_help=False, **rest)  # type: ignore[arg-type]  # argparse's own keywords
        self.add_argument(
            "-h", "--help", action="help", default=argparse.SUPPRESS, help=_("show this help message and exit")
        )

    # argparse's own has overloads for namespaces of other types, which nobody here has.
    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """As argparse; what is too much is told with the help of the command that it was given to, not with ours."""
        found, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}", getattr(found, "prog", None))
        return found

    def format_help(self) -> str:
        lines = [_("examples:"), *(f"  {_as_called(line)}" for line in self._examples), ""] if self._examples else []
        return "".join(f"{line}\n" for line in lines) + super().format_help()

    def error(self, message: str, helper: str | None = None) -> NoReturn:
        """Say what makes no sense, and end; `helper` is whose `--help` tells more."""
        # argparse quotes what was typed as it is; whoever made somebody type it shall not write on the terminal.
        from p2p_schnapsen.ui.sanitise import sanitise

        problem = sanitise(in_our_words(message), MESSAGE_CELLS)
        line = _("{problem} (see {program} --help)").format(problem=problem, program=helper or self.prog)
        self.exit(2, f"{PROGRAM}: {line}\n")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Unlike argparse's, not silent about a full disk behind standard output. Raises OSError."""
        if file is sys.stdout:
            print(message, end="", flush=True)
        else:
            super()._print_message(message, file)


def in_our_words(problem: str) -> str:
    """What argparse says, in the user's language; as it is, where that is none of `PROBLEMS`."""
    for sentence in PROBLEMS:
        template = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*?)", re.escape(sentence))
        found = re.fullmatch(template, problem, re.DOTALL)
        if found:
            parts = found.groupdict()
            if "problem" in parts:
                parts["problem"] = in_our_words(parts["problem"])
            return _(sentence).format(**parts)
    return problem


def full(text: str) -> str:
    """What a command does, as a sentence of its own."""
    return text[0].upper() + text[1:] + "."


def _columns() -> int:
    """The width of the terminal. argparse would ask shutil, which takes long to import."""
    chosen = os.environ.get("COLUMNS", "")
    if chosen.isascii() and chosen.isdigit() and int(chosen[:4]) > 0:
        return int(chosen[:4])
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or USUAL_COLUMNS  # type: ignore[union-attr]  # see below
    except (AttributeError, ValueError, OSError):  # there is none, it is closed, or it is no terminal
        return USUAL_COLUMNS


def _as_called(example: str) -> str:
    return called() + example.removeprefix(PROGRAM)
