"""Replay folds what was recorded; audit decides again and finds what does not fit."""

import pytest
from msgspec.structs import replace

from rules_engine.kernel.codec import encode, kind_of
from rules_engine.kernel.dice import SeededDice
from rules_engine.kernel.errors import CorruptHistory
from rules_engine.kernel.fold import Difference, Step, audit, fold, states
from rules_engine.kernel.messages import Command, Event
from rules_engine.kernel.rule_ids import RuleId
from tests.support.tiny_game import (
    TINY,
    ChooseGuard,
    Clashed,
    Ended,
    GuardChosen,
    Opened,
    RoundEnded,
    Strike,
    Struck,
    TinySetup,
)

SETUP = TinySetup(target=2, rounds=3)


def honest_match(setup: TinySetup = SETUP) -> list[Step]:
    """A match in which every decision is answered with the first legal command."""
    dice = SeededDice("audit")
    steps = [Step(None, TINY.start(setup))]
    state = fold(TINY, steps[0].events)
    while open_ := TINY.awaiting(state):
        command = TINY.legal_commands(state, open_[0]).commands[0]
        steps.append(Step(command, TINY.decide(state, command, dice)))
        state = fold(TINY, steps[-1].events, state)
    return steps


HONEST = honest_match()
GUARD, CLASH, STRIKE = 1, 3, 4  # steps of the honest match: A's guard, the roll of round 1, the strike after it


def with_step(number: int, command: Command | None, *events: Event) -> list[Step]:
    return [*HONEST[:number], Step(command, events), *HONEST[number + 1 :]]


def test_the_honest_match_is_what_the_other_tests_take_it_for() -> None:
    kinds = [kind_of(event) for step in HONEST[: STRIKE + 1] for event in step.events]
    assert kinds == [
        "tiny.opened",
        "tiny.guard_chosen",
        "tiny.guard_chosen",
        "tiny.clashed",
        "tiny.struck",
        "tiny.round_ended",
    ]


def test_folding_at_once_and_event_by_event_agree() -> None:
    events = [event for step in HONEST for event in step.events]
    one_by_one = list(states(TINY, events))
    assert len(one_by_one) == len(events)
    assert one_by_one[-1] == fold(TINY, events)


def test_folding_goes_on_from_a_state() -> None:
    events = [event for step in HONEST for event in step.events]
    half = fold(TINY, events[:3])
    assert fold(TINY, events[3:], half) == fold(TINY, events)
    assert list(states(TINY, events[3:], half)) == list(states(TINY, events))[3:]


def test_no_events_are_no_match() -> None:
    with pytest.raises(CorruptHistory, match="without events"):
        fold(TINY, ())


def test_audit_of_an_honest_match_finds_nothing() -> None:
    assert audit(TINY, SETUP, HONEST) == ()


def test_audit_finds_a_tampered_roll() -> None:
    """The recorded striker does not follow from the faces any more."""
    (clashed,) = HONEST[CLASH].events
    assert isinstance(clashed, Clashed)
    loser, winner = sorted(clashed.roll.faces)
    turned = (winner, loser) if clashed.striker == "B" else (loser, winner)
    tampered = replace(clashed, roll=replace(clashed.roll, faces=turned))
    (found,) = audit(TINY, SETUP, with_step(CLASH, HONEST[CLASH].command, tampered))
    assert (found.step, found.event, found.rule_id) == (CLASH, 0, None)
    assert f'"striker":"{clashed.striker}"' in found.recorded
    assert f'"striker":"{"AB".replace(clashed.striker, "")}"' in found.expected


def test_audit_finds_a_face_that_the_die_does_not_have() -> None:
    (clashed,) = HONEST[CLASH].events
    assert isinstance(clashed, Clashed)
    tampered = replace(clashed, roll=replace(clashed.roll, faces=(9, 1)))
    (found,) = audit(TINY, SETUP, with_step(CLASH, HONEST[CLASH].command, tampered))
    assert (found.step, found.event, found.rule_id) == (CLASH, 0, None)
    assert found.expected == "The die A/d6 has no face 9; it has 1 to 6."


