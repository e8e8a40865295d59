"""Recorded matches: what is stored of one, and the digests of the states that its events lead to.

One JSON object a line: ``{kind, schema, body}`` for each event, then the ruleset and the digests. A file is added,
never written again: it says what its events meant on the day they were recorded.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import NODEFAULT, Raw, Struct

from rules_engine import registry
from rules_engine.kernel.codec import encode, kind_of
from rules_engine.kernel.fold import states
from rules_engine.kernel.messages import Event
from rules_engine.registry import AnyRuleset


class Recorded(Struct, frozen=True):
    """An event as it is stored."""

    kind: str
    schema: int
    body: Raw


class Digests(Struct, frozen=True):
    """What a match led to: of its last state, and over the digests of the state after every event."""

    ruleset: tuple[str, int, str]
    digest: str
    states: str


class Replay(Struct, frozen=True):
    """A file of the folder."""

    events: tuple[Recorded, ...]
    expected: Digests

    @property
    def ruleset(self) -> AnyRuleset:
        return registry.ruleset(*self.expected.ruleset)

    def decoded(self) -> tuple[Event, ...]:
        """The events as of today."""
        codec = self.ruleset.codec
        return tuple(codec.decode_event(event.kind, event.schema, bytes(event.body)) for event in self.events)


def read(path: Path) -> Replay:
    *events, last = path.read_bytes().splitlines()
    return Replay(
        tuple(msgspec.json.decode(line, type=Recorded) for line in events), msgspec.json.decode(last, type=Digests)
    )


def digests(ruleset: AnyRuleset, events: tuple[Event, ...]) -> Digests:
    """Of the states that events lead to, in canonical JSON. A field that a state gained since, with the value that old
    matches get, does not count: fields with their default are left out."""
    every, last, known = sha256(), "", Known()
    for state in states(ruleset, events):
        last = sha256(msgspec.json.encode(known.plain(state), order="sorted")).hexdigest()
        every.update(last.encode())
    return Digests((ruleset.key, ruleset.version, ruleset.variant), last, every.hexdigest())


class Known:
    """Plain data of records; those that states share are made plain once."""

    def __init__(self) -> None:
        self._plain: dict[int, tuple[Struct, dict[str, Any]]] = {}  # by identity; the record is kept, so that its id is

    def plain(self, value: Any) -> Any:
        match value:
            case Struct():
                if id(value) not in self._plain:
                    self._plain[id(value)] = value, dict(self._fields(value))
                return self._plain[id(value)][1]
            case tuple():
                return [self.plain(part) for part in value]
            case dict():
                return {key: self.plain(part) for key, part in value.items()}
        return value

    def _fields(self, record: Struct) -> Iterator[tuple[str, Any]]:
        if record.__struct_config__.tag is not None:
            yield "kind", kind_of(record)  # type: ignore[arg-type]  # any tagged record
        for field in msgspec.structs.fields(record):
            value = getattr(record, field.name)
            if field.default is NODEFAULT or value != field.default:
                yield field.name, self.plain(value)


def write(path: Path, ruleset: AnyRuleset, events: tuple[Event, ...]) -> Path:
    """Store a match. Errors: FileExistsError when there is a file of that name."""
    lines = [encode(Recorded(kind_of(event), event.schema, Raw(encode(event)))) for event in events]
    with path.open("xb") as file:
        file.write(b"\n".join([*lines, encode(digests(ruleset, events)), b""]))
    return path
