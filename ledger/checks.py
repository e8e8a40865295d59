"""What a start-up check says about the database's settings. Asked by ``migrate`` and ``check --database default``."""

import sqlite3
from collections.abc import Sequence
from typing import Any, Final

import django
from django.core.checks import CheckMessage, Error, Info, Tags, register
from django.db import connections

SAFE_WAL: Final = (3, 51, 3)  # older SQLite can corrupt a WAL database that several connections checkpoint
DJANGO: Final = (5, 2, 8)
SYNCHRONOUS: Final = ("OFF", "NORMAL", "FULL", "EXTRA")


@register(Tags.database)
def check_database(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:  # Django's signature
    """All findings for the databases that were named."""
    messages = django_version(django.VERSION)
    for alias in databases or ():
        connection = connections[alias]
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                pragmas = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
            mode = getattr(connection, "transaction_mode", None)  # of the SQLite wrapper only
            messages += sqlite(sqlite3.sqlite_version_info, pragmas[0], pragmas[1], transaction_mode=mode)
        else:
            with connection.cursor() as cursor:
                cursor.execute("SHOW synchronous_commit")
                messages += postgresql(cursor.fetchone()[0])
    return messages


def django_version(version: tuple[Any, ...]) -> list[CheckMessage]:
    """Older releases of Django let a query's keyword reach the SQL."""
    if version[:3] >= DJANGO:
        return []
    return [Error("Django is older than 5.2.8, which closed an SQL injection.", id="ledger.E001")]


def sqlite(
    version: tuple[int, ...], journal_mode: str, synchronous: int, *, transaction_mode: str | None
) -> list[CheckMessage]:
    """Which journal SQLite uses and why, and what would lose or block writes."""
    release, wal = _shown(version), journal_mode.lower() == "wal"
    messages: list[CheckMessage] = []
    if wal and version < SAFE_WAL:
        hint = f"Use journal_mode=DELETE, or SQLite {_shown(SAFE_WAL)} or newer."
        text = f"SQLite {release} can corrupt a write-ahead log that several connections checkpoint."
        messages.append(Error(text, hint=hint, id="ledger.E002"))
    else:
        why = "safe" if version >= SAFE_WAL else f"not safe before {_shown(SAFE_WAL)}"
        messages.append(
            Info(f"SQLite {release}, journal mode {journal_mode.upper()}: write-ahead log is {why}.", id="ledger.I001")
        )
    if synchronous < SYNCHRONOUS.index("FULL"):
        text = f"synchronous={SYNCHRONOUS[synchronous]}: a power cut can lose events that were acknowledged."
        messages.append(Error(text, hint="Use synchronous=FULL.", id="ledger.E003"))
    if transaction_mode != "IMMEDIATE":
        text = "Transactions do not begin IMMEDIATE: of two that read and then write, one fails as locked."
        messages.append(Error(text, hint="Set OPTIONS['transaction_mode'] to 'IMMEDIATE'.", id="ledger.E004"))
    return messages


def postgresql(synchronous_commit: str) -> list[CheckMessage]:
    """What would lose acknowledged events on PostgreSQL."""
    if synchronous_commit != "off":
        return []
    return [Error("synchronous_commit=off: a crash can lose events that were acknowledged.", id="ledger.E005")]


def _shown(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
