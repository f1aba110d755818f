"""A second verifier of whole logs, written from `protocol/spec` alone: integers, `hashlib`, and nothing of the client.

`verify(data)` says what `p2p-schnapsen verify` must say of the same bytes; `python -m tests.support.independent LOG…`
prints it, one JSON object a line.
"""

from __future__ import annotations

from tests.support.independent.verdict import Verdict, verify

__all__ = ["Verdict", "verify"]
