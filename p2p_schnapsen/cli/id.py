"""`id`: who one is to others; taking that to another machine."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from p2p_schnapsen.cli import passphrase
from p2p_schnapsen.errors import DataError, LocalMisuse
from p2p_schnapsen.profile import keyfile
from p2p_schnapsen.profile.fingerprint import pin, short_id
from p2p_schnapsen.profile.home import Home, locate, open_home
from p2p_schnapsen.profile.identity import Role, obtain, path_of
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.sanitise import sanitise

PATH_CELLS = 1000


def run(options: Namespace) -> int:
    """Show the identity of this home, which is made where there is none yet; or export or import it."""
    if options.replace and options.source is None:
        raise LocalMisuse("choice", option="--replace", expected=_("given with --import"))
    if options.passphrase_file is not None and options.source is None and options.target is None:
        raise LocalMisuse("choice", option="--passphrase-file", expected=_("given with --export or --import"))
    home = locate(options.home, os.environ)
    open_home(home)
    if options.target is not None:
        return _export(home, Path(options.target), options)
    if options.source is not None:
        return _import(home, Path(options.source), options)
    identity = obtain(home, Role.PLAYER, os.urandom(32))
    print(short_id(identity.public))
    if options.full:
        print(_("pin:  {pin}").format(pin=pin(identity.public)))
        print(_("key:  {key}").format(key=identity.public.hex()))
        print(_("kept: {path}").format(path=_shown(path_of(home, Role.PLAYER))))
    return 0


def _export(home: Home, path: Path, options: Namespace) -> int:
    identity = obtain(home, Role.PLAYER, os.urandom(32))
    if os.path.lexists(path):  # said before a passphrase is thought up; `write` makes sure
        raise DataError("file-exists", path=str(path))
    words = passphrase.obtain(options.passphrase_file, new=True)
    keyfile.write(path, keyfile.encode(identity, words, os.urandom(keyfile.FRESH_BYTES)))
    text = _("{id} is in {path} now. Whoever has this file and the passphrase can play as you.")
    print(text.format(id=identity.short_id, path=_shown(path)))
    return 0


def _import(home: Home, path: Path, options: Namespace) -> int:
    identity = keyfile.read(path, passphrase.obtain(options.passphrase_file, new=False))
    done = keyfile.install(home, identity, replace=options.replace)
    if not done.changed:
        print(_("You are {id} already.").format(id=identity.short_id))
    elif done.backup is None:
        print(_("You are {id} now.").format(id=identity.short_id))
    else:
        text = _("You are {id} now. The old identity is kept in {path}; matches that it began need it.")
        print(text.format(id=identity.short_id, path=_shown(done.backup)))
    return 0


def _shown(path: Path) -> str:
    return sanitise(str(path), PATH_CELLS)
