"""Results as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from p2p_schnapsen.gamelog.tally import Tally
from p2p_schnapsen.presets import loader
from p2p_schnapsen.profile.fingerprint import short_id
from p2p_schnapsen.profile.peers import Peers
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.ui import acquaintances
from p2p_schnapsen.ui.language import _, decimal
from p2p_schnapsen.ui.offer import nearest, value_text
from p2p_schnapsen.ui.sanitise import sanitise

_WHOM = 3
"""Columns that say whom a result is against, and by which rules."""


def opponent(tally: Tally, known: Peers) -> str:
    """Who it was: by our player's own name, else by the last that it gave itself."""
    peer = known.get(tally.peer)
    return acquaintances.called(peer) if peer is not None else sanitise(tally.name)


def rules_name(ruleset: Ruleset) -> str:
    """A rule set by the named one that it is nearest to, and what differs."""
    named = nearest(ruleset)
    changed = loader.differences(named.ruleset, ruleset)
    return " ".join([named.name, *(f"{name}={value_text(getattr(ruleset, name))}" for name in changed)])


def table(found: Sequence[Tally], known: Peers, columns: int | None = None) -> list[str]:
    """The results in columns, with a heading. Of two numbers ours comes first. Where the lines would be longer than
    `columns`, each result takes two.
    """
    head = (
        *(_("opponent"), _("ID"), _("rules"), _("matches"), _("won"), _("lost"), _("undecided")),
        *(_("deals"), _("points"), _("average"), _("hints")),
    )
    return acquaintances.columns_within([head, *(_row(tally, known) for tally in found)], _WHOM, columns)


def won_and_lost(found: Iterable[Tally], peer: bytes) -> str:
    """Matches won and lost against somebody, by whatever rules; "-" where there are none."""
    mine = [tally for tally in found if tally.peer == peer and tally.won + tally.lost]
    return f"{sum(tally.won for tally in mine)}:{sum(tally.lost for tally in mine)}" if mine else "-"


def _row(tally: Tally, known: Peers) -> tuple[str, ...]:
    average = "-" if tally.average is None else decimal(f"{tally.average:+.2f}")
    return (
        *(acquaintances.shown(opponent(tally, known)), short_id(tally.peer), rules_name(tally.ruleset)),
        *(str(number) for number in (tally.matches, tally.won, tally.lost, tally.undecided)),
        *(f"{pair[0]}:{pair[1]}" for pair in (tally.deals_won, tally.points)),
        *(average, str(tally.hints)),
    )
