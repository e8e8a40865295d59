"""One stream as JSON Lines: its name, its events in order, then a tree head with the proof that it holds the stream."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Final

import msgspec

from ledger import chain, queries
from ledger.errors import MalformedExport, UnknownStream
from ledger.events import COMMAND_ID, StoredEvent

FORMAT: Final = "skirmish-ledger stream 1"


Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Word = Annotated[str, msgspec.Meta(pattern="^[^\x00]+$")]  # what every database can keep
Uuid = Annotated[str, msgspec.Meta(pattern=f"^{COMMAND_ID.pattern}$")]


class _Stream(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag="stream"):
    """The first line."""

    format: str
    stream: Word


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag="event"):
    """An event; body: its exact text, as that is what was hashed; hashes in hexadecimal."""

    version: int
    kind: Word
    schema: Annotated[int, msgspec.Meta(ge=1, le=2**15 - 1)]
    body: str
    command_id: Uuid
    actor: Word
    recorded_at: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
    opens: bool
    prev_hash: Hash
    hash: Hash


class _TreeHead(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag="tree_head"):
    """A signed tree head; the stream had ``version`` events then, the last with ``hash``; proof: (side, hash) pairs."""

    root: str
    streams: int
    events: int
    recorded_at: int
    signature: str
    public_key: str
    version: int
    hash: Hash
    proof: list[tuple[str, str]]


def write(stream: str) -> Iterator[str]:
    """The lines of a stream's export, with the newest tree head that holds it, if there is one.

    Errors: UnknownStream, before the first line.
    """
    events = queries.read_stream(stream)
    if not events:
        raise UnknownStream(stream)
    lines = [_Stream(format=FORMAT, stream=stream), *map(_event_line, events), *_tree_head_line(stream)]
    return (msgspec.json.encode(line).decode() for line in lines)


def read(lines: Iterable[str]) -> tuple[str, tuple[StoredEvent, ...]]:
    """The stream of an export, and its events, their chain checked.

    Errors: MalformedExport names the line; BrokenChain the event.
    """
    decoded = [_decode(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not decoded or not isinstance(decoded[0], _Stream) or decoded[0].format != FORMAT:
        raise MalformedExport(1, f"is not the head of a {FORMAT!r} file")
    stream = decoded[0].stream
    events = tuple(_stored(stream, line) for line in decoded if isinstance(line, _Event))
    if not events:
        raise MalformedExport(1, "is followed by no event")
    chain.check(events, stream)
    return stream, events


def _event_line(event: StoredEvent) -> _Event:
    fields = msgspec.structs.asdict(event)
    del fields["stream"], fields["position"]
    return _Event(
        **fields | {"body": event.body.decode(), "prev_hash": event.prev_hash.hex(), "hash": event.hash.hex()}
    )


def _tree_head_line(stream: str) -> Iterator[_TreeHead]:
    for head, leaves in reversed(queries.tree_heads()):
        for index, (name, version, hash_) in enumerate(map(msgspec.json.decode, leaves)):
            if name == stream:
                proof = [(side, sibling.hex()) for side, sibling in chain.inclusion_proof(leaves, index)]
                yield _TreeHead(**msgspec.structs.asdict(head), version=version, hash=hash_, proof=proof)
                return


def _decode(number: int, line: str) -> _Stream | _Event | _TreeHead:
    try:
        decoded = msgspec.json.decode(line, type=_Stream | _Event | _TreeHead)
        if isinstance(decoded, _Event):
            msgspec.json.decode(decoded.body)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise MalformedExport(number, str(error)) from error
    return decoded


def _stored(stream: str, line: _Event) -> StoredEvent:
    fields: dict[str, Any] = msgspec.structs.asdict(line)  # the same names, in other types
    hashes = {name: bytes.fromhex(fields[name]) for name in ("prev_hash", "hash")}
    return StoredEvent(stream=stream, position=0, **fields | hashes | {"body": line.body.encode()})
