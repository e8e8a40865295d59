import contextlib
import re
import uuid
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast

import psycopg
import pytest
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F

from ledger import chain, queries, services, verify
from ledger.errors import CommandIdReused, ConcurrencyConflict, UnwritableText
from ledger.events import StoredEvent
from ledger.models import Text, TreeHead
from tests.ledger.store_contract import Ledger, StoreContract, batch, new_stream
from tests.support.in_memory_ledger import InMemoryLedger


def database_ledger() -> Ledger:
    return cast(  # modules as an object, so that the contract takes both
        "Ledger",
        SimpleNamespace(
            append=services.append,
            read_stream=queries.read_stream,
            stream_version=queries.stream_version,
            batch_of=queries.batch_of,
            streams=queries.streams,
            read_feed=queries.read_feed,
        ),
    )


@pytest.mark.django_db
class TestInsideATransaction(StoreContract):
    @pytest.fixture
    def ledger(self) -> Ledger:
        return database_ledger()


@pytest.mark.django_db(transaction=True)
class TestInItsOwnTransaction(StoreContract):
    @pytest.fixture
    def ledger(self) -> Ledger:
        return database_ledger()


class TestInMemory(StoreContract):
    @pytest.fixture
    def ledger(self) -> Ledger:
        return cast("Ledger", InMemoryLedger())


@pytest.mark.django_db
def test_nothing_to_append_is_a_mistake() -> None:
    with pytest.raises(TypeError):
        services.append(new_stream(), [], expected_version=0)


@pytest.mark.django_db
def test_a_refusal_leaves_the_callers_transaction_usable() -> None:
    stream, command = new_stream(), batch("1")
    with transaction.atomic():
        stored = services.append(stream, [command], expected_version=0)
        with pytest.raises(ConcurrencyConflict):
            services.append(stream, [batch()], expected_version=0)
        with pytest.raises(CommandIdReused):
            services.append(stream, [batch("2", command_id=command.command_id)], expected_version=1)
        stored += services.append(stream, [batch()], expected_version=1)
    assert queries.read_stream(stream) == stored


@pytest.mark.django_db
def test_events_of_a_transaction_that_is_rolled_back_were_never_there() -> None:
    stream = new_stream()
    with transaction.atomic():
        services.append(stream, [batch()], expected_version=0)
        transaction.set_rollback(True)
    assert queries.read_stream(stream) == ()


@pytest.mark.django_db(transaction=True)
def test_of_many_writers_at_once_one_wins_each_version() -> None:
    stream = new_stream()

    def write(number: int) -> bool:
        try:
            services.append(stream, [batch(str(number))], expected_version=0)
        except ConcurrencyConflict:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(write, range(6))) == 1
    assert queries.stream_version(stream) == 1


@pytest.mark.django_db(transaction=True)
def test_the_same_command_from_many_at_once_has_one_effect_and_one_answer() -> None:
    stream, command = new_stream(), batch('"request"', '"rolled"')

    def write(_: int) -> tuple[StoredEvent, ...]:
        try:
            return services.append(stream, [command], expected_version=0)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        answers = set(pool.map(write, range(6)))
    assert answers == {queries.read_stream(stream)}
    assert queries.stream_version(stream) == 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
class TestLostConnection:
    @pytest.fixture(autouse=True)
    def _postgresql(self) -> None:
        if connection.vendor != "postgresql":
            pytest.skip("SQLite has no connection to lose")

    def cut(self) -> None:
        """End this process's session on the server, as a crash or a network does."""
        connection.ensure_connection()
        with psycopg.connect(**server()) as other:
            other.execute("SELECT pg_terminate_backend(%s, 5000)", (connection.connection.info.backend_pid,))

    def test_a_connection_that_was_lost_is_replaced(self) -> None:
        stream = new_stream()
        self.cut()
        assert services.append(stream, [batch()], expected_version=0) == queries.read_stream(stream)

    def test_a_commit_whose_answer_was_lost_is_recognised(self, monkeypatch: pytest.MonkeyPatch) -> None:
        stream, command, fetch = new_stream(), batch("1", "2"), queries.fetch
        lost: list[Any] = []

        def lose_the_answer(sql: str, parameters: Any = ()) -> Any:
            rows = fetch(sql, parameters)
            if "ledger_append" in sql and not lost:
                lost.append(rows)
                self.cut()
                return fetch("SELECT 1")  # the connection is gone: raises
            return rows

        monkeypatch.setattr(queries, "fetch", lose_the_answer)
        answer = services.append(stream, [command], expected_version=0)
        assert lost
        assert answer == queries.read_stream(stream)
        assert len(answer) == 2

    def test_inside_a_transaction_the_loss_is_the_callers(self) -> None:
        stream = new_stream()
        with contextlib.suppress(InterfaceError), transaction.atomic():  # of the rollback on no connection
            services.append(stream, [batch()], expected_version=0)
            self.cut()
            with pytest.raises(OperationalError):
                services.append(stream, [batch()], expected_version=1)
            transaction.set_rollback(True)
        connection.close()
        assert queries.read_stream(stream) == ()

    def test_an_older_transaction_does_not_append_behind_a_younger_ones_events(self) -> None:
        """Its xid is the lower one, so that in the feed its event would stand before the one it follows."""
        stream = new_stream()
        with psycopg.connect(**server()) as younger, transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_current_xact_id()")
            envelope = f'["{stream}",1,"test.noted",1,1,"{uuid.uuid4()}","a",1,true]'
            younger.execute("SELECT ledger_append(%s, 0, %s::text[], %s::bytea[])", (stream, [envelope], [b"1"]))
            younger.commit()
            with pytest.raises(ConcurrencyConflict):
                services.append(stream, [batch()], expected_version=1)
        assert len(services.append(stream, [batch()], expected_version=1)) == 1


