"""What can be written to a stream, and what is read back."""

import re
from typing import Final, NamedTuple

from msgspec import Struct

COMMAND_ID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class NewEvent(Struct, frozen=True, gc=False):
    """An event that is not written yet.

    kind: our own stable word, ``match.started``; schema: its version, from 1; body: canonical JSON.
    """

    kind: str
    schema: int
    body: bytes


class Batch(Struct, frozen=True):
    """The events that one command makes happen; the first of them is the command's request.

    command_id: a uuid in its usual lower-case form, unique in its stream for ever; actor: an opaque id.
    Errors: TypeError for another form of id or for no events.
    """

    command_id: str
    actor: str
    events: tuple[NewEvent, ...]

    def __post_init__(self) -> None:
        if not COMMAND_ID.fullmatch(self.command_id):
            raise TypeError(f"a command id is a lower-case uuid, not {self.command_id!r}")
        if not self.events:
            raise TypeError("a batch has at least one event, its request")


class StoredEvent(Struct, frozen=True, gc=False):
    """An event of a stream as it was written.

    version counts 1, 2, 3 … in its stream; opens: whether it is the first of its batch; recorded_at: microseconds since
    1970 in UTC; position: its place in this database's feed, not part of the hash, as imports change it.
    """

    stream: str
    version: int
    kind: str
    schema: int
    body: bytes
    command_id: str
    actor: str
    recorded_at: int
    opens: bool
    position: int
    prev_hash: bytes
    hash: bytes


class FeedPosition(NamedTuple):
    """How far a reader of the feed has come; ``xid`` is 0 on a database that has none."""

    xid: int
    position: int


class FeedPage(NamedTuple):
    """A slice of the feed and where the next one starts."""

    events: tuple[StoredEvent, ...]
    end: FeedPosition


FEED_START: Final = FeedPosition(0, 0)


class SignedHead(Struct, frozen=True):
    """A tree head as it is published: who keeps one sees any later change of what was written before it.

    root: of the Merkle tree over all streams; signature: Ed25519 over the statement; all three in hexadecimal.
    """

    root: str
    streams: int
    events: int
    recorded_at: int
    signature: str
    public_key: str


class TextRef(NamedTuple):
    """What an event holds of a text that a person typed: its id and its salted hash, in hexadecimal."""

    id: str
    hash: str
