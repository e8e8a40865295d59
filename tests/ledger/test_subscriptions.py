from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from django.db import connection

from ledger import queries, services, subscriptions
from ledger.events import FEED_START
from ledger.models import Checkpoint
from tests.ledger.conftest import Notebook
from tests.ledger.store_contract import batch, new_stream
from tests.ledger.test_queue import celery_settings
from tests.ledger.test_services import server

pytestmark = pytest.mark.django_db(transaction=True)


def write(stream: str, *bodies: str) -> list[tuple[str, int]]:
    """Append one batch; returns the events' addresses."""
    stored = services.append(stream, [batch(*bodies)], expected_version=queries.stream_version(stream))
    return [(event.stream, event.version) for event in stored]


def addresses(notebook: Notebook) -> list[tuple[str, int]]:
    return [(event.stream, event.version) for event in notebook.events]


def test_a_subscriber_is_handed_each_event_once_and_in_order(notebook: Notebook) -> None:
    written = write(f"{notebook.name}/a", "1", "2") + write(f"{notebook.name}/b", "3")
    write(new_stream("other"), "4")
    assert subscriptions.catch_up(notebook.name) >= 4
    assert addresses(notebook) == written
    assert subscriptions.catch_up(notebook.name) == 0
    written += write(f"{notebook.name}/a", "5")
    subscriptions.catch_up(notebook.name)
    assert addresses(notebook) == written


def test_it_reads_page_by_page(notebook: Notebook) -> None:
    written = [address for i in range(5) for address in write(f"{notebook.name}/{i % 2}", "1", "2")]
    while subscriptions.run_subscriber(notebook.name, 3):
        pass
    assert addresses(notebook) == written


@pytest.mark.parametrize("limit", [1, 500])
def test_catching_up_takes_as_many_pages_as_it_needs(notebook: Notebook, limit: int) -> None:
    written = write(f"{notebook.name}/a", "1", "2", "3")
    assert subscriptions.catch_up(notebook.name, limit) == queries.count_events()
    assert addresses(notebook) == written


def test_kinds_and_prefix_choose_what_is_handed_on() -> None:
    wanted = services.append(new_stream("a"), [batch()], expected_version=0)[0]

    def wants(**choice: Any) -> bool:
        return subscriptions.Subscriber("n", lambda _: None, lambda: None, **choice).wants(wanted)

    assert wants()
    assert wants(prefix="a/", kinds=frozenset({"test.noted"}))
    assert not wants(prefix="b/")
    assert not wants(kinds=frozenset({"test.other"}))


def test_rows_and_checkpoint_move_together_or_not_at_all(notebook: Notebook) -> None:
    write(f"{notebook.name}/a", "1")

    def fail(_: object) -> None:
        Checkpoint.objects.create(name=f"{notebook.name} row")  # any row of the subscriber's own
        raise ZeroDivisionError

    subscriptions.register(subscriptions.Subscriber(notebook.name, fail, notebook.reset, prefix=notebook.name))
    with pytest.raises(ZeroDivisionError):
        subscriptions.catch_up(notebook.name)  # past what other tests have written
    assert not Checkpoint.objects.filter(name=f"{notebook.name} row").exists()
    subscriptions.register(notebook.subscriber)
    subscriptions.catch_up(notebook.name)
    assert addresses(notebook) == [(f"{notebook.name}/a", 1)]


def test_copies_of_a_subscriber_at_once_are_harmless(notebook: Notebook) -> None:
    written = [address for i in range(8) for address in write(f"{notebook.name}/{i % 3}", "1", "2")]

    def copy(_: int) -> None:
        try:
            subscriptions.catch_up(notebook.name, 3)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(copy, range(4)))
    assert addresses(notebook) == written


def test_the_sweep_gives_every_subscriber_its_turn(notebook: Notebook) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError

    before = subscriptions.subscribers()
    broken = subscriptions.Subscriber(new_stream("broken"), fail, lambda: None, prefix=notebook.name)
    subscriptions.unregister(notebook.name)
    subscriptions.register(broken)
    subscriptions.register(notebook.subscriber)
    write(f"{notebook.name}/a", "1")
    with pytest.raises(ExceptionGroup) as failures:
        subscriptions.sweep()
    assert [type(each) for each in failures.value.exceptions] == [ZeroDivisionError]
    assert addresses(notebook) == [(f"{notebook.name}/a", 1)]
    subscriptions.unregister(broken.name)
    assert set(subscriptions.subscribers()) == set(before)
    write(f"{notebook.name}/a", "2")
    assert subscriptions.sweep() >= 1
    assert len(notebook.events) == 2


