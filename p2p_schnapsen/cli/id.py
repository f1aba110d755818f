"""`id`: who one is to others."""

from __future__ import annotations

from argparse import Namespace

from p2p_schnapsen.cli.sitting import home_of, identity_of
from p2p_schnapsen.profile.fingerprint import pin, short_id
from p2p_schnapsen.profile.identity import Role, path_of
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.sanitise import sanitise


def run(options: Namespace) -> int:
    """Show the identity of this home; it is made where there is none yet."""
    home = home_of(options)
    identity = identity_of(home, computer=False)
    print(short_id(identity.public))
    if options.full:
        print(_("pin:  {pin}").format(pin=pin(identity.public)))
        print(_("key:  {key}").format(key=identity.public.hex()))
        print(_("kept: {path}").format(path=sanitise(str(path_of(home, Role.PLAYER)), 1000)))
    return 0
