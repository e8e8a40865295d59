from typing import Any

import pytest
from django.db import connection
from msgspec import structs

from ledger import chain, queries, services, verify
from ledger.events import SignedHead
from ledger.models import TreeHead
from tests.ledger.store_contract import batch, new_stream

pytestmark = pytest.mark.django_db


def stream_of(*sizes: int) -> str:
    """A new stream with a batch for each size."""
    stream = new_stream()
    services.append(stream, [batch(*"123456789"[:size]) for size in sizes], expected_version=0)
    return stream


def sql(statement: str, *parameters: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)


def rewrite(stream: str, version: int, body: bytes) -> None:
    """Change one event and make the chain right again, as the organizer of the database can."""
    head = chain.GENESIS
    for event in queries.read_stream(stream):
        changed = structs.replace(event, prev_hash=head, body=body if event.version == version else event.body)
        head = chain.event_hash(head, changed)
        sql(
            "UPDATE ledger_event SET body = %s, prev_hash = %s, hash = %s WHERE stream = %s AND version = %s",
            changed.body, changed.prev_hash, head, stream, event.version,
        )  # fmt: skip


def problems(*, kept: tuple[SignedHead, ...] = ()) -> list[tuple[str, int]]:
    return [(each.stream, each.version) for each in verify.verify_all(kept=kept).problems]


def test_an_honest_ledger_has_no_problem() -> None:
    streams = [stream_of(2, 1), stream_of(1)]
    head = services.sign_tree_head()
    services.append(streams[0], [batch()], expected_version=3)
    shown: list[tuple[int, int]] = []
    report = verify.verify_all(lambda done, total: shown.append((done, total)), kept=[head])
    total = len(queries.streams())
    assert report == (total, queries.count_events(), 2, ())
    assert shown == [(i, total) for i in range(1, total + 1)]
    assert verify.verify_streams([streams[0]]).problems == ()


def test_some_streams_are_checked_alone() -> None:
    one, other, _ = stream_of(2), stream_of(1), stream_of(3)
    shown: list[tuple[int, int]] = []
    report = verify.verify_streams([one, other], lambda done, total: shown.append((done, total)))
    assert report == (2, 3, 0, ())
    assert shown == [(1, 2), (2, 2)]


@pytest.mark.usefixtures("no_triggers")
class TestTampering:
    def test_a_changed_event_is_named(self) -> None:
        stream = stream_of(3, 2)
        sql("UPDATE ledger_event SET actor = 'x' WHERE stream = %s AND version = 4", stream)
        assert verify.verify_streams([stream]).problems == ((stream, 4, "content does not match its hash"),)
        assert problems() == [(stream, 4)]

    def test_a_tail_that_was_cut_shows_by_a_stored_tree_head(self) -> None:
        stream = stream_of(3, 2)
        services.sign_tree_head()
        sql("DELETE FROM ledger_event WHERE stream = %s AND version > 3", stream)
        assert verify.verify_streams([stream]).problems == ((stream, 4, "missing, a tree head holds 5 events"),)

    def test_a_stream_that_was_removed_shows_by_a_stored_tree_head(self) -> None:
        stream = stream_of(3)
        services.sign_tree_head()
        sql("DELETE FROM ledger_event WHERE stream = %s", stream)
        assert problems() == [(stream, 1)]

    def test_a_history_written_anew_shows_by_a_stored_tree_head(self) -> None:
        stream = stream_of(3)
        services.sign_tree_head()
        rewrite(stream, 2, b'"other"')
        (problem,) = verify.verify_streams([stream]).problems
        assert problem == (stream, 3, "another event than a tree head holds, here or before")

    def test_changed_leaves_of_a_tree_head_show(self) -> None:
        stream_of(1)
        head = services.sign_tree_head()
        TreeHead.objects.update(leaves=b'["s",1,"00"]')
        assert problems() == [(f"tree-head/{head.root}", 0)]

    def test_a_changed_tree_head_shows(self) -> None:
        stream = stream_of(1)
        head = services.sign_tree_head()
        TreeHead.objects.update(events=7)
        assert problems() == [(f"tree-head/{head.root}", 0)]
        assert verify.verify_streams([stream]) == (1, 1, 1, ((f"tree-head/{head.root}", 0, "its signature is wrong"),))

    def test_who_kept_a_tree_head_notices_a_ledger_that_was_signed_anew(self) -> None:
        """Even one who holds the database and the key cannot sign the old root for the new history."""
        stream = stream_of(3)
        kept = services.sign_tree_head()
        TreeHead.objects.all().delete()
        rewrite(stream, 2, b'"other"')
        services.sign_tree_head()
        assert problems() == []
        assert problems(kept=(kept,)) == [(f"tree-head/{kept.root}", 0)]


@pytest.mark.parametrize("change", [("root", "00"), ("streams", 9), ("events", 9), ("recorded_at", 9),
                                    ("signature", "00" * 64), ("public_key", "00" * 32), ("signature", "zz"),
                                    ("public_key", "00")])  # fmt: skip
def test_a_signature_holds_for_its_head_only(change: tuple[str, Any]) -> None:
    head = services.sign_tree_head()
    assert verify.is_signed(head)
    assert verify.is_signed(head, head.public_key)
    assert not verify.is_signed(head, "22" * 32)
    assert not verify.is_signed(structs.replace(head, **dict([change])))


def test_the_first_of_two_problems_is_named(no_triggers: None) -> None:
    stream = stream_of(5)
    for version in (4, 2):
        sql("UPDATE ledger_event SET kind = 'x' WHERE stream = %s AND version = %s", stream, version)
    assert problems() == [(stream, 2)]
