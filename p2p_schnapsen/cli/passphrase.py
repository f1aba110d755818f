"""A passphrase from a terminal (without echo), from a file or from stdin; never from the command line."""

from __future__ import annotations

import getpass
import sys
import warnings
from pathlib import Path
from typing import Final

from p2p_schnapsen.errors import LocalMisuse
from p2p_schnapsen.files import read_private
from p2p_schnapsen.profile import keyfile
from p2p_schnapsen.ui.language import _

BYTES: Final = 4096


def obtain(source: str | None, *, new: bool) -> bytes:
    """The passphrase, ready for `keyfile`. `source`: a private file, `-` for stdin, None to ask; a `new` one twice.

    Of a file or stdin, the first line counts.  Raises LocalMisuse `passphrase-missing`, `passphrase-differs`,
    `passphrase-text`, `passphrase-short`, and what `files.read_private` raises.
    """
    if source is not None:
        data = sys.stdin.buffer.readline(BYTES) if source == "-" else read_private(Path(source), BYTES)
        return keyfile.prepare(_line(data), new=new)
    passphrase = keyfile.prepare(_ask(_("Passphrase: ")), new=new)
    if new and keyfile.prepare(_ask(_("The same again: ")), new=new) != passphrase:
        raise LocalMisuse("passphrase-differs")
    return passphrase


def _line(data: bytes) -> str:
    try:
        return data.partition(b"\n")[0].removesuffix(b"\r").decode("utf-8")
    except UnicodeDecodeError:
        raise LocalMisuse("passphrase-text") from None


def _ask(prompt: str) -> str:
    try:
        with warnings.catch_warnings():
            # Where the echo cannot be switched off, it would only warn, and then show what is typed.
            warnings.simplefilter("error", getpass.GetPassWarning)
            return getpass.getpass(prompt)
    except (getpass.GetPassWarning, EOFError):
        raise LocalMisuse("passphrase-missing") from None
    except UnicodeDecodeError:
        raise LocalMisuse("passphrase-text") from None
