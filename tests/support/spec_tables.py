"""The parts of `protocol/spec` that are made from the program: tables and the phase diagram, each between its markers.

`python -m tests.support.spec_tables` writes them anew; tests/docs holds the text against them.
"""

from __future__ import annotations

import re
from pathlib import Path

from p2p_schnapsen.table.channel import FRAMES
from p2p_schnapsen.table.faults import FAULTS
from p2p_schnapsen.table.phases import TRANSITIONS, Phase
from p2p_schnapsen.wire.fields import Choice, Data, Field, Many, Maybe, Number, Row, Text
from p2p_schnapsen.wire.messages import MESSAGES

SPEC = Path(__file__).parents[2] / "protocol" / "spec"

DEAL_ENDS = frozenset({Phase.OPEN, Phase.COMMIT, Phase.FINAL})


def type_text(field: Field) -> str:
    """A field's type as the tables of the spec have it."""
    match field:
        case Number(low, high):
            return f"integer {low}..{high}"
        case Data(low, high, step):
            size = f"{low}" if low == high else f"{low}..{high}"
            return f"bytes {size}" + (f", multiple of {step}" if step > 1 else "")
        case Text(low, high, pattern):
            return f"text {low}..{high}" + (f", {pattern}" if pattern else "")
        case Choice(words):
            return f"one of {', '.join(words)}"
        case Maybe(inner):
            return f"{type_text(inner)} or nil"
        case Many(inner, low, high):
            return f"array of {low}..{high} × {type_text(inner)}"
        case Row(fields):
            return f"[{'; '.join(map(type_text, fields))}]"


def message_fields(kind: str) -> list[tuple[str, str]]:
    """Name and type of each field of a message, in order."""
    cls, fields = MESSAGES[kind]
    return list(zip(cls.__dataclass_fields__, map(type_text, fields), strict=True))


def section_files() -> dict[str, str]:
    """Section name -> the file that has it, from the index."""
    rows = re.findall(r"^\| \[([a-z -]+)\]\(.*?\) \| (\S+) \|$", between("README.md", "sections"), re.MULTILINE)
    return dict(rows)


def frames() -> str:
    """Each kind of channel frame, its fields and their types."""
    lines = ["| kind | fields | types |", "|---|---|---|"]
    for kind, (cls, fields) in FRAMES.items():
        names, types = ", ".join(cls.__dataclass_fields__), "; ".join(map(type_text, fields))
        lines.append(f"| `{kind}` | {names} | {types} |".replace("|  |", "| |").replace("|  |", "| |"))
    return "\n".join(lines)


def faults() -> str:
    """Each fault code and a link to its section."""
    files = section_files()
    lines = ["| code | section |", "|---|---|"]
    for code, section in FAULTS.items():
        file = "" if files[section] == "evidence.md" else files[section]
        lines.append(f"| `{code}` | [{section}]({file}#{section.replace(' ', '-')}) |")
    return "\n".join(lines)


def transitions() -> str:
    """Each phase and type, and the phases that may follow."""
    lines = ["| phase | type | next |", "|---|---|---|"]
    for (phase, kind), transition in TRANSITIONS.items():
        lines.append(f"| {phase} | `{kind}` | {', '.join(to for to in Phase if to in transition.next)} |")
    return "\n".join(lines)


def diagram() -> str:
    """The state machine without conceding, in Mermaid; one state stands for what follows the end of a deal."""
    edges: dict[tuple[str, str], list[str]] = {}
    for (phase, kind), transition in TRANSITIONS.items():
        if kind == "concede":
            continue
        targets = {str(target) for target in transition.next}
        if transition.next >= DEAL_ENDS and phase is not Phase.OPEN:
            targets = targets - {str(target) for target in DEAL_ENDS} | {"deal-ends"}
        for target in sorted(targets):
            edges.setdefault((str(phase), target), []).append(kind)
    names = {name: name.replace("-", "_") for edge in edges for name in edge}
    lines = ["```mermaid", "stateDiagram-v2"]
    lines += [f'    state "{name.replace("deal-ends", "deal ends")}" as {names[name]}' for name in names if "-" in name]
    lines += [f"    [*] --> {Phase.OFFER}"]
    lines += [f"    {names[a]} --> {names[b]} : {', '.join(kinds)}" for (a, b), kinds in edges.items()]
    lines += [f"    deal_ends --> {target}" for target in Phase if target in DEAL_ENDS]
    return "\n".join([*lines, f"    {Phase.OVER} --> [*]", "```"])


PARTS = {
    "channel.md": {"frames": frames},
    "turns.md": {"diagram": diagram, "transitions": transitions},
    "evidence.md": {"faults": faults},
}
"""File -> marker -> what stands between the markers."""


def between(file: str, name: str) -> str:
    """What stands between the markers `name` in a file of the spec."""
    found = re.search(rf"<!-- {name} -->\n(.*?)<!-- /{name} -->", (SPEC / file).read_text("utf-8"), re.DOTALL)
    assert found is not None, f"{file} has no markers {name}"
    return found.group(1).rstrip("\n")


def write() -> None:
    """Write all parts into the files."""
    for file, parts in PARTS.items():
        text = (SPEC / file).read_text("utf-8")
        for name, make in parts.items():
            start, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
            head, _, rest = text.partition(start)
            text = head + start + make() + "\n" + end + rest.partition(end)[2]
        (SPEC / file).write_text(text, "utf-8")


if __name__ == "__main__":
    write()
