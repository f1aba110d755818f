"""The commands, each with what it does, examples and its options, and the parser that is made of them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence

from p2p_schnapsen import __version__
from p2p_schnapsen.cli import options
from p2p_schnapsen.cli.parser import Parser, full
from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.program import PROGRAM, called

EXAMPLES = (
    ("p2p-schnapsen play", mark("against the computer, to try it")),
    ("p2p-schnapsen host", mark("wait for a friend, and say how to join")),
    ("p2p-schnapsen join 192.0.2.7", mark("play with a friend who hosts")),
    ("p2p-schnapsen verify game.log", mark("check a match, anybody's")),
)
"""Command lines, and what they do."""


def build_parser(only: str | None = None) -> argparse.ArgumentParser:
    """The parser, in the language that is used; `command` is the name of the module in `cli` that runs what was asked
    for.

    `only`: set up the options of this command alone, which is quicker.
    """
    parser = Parser(
        prog=called(),
        description=full(_("Schnapsen between two people who need not trust each other")),
        epilog=_("{program} COMMAND --help tells about a command.").format(program=called()),
        examples=tuple(explained(EXAMPLES)),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"{PROGRAM} {__version__}",
        help=_("show program's version number and exit"),
    )
    options.general(parser)
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(metavar="COMMAND", title=_("commands:"), parser_class=Parser)
    for name, (text, examples, fill) in COMMANDS.items():
        wanted = only in (None, name)
        what = _(text)
        command = commands.add_parser(name, help=what, description=full(what), examples=examples, wanted=wanted)
        if not wanted:
            continue
        command.set_defaults(command=name, prog=command.prog)
        fill(command)
        options.general(command, again=True)
    return parser


def command_in(arguments: Sequence[str]) -> str:
    """The command that a command line is for, before it is parsed; "" where there is none."""
    words = iter(arguments)
    for word in words:
        if word in COMMANDS:
            return word
        if word in options.WITH_VALUE:  # its value may be called like a command
            next(words, None)
    return ""


def explained(examples: tuple[tuple[str, str], ...]) -> Iterator[str]:
    """A line for each: the explanations stand below one another."""
    width = max(len(line) for line, _text in examples)
    for line, text in examples:
        yield f"{line:{width}}  {_(text)}"


COMMANDS: dict[str, tuple[str, tuple[str, ...], Callable[[argparse.ArgumentParser], None]]] = {
    "play": (
        mark("play against the computer"),
        ("p2p-schnapsen play", "p2p-schnapsen play --set target=3", "p2p-schnapsen play --auto --json"),
        options.of_play,
    ),
    "host": (
        mark("wait for an opponent, and play"),
        (
            "p2p-schnapsen host",
            "p2p-schnapsen host --port 0 --rules schnapsen --set target=3",
            "p2p-schnapsen host --bot",
            "p2p-schnapsen host --bot --serve --max 20 --json",
        ),
        options.of_host,
    ),
    "join": (
        mark("play with somebody who hosts"),
        (
            "p2p-schnapsen join",
            "p2p-schnapsen join 192.0.2.7",
            "p2p-schnapsen join [2001:db8::7]:8000",
            "p2p-schnapsen join localhost --bot",
        ),
        options.of_join,
    ),
    "matches": (
        mark("list your matches: which there are, and where they stand"),
        ("p2p-schnapsen matches", "p2p-schnapsen matches --all --json"),
        options.of_matches,
    ),
    "resume": (
        mark("go on with a match that was left"),
        ("p2p-schnapsen resume", "p2p-schnapsen resume 20abef", "p2p-schnapsen resume 20abef --at 192.0.2.7"),
        options.of_resume,
    ),
    "verify": (
        mark("check logs: name the verdict, the culprit, the record and the rule"),
        (
            "p2p-schnapsen verify game.log",
            "p2p-schnapsen verify 20abef",
            "p2p-schnapsen verify --json *.log",
            "p2p-schnapsen verify matches --jobs 2",
        ),
        options.of_verify,
    ),
    "replay": (
        mark("show what was played: every card and word, both hands where they were opened"),
        (
            "p2p-schnapsen replay game.log",
            "p2p-schnapsen replay 20abef",
            "p2p-schnapsen replay --text game.log",
            "p2p-schnapsen replay game.log --html game.html",
            "p2p-schnapsen replay game.log --analyse",
        ),
        options.of_replay,
    ),
    "rules": (
        mark("list the rule sets, or tell how one is played"),
        (
            "p2p-schnapsen rules",
            "p2p-schnapsen rules tjger",
            "p2p-schnapsen rules tjger --full",
            "p2p-schnapsen rules my.toml --set target=3",
        ),
        options.of_rules,
    ),
    "id": (
        mark("show your own identity, or take it to another machine"),
        ("p2p-schnapsen id", "p2p-schnapsen id --full", "p2p-schnapsen id --export key.pem"),
        options.of_id,
    ),
    "peers": (
        mark("list whom you know; trust, forget or rename somebody"),
        ("p2p-schnapsen peers", "p2p-schnapsen peers trust 7K3M-9QXA-B4DE", "p2p-schnapsen peers rename 7K3M anna"),
        options.of_peers,
    ),
    "stats": (
        mark("show your results by opponent and rule set, from verified logs only"),
        ("p2p-schnapsen stats", "p2p-schnapsen stats --json", "p2p-schnapsen stats 2026-*.log"),
        options.of_stats,
    ),
    "settings": (
        mark("show your settings, and the file to write them in"),
        ("p2p-schnapsen settings",),
        options.of_settings,
    ),
    "completion": (
        mark("print what a shell needs to complete these commands"),
        (
            "p2p-schnapsen completion bash > ~/.local/share/bash-completion/completions/p2p-schnapsen",
            "p2p-schnapsen completion zsh > _p2p-schnapsen",
            "p2p-schnapsen completion fish > ~/.config/fish/completions/p2p-schnapsen.fish",
        ),
        options.of_completion,
    ),
}
"""Command -> what it does, examples, and its options."""
