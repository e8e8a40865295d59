"""The only place that writes to the ledger."""

import time
from collections.abc import Sequence

from django.db import IntegrityError, InterfaceError, OperationalError, connection, transaction
from msgspec import structs

from ledger import chain, queries
from ledger.errors import CommandIdReused, ConcurrencyConflict
from ledger.events import Batch, StoredEvent


def append(stream: str, batches: Sequence[Batch], *, expected_version: int) -> tuple[StoredEvent, ...]:
    """Write the events of one or more commands behind version ``expected_version`` of a stream, all or nothing.

    Runs in the caller's transaction, else in one of its own: on PostgreSQL one statement. A refusal leaves nothing
    behind, and an outer transaction usable. Commands that the stream knows already get the events they made happen at
    first, whatever version is expected: also when their commit's answer was lost.
    Errors: ConcurrencyConflict for another version; CommandIdReused for a known id with another request, or for known
    commands mixed with new ones.
    """
    if not batches:
        raise TypeError("nothing to append")
    drafts = _drafts(stream, batches, expected_version)
    try:
        stored = _write(stream, drafts, expected_version)
    except (OperationalError, InterfaceError):
        if connection.in_atomic_block or connection.is_usable():
            raise
        connection.close()  # the answer was lost: if it was written, the same command finds itself
        stored = _write(stream, drafts, expected_version)
    return stored or _first_answer(stream, batches, expected_version)


def _drafts(stream: str, batches: Sequence[Batch], version: int) -> list[StoredEvent]:
    """The events as they will be stored, but for position and hashes."""
    now = time.time_ns() // 1000
    drafts = []
    for batch in batches:
        for index, event in enumerate(batch.events):
            version += 1
            drafts.append(
                StoredEvent(
                    stream, version, event.kind, event.schema, event.body, batch.command_id, batch.actor, now,
                    index == 0, 0, b"", b"",
                )
            )  # fmt: skip
    return drafts


def _envelope(e: StoredEvent) -> bytes:
    return chain.canonical((e.stream, e.version, e.kind, e.schema, len(e.body), e.command_id, e.actor, e.recorded_at))


def _write(stream: str, drafts: Sequence[StoredEvent], expected: int) -> tuple[StoredEvent, ...]:
    """Write drafts behind version ``expected``; nothing is written or returned if version or command ids forbid it."""
    if connection.vendor == "postgresql":
        return _write_postgresql(stream, drafts, expected)
    return _write_sqlite(stream, drafts, expected)


def _write_postgresql(stream: str, drafts: Sequence[StoredEvent], expected: int) -> tuple[StoredEvent, ...]:
    columns = [
        [e.opens for e in drafts], [e.kind for e in drafts], [e.schema for e in drafts], [e.command_id for e in drafts],
        [e.actor for e in drafts], [e.recorded_at for e in drafts], [_envelope(e) for e in drafts],
        [e.body for e in drafts],
    ]  # fmt: skip
    ((positions, hashes),) = queries.fetch(
        "SELECT * FROM ledger_append(%s, %s, %b::boolean[], %b::text[], %b::smallint[], %b::text[], %b::text[],"
        " %b::bigint[], %b::bytea[], %b::bytea[])",
        (stream, expected, *columns),
    )
    return _stored(drafts, positions, hashes) if positions else ()


def _write_sqlite(stream: str, drafts: Sequence[StoredEvent], expected: int) -> tuple[StoredEvent, ...]:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            actual, link = queries.head(stream)
            if actual != expected:
                return ()
            hashes = [link or chain.GENESIS]
            for e in drafts:
                hashes.append(chain.event_hash(hashes[-1], _envelope(e), e.body))
            cursor.executemany(
                "INSERT INTO ledger_event (stream, version, opens, kind, schema, command_id, actor, recorded_at, body,"
                " prev_hash, hash) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
                [
                    (stream, e.version, e.opens, e.kind, e.schema, e.command_id, e.actor, e.recorded_at, e.body, *links)
                    for e, *links in zip(drafts, hashes, hashes[1:], strict=False)
                ],
            )
            positions = cursor.execute(
                "SELECT position FROM ledger_event WHERE stream = %s AND version > %s ORDER BY version",
                (stream, expected),
            ).fetchall()
    except IntegrityError:  # a command id that the stream knows
        return ()
    return _stored(drafts, [row[0] for row in positions], hashes)


def _stored(drafts: Sequence[StoredEvent], positions: list[int], hashes: list[bytes]) -> tuple[StoredEvent, ...]:
    """The drafts with what the database gave them; hashes: the one before the first event, then one for each."""
    return tuple(
        structs.replace(draft, position=position, prev_hash=before, hash=own)
        for draft, position, before, own in zip(drafts, positions, hashes, hashes[1:], strict=False)
    )


def _first_answer(stream: str, batches: Sequence[Batch], expected: int) -> tuple[StoredEvent, ...]:
    """What these commands made happen at first, or why they were refused."""
    known = [(batch, queries.batch_of(stream, batch.command_id)) for batch in batches]
    for batch, stored in known:
        if stored and (stored[0].kind, stored[0].body) != (batch.events[0].kind, batch.events[0].body):
            raise CommandIdReused(stream, batch.command_id)
    if all(stored for _, stored in known):
        return tuple(event for _, stored in known for event in stored)
    for batch, stored in known:
        if stored:
            raise CommandIdReused(stream, batch.command_id)
    raise ConcurrencyConflict(stream, expected, queries.stream_version(stream))
