"""What scripts are told where a match comes to nothing before there is a table: of that on, `sitting` tells them.

Apart, since everything else that knows of matches takes long to load, and may be what fails.
"""

from __future__ import annotations

import contextlib
import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from p2p_schnapsen.errors import SchnapsenError
from p2p_schnapsen.ui import errors
from p2p_schnapsen.ui.console import Output

NO_MATCH: dict[str, Any] = {"event": "end", "log": None, "verdict": None, "result": None}
"""The last object where no match was begun."""


@contextlib.contextmanager
def told(options: Namespace) -> Iterator[None]:
    """Whatever is raised meanwhile becomes an `error`, unless a signal is the reason, and an `end` after it; it goes on
    its way. `sitting.Talk` sets `options.told`: from there on it is not our business.
    """
    options.told = False
    try:
        yield
    except SchnapsenError as error:
        _tell(options, error.code, errors.sentence(error))
        raise
    except (KeyboardInterrupt, SystemExit):
        _tell(options, None, "")
        raise
    except Exception as error:
        _tell(options, "mistake", f"{type(error).__name__}: {error}")
        raise


def _tell(options: Namespace, code: str | None, message: str) -> None:
    if options.told:
        return
    events = [] if code is None else [{"event": "error", "code": code, "message": message}]
    Output(sys.stdout).line(*(json.dumps(event) for event in [*events, NO_MATCH]))