def test_audit_finds_a_wrong_outcome() -> None:
    *before, ended = HONEST[-1].events
    assert isinstance(ended, Ended)
    winner, loser = ended.outcome.placings
    swapped = (replace(winner, team=loser.team), replace(loser, team=winner.team))
    tampered = Ended(outcome=replace(ended.outcome, placings=swapped))
    last = len(HONEST) - 1
    assert audit(TINY, SETUP, with_step(last, HONEST[-1].command, *before, tampered)) == (
        Difference(
            last, len(before), f"tiny.ended {encode(tampered).decode()}", f"tiny.ended {encode(ended).decode()}"
        ),
    )


def test_audit_finds_a_missing_event() -> None:
    struck, _ = HONEST[STRIKE].events
    found = audit(TINY, SETUP, with_step(STRIKE, HONEST[STRIKE].command, struck))[0]
    assert (found.step, found.event, found.recorded) == (STRIKE, 1, "no event")
    assert found.expected == 'tiny.round_ended {"kind":"tiny.round_ended","round":1}'


def test_audit_finds_an_extra_event() -> None:
    extra = RoundEnded(round=1)
    found = audit(TINY, SETUP, with_step(STRIKE, HONEST[STRIKE].command, *HONEST[STRIKE].events, extra))[0]
    assert (found.step, found.event, found.expected) == (STRIKE, 2, "no event")
    assert found.recorded == 'tiny.round_ended {"kind":"tiny.round_ended","round":1}'


def test_audit_finds_a_command_that_a_rule_refuses() -> None:
    """TINY-08: the body of a low guard cannot be struck."""
    opening = HONEST[0]
    guards = [
        Step(
            ChooseGuard(seat=seat, decision=f"choose_guard:{seat}:r1", guard="low"),
            (GuardChosen(seat=seat, guard="low"),),
        )
        for seat in "AB"
    ]
    clash = HONEST[CLASH]
    state = fold(TINY, [event for step in (opening, *guards, clash) for event in step.events])
    decision = TINY.awaiting(state)[0]
    strike = Step(
        Strike(seat=decision.seat, decision=decision.id, at="body"), (Struck(seat=decision.seat, at="body", points=1),)
    )
    (found,) = audit(TINY, SETUP, [opening, *guards, clash, strike])
    assert (found.step, found.event, found.rule_id) == (4, 0, RuleId("TINY-08"))
    assert found.expected == "TINY-08 (at=body)"


def test_audit_finds_a_command_whose_decision_was_not_open() -> None:
    late = ChooseGuard(seat="A", decision="choose_guard:A:r9", guard="high")
    (found,) = audit(TINY, SETUP, with_step(GUARD, late, *HONEST[GUARD].events))
    assert (found.step, found.event, found.rule_id) == (GUARD, 0, None)
    assert "choose_guard:A:r9 is not open" in found.expected


def test_audit_finds_a_wrong_opening() -> None:
    found = audit(TINY, SETUP, with_step(0, None, Opened(setup=TinySetup(target=2, rounds=4))))[0]
    assert (found.step, found.event) == (0, 0)
    assert '"rounds":3' in found.expected
    assert '"rounds":4' in found.recorded


def test_audit_finds_an_opening_that_the_rules_refuse() -> None:
    setup = TinySetup(target=0)
    (found,) = audit(TINY, setup, [Step(None, (Opened(setup=setup),))])
    assert (found.step, found.rule_id, found.expected) == (0, RuleId("TINY-11"), "TINY-11 (target=0)")


def test_audit_of_a_step_without_events_tells_what_is_missing() -> None:
    found = audit(TINY, SETUP, [HONEST[0], Step(HONEST[GUARD].command, ())])
    assert [(one.step, one.event, one.recorded) for one in found] == [(1, 0, "no event")]
