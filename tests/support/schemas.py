"""The JSON Schemas of `protocol/schema`: validation, the way to msgpack values, and what lies at their limits.

`at_limits` and `beyond_limits` read nothing but the schema, so that what they give can be held against the code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT202012

FOLDER = Path(__file__).parents[2] / "protocol" / "schema"
BASE = "file:///schema/"
SUFFIX = ".schema.json"

Schema = dict[str, Any]

FILES: dict[str, Schema] = {
    path.relative_to(FOLDER).as_posix(): json.loads(path.read_text("utf-8")) for path in FOLDER.rglob("*.json")
}
"""File under protocol/schema -> its content."""

# Without their `$schema`, at which the validator would go back to the dialect without our keyword.
_REGISTRY = Registry().with_resources(
    (BASE + name, DRAFT202012.create_resource({key: part for key, part in content.items() if key != "$schema"}))
    for name, content in FILES.items()
)


@cache
def _to_the_end(pattern: str) -> str:
    return re.sub(r"\$$", r"\\Z", pattern)


def _pattern(validator: Any, pattern: str, instance: object, schema: Schema) -> Iterator[ValidationError]:
    # In JSON Schema (ECMA 262) `$` is the very end; in Python it is also the place before a last line feed.
    if isinstance(instance, str) and not re.search(_to_the_end(pattern), instance):
        yield ValidationError(f"{instance[:40]!r} does not match {pattern!r}")


def _utf8_max_bytes(validator: Any, limit: int, instance: object, schema: Schema) -> Iterator[ValidationError]:
    if isinstance(instance, str) and len(instance.encode("utf-8")) > limit:
        yield ValidationError(f"more than {limit} bytes of UTF-8")


_Validator = extend(Draft202012Validator, {"pattern": _pattern, "utf8MaxBytes": _utf8_max_bytes})


def validator(name: str) -> Any:
    """The validator of a schema, such as `note.schema.json` or `record.schema.json#/$defs/body`."""
    return _Validator({"$ref": BASE + name}, registry=_REGISTRY)


class Node:
    """A part of a schema, references followed."""

    def __init__(self, schema: Schema, file: str) -> None:
        while "$ref" in schema:
            other, _, pointer = schema["$ref"].partition("#")
            file = other or file
            target: Any = FILES[file]
            for step in pointer.split("/")[1:]:
                target = target[step]
            schema = target | {key: value for key, value in schema.items() if key != "$ref"}
        self.schema = schema
        self.file = file

    @staticmethod
    def of(name: str) -> Node:
        """The part that a reference names."""
        return Node({"$ref": name}, "")

    def child(self, schema: Schema) -> Node:
        """A part of this part."""
        return Node(schema, self.file)

    @property
    def title(self) -> str:
        """The field's name."""
        title: str = self.schema.get("title", "")
        return title

    @property
    def kind(self) -> str:
        """number, bytes, text, words, maybe, many or row."""
        schema = self.schema
        if "oneOf" in schema:
            assert schema["oneOf"][0] == {"type": "null"}
            return "maybe"
        if "enum" in schema or "const" in schema:
            return "words"
        if schema["type"] == "array":
            return "many" if schema["items"] else "row"
        if schema["type"] == "string":
            return "bytes" if schema.get("contentEncoding") == "base16" else "text"
        assert schema["type"] == "integer"
        return "number"

    @property
    def fields(self) -> list[Node]:
        """The parts of a row."""
        return [self.child(item) for item in self.schema.get("prefixItems", ())]

    @property
    def inner(self) -> Node:
        """What an array holds, or what stands where there is no nil."""
        return self.child(self.schema["oneOf"][1] if self.kind == "maybe" else self.schema["items"])

    @property
    def words(self) -> list[Any]:
        """The values of `enum` or `const`."""
        return self.schema["enum"] if "enum" in self.schema else [self.schema["const"]]

    @property
    def step(self) -> int:
        """Bytes: of what the length is a multiple."""
        found = re.fullmatch(r"\^\(\[0-9a-f\]\{(\d+)\}\)\*\$", self.schema["pattern"])
        assert found is not None
        return int(found[1]) // 2

    def bounds(self) -> tuple[int, int]:
        """The least and the greatest number, length in bytes or characters, or count of items."""
        schema = self.schema
        match self.kind:
            case "number":
                return schema["minimum"], schema["maximum"]
            case "bytes":
                return schema["minLength"] // 2, schema["maxLength"] // 2
            case "text":
                return schema.get("minLength", 0), schema["maxLength"]
        return schema["minItems"], schema["maxItems"]


