"""The table of the kinds of cheat in the threat model: `python -m tests.adversary.table` writes it there anew."""

from __future__ import annotations

from tests.adversary.kinds import CASES, KINDS, Kind
from tests.support.spec_tables import SPEC, section_files

DOCUMENT = SPEC / "threat-model.md"
BEGIN, END = "<!-- cheats -->\n", "<!-- /cheats -->\n"
HEAD = ("| kind | step | code | section | what it attempts |", "|---|---|---|---|---|")


def row(kind: Kind, files: dict[str, str]) -> str:
    """One line of the table; `files` says in which file a section is."""
    section = f"[{kind.section}]({files[kind.section]}#{kind.section})"
    attempts = "; ".join(cheat.attempt for cheat in kind.cheats)
    return f"| {kind.name} | `{kind.step}` | `{kind.code}` | {section} | {attempts} |"


def table() -> str:
    """What stands between the marks."""
    one = sum({side for cheat in kind.cheats for side in cheat.sides} != {0, 1} for kind in KINDS)
    count = (
        f"{len(KINDS)} kinds, {len(CASES)} cases: each by host and guest (but for {one} kinds that only one of them "
        "can try),\nwith 20 and with 24 cards where both packs can have it. *Step* is the record's type."
    )
    files = section_files()
    return "\n".join([count, "", *HEAD, *(row(kind, files) for kind in KINDS), ""])


def filled(text: str) -> str:
    """The document with the table as it is now. Raises `ValueError` where the marks are missing."""
    before, _, rest = text.partition(BEGIN)
    _, mark, after = rest.partition(END)
    if not mark:
        raise ValueError("the document has no place for the table")
    return f"{before}{BEGIN}{table()}{END}{after}"


if __name__ == "__main__":
    DOCUMENT.write_text(filled(DOCUMENT.read_text("utf-8")), "utf-8")
