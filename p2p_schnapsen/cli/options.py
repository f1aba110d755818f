"""What the options of the commands are. Little else than argparse is imported: `--help` must be quick."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable

from p2p_schnapsen.cli.parser import Parser, full
from p2p_schnapsen.ui.language import LANGUAGES, _, mark

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes long
    from typing import Any

LEVELS = ("easy", "medium", "strong")
OPENINGS = ("deal", "match", "never")
CARDS = ("french", "german")
SHELLS = ("bash", "zsh", "fish", "tcsh")
SEATED = ("play", "host", "join", "resume")
"""Commands at which somebody plays."""

SETTABLE = (*SEATED, "replay")
"""Commands whose options take their defaults from the settings."""

POINTS = ("shown", "own", "hidden")
SUITS = ("two", "four")
LOOKS = {"confirm": True, "points": POINTS[0], "look": 5, "suits": SUITS[0], "sound": True}
"""How the full screen is by default; only the settings change it. See `profile.settings`."""

SECONDS = mark("must be {low} to {high} seconds, not {value}")
MATCHES = mark("must be {low} to {high} matches, not {value}")
PROCESSES = mark("must be {low} to {high} processes, not {value}")
MOST_MATCHES = 100
"""How many matches a serving host plays at a time, where nothing else is said."""

_ONLY_WITH: dict[str, dict[str, tuple[str, str]]] = {
    "host": {"limit": ("--max", "serve"), "results": ("--results", "serve")},
    "replay": {"jobs": ("--jobs", "analyse")},
}
"""Command -> where an option is that means nothing alone -> its name, and the option without which it is in vain."""

_DECIMAL = r"[0-9]{1,4}(\.[0-9]{1,3})?"


WITH_VALUE = ("--home", "--lang")
"""Options that the program itself takes, too, before the command, with what follows them."""


def general(parser: argparse.ArgumentParser, *, again: bool = False) -> None:
    """What the program and every command take; `again`: it may have been said before the command."""
    missing: dict[str, Any] = {"default": argparse.SUPPRESS} if again else {}
    parser.add_argument(
        "--home",
        metavar="DIR",
        help=_("keys and matches live there (or P2P_SCHNAPSEN_HOME; default: the platform's place)"),
        **missing,
    )
    parser.add_argument(
        "--lang", choices=LANGUAGES, metavar="CODE", help=_("%(choices)s (default: the locale's)"), **missing
    )
    parser.add_argument("--debug", action="store_true", help=_("show where an error came from"), **missing)


def _cards(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cards", choices=CARDS, help=_("what cards are called (default: french)"))


def _seat(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--name", help=_("what the other side calls you (default: Player and four signs of your ID)"))
    parser.add_argument("--log", metavar="FILE", help=_("write the log to this new file"))
    parser.add_argument(
        "--rematch",
        metavar="N",
        type=_number(MATCHES, 0, 10_000),
        help=_("then play so many more with the same opponent, without being asked (default: ask, at a terminal)"),
    )
    _talk(parser)


def _talk(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plain", action="store_true", help=_("line mode without colours, for screen readers"))
    parser.add_argument(
        "--no-chat",
        action="store_false",
        dest="chat",
        help=_("what your opponent says is not shown, unless you ask for it"),
    )
    parser.add_argument("--no-mouse", action="store_false", dest="mouse", help=_("leave the mouse to the terminal"))
    _cards(parser)
    parser.set_defaults(**LOOKS)
    parser.add_argument("--json", action="store_true", help=_("one JSON object a line on stdout"))


def _bot(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bot", action="store_true", help=_("an unattended player sits at your side"))
    _strength(parser, _("how strong it is (default: %(default)s)"))


def _strength(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument("--level", choices=LEVELS, default=LEVELS[0], help=text)
    parser.add_argument(
        "--think",
        metavar="SECONDS",
        type=_some_seconds,
        help=_("it never thinks longer about a move (default: no limit)"),
    )


def _set(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument(
        "--set", metavar="FIELD=VALUE", nargs="+", action="extend", default=[], dest="settings", help=text
    )


def _terms(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules", metavar="NAME|FILE.toml", default="schnapsen", help=_("the rule set (default: %(default)s)")
    )
    _set(parser, _("change fields of it, target too"))
    parser.add_argument(
        "--opening", choices=OPENINGS, default="deal", help=_("when both sides open their seeds (default: %(default)s)")
    )
    parser.add_argument(
        "--clock",
        metavar="SECONDS",
        type=_number(SECONDS, 0, 86400),
        default=0,
        help=_("for a move, goes into the contract (default: none)"),
    )
    parser.add_argument(
        "--patience",
        metavar="SECONDS",
        type=_number(SECONDS, 10, 604800),
        default=120,
        help=_("how long silence is borne (default: %(default)s)"),
    )


def of_play(parser: argparse.ArgumentParser) -> None:
    _seat(parser)
    _terms(parser)
    parser.add_argument("--auto", action="store_true", help=_("computers play on both sides"))
    parser.add_argument("--new", action="store_true", help=_("begin a new match, even where one was left"))
    _strength(parser, _("how strong the computer is (default: %(default)s)"))


def of_host(parser: argparse.ArgumentParser) -> None:
    _seat(parser)
    _bot(parser)
    _terms(parser)
    parser.add_argument("--bind", metavar="ADDRESS", help=_("listen on this address only (default: on all)"))
    parser.add_argument("--port", default="7766", help=_("0 for any (default: %(default)s)"))
    parser.add_argument(
        "--no-announce", action="store_false", dest="announce", help=_("do not tell the local network of this game")
    )
    parser.add_argument("--only", metavar="PIN", help=_("let in only the player with this pin (see id --full)"))
    parser.add_argument("--yes", action="store_true", help=_("let in whoever comes without being asked"))
    parser.add_argument("--serve", action="store_true", help=_("with --bot: match after match, many at once"))
    parser.add_argument(
        "--max",
        metavar="N",
        type=_number(MATCHES, 1, 10_000),
        dest="limit",
        help=_("with --serve: most matches at a time (default: %(default)s)") % {"default": MOST_MATCHES},
    )
    parser.add_argument(
        "--results", metavar="FILE", help=_("with --serve: append each result there, a JSON object a line")
    )


def of_join(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "address",
        metavar="ADDRESS[:PORT][#PIN]",
        nargs="?",
        help=_("where the host is; PIN: the key that must be there (default: look on the local network, and ask)"),
    )
    _seat(parser)
    _bot(parser)
    parser.add_argument(
        "--yes", action="store_true", help=_("accept an unknown host and its rules without being asked")
    )
    # The computer of `play` has a key and a folder of its own, and ends with the program that started it.
    parser.add_argument("--as-computer", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--new", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--match", help=argparse.SUPPRESS)


def of_matches(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--all", action="store_true", help=_("all of them (default: those unfinished, and the last few)")
    )
    parser.add_argument("--json", action="store_true", help=_("one JSON object a line and match"))
    parser.set_defaults(last=10)


def of_resume(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "match",
        metavar="MATCH",
        nargs="?",
        help=_("its name, or a part of it (default: the unfinished one played last)"),
    )
    _talk(parser)
    _bot(parser)
    parser.add_argument("--concede", action="store_true", help=_("give up the match if its secrets are lost"))
    parser.add_argument("--at", metavar="ADDRESS[:PORT]", help=_("the host is there now (default: where it was)"))
    parser.add_argument("--bind", metavar="ADDRESS", help=_("as of host (default: as before)"))
    parser.add_argument("--port", help=_("as of host (default: as before)"))
    parser.set_defaults(
        name=None, log=None, yes=True, auto=False, as_computer=False, new=False, announce=False, rematch=None
    )


def of_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "logs",
        metavar="LOG|MATCH",
        nargs="+",
        help=_(
            "a log file; a folder: the logs in it, and those of the matches in it; or a match, as `matches` names it"
        ),
    )
    parser.add_argument("--json", action="store_true", help=_("one JSON object a line and log"))
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=_number(PROCESSES, 1, 1000),
        help=_("check so many logs at a time (default: of many logs, as many as there are processors)"),
    )


def of_replay(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(suits=LOOKS["suits"])
    parser.add_argument(
        "log",
        metavar="LOG|MATCH",
        help=_(
            "a log file, or a match as `matches` names it; one that is bad or cut short is shown as far as it holds"
        ),
    )
    _cards(parser)
    either = parser.add_mutually_exclusive_group()
    either.add_argument(
        "--text",
        action="store_true",
        help=_("the text notation, on stdout; the verdict is on stderr (default without a terminal)"),
    )
    either.add_argument("--json", action="store_true", help=_("one JSON object a line and step, the verdict last"))
    either.add_argument(
        "--html", metavar="FILE", help=_("one page that replays the match in a browser, to this new file; - for stdout")
    )
    either.add_argument(
        "--analyse", action="store_true", help=_("what each decision cost, as the computer sees it; needs opened deals")
    )
    parser.add_argument(
        "--plain", action="store_true", help=_("the text instead of the full screen, and nothing that is rewritten")
    )
    parser.add_argument("--no-mouse", action="store_false", dest="mouse", help=_("leave the mouse to the terminal"))
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=_number(PROCESSES, 1, 1000),
        help=_("with --analyse: processes at once (default: as many as there are processors)"),
    )


def of_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", metavar="NAME|FILE.toml", nargs="?", help=_("tell how this one is played, in a screenful")
    )
    _set(parser, _("changed like this"))
    parser.add_argument("--full", action="store_true", help=_("each value, with where it comes from"))


def of_id(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--full", action="store_true", help=_("also the pin, the whole key and where it is kept"))
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--export", metavar="FILE", dest="target", help=_("write it to this new file, encrypted"))
    either.add_argument("--import", metavar="FILE", dest="source", help=_("take it from a file that --export wrote"))
    parser.add_argument(
        "--replace", action="store_true", help=_("with --import: keep another identity aside, and replace it")
    )
    parser.add_argument(
        "--passphrase-file",
        metavar="FILE",
        help=_("its first line is the passphrase; - for stdin (default: asked for at the terminal)"),
    )


def of_peers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=_("one JSON object a line and peer"))
    parser.add_argument(
        "--results",
        action="store_true",
        help=_("with matches won and lost; takes a while, since the logs are verified"),
    )
    parser.set_defaults(action=None)
    actions = parser.add_subparsers(metavar="ACTION", title=_("actions (without one: list them):"), parser_class=Parser)
    for name, text in (
        ("trust", _("you have compared the ID, and vouch for it")),
        ("forget", _("as if you had never met")),
        ("rename", _("your own name for it")),
    ):
        example = f"p2p-schnapsen peers {name} 7K3M-9QXA-B4DE" + " anna" * (name == "rename")
        action = actions.add_parser(name, help=text, description=full(text), examples=(example,))
        action.set_defaults(action=name, prog=action.prog)
        action.add_argument("id", metavar="ID", help=_("its ID or pin, or the beginning of it"))
        if name == "rename":
            action.add_argument("name", metavar="NAME", help=_("empty: none of your own"))
        action.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help=_("the peer as a JSON object")
        )
        general(action, again=True)


def of_stats(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "logs",
        metavar="LOG",
        nargs="*",
        help=_("only these logs, or those in these folders (default: all your matches)"),
    )
    parser.add_argument("--json", action="store_true", help=_("one JSON object a line, for each opponent and rule set"))


def of_settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=_("one JSON object"))


def of_completion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help=_("the script for this shell, on stdout"))


def check_company(options: argparse.Namespace) -> None:
    """Raises LocalMisuse `choice` where an option was given that does nothing without another."""
    for place, (name, needed) in _ONLY_WITH.get(options.command, {}).items():
        if getattr(options, place) is not None and not getattr(options, needed):
            from p2p_schnapsen.errors import LocalMisuse

            expected = _("given with {option}").format(option=f"--{needed}")
            raise LocalMisuse("choice", option=name, expected=expected)


def _some_seconds(text: str) -> float:
    if not (re.fullmatch(_DECIMAL, text, re.ASCII) and 0.01 <= float(text) <= 3600):
        raise _unfit(SECONDS, 0.01, 3600, text)
    return float(text)


def _number(problem: str, low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and low <= int(text[:9]) <= high):
            raise _unfit(problem, low, high, text)
        return int(text)

    return read


def _unfit(problem: str, low: float, high: float, text: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(_(problem).format(low=low, high=high, value=repr(text)))
