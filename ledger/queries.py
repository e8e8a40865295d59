"""All reads of the ledger."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import psycopg
from django.db import connection

from ledger.errors import UnknownStream
from ledger.events import FeedPage, FeedPosition, SignedHead, StoredEvent
from ledger.models import Text, TreeHead

FIELDS: Final = "stream, version, kind, schema, body, command_id, actor, recorded_at, opens, position, prev_hash, hash"
_END: Final = 2**31 - 1  # past every version


def fetch(sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:  # rows of any columns
    """Run one statement of the ledger and return its rows.

    On PostgreSQL with parameters bound by the server, in binary and prepared, which Django's own cursors are not.
    """
    connection.ensure_connection()
    if connection.vendor == "postgresql":
        connection.validate_no_broken_transaction()
        with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
            return cursor.execute(sql.encode(), parameters, binary=True).fetchall()
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def read_stream(stream: str, after: int = 0, up_to: int | None = None) -> tuple[StoredEvent, ...]:
    """The events of a stream past version ``after``, up to and with version ``up_to``, in order; none if it is new."""
    rows = fetch(
        f"SELECT {FIELDS} FROM ledger_event WHERE stream = %s AND version > %s AND version <= %s ORDER BY version",  # noqa: S608 -- constants
        (stream, after, _END if up_to is None else up_to),
    )
    return _events(rows)


def head(stream: str) -> tuple[int, bytes | None]:
    """The last version of a stream and its hash; (0, None) if it is new."""
    rows = fetch("SELECT version, hash FROM ledger_event WHERE stream = %s ORDER BY version DESC LIMIT 1", (stream,))
    return rows[0] if rows else (0, None)


def find_stream(name: str) -> str:
    """The stream of this name, or else the one whose name ends with it after a slash, as an id does.

    Errors: UnknownStream, also where several end so.
    """
    if stream_version(name):
        return name
    found = [stream for stream in streams() if stream.endswith(f"/{name}")]
    if len(found) != 1:
        raise UnknownStream(name)
    return found[0]


def stream_version(stream: str) -> int:
    """The last version of a stream, 0 if it is new."""
    return head(stream)[0]


def opened_by(stream: str) -> str:
    """The actor of a stream's first event; empty for a new stream."""
    rows = fetch("SELECT actor FROM ledger_event WHERE stream = %s AND version = 1", (stream,))
    return str(rows[0][0]) if rows else ""


def batch_of(stream: str, command_id: str) -> tuple[StoredEvent, ...]:
    """The events that a command made happen in a stream; none if it is unknown there."""
    first = fetch(
        "SELECT version FROM ledger_event WHERE opens AND stream = %s AND command_id = %s", (stream, command_id)
    )
    if not first:
        return ()
    start: int = first[0][0]
    following = fetch(
        "SELECT version FROM ledger_event WHERE opens AND stream = %s AND version > %s ORDER BY version LIMIT 1",
        (stream, start),
    )
    return read_stream(stream, start - 1, following[0][0] - 1 if following else None)


def streams(prefix: str = "") -> tuple[str, ...]:
    """The names of all streams that start with ``prefix``, sorted."""
    rows = fetch(
        "SELECT stream FROM ledger_event WHERE version = 1 AND stream >= %s AND stream < %s ORDER BY stream",
        (prefix, prefix + chr(0x10FFFF)),
    )
    return tuple(row[0] for row in rows)


def read_feed(after: FeedPosition, limit: int) -> FeedPage:
    """The events of all streams past ``after``, in the order of the feed, at most ``limit``.

    On PostgreSQL only those of transactions older than every running one, by (xid, position): none that commits later
    can come before them. On SQLite writers take turns, so that the position is the order of commits.
    """
    if connection.vendor == "postgresql":
        rows = fetch(
            f"SELECT {FIELDS}, xid::text AS digits FROM ledger_event WHERE (xid, position) > (%s::xid8, %s)"  # noqa: S608 -- constants
            " AND xid < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY xid, position LIMIT %s",
            (str(after.xid), after.position, limit),
        )
    else:
        rows = fetch(
            f"SELECT {FIELDS}, '0' FROM ledger_event WHERE position > %s ORDER BY position LIMIT %s",  # noqa: S608 -- constants
            (after.position, limit),
        )
    events = _events(row[:-1] for row in rows)
    return FeedPage(events, FeedPosition(int(rows[-1][-1]), events[-1].position) if rows else after)


def count_events() -> int:
    """How many events all streams have together."""
    count: int = fetch("SELECT count(*) FROM ledger_event")[0][0]
    return count


def stream_heads() -> tuple[tuple[str, int, bytes], ...]:
    """Name, length and last hash of every stream, sorted by name, all as of one moment."""
    rows = fetch(
        "SELECT e.stream, e.version, e.hash FROM ledger_event e"
        " JOIN (SELECT stream, max(version) AS last FROM ledger_event GROUP BY stream) h"
        " ON e.stream = h.stream AND e.version = h.last ORDER BY e.stream"
    )
    return tuple((stream, version, hash_) for stream, version, hash_ in rows)


def tree_heads() -> tuple[tuple[SignedHead, tuple[bytes, ...]], ...]:
    """Every signed tree head with its leaves, oldest first."""
    return tuple(
        (
            SignedHead(row.root, row.streams, row.events, row.recorded_at, row.signature, row.public_key),
            tuple(bytes(row.leaves).splitlines()),
        )
        for row in TreeHead.objects.all()
    )


def read_texts(ids: Iterable[str], *, scope: str = "") -> dict[str, str]:
    """The texts of these ids, in one scope or in any; an erased or unknown one is not among them."""
    found = Text.objects.filter(id__in=list(ids), text__isnull=False)
    rows = (found.filter(scope=scope) if scope else found).values_list("id", "text")
    return {id_: text for id_, text in rows if text is not None}


def find_texts(part: str) -> tuple[tuple[str, str, str], ...]:
    """Id, scope and words of the texts that contain ``part`` in upper or lower case; no erased ones."""
    found = Text.objects.filter(text__icontains=part).order_by("scope", "id")
    return tuple((row.id, row.scope, row.text or "") for row in found)


def _events(rows: Any) -> tuple[StoredEvent, ...]:  # rows of any column, in the order of FIELDS
    return tuple(StoredEvent(*row) for row in rows)