def test_the_sweep_does_the_chores_even_if_one_is_broken(notebook: Notebook) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    done: list[str] = []
    subscriptions.register_chore("broken", fail)
    subscriptions.register_chore("whole", lambda: done.append("whole"))
    with pytest.raises(ExceptionGroup) as failures:
        subscriptions.sweep()
    assert [type(each) for each in failures.value.exceptions] == [ZeroDivisionError]
    assert done == ["whole"]
    subscriptions.unregister_chore("broken")
    subscriptions.unregister_chore("whole")
    subscriptions.sweep()
    assert done == ["whole"]


def test_who_writes_no_rows_has_nothing_to_drop_in_a_rebuild(notebook: Notebook) -> None:
    subscriptions.register(subscriptions.Subscriber(notebook.name, notebook.handle, prefix=notebook.name))
    services.append(notebook.name, [batch("1", "2")], expected_version=0)
    subscriptions.rebuild(notebook.name)
    subscriptions.rebuild(notebook.name)
    assert (notebook.resets, len(notebook.events)) == (0, 4)


def test_a_rebuild_starts_from_nothing_and_shows_its_progress(notebook: Notebook) -> None:
    written = write(f"{notebook.name}/a", "1", "2") + write(f"{notebook.name}/b", "3")
    subscriptions.catch_up(notebook.name)
    shown: list[tuple[int, int]] = []
    read = subscriptions.rebuild(notebook.name, lambda done, total: shown.append((done, total)), limit=2)
    assert (notebook.resets, addresses(notebook)) == (1, written)
    assert read == queries.count_events()
    assert shown[-1] == (read, read)
    assert [done for done, _ in shown] == sorted({done for done, _ in shown})
    assert subscriptions.rebuild(notebook.name) == read
    assert addresses(notebook) == written


def test_an_append_wakes_those_who_want_it(notebook: Notebook) -> None:
    with celery_settings(task_always_eager=True):
        mine = f"{notebook.name}/a"
        written = write(mine, "1", "2")
        assert addresses(notebook) == written
        before = Checkpoint.objects.get(name=notebook.name).position
        write(new_stream("other"), "1")
        assert Checkpoint.objects.get(name=notebook.name).position == before


def test_nothing_past_the_end_of_the_feed() -> None:
    write(new_stream(), "1", "2")
    page = queries.read_feed(FEED_START, 10_000)
    assert page.end.position == page.events[-1].position
    assert queries.read_feed(page.end, 10) == ((), page.end)


@pytest.mark.postgres
class TestFence:
    @pytest.fixture
    def slow_writer(self) -> Iterator["psycopg.Connection[Any]"]:
        """Another session, with a transaction that has begun to write and is not committed."""
        if connection.vendor != "postgresql":
            pytest.skip("on SQLite writers take turns")
        with psycopg.connect(**server()) as other:
            other.execute("SELECT pg_current_xact_id()")
            yield other

    def test_the_feed_waits_for_an_older_transaction(
        self, notebook: Notebook, slow_writer: "psycopg.Connection[Any]"
    ) -> None:
        stream = f"{notebook.name}/slow"
        envelope = f'["{stream}",1,"test.noted",1,1,"00000000-0000-4000-8000-000000000000","a",1,true]'
        slow_writer.execute("SELECT ledger_append(%s, 0, %s::text[], %s::bytea[])", (stream, [envelope], [b"1"]))
        fast = write(f"{notebook.name}/fast", "1")
        subscriptions.catch_up(notebook.name)
        assert addresses(notebook) == []
        slow_writer.commit()
        subscriptions.catch_up(notebook.name)
        assert addresses(notebook) == [(stream, 1), *fast]

    def test_it_forgets_a_transaction_that_is_rolled_back(
        self, notebook: Notebook, slow_writer: "psycopg.Connection[Any]"
    ) -> None:
        written = write(f"{notebook.name}/a", "1")
        subscriptions.catch_up(notebook.name)
        assert addresses(notebook) == []
        slow_writer.rollback()
        subscriptions.catch_up(notebook.name)
        assert addresses(notebook) == written
