"""One error tree, so that blame is a type.

::

    SchnapsenError
    ├── Refusal            input is wrong; says what, blames nobody yet
    │   ├── IllegalMove    rules: the move breaks the rule `code`
    │   ├── RulesetError   rules, presets: a rule set makes no sense (`field`)
    │   ├── NotationError  rules: a text is not the notation of a match (`line`)
    │   ├── ProofError     crypto: a point, scalar, signature or proof does not hold
    │   └── WireError      wire: bytes are not a well-formed frame, record or message
    ├── PeerFault          the peer broke the protocol, shown by its own signed bytes
    ├── PeerSuspect        the peer misbehaved or fell silent; proves nothing
    ├── LocalMisuse        our own user asked for something impossible
    ├── DataError          a file of ours is missing, damaged or unsafe
    └── TransportError     the network

The pure rooms raise a `Refusal`.  `table.state` is the one place where a refusal of signed bytes becomes a
`PeerFault`.  Errors carry a stable `code` and `params`; sentences for people are made in `ui` and `cli`.
"""

from __future__ import annotations


class SchnapsenError(Exception):
    """Base of all errors of this package.

    `code` is a stable kebab-case name; `params` are the values that a sentence about it needs.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code} ({details})" if details else self.code


class Refusal(SchnapsenError):
    """Input is wrong. Whose fault that is, the caller knows."""


class IllegalMove(Refusal):
    """A move breaks a rule of the game; `code` names the rule that refused it."""


class RulesetError(Refusal):
    """A rule set makes no sense.

    `params["field"]` names the field; `params["problem"]` is the code of a clause about it, for which there are
    params of its own (`ui.problems`).
    """


class NotationError(Refusal):
    """A text is not the notation of a match. `params`: `line` (from 1; 0 the whole) and what the code needs."""


class ProofError(Refusal):
    """A point, scalar, key, signature or proof does not hold."""


class WireError(Refusal):
    """Bytes are not a well-formed frame, record or message."""


class PeerFault(SchnapsenError):
    """The peer broke the protocol, and its own signed bytes show it to anybody.

    `section` is the place in `protocol/spec` that it broke; `culprit` is 0 (host) or 1 (guest).
    """

    def __init__(self, code: str, section: str, culprit: int, **params: object) -> None:
        super().__init__(code, **params)
        self.section = section
        self.culprit = culprit


class PeerSuspect(SchnapsenError):
    """The peer misbehaved or fell silent in a way that a third party cannot check. Never called cheating."""


class LocalMisuse(SchnapsenError):
    """Our own user, or our own code, asked for something that is not possible now."""


class DataError(SchnapsenError):
    """A file of ours is missing, damaged or unsafe. `params["path"]` names it."""


class TransportError(SchnapsenError):
    """The network failed: no such host, refused, port in use, dropped."""
