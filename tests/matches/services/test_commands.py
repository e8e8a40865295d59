import pytest

from ledger import queries as ledger
from ledger.errors import CommandIdReused
from matches import queries, replay
from matches.errors import MatchNotFound, NotAllowed, WrongStatus
from matches.services import commands, results
from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.kernel.messages import JUDGE
from tests.support.matches import (
    ANN,
    BO,
    JUDY,
    decision,
    guard,
    kinds,
    new_id,
    play_out,
    play_round,
    roll,
    scheduled,
    started,
    strike,
    submit,
)
from tests.support.tiny_game import ChooseGuard, SetPoints, Strike

pytestmark = pytest.mark.django_db


def version(match_id: object) -> int:
    return ledger.stream_version(f"match/{match_id}")


def test_a_match_is_played_to_its_end_and_audits_clean() -> None:
    match_id = started()
    play_out(match_id)
    assert queries.match(match_id).status == "reported"
    assert queries.audit(match_id) == ()
    assert queries.load(match_id).state.result is not None


def test_an_answer_is_the_batch_of_its_command() -> None:
    match_id = started(dice="table")
    guard(match_id, "A")
    answer = guard(match_id, "B")
    assert kinds(answer) == ["match.command_accepted", "match.choice_sealed"]
    assert kinds(roll(match_id, 3, 1)) == ["match.command_accepted", "tiny.clashed"]
    assert kinds(strike(match_id)) == ["match.command_accepted", "tiny.struck", "tiny.round_ended"]


def test_the_same_command_again_gets_the_first_answer() -> None:
    match_id, command_id = started(), new_id()
    guard(match_id, "A")
    guard(match_id, "B")
    command = decision(match_id, "roll_clash")
    legal = queries.legal(match_id, command.id)
    assert legal is not None
    first = submit(match_id, legal.commands[0], command_id=command_id)
    before = version(match_id)
    assert submit(match_id, legal.commands[0], command_id=command_id) == first
    assert version(match_id) == before


def test_the_same_secret_choice_again_gets_the_first_answer() -> None:
    match_id, command_id = started(), new_id()
    choice = ChooseGuard(seat="A", decision=decision(match_id, seat="A").id, guard="high")
    first = submit(match_id, choice, command_id=command_id)
    guard(match_id, "B")
    assert submit(match_id, choice, command_id=command_id) == first
    other = ChooseGuard(seat="A", decision=choice.decision, guard="low")
    with pytest.raises(CommandIdReused):
        submit(match_id, other, command_id=command_id)


def test_the_same_id_with_another_body_is_refused() -> None:
    match_id, command_id = started(dice="table"), new_id()
    guard(match_id, "A")
    guard(match_id, "B")
    roll(match_id, 5, 2, command_id=command_id)
    before = version(match_id)
    with pytest.raises(CommandIdReused):
        strike(match_id, command_id=command_id)
    assert version(match_id) == before


def test_nobody_sees_a_secret_choice_before_all_have_chosen() -> None:
    match_id = started()
    guard(match_id, "A", "high")
    stored = ledger.read_stream(f"match/{match_id}")
    assert b"high" not in b"".join(event.body for event in stored[-2:])
    assert queries.load(match_id).state.guards == ("", "")
    guard(match_id, "B", "low")
    assert queries.load(match_id).state.guards == ("high", "low")
    assert kinds(ledger.read_stream(f"match/{match_id}"))[-8:] == [
        "match.command_accepted",
        "match.choice_sealed",
        *["match.command_accepted", "match.choice_revealed", "tiny.guard_chosen"] * 2,
    ]


def test_a_revealed_choice_is_written_by_who_sealed_it() -> None:
    match_id = started()
    guard(match_id, "A", "high")
    guard(match_id, "B", "low")
    revealed = [e.actor for e in ledger.read_stream(f"match/{match_id}") if e.kind == "match.choice_revealed"]
    assert revealed == [ANN, BO]


