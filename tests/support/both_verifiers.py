"""A log before both verifiers, the client's and the independent one: all of `verify --json` must be the same."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from p2p_schnapsen.gamelog.verify import verify
from tests.support import independent


def differences(data: bytes) -> dict[str, tuple[Any, Any]]:
    """Field -> what the client and what the independent verifier says, where that is not the same."""
    ours = verify(data).as_json("")
    theirs = asdict(independent.verify(data))
    del ours["log"]
    ours["marks"], theirs["marks"] = sorted(ours["marks"]), sorted(theirs["marks"])
    theirs["result"] = theirs["result"] and {**theirs["result"], "score": list(theirs["result"]["score"])}
    return {name: (value, theirs[name]) for name, value in ours.items() if value != theirs[name]}


def disagreement(data: bytes) -> str:
    """The `differences` as a line; empty where there are none."""
    return "; ".join(f"{name}: {one!r} and {two!r}" for name, (one, two) in differences(data).items())