_SAMPLES = {
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": (("2026-11-30",), ("2026-1-030", "2026/11/30", "２026-11-30", "2026-11-3\n")),
    "^[a-z-]+$": (("x", "other-version", "-" * 32), ("", "x" * 33, "Full", "no place", "a\n", "é")),
}
"""Pattern -> texts that match, and that do not (or are too long)."""


def shortest(node: Node) -> Any:
    """An instance at the lower limits."""
    return at_limits(node)[0]


def at_limits(node: Node) -> list[Any]:
    """Instances at each of the limits, one limit at a time; the first is at the lower limits throughout."""
    match node.kind:
        case "words":
            return node.words
        case "number":
            low, high = node.bounds()
            return [low, high]
        case "bytes":
            low, high = node.bounds() if "minLength" in node.schema else (0, 40)
            return ["00" * low, "ff" * high]
        case "text" if "pattern" in node.schema:
            return list(_SAMPLES[node.schema["pattern"]][0])
        case "text":
            low, high = node.bounds()
            return ["x" * low, "x" * high, "é" * (high // 2)]
        case "maybe":
            return [None, *at_limits(node.inner)]
        case "many":
            low, high = node.bounds()
            item = shortest(node.inner)
            return [[item] * low, [item] * high, *([other] * max(low, 1) for other in at_limits(node.inner))]
    fields = [at_limits(field) for field in node.fields]
    least = [field[0] for field in fields]
    return [
        least,
        *([*least[:at], value, *least[at + 1 :]] for at, field in enumerate(fields) for value in field[1:]),
        [field[-1] for field in fields],
    ]


def beyond_limits(node: Node) -> list[Any]:
    """Instances with one thing wrong: just outside a limit, one item too many or missing, another type."""
    match node.kind:
        case "words":
            return ["", f"{node.words[0]}x", None, [], True]
        case "number":
            low, high = node.bounds()
            return [low - 1, high + 1, str(low), None, True, [low], 0.5, {}]
        case "bytes" if "minLength" not in node.schema:
            return [None, 7, [], True, {}]
        case "bytes":
            low, high = node.bounds()
            off = ["00" * (low + 1)] if node.step > 1 else []
            return ["00" * (low - node.step), "00" * (high + node.step), *off, None, 7, [], ["00" * low], True]
        case "text" if "pattern" in node.schema:
            return [*_SAMPLES[node.schema["pattern"]][1], None, 7, ["x"]]
        case "text":
            low, high = node.bounds()
            less = ["x" * (low - 1)] if low else []
            bytes_ = ["é" * (high // 2) + "x"] if "utf8MaxBytes" in node.schema else []
            return [*less, "x" * (high + 1), *bytes_, None, 7, ["x"]]
        case "maybe":
            return [value for value in beyond_limits(node.inner) if value is not None]
        case "many":
            low, high = node.bounds()
            item = shortest(node.inner)
            few = [[item] * (low - 1)] if low else []
            bad = [[value] * max(low, 1) for value in beyond_limits(node.inner)]
            return [*few, [item] * (high + 1), *bad, None, item, {}]
    fields = node.fields
    least = shortest(node)
    wrong = [
        [*least[:at], value, *least[at + 1 :]] for at, field in enumerate(fields) for value in beyond_limits(field)
    ]
    return [*wrong, *([least[:-1]] if least else []), [*least, None], None, 0, "00", {}]


def packed(node: Node, instance: Any) -> Any:
    """The msgpack value of an instance: hex becomes bytes where the schema says so, lists become tuples."""
    match node.kind:
        case "bytes" if isinstance(instance, str):
            return bytes.fromhex(instance)
        case "maybe":
            return None if instance is None else packed(node.inner, instance)
        case "many" if isinstance(instance, list):
            return tuple(packed(node.inner, item) for item in instance)
        case "row" if isinstance(instance, list):
            fields: list[Callable[[Any], Any]] = [
                lambda item, field=field: packed(field, item)  # type: ignore[misc]  # bound in the loop
                for field in node.fields
            ]
            fields += [_raw] * (len(instance) - len(fields))
            return tuple(pack(item) for pack, item in zip(fields, instance, strict=False))
    return _raw(instance)


def _raw(value: Any) -> Any:
    return tuple(map(_raw, value)) if isinstance(value, list) else value
