"""The only place that writes to the ledger."""

import re
import secrets
import sqlite3
import time
import unicodedata
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from hashlib import sha256
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.core.management import call_command
from django.db import IntegrityError, InterfaceError, OperationalError, connection, transaction
from msgspec import structs

from ledger import chain, export, queries, subscriptions
from ledger.errors import CommandIdReused, ConcurrencyConflict, StreamDiffers, UnwritableText
from ledger.events import Batch, SignedHead, StoredEvent, TextRef
from ledger.models import Text, TreeHead

TREE_HEAD_SECONDS: Final = 3600
UNWRITABLE: Final = re.compile(r"[\x00\ud800-\udfff]")
MIGRATION_LOCK: Final = 0x5EED_1ED6  # any number that no other lock of this database uses


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
    if stored:
        subscriptions.wake(stored)
    return stored or _first_answer(stream, batches, expected_version)


def import_stream(lines: Iterable[str]) -> tuple[str, int]:
    """Write an exported stream with its own times and hashes, or what this ledger lacks of it.

    Returns the stream and how many events were written: 0 if it was known already.
    Errors: MalformedExport; BrokenChain; StreamDiffers if an event here is another one; NotUnderstood if a subscriber
    could never take them, which would hold it up for ever. Nothing is written then.
    """
    stream, events = export.read(lines)
    known = queries.read_stream(stream)
    for ours, theirs in zip(known, events, strict=False):
        if ours.hash != theirs.hash:
            raise StreamDiffers(stream, ours.version)
    missing = events[len(known) :]
    if missing:
        with transaction.atomic():
            stored = _write(stream, missing, len(known))
            if not stored:
                raise ConcurrencyConflict(stream, len(known), queries.stream_version(stream))
            subscriptions.rehearse(stored)
            subscriptions.wake(stored)
    return stream, len(missing)


def sign_tree_head() -> SignedHead:
    """Sign the state of all streams at this moment, and keep it with the leaves it was made of."""
    heads = queries.stream_heads()
    leaves = [chain.leaf(*each) for each in heads]
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(settings.LEDGER_SIGNING_SEED))
    unsigned = SignedHead(
        root=chain.merkle_root(leaves).hex(),
        streams=len(heads),
        events=sum(version for _, version, _ in heads),
        recorded_at=_now(),
        signature="",
        public_key=key.public_key().public_bytes_raw().hex(),
    )
    signed = structs.replace(unsigned, signature=key.sign(chain.statement(unsigned)).hex())
    TreeHead.objects.create(**structs.asdict(signed), leaves=b"\n".join(leaves))
    return signed


def sign_due_tree_head() -> None:
    """Sign the first tree head as soon as there are events, and another each hour in which events came."""
    newest = TreeHead.objects.last()
    if newest and _now() - newest.recorded_at < TREE_HEAD_SECONDS * 1_000_000:
        return
    if queries.count_events() != (newest.events if newest else 0):
        sign_tree_head()


def intern_text(scope: str, text: str) -> TextRef:
    """Keep a text that a person typed and return what an event may hold of it.

    The same text in the same scope, a campaign say, has the same id, until it is erased. Texts are the same when they
    are written alike in Unicode's composed form, blanks at either end of a line aside; so they are kept.
    Errors: UnwritableText for one with a character that no database keeps.
    """
    if unwritable := UNWRITABLE.search(text):
        raise UnwritableText(unwritable[0])
    text = "\n".join(" ".join(line.split()) for line in unicodedata.normalize("NFC", text).strip().splitlines())
    salt = secrets.token_bytes(16)
    row, _ = Text.objects.get_or_create(
        scope=scope,
        lookup=sha256(text.encode()).hexdigest(),
        defaults={"id": str(uuid.uuid4()), "text": text, "salt": salt, "hash": chain.text_hash(salt, text)},
    )
    return TextRef(row.id, row.hash)


def erase_text(text_id: str) -> bool:
    """Forget a text and its salt for ever; events keep an id and a hash that say nothing, and every chain still holds.

    Returns whether there was one; an erased or unknown one stays so.
    """
    return bool(Text.objects.filter(id=text_id, text__isnull=False).update(text=None, salt=None, lookup=None))


def migrate_safely() -> None:
    """Bring the database up to date; of many processes that start at once, one does it and the others wait."""
    with _migration_lock():
        call_command("migrate", interactive=False, verbosity=0)


@contextmanager
def _migration_lock() -> Iterator[None]:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", (MIGRATION_LOCK,))
            try:
                yield
            finally:
                cursor.execute("SELECT pg_advisory_unlock(%s)", (MIGRATION_LOCK,))
    else:  # a database beside ours, as migrations commit in between; freed by the system if the process dies
        with closing(sqlite3.connect(f"{connection.settings_dict['NAME']}.lock", timeout=600)) as lock:
            lock.isolation_level = None
            lock.execute("BEGIN EXCLUSIVE")
            yield


def _now() -> int:
    return time.time_ns() // 1000


def _drafts(stream: str, batches: Sequence[Batch], version: int) -> list[StoredEvent]:
    """The events as they will be stored, but for position and hashes."""
    now = _now()
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


def _write(stream: str, drafts: Sequence[StoredEvent], expected: int) -> tuple[StoredEvent, ...]:
    """Write drafts behind version ``expected``; nothing is written or returned if version or command ids forbid it."""
    if connection.vendor == "postgresql":
        return _write_postgresql(stream, drafts, expected)
    return _write_sqlite(stream, drafts, expected)


def _write_postgresql(stream: str, drafts: Sequence[StoredEvent], expected: int) -> tuple[StoredEvent, ...]:
    ((positions, hashes),) = queries.fetch(
        "SELECT * FROM ledger_append(%s, %s, %b::text[], %b::bytea[])",
        (stream, expected, [chain.envelope(e).decode() for e in drafts], [e.body for e in drafts]),
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
                hashes.append(chain.event_hash(hashes[-1], e))
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
