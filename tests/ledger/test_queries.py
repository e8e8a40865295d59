"""What every store answers is in store_contract.py; here is what only this one is asked."""

import pytest

from ledger import queries, services
from tests.ledger.store_contract import batch, new_stream

pytestmark = pytest.mark.django_db


def test_a_part_of_a_stream_is_read_by_its_versions() -> None:
    stream = new_stream()
    stored = services.append(stream, [batch("1", "2", "3")], expected_version=0)
    assert queries.read_stream(stream) == stored
    assert queries.read_stream(stream, after=1) == stored[1:]
    assert queries.read_stream(stream, after=1, up_to=2) == stored[1:2]


def test_the_head_of_a_stream_is_its_last_version_and_hash() -> None:
    stream = new_stream()
    assert queries.head(stream) == (0, None)
    last = services.append(stream, [batch("1", "2")], expected_version=0)[-1]
    assert queries.head(stream) == (2, last.hash)
    assert (stream, 2, last.hash) in queries.stream_heads()


def test_heads_are_sorted_by_the_name_of_their_stream() -> None:
    for prefix in ("b", "a"):
        services.append(new_stream(prefix), [batch()], expected_version=0)
    names = [name for name, _, _ in queries.stream_heads()]
    assert names == sorted(names)
    assert list(queries.streams()) == names


def test_the_last_batch_of_a_stream_ends_where_the_stream_does() -> None:
    stream = new_stream()
    first, last = batch("1", "2"), batch("3")
    stored = services.append(stream, [first, last], expected_version=0)
    assert queries.batch_of(stream, first.command_id) == stored[:2]
    assert queries.batch_of(stream, last.command_id) == stored[2:]
    assert queries.batch_of(new_stream(), last.command_id) == ()


def test_events_are_counted_over_all_streams() -> None:
    before = queries.count_events()
    services.append(new_stream(), [batch("1", "2")], expected_version=0)
    services.append(new_stream(), [batch("3")], expected_version=0)
    assert queries.count_events() == before + 3


def test_texts_that_are_unknown_are_left_out() -> None:
    assert queries.read_texts(["no-such-text"]) == {}


def test_texts_are_read_in_one_scope_or_in_any() -> None:
    one, two = new_stream("campaign"), new_stream("campaign")
    ids = [services.intern_text(scope, "Ana").id for scope in (one, two)]
    assert queries.read_texts(ids) == dict.fromkeys(ids, "Ana")
    assert queries.read_texts(ids, scope=two) == {ids[1]: "Ana"}
