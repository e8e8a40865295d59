"""R8: whatever is changed behind the ledger's back is found, and the first event that is wrong is named."""

import random
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from ledger import chain, queries, services, verify
from ledger.events import StoredEvent
from tests.ledger.store_contract import batch, new_stream
from tests.ledger.test_verify import rewrite
from tests.promises.counts import count

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_triggers")]

LENGTH = 24
Tampering = Callable[[random.Random, str], tuple[str, int]]


def sql(statement: str, *parameters: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)


def flip_a_bit(choose: random.Random, stream: str) -> tuple[str, int]:
    """Of the body, or of one of the two hashes."""
    version, column = choose.randint(1, LENGTH), choose.choice(["body", "hash", "prev_hash"])
    value = bytearray(getattr(queries.read_stream(stream)[version - 1], column))
    value[choose.randrange(len(value))] ^= 1 << choose.randrange(8)
    statement = f"UPDATE ledger_event SET {column} = %s WHERE stream = %s AND version = %s"  # noqa: S608 -- constants
    sql(statement, bytes(value), stream, version)
    return stream, version


def edit_a_field(choose: random.Random, stream: str) -> tuple[str, int]:
    version = choose.randint(1, LENGTH)
    change = choose.choice(
        ["kind = 'test.other'", "schema = schema + 1", "actor = 'somebody'", f"command_id = '{uuid.uuid4()}'",
         f"recorded_at = recorded_at + {choose.randint(1, 10**9)}", "opens = NOT opens"]
    )  # fmt: skip
    sql(f"UPDATE ledger_event SET {change} WHERE stream = %s AND version = %s", stream, version)  # noqa: S608 -- constants
    return stream, version


def delete_one(choose: random.Random, stream: str) -> tuple[str, int]:
    version = choose.randint(1, LENGTH)
    sql("DELETE FROM ledger_event WHERE stream = %s AND version = %s", stream, version)
    return stream, version


def delete_one_and_close_the_gap(choose: random.Random, stream: str) -> tuple[str, int]:
    version = delete_one(choose, stream)[1]
    for later in range(version + 1, LENGTH + 1):
        sql("UPDATE ledger_event SET version = %s WHERE stream = %s AND version = %s", later - 1, stream, later)
    return stream, version


def cut_the_tail(choose: random.Random, stream: str) -> tuple[str, int]:
    version = choose.randint(1, LENGTH)
    sql("DELETE FROM ledger_event WHERE stream = %s AND version >= %s", stream, version)
    return stream, version


def insert_one(choose: random.Random, stream: str) -> tuple[str, int]:
    """A copy of an event, at a place of its own."""
    version = choose.randint(1, LENGTH)
    for later in range(LENGTH, version - 1, -1):
        sql("UPDATE ledger_event SET version = %s WHERE stream = %s AND version = %s", later + 1, stream, later)
    sql(
        "INSERT INTO ledger_event (stream, version, kind, schema, body, command_id, actor, recorded_at, opens,"
        " prev_hash, hash) SELECT stream, %s, kind, schema, body, %s, actor, recorded_at, opens, prev_hash, hash"
        " FROM ledger_event WHERE stream = %s AND version = %s",
        version, str(uuid.uuid4()), stream, version + 1,
    )  # fmt: skip
    return stream, version


def swap_two(choose: random.Random, stream: str) -> tuple[str, int]:
    first, second = sorted(choose.sample(range(1, LENGTH + 1), 2))
    for before, after in ((first, 999), (second, first), (999, second)):
        sql("UPDATE ledger_event SET version = %s WHERE stream = %s AND version = %s", after, stream, before)
    return stream, first


def move_to_another_match(choose: random.Random, stream: str) -> tuple[str, int]:
    """The whole history under another name: each link still names the hash before it."""
    other = new_stream("moved")
    sql("UPDATE ledger_event SET stream = %s WHERE stream = %s", other, stream)
    return other, 1


def write_history_anew(choose: random.Random, stream: str) -> tuple[str, int]:
    """With a chain that is right: only the tree head knows better, and only where the stream ended."""
    rewrite(stream, choose.randint(1, LENGTH), b'"other"')
    return stream, LENGTH


TAMPERINGS: list[Tampering] = [
    flip_a_bit, edit_a_field, delete_one, delete_one_and_close_the_gap, cut_the_tail, insert_one, swap_two,
    move_to_another_match, write_history_anew,
]  # fmt: skip


@pytest.fixture
def streams() -> list[str]:
    names = [new_stream("match") for _ in range(3)]
    for name in names:
        services.append(name, [batch(*"123"[: 1 + i % 3]) for i in range(12)], expected_version=0)
    services.sign_tree_head()
    return names


def is_found(tampering: Tampering, choose: random.Random, stream: str) -> bool:
    """Whether the first wrong event is named, and all is well again once the tampering is undone."""
    with transaction.atomic():
        wrong, version = tampering(choose, stream)
        problems = verify.verify_streams([wrong]).problems
        transaction.set_rollback(True)
    return [each[:2] for each in problems] == [(wrong, version)] and verify.verify_streams([stream]).problems == ()


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_a_tampering_is_found_and_located(streams: list[str], tampering: Tampering) -> None:
    choose = random.Random(8)
    times = count(25, 1200)
    assert sum(is_found(tampering, choose, choose.choice(streams)) for _ in range(times)) == times


def test_an_honest_ledger_raises_no_alarm(streams: list[str]) -> None:
    assert verify.verify_all().problems == ()


def test_canary_a_chain_that_does_not_hash_the_stream_misses_a_moved_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def envelope(event: StoredEvent) -> bytes:
        fields = ("", event.version, event.kind, event.schema, len(event.body), event.command_id, event.actor)
        return chain.canonical((*fields, event.recorded_at, event.opens))

    monkeypatch.setattr(chain, "envelope", envelope)
    stream = new_stream("match")
    services.append(stream, [batch("1", "2")], expected_version=0)
    assert not is_found(move_to_another_match, random.Random(8), stream)


def test_canary_without_a_tree_head_a_cut_tail_is_missed() -> None:
    stream = new_stream("match")
    services.append(stream, [batch(*"1" * LENGTH)], expected_version=0)
    assert not is_found(cut_the_tail, random.Random(8), stream)
