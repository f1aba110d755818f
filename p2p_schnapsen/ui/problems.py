"""What is wrong with a value, a file or the system, as a clause within a sentence about it.

The other rooms raise codes (`problem`, `expected`), with what a clause needs beside them; the system's own reasons come
in English, whatever the locale is, and are known by their number.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from typing import Final

from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.sanitise import sanitise

CELLS: Final = 1000
"""The longest value that a clause quotes."""

VALUES: Final[dict[str, str]] = {
    "whole-number": mark("must be a whole number"),
    "text": mark("must be a text"),
    "true-or-false": mark("must be true or false"),
    "table": mark("must be a table"),
    "between": mark("must be {low} to {high}"),
    "one-of": mark("must be one of {words}"),
    "packets": mark('must be packets and one T, as in "3 3 T 2 2"'),
    "one-turned-up": mark("needs exactly one T, the card turned up"),
    "deal-elder": mark('"{deal}" gives the elder {got} cards, the hand is {hand}'),
    "deal-dealer": mark('"{deal}" gives the dealer {got} cards, the hand is {hand}'),
    "no-talon": mark("two hands of {hand} leave no talon in a pack of {deck}"),
    "no-nines": mark("a pack of 20 cards has no nines"),
    "no-such-field": mark("no rule set has such a field"),
    "missing": mark("is missing"),
    "field-and-value": mark("must be set as FIELD=VALUE"),
    "set-twice": mark("is set twice"),
    "no-such-rules": mark('no rule set is called "{name}"; there are {words}'),
    "no-name-of-rules": mark("must be the name of a rule set"),
    "no-text-about": mark("is not a text about a rule set"),
    "no-choices": mark("has choices that are no list of values"),
    "no-such-reason": mark('cannot have "{name}"'),
    "two-reasons": mark("has more than one reason"),
    "no-such-family": mark("names a family that is not one of {words}"),
}
"""What a field of a rule set, or of a file of rules, can be wrong in: after its name and a colon."""

WHOLES: Final[dict[str, str]] = {
    "rules-toml": mark('is not TOML ("{detail}")'),
    "rules-nested": mark("is nested too deep"),
    "rules-number": mark("has a number that is too long"),
    "too-long": mark("is too long"),
    "not-ascii": mark("is not ASCII"),
    "no-lines": mark("is not one line name=value"),
    "not-canonical": mark("is not the canonical form"),
}
"""What can be wrong with a rule set as a whole: after "The rule set"."""

CONTENTS: Final[dict[str, str]] = {
    "not-utf8": mark("it is not UTF-8 text"),
    "nested": mark("it is nested too deeply"),
    "not-toml": mark('it is not TOML ("{detail}")'),
    "not-json": mark("it is not JSON from line {line} on"),
    "endless-number": mark("it has an endless number"),
    "too-many-bytes": mark("it has more than {limit} bytes"),
    "not-regular": mark("it is not a regular file"),
    "no-file-name": mark("that cannot be the name of a file"),
    "no-key": mark("it holds no private key that is encrypted with a passphrase"),
    "several-keys": mark("it holds several keys"),
    "not-base64": mark("it is not base 64"),
    "key-derivation": mark("its key is not made from a passphrase by PBKDF2 with at most {most} rounds"),
    "unknown-algorithm": mark("it uses an unknown algorithm"),
    "not-ed25519": mark("its key is not of Ed25519"),
    "of-the-player": mark("it is the identity of the player"),
    "of-the-computer": mark("it is the identity of the computer"),
    "identity-layout": mark("it is not laid out as an identity file is"),
    "unknown-role": mark("it has an unknown role"),
    "keys-differ": mark("its two keys do not belong together"),
    "twice": mark("it says something twice"),
    "peers-layout": mark("it is not laid out as a file of peers is"),
    "too-many-peers": mark("it has more than {most} peers"),
    "bad-key": mark("it has a key that is none"),
    "entry-layout": mark("the entry of {entry} is not laid out as one"),
    "entry-text": mark("the entry of {entry} has a value that is no text"),
    "entry-name": mark("the entry of {entry} has a name that cannot be one"),
    "entry-state": mark("the entry of {entry} has an unknown state"),
    "entry-day": mark("the entry of {entry} has a day that is none"),
}
"""What can be wrong with a file of ours or of the user's: after its name and a colon."""

RIGHT: Final[dict[str, str]] = {
    "name": mark("1 to {bytes} bytes of printable text"),
    "rules": mark("the name of a file that ends in .toml, or one of {words}"),
    "fields": mark("a table of fields of the rule set"),
    "field-value": mark("a text, a number, true or false"),
    "word": mark("one of {words}"),
    "seconds": mark("a number of seconds, {low} to {high}"),
    "address": mark("an address of this machine"),
    "port": mark("a number from 0 (any) to {high}"),
    "yes": mark("true or false"),
}
"""What the value of a setting can be (`settings.KEYS`): after "must be", or alone in a column."""

PROBLEMS: Final[dict[str, str]] = {**VALUES, **WHOLES, **CONTENTS, **RIGHT}
"""Every code that comes as `problem` or `expected`."""

SYSTEM: Final[dict[int, str]] = {
    errno.ENOENT: mark("No such file or directory"),
    errno.EACCES: mark("Permission denied"),
    errno.EPERM: mark("Operation not permitted"),
    errno.EISDIR: mark("Is a directory"),
    errno.ENOTDIR: mark("Not a directory"),
    errno.ENOSPC: mark("No space left on device"),
    errno.EDQUOT: mark("Disk quota exceeded"),
    errno.EROFS: mark("Read-only file system"),
    errno.EIO: mark("Input/output error"),
    errno.EFBIG: mark("File too large"),
    errno.EMFILE: mark("Too many open files"),
    errno.ENAMETOOLONG: mark("File name too long"),
    errno.ELOOP: mark("Too many levels of symbolic links"),
    errno.EINVAL: mark("Invalid argument"),
    errno.ENOMEM: mark("Cannot allocate memory"),
    errno.ENETDOWN: mark("Network is down"),
    errno.ENETUNREACH: mark("Network is unreachable"),
    errno.ECONNRESET: mark("Connection reset by peer"),
    errno.EAFNOSUPPORT: mark("Address family not supported by protocol"),
}
"""Number of an error of the system -> what it says, as POSIX and its C library do. Others are shown as they are."""

_NUMBERS: Final[Mapping[str, int]] = {
    text: number for number in SYSTEM if not (text := os.strerror(number)).startswith("Unknown")
}
"""What Python puts into an error is in the C locale, whatever that of the user is. Windows knows fewer."""


class _Values(dict[str, object]):
    """As they can be shown; a clause never fails for want of one."""

    def __getitem__(self, name: str) -> str:
        return sanitise(str(self.get(name, "?")), CELLS)


def clause(problem: str, params: Mapping[str, object]) -> str:
    """What a code says, with its params; the system's reason by its number; anything else as it is."""
    if problem in PROBLEMS:
        return _(PROBLEMS[problem]).format_map(_Values(params))
    return sanitise(system(problem), CELLS)


def system(reason: str) -> str:
    """A reason that the system gives, in the user's language where it is one of those that come up."""
    number = _NUMBERS.get(reason)
    return reason if number is None else _(SYSTEM[number])
