"""What readers of a match see, and what the audit finds in one that was tampered with."""

import uuid
from collections.abc import Callable, Sequence
from uuid import UUID

import msgspec
import pytest

from ledger import queries as ledger
from ledger.events import StoredEvent
from matches import queries, replay
from matches.services import computer, corrections
from rules_engine.kernel.errors import CorruptHistory
from rules_engine.kernel.messages import JUDGE, roll_of
from tests.support.matches import (
    JUDY,
    computers,
    guard,
    new_id,
    play_round,
    roll,
    scheduled,
    started,
)
from tests.support.tiny_game import RollClash, TinyState

pytestmark = pytest.mark.django_db


def stream(match_id: UUID) -> tuple[StoredEvent, ...]:
    return ledger.read_stream(f"match/{match_id}")


def tampered(match_id: UUID, kind: str, old: bytes, new: bytes) -> tuple[replay.Finding, ...]:
    """The findings of an audit after a change in the last event of a kind."""
    events = list(stream(match_id))
    index = max(index for index, event in enumerate(events) if event.kind == kind)
    assert old in events[index].body
    events[index] = msgspec.structs.replace(events[index], body=events[index].body.replace(old, new))
    return replay.audit(replay.Play.of(events))


def test_the_state_after_every_version_can_be_seen() -> None:
    match_id = started(dice="table")
    play_round(match_id, 5, 2)
    states = [queries.view(match_id, version=version) for version in range(1, queries.load(match_id).version + 1)]
    assert states[3] is None
    assert isinstance(states[-1], TinyState)
    assert states[-1] == queries.view(match_id) == queries.load(match_id).state
    points = [state.points for state in states if state]
    assert points == sorted(points)
    for version in (0, 999):
        with pytest.raises(IndexError):
            queries.view(match_id, version=version)
    assert queries.view(scheduled()) is None


def test_the_log_shows_every_event_with_what_its_sentence_needs() -> None:
    match_id = started(dice="table")
    play_round(match_id, 5, 2)
    log = queries.log(match_id)
    assert [frame.version for frame in log] == list(range(1, len(log) + 1))
    assert [frame.kind for frame in log] == [event.kind for event in stream(match_id)]
    told = [frame for frame in log if frame.kind.startswith("tiny.")]
    assert all(frame.sentence == {"kind": frame.kind} for frame in told)
    assert [frame.opens for frame in log] == [event.opens for event in stream(match_id)]


def played() -> UUID:
    match_id = started(computers("random", "random", seed="audit"), server_seed=b"a" * 32)
    computer.play(match_id)
    return match_id


def test_other_points_are_found() -> None:
    match_id = started(dice="table")
    play_round(match_id, 5, 2)
    version = next(event.version for event in reversed(stream(match_id)) if event.kind == "tiny.struck")
    assert [f.version for f in tampered(match_id, "tiny.struck", b'"points":2', b'"points":1')] == [version]


def test_another_striker_is_found() -> None:
    match_id = started(dice="table")
    guard(match_id, "A")
    guard(match_id, "B")
    roll(match_id, 5, 2)
    found = tampered(match_id, "tiny.clashed", b'"striker":"A"', b'"striker":"B"')
    assert [(f.version, "tiny.clashed" in f.recorded) for f in found] == [(len(stream(match_id)), True)]


def test_a_choice_that_was_not_the_sealed_one_is_found() -> None:
    match_id = started()
    guard(match_id, "A", "high")
    guard(match_id, "B", "high")
    salt = next(e for e in reversed(stream(match_id)) if e.kind == "match.choice_revealed").body.split(b'"salt":"')[1]
    found = tampered(match_id, "match.choice_revealed", salt[:4], b"0000" if salt[:4] != b"0000" else b"1111")
    assert ["a choice with the seal" in f.recorded for f in found] == [True]


