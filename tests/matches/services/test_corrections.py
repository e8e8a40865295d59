from uuid import UUID

import pytest

from ledger import queries as ledger
from ledger.errors import ConcurrencyConflict
from matches import queries, replay
from matches.errors import (
    CorrectionConflict,
    NotAllowed,
    NotCorrectable,
    NotEffective,
    WrongStatus,
)
from matches.events import SeatPlan
from matches.services import commands, computer, corrections, lifecycle, results
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import JUDGE, Command
from tests.support.matches import (
    ANN,
    BO,
    JUDY,
    PEOPLE,
    SAM,
    computers,
    decision,
    guard,
    kinds,
    new_id,
    play_round,
    roll,
    started,
    strike,
    submit,
)
from tests.support.tiny_game import ChooseGuard, RollClash, SetPoints, StateReach, Strike, TinyState

pytestmark = pytest.mark.django_db


def state(match_id: UUID) -> TinyState:
    found: TinyState = queries.load(match_id).state
    return found


def last_step(match_id: UUID, back: int = 1) -> replay.Step:
    return queries.load(match_id).steps[-back]


def rewind(match_id: UUID, to: int, actor: str = ANN, seat: str = "A") -> list[str]:
    return kinds(corrections.rewind(match_id, new_id(), actor, seat=seat, to_version=to, reason="A slip."))[1:]


def correct(match_id: UUID, version: int, command: Command, actor: str = JUDY, seat: str = JUDGE) -> list[str]:
    again = corrections.correct(match_id, new_id(), actor, seat=seat, version=version, command=command, reason="Typo.")
    return kinds(again)[1:]


# --- rewinds ----------------------------------------------------------------------------------------------------------


def test_ones_own_choice_is_taken_back_freely() -> None:
    match_id = started(dice="table")
    guard(match_id, "A")
    guard(match_id, "B")
    roll(match_id, 5, 2)
    before = last_step(match_id)
    strike(match_id)
    assert rewind(match_id, before.last) == ["match.rewound"]
    assert state(match_id) == before.state
    strike(match_id, "hold")
    assert state(match_id).points == (0, 0)
    assert queries.audit(match_id) == ()


def test_what_is_struck_out_stays_visible_with_the_rewind_that_did_it() -> None:
    match_id = started(dice="table")
    guard(match_id, "A")
    guard(match_id, "B")
    roll(match_id, 5, 2)
    before = last_step(match_id)
    strike(match_id)
    rewind(match_id, before.last)
    log = queries.log(match_id)
    rewound = log[-1]
    assert rewound.kind == "match.rewound"
    struck = [frame.kind for frame in log if frame.struck_by == rewound.version]
    assert struck == ["match.command_accepted", "tiny.struck", "tiny.round_ended"]
    assert {frame.struck_by for frame in log} == {0, rewound.version}


def test_past_a_roll_the_opponent_is_asked() -> None:
    match_id = started(dice="table")
    guard(match_id, "A")
    guard(match_id, "B")
    before = last_step(match_id)
    roll(match_id, 5, 2)
    assert rewind(match_id, before.last) == ["match.rewind_asked"]
    asked = queries.load(match_id).version
    assert state(match_id).striker == "A"
    with pytest.raises(NotAllowed):
        corrections.agree(match_id, new_id(), ANN, seat="B", asked=asked)
    corrections.agree(match_id, new_id(), ANN, seat="A", asked=asked)
    assert state(match_id).striker == "A"
    agreed = corrections.agree(match_id, new_id(), BO, seat="B", asked=asked)
    assert kinds(agreed)[1:] == ["match.change_agreed", "match.rewound"]
    assert state(match_id) == before.state


def test_past_the_others_choice_he_is_asked() -> None:
    match_id = started(dice="table")
    guard(match_id, "A")
    guard(match_id, "B")
    roll(match_id, 5, 2)
    before = last_step(match_id)
    strike(match_id)
    assert rewind(match_id, before.last, BO, "B") == ["match.rewind_asked"]


def test_past_a_reveal_the_opponent_is_asked() -> None:
    match_id = started()
    start = last_step(match_id)
    guard(match_id, "A")
    sealed = last_step(match_id)
    guard(match_id, "B")
    assert rewind(match_id, sealed.last, BO, "B") == ["match.rewind_asked"]
    for step in queries.load(match_id).steps[-3:-1]:  # the last seal, and the first of two reveals
        with pytest.raises(NotEffective):
            rewind(match_id, step.last, JUDY, JUDGE)
    assert rewind(match_id, start.last) == ["match.rewind_asked"]


def test_a_secret_choice_is_taken_back_and_made_again() -> None:
    match_id = started()
    start = last_step(match_id)
    guard(match_id, "A", "high")
    assert rewind(match_id, start.last) == ["match.rewound"]
    guard(match_id, "A", "low")
    guard(match_id, "B", "open")
    assert state(match_id).guards == ("low", "open")


