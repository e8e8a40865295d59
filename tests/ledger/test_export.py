import json
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import structs

from ledger import chain, export, offline_verifier, queries, services, subscriptions
from ledger.errors import BrokenChain, ConcurrencyConflict, MalformedExport, NotUnderstood, StreamDiffers, UnknownStream
from ledger.events import StoredEvent
from ledger.models import Checkpoint
from tests.ledger.store_contract import batch, new_stream
from tests.ledger.test_verify import sql, stream_of
from tests.support.in_memory_ledger import InMemoryLedger

pytestmark = pytest.mark.django_db


def lines_of(stream: str) -> list[str]:
    return list(export.write(stream))


def forget(stream: str) -> None:
    sql("DELETE FROM ledger_event WHERE stream = %s", stream)


def without_position(events: tuple[StoredEvent, ...]) -> list[tuple[Any, ...]]:
    return [(e.version, e.opens, e.body, e.command_id, e.actor, e.recorded_at, e.hash) for e in events]


def test_a_file_names_the_stream_and_shows_its_events() -> None:
    stream = new_stream()
    (event,) = services.append(stream, [batch('{"é":1}')], expected_version=0)
    head, line = map(json.loads, lines_of(stream))
    assert head == {"line": "stream", "format": "skirmish-ledger stream 1", "stream": stream}
    assert line == {
        "line": "event", "version": 1, "kind": "test.noted", "schema": 1, "body": '{"é":1}', "actor": "player-1",
        "command_id": event.command_id, "recorded_at": event.recorded_at, "opens": True,
        "prev_hash": "0" * 64, "hash": event.hash.hex(),
    }  # fmt: skip


def test_it_holds_the_newest_tree_head_that_knows_the_stream() -> None:
    stream = stream_of(2)
    services.sign_tree_head()
    services.append(stream, [batch()], expected_version=2)
    head = services.sign_tree_head()
    line = json.loads(lines_of(stream)[-1])
    assert (line["root"], line["version"]) == (head.root, 3)
    proof = [(side, bytes.fromhex(sibling)) for side, sibling in line["proof"]]
    item = chain.leaf(stream, 3, bytes.fromhex(line["hash"]))
    assert chain.root_from_proof(item, proof).hex() == head.root


def test_each_of_several_streams_finds_its_own_place_in_the_tree() -> None:
    streams = [stream_of(number) for number in (1, 2, 3)]
    head = services.sign_tree_head()
    for version, stream in enumerate(streams, start=1):
        line = json.loads(lines_of(stream)[-1])
        assert (line["line"], line["root"], line["version"]) == ("tree_head", head.root, version)


def test_a_stream_no_tree_head_knows_has_none() -> None:
    stream_of(1)
    services.sign_tree_head()
    assert [json.loads(line)["line"] for line in lines_of(stream_of(1))] == ["stream", "event"]


def test_an_unknown_stream_cannot_be_exported() -> None:
    with pytest.raises(UnknownStream):
        export.write(new_stream())


def test_export_then_import_gives_the_same_stream(no_triggers: None) -> None:
    stream = stream_of(2, 3)
    services.sign_tree_head()
    before, lines = queries.read_stream(stream), lines_of(stream)
    forget(stream)
    assert services.import_stream(lines) == (stream, 5)
    assert without_position(queries.read_stream(stream)) == without_position(before)
    assert lines_of(stream) == lines
    assert services.import_stream([*lines, ""]) == (stream, 0)


def test_an_import_adds_what_is_missing(no_triggers: None) -> None:
    stream = stream_of(2, 3)
    whole = lines_of(stream)
    sql("DELETE FROM ledger_event WHERE stream = %s AND version > 3", stream)  # in the midst of a batch
    assert services.import_stream(whole) == (stream, 2)
    assert lines_of(stream) == whole
    assert services.import_stream(whole[:3]) == (stream, 0)


def test_a_stream_with_other_content_is_refused(no_triggers: None) -> None:
    stream = stream_of(2)
    lines = lines_of(stream)
    forget(stream)
    other = services.append(stream, [batch("7")], expected_version=0)
    with pytest.raises(StreamDiffers) as refusal:
        services.import_stream(lines)
    assert (refusal.value.stream, refusal.value.version) == (stream, 1)
    assert queries.read_stream(stream) == other


