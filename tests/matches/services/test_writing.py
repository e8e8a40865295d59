"""Load, decide, append; decide again when others were faster."""

import threading
import uuid
from uuid import UUID

import pytest
from django.db import connection

from ledger import queries as ledger
from ledger.errors import CommandIdReused, ConcurrencyConflict
from matches import queries
from matches.domain.commands import AgreeResult, AllowScorekeeper
from matches.errors import MatchNotFound
from matches.events import ScorekeeperAllowed, accepted
from matches.services.writing import DECIDES, Draft, carry_out, write
from rules_engine.kernel.messages import Command
from tests.support.matches import ANN, BO, guard, new_id, scheduled, started, submit
from tests.support.tiny_game import ChooseGuard

ALLOW = AllowScorekeeper(seat="A", scorekeeper="sam")


def allow(draft: Draft, command_id: str) -> None:
    draft.add(command_id, ANN, (accepted(ALLOW), ScorekeeperAllowed(seat="A", scorekeeper="sam")))


def somebody_else_writes(match_id: UUID) -> None:
    command = AllowScorekeeper(seat="B", scorekeeper=new_id())
    draft = Draft(match_id, queries.load(match_id))
    draft.add(new_id(), BO, (accepted(command), ScorekeeperAllowed(seat="B", scorekeeper=command.scorekeeper)))
    write(draft)


def busy(match_id: UUID, *, faster: int) -> list[int]:
    """Carry out a command while others are faster a number of times; the versions at which it was decided."""
    decided: list[int] = []
    command_id = new_id()

    def decide(draft: Draft) -> None:
        decided.append(draft.expected_version)
        if len(decided) <= faster:
            somebody_else_writes(match_id)
        allow(draft, command_id)

    carry_out(match_id, command_id, accepted(ALLOW), decide)
    return decided


@pytest.mark.django_db
@pytest.mark.parametrize("faster", [0, 1, 3])
def test_it_is_decided_again_when_others_were_faster(faster: int) -> None:
    match_id = scheduled()
    version = ledger.stream_version(f"match/{match_id}")
    assert busy(match_id, faster=faster) == [version + 2 * number for number in range(faster + 1)]
    assert queries.match(match_id).version == version + 2 * faster + 2


@pytest.mark.django_db
def test_it_is_decided_four_times_at_most() -> None:
    match_id = scheduled()
    before = ledger.stream_version(f"match/{match_id}")
    with pytest.raises(ConcurrencyConflict):
        busy(match_id, faster=DECIDES)
    assert ledger.stream_version(f"match/{match_id}") == before + 2 * DECIDES
    assert all(b"sam" not in event.body for event in ledger.read_stream(f"match/{match_id}")[before:])


@pytest.mark.django_db
def test_with_a_bare_version_it_is_decided_once() -> None:
    match_id, command_id = scheduled(), new_id()
    version = ledger.stream_version(f"match/{match_id}")
    decided = []

    def decide(draft: Draft) -> None:
        decided.append(draft.expected_version)
        somebody_else_writes(match_id)
        allow(draft, command_id)

    with pytest.raises(ConcurrencyConflict):
        carry_out(match_id, command_id, accepted(ALLOW), decide, expected_version=version)
    with pytest.raises(ConcurrencyConflict):
        carry_out(match_id, command_id, accepted(ALLOW), decide, expected_version=version)
    assert decided == [version]


@pytest.mark.django_db
def test_a_known_command_is_not_decided_again() -> None:
    match_id, command_id = scheduled(), new_id()
    first = carry_out(match_id, command_id, accepted(ALLOW), lambda draft: allow(draft, command_id))

    def never(_: Draft) -> None:
        raise AssertionError

    assert carry_out(match_id, command_id, accepted(ALLOW), never) == first
    with pytest.raises(CommandIdReused):
        carry_out(match_id, command_id, accepted(AgreeResult(seat="A")), never)


@pytest.mark.django_db
def test_a_match_that_does_not_exist_is_not_written_to() -> None:
    with pytest.raises(MatchNotFound):
        carry_out(uuid.uuid4(), new_id(), accepted(ALLOW), lambda draft: allow(draft, new_id()))


@pytest.mark.django_db(transaction=True)
def test_two_people_who_choose_at_once_do_not_conflict() -> None:
    match_id = started()
    choices = [ChooseGuard(seat=seat, decision=f"choose_guard:{seat}:r1", guard="high") for seat in "AB"]
    at_once(match_id, [(command, new_id()) for command in choices])
    assert queries.load(match_id).state.guards == ("high", "high")


@pytest.mark.django_db(transaction=True)
def test_the_same_secret_choice_sent_many_times_at_once_has_one_effect_and_one_answer() -> None:
    match_id, command_id = started(), new_id()
    choice = ChooseGuard(seat="A", decision="choose_guard:A:r1", guard="high")
    answers = at_once(match_id, [(choice, command_id)] * 6)
    assert len(set(answers)) == 1
    assert [event.command_id for event in ledger.read_stream(f"match/{match_id}")].count(command_id) == 2


def at_once(match_id: UUID, commands: list[tuple[Command, str]]) -> list[object]:
    answers: list[object] = []

    def send(command: Command, command_id: str) -> None:
        answers.append(submit(match_id, command, command_id=command_id))
        connection.close()

    threads = [threading.Thread(target=send, args=each) for each in commands]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == len(commands)
    return answers


@pytest.mark.django_db
def test_a_conflict_by_version_reaches_the_caller_of_a_plain_write() -> None:
    match_id = started(dice="table")
    draft = Draft(match_id, queries.load(match_id))
    guard(match_id, "A")
    draft.add(new_id(), "x", (accepted(AgreeResult(seat="A")),))
    with pytest.raises(ConcurrencyConflict):
        write(draft)
