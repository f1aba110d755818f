"""All commands and options. Only argparse and little else of the standard library: `--help` must be quick."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable
from functools import partial

from p2p_schnapsen import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes as long as the rest of this module
    from typing import NoReturn

PROGRAM = "p2p-schnapsen"
EXAMPLES = (
    "p2p-schnapsen play             against the computer, to try it",
    "p2p-schnapsen host             wait for a friend; prints what the friend has to type",
    "p2p-schnapsen join 192.0.2.7   play with a friend who hosts",
    "p2p-schnapsen verify game.log  check a match, anybody's",
)
LEVELS = ("easy", "medium", "strong")
OPENINGS = ("deal", "match", "never")
LANGUAGES = ("en", "de", "ro", "es", "pt", "ru", "fr")
CARDS = ("french", "german")
SHELLS = ("bash", "zsh", "fish", "tcsh")
_DECIMAL = r"[0-9]{1,4}(\.[0-9]{1,3})?"
USUAL_COLUMNS = 80
MESSAGE_CELLS = 1000
SEATED = ("play", "host", "join", "resume")
"""Commands at which somebody plays."""

SETTABLE = (*SEATED, "replay")
"""Commands whose options take their defaults from the settings."""

POINTS = ("shown", "own", "hidden")
SUITS = ("two", "four")
LOOKS = {"confirm": True, "points": POINTS[0], "look": 5, "suits": SUITS[0], "sound": True}
"""How the full screen is by default; only the settings change it. See `profile.settings`."""


def build_parser(only: str | None = None) -> argparse.ArgumentParser:
    """The parser; `command` is the name of the module in `cli` that runs what was asked for.

    `only`: set up the options of this command alone, which is quicker.
    """
    parser = _Parser(
        prog=PROGRAM,
        description="Schnapsen between two people who need not trust each other.",
        epilog="p2p-schnapsen COMMAND --help tells about a command.",
        examples=EXAMPLES,
    )
    parser.add_argument("--version", action="version", version=f"p2p-schnapsen {__version__}")
    parser.set_defaults(command=None, debug=False)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=_Parser)
    for name, (text, examples, fill) in COMMANDS.items():
        wanted = only in (None, name)
        command = commands.add_parser(name, help=text, description=_sentence(text), examples=examples, wanted=wanted)
        if not wanted:
            continue
        command.set_defaults(command=name)
        fill(command)
        _home(command)
        _lang(command)
        command.add_argument("--debug", action="store_true", help="show where an error came from")
    return parser


class _Parser(argparse.ArgumentParser):
    """Shows examples before anything else, and says in one line what makes no sense.

    One that is not `wanted` is only there to be listed.
    """

    def __init__(self, *, examples: tuple[str, ...] = (), wanted: bool = True, **rest: object) -> None:
        if wanted:
            formatter = partial(argparse.RawDescriptionHelpFormatter, width=_columns() - 2)
            super().__init__(formatter_class=formatter, allow_abbrev=False, **rest)  # type: ignore[arg-type]  # argparse's own keywords
        self._examples = examples

    def format_help(self) -> str:
        head = "examples:\n" + "".join(f"  {line}\n" for line in self._examples) + "\n" if self._examples else ""
        return head + super().format_help()

    def error(self, message: str) -> NoReturn:
        # argparse quotes what was typed as it is; whoever made somebody type it shall not write on the terminal.
        from p2p_schnapsen.ui.sanitise import sanitise

        self.exit(2, f"{PROGRAM}: {sanitise(message, MESSAGE_CELLS)} (see {self.prog} --help)\n")


def _columns() -> int:
    """The width of the terminal. argparse would ask shutil, which takes long to import."""
    chosen = os.environ.get("COLUMNS", "")
    if chosen.isascii() and chosen.isdigit() and int(chosen[:4]) > 0:
        return int(chosen[:4])
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or USUAL_COLUMNS  # type: ignore[union-attr]  # see below
    except (AttributeError, ValueError, OSError):  # there is none, it is closed, or it is no terminal
        return USUAL_COLUMNS


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def _home(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--home",
        metavar="DIR",
        help="keys and matches live there (or P2P_SCHNAPSEN_HOME; default: the platform's place)",
    )


def _lang(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        metavar="CODE",
        default=default,
        help=f"{', '.join(LANGUAGES)} (default: the locale's); --help is in English",
    )


def _cards(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cards", choices=CARDS, help="what cards are called (default: french)")


def _seat(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--name", help="what the other side calls you (default: Player and four signs of your ID)")
    parser.add_argument("--log", metavar="FILE", help="write the log to this new file")
    parser.add_argument(
        "--rematch",
        metavar="N",
        type=_number("matches", 0, 10_000),
        help="then play so many more with the same opponent, without being asked (default: ask, at a terminal)",
    )
    _talk(parser)


def _talk(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plain", action="store_true", help="line mode without colours, for screen readers")
    parser.add_argument(
        "--no-chat",
        action="store_false",
        dest="chat",
        help="what your opponent says is not shown, unless you ask for it",
    )
    parser.add_argument("--no-mouse", action="store_false", dest="mouse", help="leave the mouse to the terminal")
    _cards(parser)
    parser.set_defaults(**LOOKS)
    parser.add_argument("--json", action="store_true", help="one JSON object a line on stdout")


def _bot(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bot", action="store_true", help="an unattended player sits at your side")
    _strength(parser, "it")


def _strength(parser: argparse.ArgumentParser, who: str) -> None:
    parser.add_argument(
        "--level", choices=LEVELS, default=LEVELS[0], help=f"how strong {who} is (default: %(default)s)"
    )
    parser.add_argument(
        "--think", metavar="SECONDS", type=_some_seconds, help="it never thinks longer about a move (default: no limit)"
    )


def _set(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument(
        "--set", metavar="FIELD=VALUE", nargs="+", action="extend", default=[], dest="settings", help=text
    )


def _terms(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules", metavar="NAME|FILE.toml", default="schnapsen", help="the rule set (default: %(default)s)"
    )
    _set(parser, "change fields of it, target too")
    parser.add_argument(
        "--opening", choices=OPENINGS, default="deal", help="when both sides open their seeds (default: %(default)s)"
    )
    parser.add_argument(
        "--clock",
        metavar="SECONDS",
        type=_seconds(0, 86400),
        default=0,
        help="for a move, goes into the contract (default: none)",
    )
    parser.add_argument(
        "--patience",
        metavar="SECONDS",
        type=_seconds(10, 604800),
        default=120,
        help="how long silence is borne (default: %(default)s)",
    )


def _play(parser: argparse.ArgumentParser) -> None:
    _seat(parser)
    _terms(parser)
    parser.add_argument("--auto", action="store_true", help="computers play on both sides")
    parser.add_argument("--new", action="store_true", help="begin a new match, even where one was left")
    _strength(parser, "the computer")


def _host(parser: argparse.ArgumentParser) -> None:
    _seat(parser)
    _bot(parser)
    _terms(parser)
    parser.add_argument("--bind", metavar="ADDRESS", help="listen on this address only (default: on all)")
    parser.add_argument("--port", default="7766", help="0 for any (default: %(default)s)")
    parser.add_argument(
        "--no-announce", action="store_false", dest="announce", help="do not tell the local network of this game"
    )
    parser.add_argument("--only", metavar="PIN", help="let in only the player with this pin (see id --full)")
    parser.add_argument("--yes", action="store_true", help="let in whoever comes without being asked")
    parser.add_argument("--serve", action="store_true", help="with --bot: match after match, many at once")
    parser.add_argument(
        "--max",
        metavar="N",
        type=_number("matches", 1, 10_000),
        default=100,
        dest="limit",
        help="with --serve: most matches at a time (default: %(default)s)",
    )
    parser.add_argument(
        "--results", metavar="FILE", help="with --serve: append each result there, a JSON object a line"
    )


def _join(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "address",
        metavar="ADDRESS[:PORT][#PIN]",
        nargs="?",
        help="where the host is; PIN: the key that must be there (default: look on the local network, and ask)",
    )
    _seat(parser)
    _bot(parser)
    parser.add_argument("--yes", action="store_true", help="accept an unknown host and its rules without being asked")
    # The computer of `play` has a key and a folder of its own, and ends with the program that started it.
    parser.add_argument("--as-computer", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--new", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--match", help=argparse.SUPPRESS)


def _matches(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help="all of them (default: those unfinished, and the last few)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line and match")
    parser.set_defaults(last=10)


def _resume(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "match", metavar="MATCH", nargs="?", help="its name, or a part of it (default: the unfinished one played last)"
    )
    _talk(parser)
    _bot(parser)
    parser.add_argument("--concede", action="store_true", help="give up the match if its secrets are lost")
    parser.add_argument("--at", metavar="ADDRESS[:PORT]", help="the host is there now (default: where it was)")
    parser.add_argument("--bind", metavar="ADDRESS", help="as of host (default: as before)")
    parser.add_argument("--port", help="as of host (default: as before)")
    parser.set_defaults(
        name=None, log=None, yes=True, auto=False, as_computer=False, new=False, announce=False, rematch=None
    )


def _verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "logs",
        metavar="LOG|MATCH",
        nargs="+",
        help="a log file; a folder: the logs in it, and those of the matches in it; or a match, as `matches` names it",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line and log")
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=_number("processes", 1, 1000),
        help="check so many logs at a time (default: of many logs, as many as there are processors)",
    )


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(suits=LOOKS["suits"])
    parser.add_argument(
        "log",
        metavar="LOG|MATCH",
        help="a log file, or a match as `matches` names it; one that is bad or cut short is shown as far as it holds",
    )
    _cards(parser)
    either = parser.add_mutually_exclusive_group()
    either.add_argument(
        "--text",
        action="store_true",
        help="the text notation, on stdout; the verdict is on stderr (default without a terminal)",
    )
    either.add_argument("--json", action="store_true", help="one JSON object a line and step, the verdict last")
    either.add_argument(
        "--html", metavar="FILE", help="one page that replays the match in a browser, to this new file; - for stdout"
    )
    either.add_argument(
        "--analyse", action="store_true", help="what each decision cost, as the computer sees it; needs opened deals"
    )
    parser.add_argument("--no-mouse", action="store_false", dest="mouse", help="leave the mouse to the terminal")
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=_number("processes", 1, 1000),
        help="with --analyse: processes at once (default: as many as there are processors)",
    )


def _rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME|FILE.toml", nargs="?", help="tell how this one is played, in a screenful")
    _set(parser, "changed like this")
    parser.add_argument("--full", action="store_true", help="each value, with where it comes from")


def _id(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--full", action="store_true", help="also the pin, the whole key and where it is kept")
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--export", metavar="FILE", dest="target", help="write it to this new file, encrypted")
    either.add_argument("--import", metavar="FILE", dest="source", help="take it from a file that --export wrote")
    parser.add_argument(
        "--replace", action="store_true", help="with --import: keep another identity aside, and replace it"
    )
    parser.add_argument(
        "--passphrase-file",
        metavar="FILE",
        help="its first line is the passphrase; - for stdin (default: asked for at the terminal)",
    )


def _peers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object a line and peer")
    parser.add_argument(
        "--results", action="store_true", help="with matches won and lost; takes a while, since the logs are verified"
    )
    parser.set_defaults(action=None)
    actions = parser.add_subparsers(metavar="ACTION", title="actions (without one: list them)", parser_class=_Parser)
    for name, text in (
        ("trust", "you have compared the ID, and vouch for it"),
        ("forget", "as if you had never met"),
        ("rename", "your own name for it"),
    ):
        example = f"p2p-schnapsen peers {name} 7K3M-9QXA-B4DE" + " anna" * (name == "rename")
        action = actions.add_parser(name, help=text, description=_sentence(text), examples=(example,))
        action.set_defaults(action=name)
        action.add_argument("id", metavar="ID", help="its ID or pin, or the beginning of it")
        if name == "rename":
            action.add_argument("name", metavar="NAME", help="empty: none of your own")
        action.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="the peer as a JSON object")
        action.add_argument("--home", metavar="DIR", default=argparse.SUPPRESS, help="as for the command")
        _lang(action, default=argparse.SUPPRESS)
        action.add_argument("--debug", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def _stats(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "logs", metavar="LOG", nargs="*", help="only these logs, or those in these folders (default: all your matches)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line, for each opponent and rule set")


def _settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object")


def _completion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="the script for this shell, on stdout")


def _seconds(low: int, high: int) -> Callable[[str], int]:
    return _number("seconds", low, high)


def _some_seconds(text: str) -> float:
    if not (re.fullmatch(_DECIMAL, text, re.ASCII) and 0.01 <= float(text) <= 3600):
        raise argparse.ArgumentTypeError(f"must be 0.01 to 3600 seconds, not {text!r}")
    return float(text)


def _number(what: str, low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and low <= int(text[:9]) <= high):
            raise argparse.ArgumentTypeError(f"must be {low} to {high} {what}, not {text!r}")
        return int(text)

    return read


COMMANDS: dict[str, tuple[str, tuple[str, ...], Callable[[argparse.ArgumentParser], None]]] = {
    "play": (
        "play against the computer",
        ("p2p-schnapsen play", "p2p-schnapsen play --set target=3", "p2p-schnapsen play --auto --json"),
        _play,
    ),
    "host": (
        "wait for an opponent, and play",
        (
            "p2p-schnapsen host",
            "p2p-schnapsen host --port 0 --rules schnapsen --set target=3",
            "p2p-schnapsen host --bot",
            "p2p-schnapsen host --bot --serve --max 20 --json",
        ),
        _host,
    ),
    "join": (
        "play with somebody who hosts",
        (
            "p2p-schnapsen join",
            "p2p-schnapsen join 192.0.2.7",
            "p2p-schnapsen join [2001:db8::7]:8000",
            "p2p-schnapsen join localhost --bot",
        ),
        _join,
    ),
    "matches": (
        "list your matches: which there are, and where they stand",
        ("p2p-schnapsen matches", "p2p-schnapsen matches --all --json"),
        _matches,
    ),
    "resume": (
        "go on with a match that was left",
        ("p2p-schnapsen resume", "p2p-schnapsen resume 20abef", "p2p-schnapsen resume 20abef --at 192.0.2.7"),
        _resume,
    ),
    "verify": (
        "check logs: name the verdict, the culprit, the record and the rule",
        (
            "p2p-schnapsen verify game.log",
            "p2p-schnapsen verify 20abef",
            "p2p-schnapsen verify --json *.log",
            "p2p-schnapsen verify matches --jobs 2",
        ),
        _verify,
    ),
    "replay": (
        "show what was played: every card and word, both hands where they were opened",
        (
            "p2p-schnapsen replay game.log",
            "p2p-schnapsen replay 20abef",
            "p2p-schnapsen replay --text game.log",
            "p2p-schnapsen replay game.log --html game.html",
            "p2p-schnapsen replay game.log --analyse",
        ),
        _replay,
    ),
    "rules": (
        "list the rule sets, or tell how one is played",
        (
            "p2p-schnapsen rules",
            "p2p-schnapsen rules tjger",
            "p2p-schnapsen rules tjger --full",
            "p2p-schnapsen rules my.toml --set target=3",
        ),
        _rules,
    ),
    "id": (
        "show your own identity, or take it to another machine",
        ("p2p-schnapsen id", "p2p-schnapsen id --full", "p2p-schnapsen id --export key.pem"),
        _id,
    ),
    "peers": (
        "list whom you know; trust, forget or rename somebody",
        ("p2p-schnapsen peers", "p2p-schnapsen peers trust 7K3M-9QXA-B4DE", "p2p-schnapsen peers rename 7K3M anna"),
        _peers,
    ),
    "stats": (
        "show your results by opponent and rule set, from verified logs only",
        ("p2p-schnapsen stats", "p2p-schnapsen stats --json", "p2p-schnapsen stats 2026-*.log"),
        _stats,
    ),
    "settings": ("show your settings, and the file to write them in", ("p2p-schnapsen settings",), _settings),
    "completion": (
        "print what a shell needs to complete these commands",
        (
            "p2p-schnapsen completion bash > ~/.local/share/bash-completion/completions/p2p-schnapsen",
            "p2p-schnapsen completion zsh > _p2p-schnapsen",
            "p2p-schnapsen completion fish > ~/.config/fish/completions/p2p-schnapsen.fish",
        ),
        _completion,
    ),
}
"""Command -> what it does, examples, and its options."""
