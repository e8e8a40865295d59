"""Canonical JSON, the hash chain of a stream, and the Merkle tree over all streams: pure."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final

import msgspec

from ledger.errors import BrokenChain
from ledger.events import SignedHead, StoredEvent

GENESIS: Final = bytes(32)

# Any value that msgspec can encode.
canonical: Final = msgspec.json.Encoder(order="sorted").encode


def envelope(event: StoredEvent) -> bytes:
    """All that is hashed of an event beside its body and the hash before it, as a canonical JSON array."""
    e, length = event, len(event.body)
    return canonical((e.stream, e.version, e.kind, e.schema, length, e.command_id, e.actor, e.recorded_at, e.opens))


def event_hash(prev_hash: bytes, event: StoredEvent) -> bytes:
    """SHA-256 of one link: unambiguous, as a hash has 32 bytes and the envelope holds the body's length.

    Position, ``xid`` and the event's own two hashes are not looked at.
    """
    return sha256(prev_hash + envelope(event) + event.body).digest()


def check(events: Iterable[StoredEvent], stream: str) -> tuple[int, bytes]:
    """Check a whole stream from its first event on.

    Returns the last version and the last hash, (0, GENESIS) for an empty stream.
    Errors: BrokenChain names the first event that is wrong or missing.
    """
    version, head, command_id = 0, GENESIS, ""
    commands = set[str]()
    for event in events:
        version += 1
        if event.version != version:
            raise BrokenChain(stream, version, f"missing, version {event.version} follows")
        if event.stream != stream:
            raise BrokenChain(stream, version, f"belongs to {event.stream}")
        if event.prev_hash != head:
            raise BrokenChain(stream, version, "does not name the hash before it")
        if event.hash != event_hash(head, event):
            raise BrokenChain(stream, version, "content does not match its hash")
        if event.opens != (event.command_id != command_id):
            raise BrokenChain(stream, version, "mark of the first event of a batch is wrong")
        if event.opens:
            command_id = event.command_id
            if command_id in commands:
                raise BrokenChain(stream, version, f"repeats command {command_id}")
            commands.add(command_id)
        head = event.hash
    return version, head


def statement(head: SignedHead) -> bytes:
    """The bytes of a tree head that are signed."""
    return canonical(("skirmish-ledger tree head 1", head.root, head.streams, head.events, head.recorded_at))


def text_hash(salt: bytes, text: str) -> str:
    """The hash of a text that an event holds, in hexadecimal; without the salt nothing can be guessed from it."""
    return sha256(salt + text.encode()).hexdigest()


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