def test_a_stream_that_changes_meanwhile_is_a_conflict(no_triggers: None, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = stream_of(2)
    lines = lines_of(stream)
    forget(stream)
    read = queries.read_stream

    def read_then_let_another_in(name: str) -> tuple[StoredEvent, ...]:
        before = read(name)
        services.append(stream, [batch()], expected_version=0)
        return before

    monkeypatch.setattr(queries, "read_stream", read_then_let_another_in)
    with pytest.raises(ConcurrencyConflict):
        services.import_stream(lines)


@pytest.mark.parametrize("field", ["body", "actor", "hash", "recorded_at"])
def test_a_changed_file_is_refused(no_triggers: None, field: str) -> None:
    stream = stream_of(3)
    lines = lines_of(stream)
    forget(stream)
    event = json.loads(lines[2])
    event[field] = {"body": "7", "actor": "x", "hash": "0" * 64, "recorded_at": 7}[field]
    with pytest.raises(BrokenChain) as broken:
        services.import_stream([*lines[:2], json.dumps(event), *lines[3:]])
    assert broken.value.version == 2
    assert queries.stream_version(stream) == 0


@pytest.mark.parametrize(
    ("lines", "number"),
    [
        ([], 1),
        (['{"line":"event"}'], 1),
        (['{"line":"stream","stream":"s","format":"other"}'], 1),
        (['{"line":"stream","stream":"s","format":"skirmish-ledger stream 1"}', "", "{"], 3),
        (['{"line":"stream","stream":"s","format":"skirmish-ledger stream 1"}', '{"line":"x"}'], 2),
    ],
)
def test_a_file_that_is_none_names_the_line(lines: list[str], number: int) -> None:
    with pytest.raises(MalformedExport) as refusal:
        services.import_stream(lines)
    assert refusal.value.line == number


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("schema", 0), ("schema", 2**40), ("recorded_at", -5), ("recorded_at", 2**64), ("command_id", "zz"),
        ("command_id", ""), ("kind", ""), ("kind", "a\0"), ("actor", "\0"), ("body", "not json"),
        ("body", "[" * 100_000),
    ],
)  # fmt: skip
def test_a_chain_over_what_no_ledger_writes_is_refused_by_its_line(field: str, value: Any) -> None:
    (event,) = InMemoryLedger().append("s", [batch("1")], expected_version=0)
    forged = structs.replace(event, **{field: value.encode() if field == "body" else value})
    forged = structs.replace(forged, hash=chain.event_hash(chain.GENESIS, forged))
    line = structs.asdict(forged) | {"line": "event", "prev_hash": "0" * 64, "hash": forged.hash.hex()}
    line["body"] = forged.body.decode()
    head = '{"line":"stream","stream":"s","format":"skirmish-ledger stream 1"}'
    with pytest.raises(MalformedExport) as refusal:
        services.import_stream([head, json.dumps(line)])
    assert refusal.value.line == 2
    assert queries.stream_version("s") == 0


def test_what_a_subscriber_could_never_take_is_not_imported(no_triggers: None) -> None:
    def choke(events: Sequence[StoredEvent]) -> None:
        raise ValueError(f"{len(events)} riddles")

    stream = stream_of(2)
    lines = lines_of(stream)
    forget(stream)
    subscriptions.register(subscriptions.Subscriber("choking", choke, prefix=stream))
    try:
        with pytest.raises(NotUnderstood, match="is not understood by choking: 2 riddles"):
            services.import_stream(lines)
    finally:
        subscriptions.unregister("choking")
    assert queries.read_stream(stream) == ()


def test_a_rehearsal_leaves_the_subscribers_own_work_to_the_feed(no_triggers: None) -> None:
    def note(events: Sequence[StoredEvent]) -> None:
        Checkpoint.objects.create(name=f"noted by {stream}", position=len(events))

    stream = stream_of(2)
    lines = lines_of(stream)
    forget(stream)
    subscriptions.register(subscriptions.Subscriber("noting", note, prefix=stream))
    try:
        assert services.import_stream(lines) == (stream, 2)
    finally:
        subscriptions.unregister("noting")
    assert not Checkpoint.objects.filter(name=f"noted by {stream}").exists()


def test_a_file_without_events_is_refused(no_triggers: None) -> None:
    head = lines_of(stream_of(1))[0]
    with pytest.raises(MalformedExport, match="is followed by no event"):
        services.import_stream([head])
    with pytest.raises(offline_verifier.Problem, match="The file holds no event"):
        offline_verifier.verify([head])