def test_what_was_asked_lapses_when_play_goes_on() -> None:
    match_id = started(dice="table")
    guard(match_id, "A")
    guard(match_id, "B")
    before = last_step(match_id)
    roll(match_id, 5, 2)
    rewind(match_id, before.last)
    asked = queries.load(match_id).version
    strike(match_id)
    with pytest.raises(MalformedInput, match="play has gone on"):
        corrections.agree(match_id, new_id(), BO, seat="B", asked=asked)


def test_a_judge_rewinds_past_a_roll_and_the_next_roll_is_another_one() -> None:
    match_id = started(server_seed=b"x" * 32)
    guard(match_id, "A")
    guard(match_id, "B")
    before = last_step(match_id)
    roll(match_id)
    assert rewind(match_id, before.last, JUDY, JUDGE) == ["match.rewound"]
    roll(match_id)
    rolls = [frame.event.roll for frame in queries.log(match_id) if frame.kind == "tiny.clashed"]  # type: ignore[attr-defined]
    assert [each.n for each in rolls] == [1, 2]
    assert queries.dice(match_id).rolls == 2


def test_computer_players_do_not_agree_to_free_rolls() -> None:
    match_id = started((PEOPLE[0], computers("random", "random")[1]))
    guard(match_id, "A")
    computer.play(match_id)
    roll(match_id)
    before = queries.load(match_id).steps[-2]
    with pytest.raises(NotAllowed, match="computer players do not agree"):
        rewind(match_id, before.last)


def test_only_the_end_of_a_step_that_counts_can_be_rewound_to() -> None:
    match_id = started(dice="table")
    play_round(match_id, 5, 2)
    steps = queries.load(match_id).steps
    for version in (0, 1, steps[-1].last, steps[-2].last - 1, 999):
        with pytest.raises(NotEffective):
            rewind(match_id, version, JUDY, JUDGE)
    rewind(match_id, steps[1].last, JUDY, JUDGE)
    with pytest.raises(NotEffective):
        rewind(match_id, steps[-2].last, JUDY, JUDGE)


def test_a_bare_version_guards_a_rewind() -> None:
    match_id = started(dice="table")
    play_round(match_id, 5, 2)
    play = queries.load(match_id)
    with pytest.raises(ConcurrencyConflict):
        corrections.rewind(
            match_id, new_id(), JUDY, seat=JUDGE, to_version=play.steps[0].last, reason="x",
            expected_version=play.version - 1,
        )  # fmt: skip


def test_an_ended_match_runs_again_after_a_rewind() -> None:
    match_id = started(dice="table")
    for _ in range(3):
        play_round(match_id, 8, 1)
    assert queries.match(match_id).status == "reported"
    before = queries.load(match_id).steps[-2]
    rewind(match_id, before.last, JUDY, JUDGE)
    row = queries.match(match_id)
    assert (row.status, row.placings) == ("running", ())
    strike(match_id, "head")
    assert queries.match(match_id).status == "reported"
    assert queries.audit(match_id) == ()


def test_strangers_and_closed_matches_cannot_rewind() -> None:
    match_id = started(dice="table")
    start = last_step(match_id)
    guard(match_id, "A")
    for actor, seat in ((SAM, "A"), (ANN, "B"), (ANN, JUDGE), ("", "A")):
        with pytest.raises(NotAllowed):
            rewind(match_id, start.last, actor, seat)
    results.forfeit(match_id, new_id(), ANN, seat="A", team="red")
    with pytest.raises(WrongStatus):
        rewind(match_id, start.last)


# --- corrections ------------------------------------------------------------------------------------------------------


def clash(match_id: UUID, *faces: int) -> replay.Step:
    guard(match_id, "A")
    guard(match_id, "B")
    roll(match_id, *faces)
    return last_step(match_id)


def corrected_roll(step: replay.Step, *faces: int) -> RollClash:
    assert step.command is not None
    return RollClash(seat=step.seat, decision=step.command.decision, faces=faces)


def test_the_faces_of_a_table_roll_are_corrected_and_what_follows_is_decided_again() -> None:
    match_id = started(dice="table")
    step = clash(match_id, 5, 2)
    strike(match_id)
    play_round(match_id, 3, 3)
    assert correct(match_id, step.version, corrected_roll(step, 6, 2))[:3] == [
        "match.corrected",
        "match.redone",
        "tiny.clashed",
    ]
    play = queries.load(match_id)
    assert [event.roll.faces for each in play.steps for event in each.events if hasattr(event, "roll")] == [
        (6, 2),
        (3, 3),
    ]
    assert (play.state.points, play.state.round) == ((1, 0), 3)
    assert play.rolls == 2
    assert queries.audit(match_id) == ()
    play_round(match_id, 1, 7)
    assert queries.audit(match_id) == ()


