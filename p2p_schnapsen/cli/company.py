"""With whom one plays: a key met for the first time is asked about, a familiar name with another key is a warning."""

from __future__ import annotations

from typing import Protocol

from p2p_schnapsen.cli.sitting import Talk
from p2p_schnapsen.net.session import today
from p2p_schnapsen.profile import fingerprint, peerbook, peers
from p2p_schnapsen.profile.home import Home
from p2p_schnapsen.table.commands import News
from p2p_schnapsen.table.events import ContractMade
from p2p_schnapsen.ui import acquaintances
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.wire.messages import Offer


class Asked(Protocol):
    """Where our person can be asked."""

    async def confirm(self, question: str) -> bool:
        """Whether the answer is yes."""
        ...


class Company:
    """Judges who comes, asks our person where that is needed, and remembers who was accepted.

    `place` is None where nobody can be asked (a computer plays), and all are welcome. `willing`: the person has said
    so beforehand, or has pinned the key.
    """

    def __init__(self, home: Home, talk: Talk, place: Asked | None, *, willing: bool) -> None:
        self._home = home
        self._talk = talk
        self._place = place
        self._willing = willing
        self._said: list[str] = []
        """What has been said of the guest at the door."""

    async def admit(self, key: bytes) -> bool:
        """Whether a guest with this key, whose name is not known yet, may sit down."""
        verdict = peers.judge(peerbook.load(self._home), key, "")
        if not verdict.asks:
            self._said = acquaintances.judged(verdict, fingerprint.short_id(key), "")
            self._talk.say(*self._said)
            return True
        self._talk.say(
            _("Somebody with the ID {id} has come, whom you have not met. Compare the ID by voice.").format(
                id=fingerprint.short_id(key)
            )
        )
        return await self._asked(_("Play with this guest?"))

    async def accepts(self, offer: Offer) -> bool:
        """Whether to play with the host of this offer."""
        verdict = peers.judge(peerbook.load(self._home), offer.key, offer.name)
        self._talk.say(*acquaintances.judged(verdict, fingerprint.short_id(offer.key), offer.name))
        return not verdict.asks or await self._asked(_("Play with this host?"))

    async def _asked(self, question: str) -> bool:
        return self._willing or self._place is None or await self._place.confirm(question)

    def tell(self, news: News) -> None:
        """A contract is made: the other side is no stranger any more."""
        if not any(isinstance(event, ContractMade) for event in news.events):
            return
        key, name = _other(news)
        known = peerbook.load(self._home)
        if news.me == 0:
            verdict = peers.judge(known, key, name)
            lines = acquaintances.judged(verdict, fingerprint.short_id(key), name)
            self._talk.say(*(line for line in lines if line not in self._said))
        with peerbook.update(self._home) as book:
            book.peers = peers.remember(book.peers, key, name, today())


def _other(news: News) -> tuple[bytes, str]:
    offer, accept = news.table.offer, news.table.accept
    assert offer is not None
    assert accept is not None
    return (accept.key, accept.name) if news.me == 0 else (offer.key, offer.name)
