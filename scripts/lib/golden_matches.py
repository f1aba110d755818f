"""Golden matches: honest ones, whole or not. All that is drawn follows from the seeds that are named here."""

from __future__ import annotations

import random
from functools import cache, partial
from typing import NamedTuple

from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.presets.loader import load
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.model import GUEST, HOST
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import Seat
from p2p_schnapsen.wire.messages import Message, Open
from scripts.lib.golden_case import Cases
from tests.support.deals import move_of
from tests.support.dialogue import Script, Talk
from tests.support.duel import Duel, log_of

MATCHES = Cases()


class Short(NamedTuple):
    """A match by a preset: folder, preset, opening, seed, target."""

    folder: str
    preset: str
    opening: str
    seed: str
    target: int = 1


SHORT = (
    Short("schnapsen", "schnapsen", "match", "golden schnapsen 4", 4),
    Short("schnapsen_unopened", "schnapsen", "never", "schnapsen never 1"),
    Short("sixtysix", "sixtysix", "deal", "sixtysix deal 5"),
    Short("sixtysix_unopened", "sixtysix", "never", "sixtysix never 2"),
    Short("austriac66", "austriac66", "match", "golden austriac66 4"),
    Short("austriac66_unopened", "austriac66", "never", "austriac66 never 5"),
    Short("schnapsen-pc", "schnapsen-pc", "deal", "schnapsen-pc deal 5"),
    Short("schnapsen-pc_unopened", "schnapsen-pc", "never", "schnapsen-pc never 1"),
    Short("schnapsen66", "schnapsen66", "deal", "schnapsen66 deal 1"),
    Short("schnapsen66_unopened", "schnapsen66", "never", "schnapsen66 never 3"),
    Short("tjger", "tjger", "match", "golden tjger 2"),
    Short("tjger_unopened", "tjger", "never", "tjger never 3"),
    Short("en-ligne", "en-ligne", "deal", "en-ligne deal 1"),
    Short("en-ligne_unopened", "en-ligne", "never", "en-ligne never 4"),
)


@cache
def played(match: Short) -> Duel:
    """The match, played to its end."""
    ruleset = load(match.preset).ruleset.replace(target=match.target)
    return Duel.new(match.seed, ruleset, match.opening).play()


def _log(match: Short) -> bytes:
    return played(match).log()


for _match in SHORT:
    _marks = ("unopened",) if _match.opening == "never" else ()
    MATCHES.add(_match.folder, Verdict.VALID, marks=_marks)(partial(_log, _match))


class Drawn(random.Random):
    """Secrets that were drawn before."""

    def __init__(self, *secrets: str) -> None:
        super().__init__(0)
        self._secrets = iter(secrets)

    def randbytes(self, n: int) -> bytes:
        """The next of them. Raises AssertionError where it is not of `n` bytes."""
        secret = bytes.fromhex(next(self._secrets))
        assert len(secret) == n
        return secret


SECRETS = (
    "8f2dde78afbf085052ae17a4c86a51fde3abb942aa773ccbc3819952c078a119",  # the host's nonce, the guest's
    "50b881f1cb3f09fdb079abc46b421d004d0507701bb669bd34c3812d981b7fc3",
    "b60352afb0eed6a5f0b767babc1a332bb11d8cb6e24c6b49f3e4f5f85bca4984",  # seeds of deal 1, which the host deals
    "2401d3aa19d3c5bcd5da572677666a09f2d303dad107058bf041abacf4b5059c",
    "a8ad4def3b3f3452586d964c173655e85240bb65145782cf6b9bce9262bd2223",  # and of deal 2: the guest's first
    "9b08eaec8ce1a0293af0d468d9521efa312ffb1372b382423a0bf736bc8b87e5",
)
MOVES = "mH QH QS JS TS x TC KH mC claim  x KH JS QS TS JC TC JH QH mD close QD TD AC QC KS KD claim"


@cache
def example() -> Duel:
    """A match to 3 of which the secrets and the moves are written here; the project's README shows its log."""
    words = iter(MOVES.split())
    duel = Duel.new("example", Ruleset(target=3), choose=lambda view, _: move_of(view.deal, next(words)))
    duel.rng = Drawn(*SECRETS)
    return duel.play()


@MATCHES.add("example", Verdict.VALID)
def _example() -> bytes:
    return example().log()


@MATCHES.add("resumed", Verdict.VALID)
def _resumed() -> bytes:
    """The host dies with a record on its disk that it has not sent, and is taken up again; two real games."""
    script = Script.of("golden resume 1", Ruleset(target=1))
    host, guest = script.party(HOST, 0), script.party(GUEST, 0)
    talk = Talk(host, guest, script).link()
    dies_at = script.places(Phase.LEAD, HOST)[1] + 1
    while len(host.kept) < dies_at:
        assert talk.deliver() or talk._ask()
    assert len(guest.kept) == dies_at - 1
    guest.unlink(talk.now)
    Talk(script.party(HOST, len(host.kept)), guest, script).link().run()
    assert host.kept == script.records[:dies_at]
    assert guest.kept == script.records
    return log_of(guest.kept)


class Declining(Seat):
    """Keeps its seeds."""

    def automatic(self) -> Message | None:
        """As always, but for the opening."""
        message = super().automatic()
        return Open(None) if isinstance(message, Open) else message


@MATCHES.add("declined", Verdict.VALID, marks=("unopened",))
def _declined() -> bytes:
    return Duel.new("golden declined 1", Ruleset(target=1), guest=Declining).play().log()


@cache
def _brief() -> Duel:
    return Duel.new("schnapsen deal 3", Ruleset(target=1)).play()


@MATCHES.add("unacknowledged", Verdict.VALID, marks=("unacknowledged",))
def _unacknowledged() -> bytes:
    return log_of(_brief().records[:-1])


@MATCHES.add("torn", Verdict.VALID, marks=("unacknowledged", "torn"))
def _torn() -> bytes:
    return _brief().log()[:-100]


@MATCHES.add("incomplete", Verdict.INCOMPLETE)
def _incomplete() -> bytes:
    duel = example()
    follows = [place for place, state in enumerate(duel.states) if state.phase is Phase.FOLLOW]
    return log_of(duel.records[: follows[3]])


@MATCHES.add("incomplete_torn", Verdict.INCOMPLETE, marks=("torn",))
def _incomplete_torn() -> bytes:
    duel = example()
    cut = next(place for place, state in enumerate(duel.states) if state.phase is Phase.CUT)
    return log_of(duel.records[: cut + 1])[:-1000]


@cache
def ended() -> tuple[Script, int]:
    """A game, and a place of it where the host waits for a card of the guest."""
    script = Script.of("golden silence 1", Ruleset(target=1), patience=90)
    return script, script.places(Phase.FOLLOW, GUEST)[0]


@MATCHES.add("unresponsive", Verdict.UNRESPONSIVE)
def _unresponsive() -> bytes:
    script, place = ended()
    return log_of([*script.records[:place], script.end_note(HOST, place, 93)])


@MATCHES.add("unresponsive_torn", Verdict.UNRESPONSIVE, marks=("torn",))
def _unresponsive_torn() -> bytes:
    return _unresponsive() + bytes(2)
