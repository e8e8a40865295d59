"""A ledger in a list: the store's contract in its plainest form, for tests that need no database."""

import time

from msgspec import structs

from ledger import chain
from ledger.errors import CommandIdReused, ConcurrencyConflict
from ledger.events import FEED_START, Batch, FeedPage, FeedPosition, StoredEvent


class InMemoryLedger:
    """Appends to and reads from a list of all events, in the order they were written."""

    def __init__(self) -> None:
        self.events: list[StoredEvent] = []

    def append(self, stream: str, batches: list[Batch], *, expected_version: int) -> tuple[StoredEvent, ...]:
        known = {batch.command_id: self.batch_of(stream, batch.command_id) for batch in batches}
        for batch in batches:
            stored, request = known[batch.command_id], batch.events[0]
            if stored and (stored[0].kind, stored[0].body) != (request.kind, request.body):
                raise CommandIdReused(stream, batch.command_id)
        if all(known.values()):
            return sum(known.values(), ())
        if any(known.values()) or len(known) < len(batches):
            raise CommandIdReused(stream, next(id_ for id_, stored in known.items() if stored))
        if expected_version != self.stream_version(stream):
            raise ConcurrencyConflict(stream, expected_version, self.stream_version(stream))
        return tuple(self._write(stream, batch, index) for batch in batches for index in range(len(batch.events)))

    def _write(self, stream: str, batch: Batch, index: int) -> StoredEvent:
        before = self.read_stream(stream)
        head = before[-1].hash if before else chain.GENESIS
        event, version, now = batch.events[index], len(before) + 1, time.time_ns() // 1000
        draft = StoredEvent(
            stream, version, event.kind, event.schema, event.body, batch.command_id, batch.actor, now, index == 0,
            len(self.events) + 1, head, b"",
        )  # fmt: skip
        stored = structs.replace(draft, hash=chain.event_hash(head, draft))
        self.events.append(stored)
        return stored

    def read_stream(self, stream: str, after: int = 0, up_to: int | None = None) -> tuple[StoredEvent, ...]:
        mine = [event for event in self.events if event.stream == stream]
        return tuple(mine[after : len(mine) if up_to is None else up_to])

    def stream_version(self, stream: str) -> int:
        return len(self.read_stream(stream))

    def batch_of(self, stream: str, command_id: str) -> tuple[StoredEvent, ...]:
        return tuple(event for event in self.read_stream(stream) if event.command_id == command_id)

    def streams(self, prefix: str = "") -> tuple[str, ...]:
        return tuple(sorted({event.stream for event in self.events if event.stream.startswith(prefix)}))

    def read_feed(self, after: FeedPosition = FEED_START, limit: int = 1000) -> FeedPage:
        events = tuple(self.events[after.position : after.position + limit])
        return FeedPage(events, FeedPosition(0, events[-1].position) if events else after)