def test_a_correction_can_be_corrected() -> None:
    match_id = started(dice="table")
    step = clash(match_id, 5, 2)
    strike(match_id)
    correct(match_id, step.version, corrected_roll(step, 6, 2))
    redone = queries.load(match_id).steps[-2]
    correct(match_id, redone.version, corrected_roll(redone, 7, 2))
    assert queries.load(match_id).steps[-2].events[0].roll.faces == (7, 2)  # type: ignore[attr-defined]
    assert queries.audit(match_id) == ()
    with pytest.raises(NotEffective):
        correct(match_id, step.version, corrected_roll(step, 5, 2))


def test_a_correction_can_be_rewound() -> None:
    match_id = started(dice="table")
    step = clash(match_id, 5, 2)
    strike(match_id)
    correct(match_id, step.version, corrected_roll(step, 6, 2))
    redone = queries.load(match_id).steps[-2]
    rewind(match_id, redone.last, JUDY, JUDGE)
    assert state(match_id).striker == "A"
    assert queries.audit(match_id) == ()


def test_a_correction_with_a_conflict_is_refused_and_names_it() -> None:
    match_id = started(dice="table")
    step = clash(match_id, 5, 2)
    strike(match_id)
    conflicting = last_step(match_id)
    play_round(match_id, 3, 3)
    before = ledger.read_stream(f"match/{match_id}")
    with pytest.raises(CorrectionConflict) as refusal:  # B would have struck
        correct(match_id, step.version, corrected_roll(step, 2, 5))
    assert (refusal.value.version, refusal.value.command) == (conflicting.version, "strike")
    assert ledger.read_stream(f"match/{match_id}") == before


def test_a_measurement_is_corrected_unless_a_later_step_needs_it() -> None:
    match_id = started(dice="table")
    submit(match_id, StateReach(seat="A", reach=300))
    stated = last_step(match_id)
    clash(match_id, 5, 2)
    strike(match_id, "head")
    with pytest.raises(CorrectionConflict, match="TINY-09"):
        correct(match_id, stated.version, StateReach(seat="A", reach=100))
    correct(match_id, stated.version, StateReach(seat="A", reach=250))
    assert state(match_id).reach == 250
    assert queries.audit(match_id) == ()


def test_later_decisions_are_found_again_though_their_ids_have_changed() -> None:
    match_id = started(dice="table")
    submit(match_id, StateReach(seat="A", reach=300))
    stated = last_step(match_id)
    clash(match_id, 5, 2)
    strike(match_id, "body")
    before = [step.command.decision for step in queries.load(match_id).steps if step.command]
    correct(match_id, stated.version, StateReach(seat="A", reach=100))  # tells one event more
    after = [step.command.decision for step in queries.load(match_id).steps if step.command]
    assert (before[-2:], after[-2:]) == (["roll_clash:A:3", "strike:A:4"], ["roll_clash:A:4", "strike:A:5"])
    assert queries.audit(match_id) == ()


def test_secret_choices_are_told_again_with_their_seals() -> None:
    match_id = started(dice="table")
    submit(match_id, StateReach(seat="A", reach=300))
    stated = last_step(match_id)
    guard(match_id, "A", "high")
    guard(match_id, "B", "low")
    correct(match_id, stated.version, StateReach(seat="A", reach=250))
    assert state(match_id).guards == ("high", "low")
    assert queries.audit(match_id) == ()


def test_secret_choices_that_are_not_revealed_are_made_again() -> None:
    match_id = started(dice="table")
    submit(match_id, StateReach(seat="A", reach=300))
    stated = last_step(match_id)
    guard(match_id, "A", "high")
    correct(match_id, stated.version, StateReach(seat="A", reach=250))
    assert [d.seat for d in queries.decisions(match_id)] == ["A", "B"]


def test_a_seat_asks_for_a_correction_and_the_other_agrees() -> None:
    match_id = started(dice="table")
    step = clash(match_id, 5, 2)
    strike(match_id)
    right = corrected_roll(step, 6, 2)
    assert correct(match_id, step.version, right, ANN, "A") == ["match.correction_asked"]
    agreed = corrections.agree(match_id, new_id(), BO, seat="B", asked=queries.load(match_id).version)
    assert kinds(agreed)[1:4] == ["match.change_agreed", "match.corrected", "match.redone"]
    assert queries.audit(match_id) == ()


def test_who_writes_for_all_seats_corrects_at_once() -> None:
    match_id = started(dice="table")
    step = clash(match_id, 5, 2)
    for actor, seat in ((ANN, "A"), (BO, "B")):
        lifecycle.allow_scorekeeper(match_id, new_id(), actor, seat=seat, scorekeeper=SAM)
    assert correct(match_id, step.version, corrected_roll(step, 6, 2), SAM, "A")[0] == "match.corrected"


