"""The manual page, in English, made from the parser: what `--help` says, and what stands around it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from p2p_schnapsen import __version__
from p2p_schnapsen.cli.commands import COMMANDS, EXAMPLES, build_parser, explained
from p2p_schnapsen.ui.program import PROGRAM

PAGE = Path(__file__).resolve().parents[2] / "p2p_schnapsen" / "man" / f"{PROGRAM}.1"

ABOUT = (
    (
        "Two programs play Schnapsen over TCP, without a server. The shuffle is proven instead of trusted, every move "
        "is signed, and the log of a match can be checked by anyone."
    ),
    "Without a command, it says what to do next.",
)
EXIT_STATUS = (
    ("0", "fine, also where you left a match yourself that is not over"),
    ("1", "the verification of a log failed (proven, altered)"),
    ("2", "the command makes no sense, a file is of no use (unreadable), or the output cannot be written"),
    ("3", "the network failed"),
    ("4", "the other side broke the protocol"),
    ("5", "the match is incomplete or unresponsive, also where the input ended before it did"),
    ("70", "a mistake of this program"),
    ("129, 130, 143", "ended by SIGHUP, SIGINT, SIGTERM"),
)
ENVIRONMENT = (
    ("P2P_SCHNAPSEN_HOME", "the folder for keys, matches and settings, as --home"),
    ("XDG_DATA_HOME, XDG_CONFIG_HOME", "where that is otherwise, on Linux"),
    ("NO_COLOR", "if it is set and not empty, nothing is coloured"),
    ("TERM", "dumb: line mode instead of the full screen, and no bars"),
    ("LC_ALL, LC_MESSAGES, LANG", "language and encoding"),
)
FILES = (
    ("~/.local/share/p2p-schnapsen/", "keys, known peers, and a folder for each match with its log, game.log"),
    ("~/.config/p2p-schnapsen/settings.toml", "what options would otherwise say; see the command settings"),
)


def page() -> str:
    """The whole page in man(7) macros."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    parser = build_parser()
    commands = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction)).choices
    yield '.\\" Made by scripts/man from the parser.'
    yield f'.TH {_text(PROGRAM.upper())} 1 "" "{_text(f"{PROGRAM} {__version__}")}" "User Commands"'
    yield from (".SH NAME", _text(f"{PROGRAM} - Schnapsen between two people who need not trust each other"))
    yield from (".SH SYNOPSIS", f".B {_text(PROGRAM)}", r"[\fICOMMAND\fR [\fIOPTION\fR \&...]]")
    yield ".SH DESCRIPTION"
    for number, paragraph in enumerate(ABOUT):
        yield from ([".PP"] if number else [])
        yield _text(paragraph)
    yield ".SH EXAMPLES"
    yield from _examples(tuple(explained(EXAMPLES)))
    yield ".SH OPTIONS"
    yield from _options(parser)
    yield ".SH COMMANDS"
    for name, (text, examples, _) in COMMANDS.items():
        yield f'.SS "{_text(_synopsis(name, commands[name]))}"'
        yield _text(text[0].upper() + text[1:] + ".")
        yield from _examples(examples)
        yield from _options(commands[name])
    for heading, entries in (("EXIT STATUS", EXIT_STATUS), ("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES)):
        yield f'.SH "{heading}"'
        for term, text in entries:
            yield from (".TP", f".B {_text(term)}", _text(text[0].upper() + text[1:] + "."))


def _synopsis(name: str, command: argparse.ArgumentParser) -> str:
    formatter = command._get_formatter()
    places = [
        formatter._format_args(action, action.dest)
        for action in command._actions
        if not action.option_strings and action.help != argparse.SUPPRESS
    ]
    return " ".join([name, "[OPTION ...]", *places])


def _examples(examples: tuple[str, ...]) -> Iterator[str]:
    yield from (".PP", ".RS 4", ".nf", *map(_text, examples), ".fi", ".RE")


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    """An entry for each argument, and for each action of a command that has some."""
    formatter = parser._get_formatter()
    for action in parser._actions:
        if action.help == argparse.SUPPRESS or isinstance(action, argparse._HelpAction):
            continue
        if isinstance(action, argparse._SubParsersAction):
            if parser.prog != PROGRAM:  # those of the program have sections of their own
                for choice in action._choices_actions:
                    inner = action.choices[choice.dest]
                    yield from _entry(f"\\fB{_text(_synopsis(choice.dest, inner))}\\fR", choice.help or "")
            continue
        yield from _entry(_term(action, formatter), formatter._expand_help(action))


def _term(action: argparse.Action, formatter: argparse.HelpFormatter) -> str:
    if not action.option_strings:
        return f"\\fI{_text(formatter._format_args(action, action.dest))}\\fR"
    names = ", ".join(f"\\fB{_text(name)}\\fR" for name in action.option_strings)
    if action.nargs == 0:
        return names
    value = formatter._format_args(action, formatter._get_default_metavar_for_optional(action))
    return f"{names} \\fI{_text(value)}\\fR"


def _entry(term: str, text: str) -> Iterator[str]:
    yield from (".TP", term, _text(text))


def _text(text: str) -> str:
    """Text as roff shows it: nothing in it is a command, and a hyphen is the one that can be copied."""
    shown = (
        text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq").replace("~", "\\(ti").replace("^", "\\(ha")
    )
    shown = "".join(char if char.isascii() else f"\\[u{ord(char):04X}]" for char in shown)
    return f"\\&{shown}" if shown.startswith((".", "'")) else shown


def main() -> int:
    """Write the page, or compare it with the one that is there: 1 where they differ."""
    parser = argparse.ArgumentParser(prog="scripts/man", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing: only say whether it is as it should be")
    options = parser.parse_args()
    text = page()
    if options.check:
        same = PAGE.is_file() and PAGE.read_text("utf-8") == text
        print(f"{PAGE.name}: {'as the parser makes it' if same else 'differs: scripts/man writes it anew'}")
        return 0 if same else 1
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