def server() -> dict[str, Any]:
    s = connection.settings_dict
    return {"host": s["HOST"], "port": s["PORT"], "user": s["USER"], "dbname": s["NAME"]}


@pytest.mark.django_db
def test_the_same_text_in_a_scope_has_the_same_id() -> None:
    first = services.intern_text("campaign/1", "  Cafe\u0301  noir\r\nfor  two ")
    assert services.intern_text("campaign/1", "Caf\u00e9 noir\nfor two") == first
    assert services.intern_text("campaign/2", "Caf\u00e9 noir\nfor two").id != first.id
    assert services.intern_text("campaign/1", "Caf\u00e9 Noir").id != first.id
    assert queries.read_texts([first.id, "unknown"]) == {first.id: "Caf\u00e9 noir\nfor two"}


@pytest.mark.django_db
def test_the_hash_in_an_event_is_that_of_salt_and_text() -> None:
    ref = services.intern_text("campaign/1", "Bob")
    row = Text.objects.get(id=ref.id)
    assert row.salt is not None
    assert chain.text_hash(bytes(row.salt), "Bob") == ref.hash
    assert services.intern_text("campaign/2", "Bob").hash != ref.hash


@pytest.mark.django_db
def test_an_erased_text_leaves_no_trace_and_every_chain_holds() -> None:
    stream, ref = new_stream(), services.intern_text("campaign/1", "Bob")
    services.append(stream, [batch(f'{{"name":"{ref.id}","hash":"{ref.hash}"}}')], expected_version=0)
    assert [services.erase_text(ref.id), services.erase_text(ref.id)] == [True, False]
    row = Text.objects.get(id=ref.id)
    assert (row.text, row.salt, row.lookup) == (None, None, None)
    assert queries.read_texts([ref.id]) == {}
    assert verify.verify_streams([stream]).problems == ()
    assert services.intern_text("campaign/1", "Bob").id != ref.id


@pytest.mark.django_db
def test_the_first_event_is_signed_for_at_once_and_later_ones_each_hour() -> None:
    services.append(new_stream(), [batch("1")], expected_version=0)
    services.sign_due_tree_head()
    services.append(new_stream(), [batch("1")], expected_version=0)
    services.sign_due_tree_head()  # within the hour
    assert TreeHead.objects.count() == 1
    TreeHead.objects.update(recorded_at=F("recorded_at") - 3_500 * 1_000_000)
    services.sign_due_tree_head()  # still within it
    assert TreeHead.objects.count() == 1
    TreeHead.objects.update(recorded_at=F("recorded_at") - 100 * 1_000_000)
    services.sign_due_tree_head()
    assert TreeHead.objects.count() == 2
    TreeHead.objects.update(recorded_at=F("recorded_at") - services.TREE_HEAD_SECONDS * 1_000_000)
    services.sign_due_tree_head()  # nothing has happened since
    assert TreeHead.objects.count() == 2


@pytest.mark.django_db
def test_a_tree_head_covers_every_stream_and_is_signed() -> None:
    names = sorted(new_stream() for _ in range(3))
    for name in names:
        services.append(name, [batch("1", "2")], expected_version=0)
    head = services.sign_tree_head()
    ((stored, leaves),) = queries.tree_heads()
    assert stored == head
    assert head.streams == len(queries.streams()) == len(leaves)
    assert head.events == queries.count_events()
    assert head.root == chain.merkle_root(leaves).hex()
    assert verify.is_signed(head)
    assert chain.leaf(names[0], 2, queries.read_stream(names[0])[-1].hash) in leaves


@pytest.mark.django_db
def test_migrating_what_is_up_to_date_changes_nothing() -> None:
    services.migrate_safely()


@pytest.mark.django_db
@pytest.mark.parametrize(("text", "told"), [("a\0b", "U+0000"), ("\ud800", "U+D800")])
def test_a_text_that_no_database_keeps_is_refused(text: str, told: str) -> None:
    with pytest.raises(UnwritableText, match=re.escape(f"A text cannot hold the character {told}.")):
        services.intern_text("campaign/1", text)
