"""What every ledger must do, whatever it is kept in."""

import uuid
from collections.abc import Callable
from typing import Protocol

import pytest

from ledger import chain
from ledger.errors import CommandIdReused, ConcurrencyConflict
from ledger.events import Batch, FeedPage, FeedPosition, NewEvent, StoredEvent


class Ledger(Protocol):
    """The part of the ledger that the contract speaks about."""

    append: Callable[..., tuple[StoredEvent, ...]]
    read_stream: Callable[..., tuple[StoredEvent, ...]]
    stream_version: Callable[[str], int]
    batch_of: Callable[[str, str], tuple[StoredEvent, ...]]
    streams: Callable[..., tuple[str, ...]]
    read_feed: Callable[[FeedPosition, int], FeedPage]


def batch(*bodies: str, command_id: str = "", actor: str = "player-1") -> Batch:
    """A batch of one event for each body: JSON text."""
    events = tuple(NewEvent("test.noted", 1, body.encode()) for body in bodies or ('{"n":1}',))
    return Batch(command_id or str(uuid.uuid4()), actor, events)


def new_stream(prefix: str = "test") -> str:
    """The name of a stream that no other test uses."""
    return f"{prefix}/{uuid.uuid4()}"


class StoreContract:
    """Subclasses give the fixture ``ledger``."""

    def test_a_new_stream_is_empty_at_version_0(self, ledger: Ledger) -> None:
        stream = new_stream()
        assert ledger.read_stream(stream) == ()
        assert ledger.stream_version(stream) == 0

    def test_what_is_appended_is_read_back_as_it_was_answered(self, ledger: Ledger) -> None:
        stream, first, second = new_stream(), batch('{"a":"é"}', "[1,2]"), batch(actor="player-2")
        stored = ledger.append(stream, [first], expected_version=0)
        stored += ledger.append(stream, [second], expected_version=2)
        assert ledger.read_stream(stream) == stored
        assert [(e.version, e.opens, e.body, e.command_id, e.actor) for e in stored] == [
            (1, True, '{"a":"é"}'.encode(), first.command_id, "player-1"),
            (2, False, b"[1,2]", first.command_id, "player-1"),
            (3, True, b'{"n":1}', second.command_id, "player-2"),
        ]
        assert chain.check(stored, stream) == (3, stored[-1].hash)

    def test_part_of_a_stream_can_be_read(self, ledger: Ledger) -> None:
        stream = new_stream()
        stored = ledger.append(stream, [batch(*"12345")], expected_version=0)
        assert ledger.read_stream(stream, 1, 3) == stored[1:3]
        assert ledger.read_stream(stream, 3) == stored[3:]
        assert ledger.read_stream(stream, up_to=2) == stored[:2]

    def test_positions_grow(self, ledger: Ledger) -> None:
        stored = ledger.append(new_stream(), [batch(*"123")], expected_version=0)
        assert [e.position - stored[0].position for e in stored] == [0, 1, 2]

    @pytest.mark.parametrize("expected", [0, 1, 3])
    def test_another_expected_version_is_refused_and_writes_nothing(self, ledger: Ledger, expected: int) -> None:
        stream = new_stream()
        stored = ledger.append(stream, [batch("1", "2")], expected_version=0)
        with pytest.raises(ConcurrencyConflict) as refusal:
            ledger.append(stream, [batch("3")], expected_version=expected)
        assert (refusal.value.stream, refusal.value.expected, refusal.value.actual) == (stream, expected, 2)
        assert ledger.read_stream(stream) == stored

    def test_several_batches_are_written_all_or_not_at_all(self, ledger: Ledger) -> None:
        stream, batches = new_stream(), [batch("1", "2"), batch("3"), batch("4")]
        with pytest.raises(ConcurrencyConflict):
            ledger.append(stream, batches, expected_version=1)
        assert ledger.read_stream(stream) == ()
        stored = ledger.append(stream, batches, expected_version=0)
        assert [(e.body, e.opens) for e in stored] == [(b"1", True), (b"2", False), (b"3", True), (b"4", True)]
        assert chain.check(ledger.read_stream(stream), stream)[0] == 4

    @pytest.mark.parametrize("expected", [0, 2, 3, 9])
    def test_the_same_command_again_gets_the_first_answer(self, ledger: Ledger, expected: int) -> None:
        stream, command = new_stream(), batch('"request"', '"rolled 6"')
        first = ledger.append(stream, [command], expected_version=0)
        later = ledger.append(stream, [batch()], expected_version=2)
        again = Batch(command.command_id, command.actor, (command.events[0], NewEvent("test.noted", 1, b'"rolled 1"')))
        assert ledger.append(stream, [again], expected_version=expected) == first
        assert ledger.read_stream(stream) == first + later

    def test_several_known_commands_get_their_first_answers(self, ledger: Ledger) -> None:
        stream, batches = new_stream(), [batch("1", "2"), batch("3")]
        first = ledger.append(stream, batches, expected_version=0)
        assert ledger.append(stream, batches, expected_version=3) == first

    def test_the_same_id_with_another_request_is_refused(self, ledger: Ledger) -> None:
        stream, command = new_stream(), batch('"request"')
        stored = ledger.append(stream, [command], expected_version=0)
        with pytest.raises(CommandIdReused) as refusal:
            ledger.append(stream, [batch('"other"', command_id=command.command_id)], expected_version=1)
        assert (refusal.value.stream, refusal.value.command_id) == (stream, command.command_id)
        assert ledger.read_stream(stream) == stored

    def test_known_commands_mixed_with_new_ones_are_refused(self, ledger: Ledger) -> None:
        stream, known = new_stream(), batch("1")
        stored = ledger.append(stream, [known], expected_version=0)
        with pytest.raises(CommandIdReused):
            ledger.append(stream, [batch("2"), known], expected_version=1)
        assert ledger.read_stream(stream) == stored

    def test_a_refused_command_leaves_its_id_free(self, ledger: Ledger) -> None:
        stream, command = new_stream(), batch("1")
        with pytest.raises(ConcurrencyConflict):
            ledger.append(stream, [command], expected_version=7)
        assert len(ledger.append(stream, [command], expected_version=0)) == 1

    def test_streams_do_not_know_each_others_commands(self, ledger: Ledger) -> None:
        one, other, command = new_stream(), new_stream(), batch("1")
        ledger.append(one, [command], expected_version=0)
        assert ledger.append(other, [command], expected_version=0)[0].stream == other

    def test_a_batch_is_found_by_its_command(self, ledger: Ledger) -> None:
        stream, batches = new_stream(), [batch("1", "2"), batch("3", "4", "5"), batch("6")]
        stored = ledger.append(stream, batches, expected_version=0)
        found = [ledger.batch_of(stream, each.command_id) for each in batches]
        assert found == [stored[:2], stored[2:5], stored[5:]]
        assert ledger.batch_of(stream, str(uuid.uuid4())) == ()

    def test_streams_are_listed_by_prefix(self, ledger: Ledger) -> None:
        prefix = f"test-{uuid.uuid4()}"
        for name in ("b", "é", "a"):
            ledger.append(f"{prefix}/{name}", [batch()], expected_version=0)
        assert ledger.streams(f"{prefix}/") == (f"{prefix}/a", f"{prefix}/b", f"{prefix}/é")
        assert set(ledger.streams(prefix)) <= set(ledger.streams())
