"""What most players under test have in common: always ready, they say nothing and listen to nobody."""

from __future__ import annotations

from p2p_schnapsen.net.runner import Table


class Quiet:
    """The part of a `Player` that is no decision."""

    def seated(self, table: Table) -> None:
        """There is nothing to be done there beside answering."""

    async def ready(self, number: int) -> None:
        """At once."""

    def hear(self, text: str) -> None:
        """Nobody listens."""