def test_a_reveal_without_a_seal_is_found() -> None:
    match_id = started()
    guard(match_id, "A", "high")
    guard(match_id, "B", "high")
    found = tampered(match_id, "match.choice_revealed", b"choose_guard:B:r1", b"choose_guard:B:r9")
    assert [f.expected for f in found] == ["no seal"]


def test_another_result_than_the_rules_give_is_found() -> None:
    match_id = played()
    found = tampered(match_id, "match.result_reported", b'"place":1', b'"place":3')
    assert [f.version for f in found] == [len(stream(match_id)) - 2]


def test_a_result_that_the_rules_do_not_give_yet_is_found() -> None:
    match_id = played()
    events = [event for event in stream(match_id) if event.kind != "tiny.ended"]
    reasons = replay.audit(replay.Play.of(events))
    assert len(reasons) == 2


def test_dice_of_another_source_are_found() -> None:
    match_id = played()
    assert [f.expected for f in tampered(match_id, "tiny.clashed", b'"server"', b'"table"')] == ["server dice"]


def test_a_correction_that_swaps_rolls_is_found() -> None:
    match_id = started(dice="table")
    guard(match_id, "A")
    guard(match_id, "B")
    roll(match_id, 5, 2)
    step = queries.load(match_id).steps[-1]
    assert step.command is not None
    right = RollClash(seat=step.seat, decision=step.command.decision, faces=(6, 2))
    corrections.correct(
        match_id, new_id(), JUDY, seat=JUDGE, version=step.version, command=right, reason="Typo."
    )  # fmt: skip
    assert replay.audit(queries.load(match_id)) == ()
    found = tampered(match_id, "tiny.clashed", b'"n":1', b'"n":2')
    assert [(f.recorded, f.expected) for f in found] == [("rolls [2]", "rolls [1]")]


def test_a_match_that_has_not_started_has_nothing_to_audit() -> None:
    assert queries.audit(scheduled()) == ()


Spoil = Callable[[Sequence[StoredEvent]], Sequence[StoredEvent]]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda events: events[2:],
        lambda events: [*events[:1], *events[2:]],
        lambda events: [msgspec.structs.replace(events[0], kind="match.unheard_of"), *events[1:]],
        lambda events: [*events[:-1], msgspec.structs.replace(events[-1], body=b"{}")],
        lambda events: [*events[:-1], msgspec.structs.replace(events[-1], schema=9)],
    ],
)
def test_a_log_that_no_match_can_have_is_corrupt(spoil: Spoil) -> None:
    match_id = started(dice="table")
    play_round(match_id, 5, 2)
    with pytest.raises(CorruptHistory):
        replay.Play.of(spoil(stream(match_id)))


def test_a_match_without_a_start_has_no_state() -> None:
    play = queries.load(scheduled())
    with pytest.raises(CorruptHistory, match="has not started"):
        _ = play.state
    with pytest.raises(CorruptHistory, match="does not begin"):
        _ = replay.Play().known


def test_a_match_folds_the_same_at_once_and_batch_by_batch() -> None:
    match_id = played()
    events = stream(match_id)
    whole = replay.Play.of(events)
    for cut in [event.version for event in events if event.opens][1::7]:
        part = replay.Play.of(events[: cut - 1])
        assert part.steps == whole.steps[: len(part.steps)]


def test_names_of_streams() -> None:
    match_id = uuid.uuid4()
    assert replay.match_of(replay.stream_of(match_id)) == match_id


def test_a_struck_out_roll_keeps_its_number() -> None:
    match_id = started(dice="table")
    guard(match_id, "A")
    guard(match_id, "B")
    before = queries.load(match_id).steps[-1].last
    roll(match_id, 5, 2)
    corrections.rewind(match_id, new_id(), JUDY, seat=JUDGE, to_version=before, reason="Cocked die.")
    roll(match_id, 2, 5)
    play = queries.load(match_id)
    assert [made.n for step in play.steps for event in step.events if (made := roll_of(event))] == [2]