def test_the_result_follows_a_correction() -> None:
    match_id = started(dice="table")
    for _ in range(2):
        play_round(match_id, 8, 1)
    submit(match_id, StateReach(seat="A", reach=300))
    stated = last_step(match_id)
    play_round(match_id, 8, 1)
    assert queries.match(match_id).status == "reported"
    told = correct(match_id, stated.version, StateReach(seat="A", reach=200))
    assert told[-1] == "match.result_reported"
    assert queries.match(match_id).status == "reported"
    assert queries.audit(match_id) == ()


@pytest.mark.parametrize("seat", ["A", JUDGE])
def test_choices_and_server_rolls_are_not_corrected(seat: str) -> None:
    match_id = started()
    actor = JUDY if seat == JUDGE else ANN
    guard(match_id, "A")
    guard(match_id, "B")
    roll(match_id)
    rolled = last_step(match_id)
    with pytest.raises(NotCorrectable, match="server rolled"):
        correct(match_id, rolled.version, corrected_roll(rolled, 6, 1), actor, seat)
    chosen = queries.load(match_id).steps[-2]
    assert chosen.command is not None
    other = ChooseGuard(seat=chosen.seat, decision=chosen.command.decision, guard="high")
    with pytest.raises(NotCorrectable, match="a choice"):
        correct(match_id, chosen.version, other, actor, seat)
    for wrong in (StateReach(seat="A", reach=1), Strike(seat="A", decision="x", at="body")):
        with pytest.raises(NotCorrectable, match="another kind"):
            correct(match_id, chosen.version, wrong, actor, seat)
    with pytest.raises(NotEffective):
        correct(match_id, queries.load(match_id).steps[0].version, StateReach(seat="A", reach=1), actor, seat)


def test_faces_that_do_not_fit_the_dice_are_a_conflict() -> None:
    match_id = started(dice="table")
    step = clash(match_id, 5, 2)
    with pytest.raises(CorrectionConflict):
        correct(match_id, step.version, corrected_roll(step, 9, 2))


# --- rulings ----------------------------------------------------------------------------------------------------------


def ruling(match_id: UUID, command: Command, actor: str = JUDY) -> list[str]:
    return kinds(corrections.rule(match_id, new_id(), actor, command=command, reason="Seen by all."))


def test_a_judges_ruling_overrides_the_game_with_a_reason() -> None:
    match_id = started()
    assert ruling(match_id, SetPoints(seat=JUDGE, of="A", points=3)) == [
        "match.command_accepted",
        "match.judge_ruled",
        "tiny.points_set",
    ]
    assert state(match_id).points == (3, 0)
    assert queries.audit(match_id) == ()


def test_only_a_judge_rules_and_only_for_the_judges_seat() -> None:
    match_id = started()
    with pytest.raises(NotAllowed):
        ruling(match_id, SetPoints(seat=JUDGE, of="A", points=3), ANN)
    with pytest.raises(MalformedInput, match="judge's seat"):
        ruling(match_id, SetPoints(seat="A", of="A", points=3))


def test_a_ruling_that_ends_the_match_reports_its_result() -> None:
    match_id = started()
    ruling(match_id, SetPoints(seat=JUDGE, of="A", points=5))
    assert queries.match(match_id).status == "reported"
    with pytest.raises(WrongStatus):
        ruling(match_id, SetPoints(seat=JUDGE, of="A", points=1))


def test_after_a_ruling_open_secret_choices_are_made_again() -> None:
    match_id = started()
    guard(match_id, "A", "high")
    ruling(match_id, SetPoints(seat=JUDGE, of="A", points=3))
    assert [d.seat for d in queries.decisions(match_id)] == ["A", "B"]
    guard(match_id, "A", "low")
    guard(match_id, "B", "open")
    assert state(match_id).guards == ("low", "open")


def test_a_ruling_is_told_again_in_a_correction() -> None:
    match_id = started(dice="table")
    step = clash(match_id, 5, 2)
    ruling(match_id, SetPoints(seat=JUDGE, of="B", points=3))
    strike(match_id)
    correct(match_id, step.version, corrected_roll(step, 6, 2))
    assert state(match_id).points == (1, 3)
    assert queries.audit(match_id) == ()


def test_commands_can_follow_a_correction_in_the_same_round() -> None:
    match_id = started((PEOPLE[0], SeatPlan(seat="B", team="blue", account=BO, scorekeeper=ANN)), dice="table")
    step = clash(match_id, 5, 2)
    correct(match_id, step.version, corrected_roll(step, 6, 3), ANN, "A")
    open_ = decision(match_id, "strike")
    commands.submit(match_id, new_id(), ANN, Strike(seat="A", decision=open_.id, at="head"))
    assert state(match_id).points == (2, 0)
