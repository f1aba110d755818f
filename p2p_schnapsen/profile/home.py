"""The folders of one player, and reading and writing in them safely.

::

    DATA/                 0700 when we make it; an older one may be readable, but not writable, by others
      keys/               0700  one file per identity, 0600 (see `identity`)
      matches/            0700  logs, and the secrets of matches that go on
      computer/           0700  the same, of the computer that `play` plays against
      peers.json          0600  whom the player knows (see `peerbook`)
      *.lock              0600  held while what they are named for is changed (see `lock`)
    CONFIG/
      settings.toml       written by the user only (see `settings`)

With `--home DIR` or the variable `P2P_SCHNAPSEN_HOME`, DATA and CONFIG are both DIR; else they are where the platform
keeps such things (XDG on Linux).  DATA, what lies directly in it and private files must be real (no symbolic
links) and ours; folders above DATA are the user's own business.

Errors are those of `files`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from p2p_schnapsen.errors import LocalMisuse
from p2p_schnapsen.files import WRITTEN_BY_OTHERS, check_folder, open_folder, reported
from p2p_schnapsen.profile.where import APP, named


@dataclass(frozen=True, slots=True)
class Home:
    """Where one player's files are. Nothing is made before `open_folder` is asked for it."""

    data: Path
    config: Path

    @property
    def keys(self) -> Path:
        return self.data / "keys"

    @property
    def matches(self) -> Path:
        return self.data / "matches"

    @property
    def computer(self) -> Path:
        """The matches as the computer of `play` has them."""
        return self.data / "computer"


def locate(chosen: str | None, environ: Mapping[str, str]) -> Home:
    """The home that `--home` names (`chosen`), else the variable, else the platform's own places. Absolute paths.

    Raises LocalMisuse `home-path` for a name that cannot be a path.
    """
    name = named(chosen, environ)
    if name is None:
        import platformdirs  # costs some milliseconds, and most scripts name a home

        platform = platformdirs.PlatformDirs(APP, appauthor=False)
        return Home(platform.user_data_path, platform.user_config_path)
    try:
        folder = Path(name).expanduser() if name else None
    except RuntimeError:  # `~somebody` whom the system does not know
        folder = None
    if folder is None or "\0" in name:
        raise LocalMisuse("home-path", path=name)
    folder = Path(os.path.abspath(folder))
    return Home(folder, folder)


def open_home(home: Home) -> None:
    """Makes or checks the data folder. Raises DataError."""
    with reported(home.data, "cannot-write"):
        home.data.parent.mkdir(parents=True, exist_ok=True)
    open_folder(home.data, forbidden=WRITTEN_BY_OTHERS)


def check_home(home: Home) -> None:
    """Checks the data folder. Raises DataError, `folder-missing` where there is none yet."""
    check_folder(home.data, forbidden=WRITTEN_BY_OTHERS)