def test_a_secret_choice_is_made_once() -> None:
    match_id = started()
    open_ = decision(match_id, seat="A")
    guard(match_id, "A")
    with pytest.raises(DecisionClosed, match="under seal"):
        submit(match_id, ChooseGuard(seat="A", decision=open_.id, guard="low"))


def test_a_choice_that_the_rules_forbid_is_refused_before_it_is_sealed() -> None:
    match_id = started(dice="table")
    guard(match_id, "A", "high")
    guard(match_id, "B", "high")
    roll(match_id, 3, 3)
    before = version(match_id)
    with pytest.raises(RuleViolation) as refusal:
        guard(match_id, "A", "high")
    assert refusal.value.rule_id == "TINY-03"
    assert version(match_id) == before


def test_a_swapped_secret_choice_is_found_by_the_audit() -> None:
    match_id = started()
    guard(match_id, "A", "high")
    guard(match_id, "B", "low")
    play = queries.load(match_id)
    last = play.steps[-1]
    assert last.command is not None
    other = ChooseGuard(seat="B", decision=last.command.decision, guard="open")
    play.steps[-1] = replay.Step(
        **{name: getattr(last, name) for name in last.__struct_fields__}
        | {"command": other, "events": (type(last.events[0])(seat="B", guard="open"),)}
    )
    assert [finding.version for finding in replay.audit(play)] == [last.version]


def test_what_a_rule_forbids_is_refused_and_nothing_is_written() -> None:
    match_id = started(dice="table")
    guard(match_id, "A", "open")
    guard(match_id, "B", "high")
    roll(match_id, 5, 2)
    before = version(match_id)
    with pytest.raises(RuleViolation) as refusal:
        strike(match_id, "head")
    assert refusal.value.rule_id == "TINY-07"
    assert version(match_id) == before


def test_a_command_for_another_seat_is_refused() -> None:
    match_id = started()
    choice = ChooseGuard(seat="A", decision=decision(match_id, seat="A").id, guard="high")
    for actor in (BO, JUDY, "", "nobody"):
        with pytest.raises(NotAllowed):
            commands.submit(match_id, new_id(), actor, choice)


def test_the_judges_seat_needs_a_reason() -> None:
    match_id = started()
    with pytest.raises(NotAllowed, match="judge"):
        commands.submit(match_id, new_id(), JUDY, SetPoints(seat=JUDGE, of="A", points=3))


def test_a_decision_that_is_closed_is_refused() -> None:
    match_id = started(dice="table")
    play_round(match_id, 5, 2)
    with pytest.raises(DecisionClosed):
        submit(match_id, Strike(seat="A", decision="strike:A:3", at="body"))


def test_real_dice_need_exactly_their_faces() -> None:
    match_id = started(dice="table")
    guard(match_id, "A")
    guard(match_id, "B")
    for faces in ((), (3,), (3, 4, 5), (3, 9), (0, 1)):
        with pytest.raises(MalformedInput):
            roll(match_id, *faces)
    roll(match_id, 3, 8)


def test_faces_for_the_servers_dice_are_refused() -> None:
    match_id = started()
    guard(match_id, "A")
    guard(match_id, "B")
    with pytest.raises(MalformedInput, match="server rolls"):
        roll(match_id, 6, 1)


def test_nothing_can_be_played_before_the_start_and_after_the_end() -> None:
    match_id = scheduled()
    with pytest.raises(WrongStatus):
        submit(match_id, ChooseGuard(seat="A", decision="choose_guard:A:r1", guard="high"))
    match_id = started()
    results.forfeit(match_id, new_id(), ANN, seat="A", team="red")
    with pytest.raises(WrongStatus):
        submit(match_id, ChooseGuard(seat="A", decision="choose_guard:A:r1", guard="high"))


def test_a_match_that_does_not_exist_is_not_found() -> None:
    import uuid

    with pytest.raises(MatchNotFound):
        commands.submit(uuid.uuid4(), new_id(), ANN, ChooseGuard(seat="A", guard="high"))
