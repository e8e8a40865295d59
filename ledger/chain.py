"""Canonical JSON, the hash chain of a stream, and the Merkle tree over all streams: pure."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final

import msgspec

from ledger.errors import BrokenChain
from ledger.events import StoredEvent

GENESIS: Final = bytes(32)

# Any value that msgspec can encode.
canonical: Final = msgspec.json.Encoder(order="sorted").encode


def envelope(
    stream: str, version: int, kind: str, *, schema: int, length: int, command_id: str, actor: str, recorded_at: int
) -> bytes:
    """All that is hashed of an event beside its body, as a canonical JSON array."""
    return canonical((stream, version, kind, schema, length, command_id, actor, recorded_at))


def event_hash(prev_hash: bytes, envelope_: bytes, body: bytes) -> bytes:
    """SHA-256 of one link: unambiguous, as the hash has 32 bytes and the envelope holds the body's length."""
    return sha256(prev_hash + envelope_ + body).digest()


def hash_of(event: StoredEvent) -> bytes:
    """The hash that a stored event must have, from all its other fields."""
    e = event
    fields = (e.stream, e.version, e.kind, e.schema, len(e.body), e.command_id, e.actor, e.recorded_at)
    return sha256(e.prev_hash + canonical(fields) + e.body).digest()


def check(events: Iterable[StoredEvent], stream: str) -> tuple[int, bytes]:
    """Check a whole stream from its first event on.

    Returns the last version and the last hash, (0, GENESIS) for an empty stream.
    Errors: BrokenChain names the first event that is wrong or missing.
    """
    version, head, command_id = 0, GENESIS, ""
    for event in events:
        version += 1
        if problem := _problem(event, (stream, version, head, command_id)):
            raise BrokenChain(stream, version, problem)
        head, command_id = event.hash, event.command_id
    return version, head


def _problem(event: StoredEvent, expected: tuple[str, int, bytes, str]) -> str:
    stream, version, head, command_id = expected
    if event.stream != stream:
        return f"belongs to {event.stream}"
    if event.version != version:
        return f"missing, version {event.version} follows"
    if event.prev_hash != head:
        return "does not name the hash before it"
    if event.hash != hash_of(event):
        return "content does not match its hash"
    if event.opens == (event.command_id == command_id):
        return "mark of the first event of a batch is wrong"
    return ""


def leaf(stream: str, version: int, head: bytes) -> bytes:
    """The bytes of one stream in the tree: its name, length and last hash, as a canonical JSON array."""
    return canonical((stream, version, head.hex()))


def merkle_root(leaves: Sequence[bytes]) -> bytes:
    """The root of the tree over ``leaves``, as in RFC 6962; SHA-256 of nothing for no leaves."""
    level = [_leaf_hash(item) for item in leaves]
    while len(level) > 1:
        level = _next_level(level)
    return level[0] if level else sha256().digest()


def inclusion_proof(leaves: Sequence[bytes], index: int) -> tuple[tuple[str, bytes], ...]:
    """The hashes that lead from one leaf to the root, each with its side, ``left`` or ``right``."""
    level, proof = [_leaf_hash(item) for item in leaves], []
    while len(level) > 1:
        sibling = index ^ 1
        if sibling < len(level):
            proof.append(("left" if sibling < index else "right", level[sibling]))
        level, index = _next_level(level), index // 2
    return tuple(proof)


def root_from_proof(item: bytes, proof: Iterable[tuple[str, bytes]]) -> bytes:
    """The root that a leaf and its proof lead to."""
    node = _leaf_hash(item)
    for side, sibling in proof:
        node = _node_hash(sibling, node) if side == "left" else _node_hash(node, sibling)
    return node


def _leaf_hash(item: bytes) -> bytes:
    return sha256(b"\0" + item).digest()


def _node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def _next_level(level: list[bytes]) -> list[bytes]:
    pairs = zip(level[::2], level[1::2], strict=False)
    joined = [_node_hash(left, right) for left, right in pairs]
    return joined + level[len(joined) * 2 :]
