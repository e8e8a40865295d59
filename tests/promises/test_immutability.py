"""Every way to change or delete an event is refused, through Django and in SQL, whoever tries."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import F

from ledger import queries, services
from ledger.models import LedgerEvent
from tests.ledger.store_contract import batch, new_stream

pytestmark = pytest.mark.django_db

Attack = Callable[[str], object]


def sql(statement: str) -> Attack:
    """An attack in SQL; ``{s}`` stands for the stream that is attacked."""

    def attack(stream: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement.format(s=f"'{stream}'"))

    return attack


def event(stream: str) -> LedgerEvent:
    return LedgerEvent.objects.get(stream=stream, version=2)


def save(stream: str) -> None:
    changed = event(stream)
    changed.actor = "x"
    changed.save()


def bulk_update(stream: str) -> None:
    changed = event(stream)
    changed.actor = "x"
    LedgerEvent.objects.bulk_update([changed], ["actor"])


def copy_from(stream: str) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY ledger_event ({COLUMNS}) FROM STDIN") as copy:
        copy.write(f"{stream}\t2\t1\t1\tf\tk\tc\tx\t\\\\x00\t\\\\x00\t\\\\x00\n")


COLUMNS = "stream, version, recorded_at, schema, opens, kind, command_id, actor, prev_hash, hash, body"
VALUES = "1, 1, false, 'k', 'c', 'x', prev_hash, hash, body FROM ledger_event WHERE stream = {s} AND version = 2"
INSERT = f"INSERT INTO ledger_event ({COLUMNS}) SELECT {{s}}, 2, {VALUES}"

EVERYWHERE: dict[str, Attack] = {
    "save": save,
    "delete": lambda stream: event(stream).delete(),
    "queryset update": lambda stream: LedgerEvent.objects.filter(stream=stream).update(version=F("version") + 10),
    "queryset delete": lambda stream: LedgerEvent.objects.filter(stream=stream).delete(),
    "raw delete": lambda stream: LedgerEvent.objects.filter(stream=stream)._raw_delete("default"),
    "bulk_update": bulk_update,
    "UPDATE": sql("UPDATE ledger_event SET actor = 'x' WHERE stream = {s}"),
    "UPDATE to the same": sql("UPDATE ledger_event SET actor = actor WHERE stream = {s}"),
    "DELETE": sql("DELETE FROM ledger_event WHERE stream = {s}"),
    "DELETE of all": sql("DELETE FROM ledger_event"),
    "INSERT of the same key": sql(INSERT),
}
SQLITE: dict[str, Attack] = {
    "REPLACE": sql(INSERT.replace("INSERT", "REPLACE", 1)),
    "REPLACE by position": sql(
        f"REPLACE INTO ledger_event (position, {COLUMNS}) SELECT position, 'other', 9, {VALUES}"
    ),
    "REPLACE by command": sql(
        f"REPLACE INTO ledger_event ({COLUMNS})"  # noqa: S608 -- constants
        " SELECT stream, 9, 1, 1, true, 'k', command_id, 'x', prev_hash, hash, body FROM ledger_event"
        " WHERE stream = {s} AND opens"
    ),
    "UPDATE OR REPLACE": sql("UPDATE OR REPLACE ledger_event SET version = 1 WHERE stream = {s} AND version = 2"),
    "upsert": sql(f"{INSERT} ON CONFLICT (stream, version) DO UPDATE SET actor = 'x'"),
}
POSTGRESQL: dict[str, Attack] = {
    "TRUNCATE": sql("TRUNCATE ledger_event"),
    "TRUNCATE CASCADE": sql("TRUNCATE ledger_event RESTART IDENTITY CASCADE"),
    "COPY": copy_from,
    "upsert": sql(f"{INSERT} ON CONFLICT (stream, version) DO UPDATE SET actor = 'x'"),
    "MERGE": sql(
        "MERGE INTO ledger_event e USING (SELECT 1) one ON e.stream = {s} AND e.version = 2"
        " WHEN MATCHED THEN UPDATE SET actor = 'x'"
    ),
    "MERGE DELETE": sql(
        "MERGE INTO ledger_event e USING (SELECT 1) one ON e.stream = {s} AND e.version = 2 WHEN MATCHED THEN DELETE"
    ),
    "as a replica": sql("SET LOCAL session_replication_role = replica; DELETE FROM ledger_event WHERE stream = {s}"),
    "TRUNCATE as a replica": sql("SET LOCAL session_replication_role = replica; TRUNCATE ledger_event"),
}
ATTACKS = EVERYWHERE | (POSTGRESQL if connection.vendor == "postgresql" else SQLITE)

# What only the table's owner may do; the application's role does not own it.
OWNERS: dict[str, Attack] = {
    "DISABLE TRIGGER": sql("ALTER TABLE ledger_event DISABLE TRIGGER ALL"),
    "DROP TRIGGER": sql("DROP TRIGGER ledger_event_rows ON ledger_event"),
    "DROP TABLE": sql("DROP TABLE ledger_event"),
    "a column less": sql("ALTER TABLE ledger_event DROP COLUMN actor"),
    "another function": sql(
        "CREATE OR REPLACE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN OLD; END $$"
    ),
    "as a replica": sql("SET LOCAL session_replication_role = replica"),
}


@contextmanager
def application_role() -> Iterator[None]:
    """Act as a role that may do anything with rows, and owns nothing."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE ledger_application; GRANT ALL ON ledger_event TO ledger_application")
        cursor.execute("SET LOCAL ROLE ledger_application")
        yield
        cursor.execute("RESET ROLE")


def is_refused(attack: Attack, stream: str) -> bool:
    """Whether an attack fails and changes nothing; one that succeeds is undone."""
    before = queries.read_stream(stream)
    with transaction.atomic():
        try:
            with transaction.atomic():
                attack(stream)
            refused = False
        except (DatabaseError, psycopg.Error):  # COPY is the driver's own
            refused = queries.read_stream(stream) == before
        transaction.set_rollback(True)
    return refused


@pytest.fixture
def stream() -> str:
    name = new_stream()
    services.append(name, [batch("1", "2", "3")], expected_version=0)
    return name


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_refused(stream: str, name: str) -> None:
    assert is_refused(ATTACKS[name], stream)


@pytest.mark.parametrize("name", [*ATTACKS, *OWNERS])
def test_the_applications_role_is_refused(stream: str, name: str) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no roles")
    with application_role():
        assert is_refused((ATTACKS | OWNERS)[name], stream)


def test_an_honest_append_still_works_for_the_applications_role(stream: str) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no roles")
    with application_role():
        assert len(services.append(stream, [batch()], expected_version=3)) == 1


@pytest.mark.parametrize("name", [name for name in ATTACKS if name not in ("COPY", "INSERT of the same key")])
@pytest.mark.usefixtures("no_triggers")
def test_canary_without_the_triggers_it_succeeds(stream: str, name: str) -> None:
    assert not is_refused(ATTACKS[name], stream)
