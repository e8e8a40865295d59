import typing

import pytest

from rules_engine.kernel.dice import NoDice
from rules_engine.kernel.errors import DecisionClosed, MalformedInput
from rules_engine.kernel.messages import JUDGE
from rules_engine.marvel import commands as c
from rules_engine.marvel.decide import ANSWERS, SPOKEN, answered, decide, told
from rules_engine.marvel.legal import OPTIONS, awaiting
from rules_engine.marvel.state import MatchState
from tests.support.marvel import begin, fold_all, happened, in_action, make_setup


def acting() -> MatchState:
    return in_action(make_setup())


def end(**changes: str) -> c.EndActivation:
    return c.EndActivation(**({"seat": "one", "decision": "act:ALPHA:1"} | changes))


def test_a_command_answers_an_open_decision_of_its_seat() -> None:
    (decision,) = awaiting(acting())
    assert answered(acting(), end()) == decision


def test_the_judge_may_answer_for_a_seat() -> None:
    assert happened(acting(), end(seat=JUDGE))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"decision": "act:ALPHA:0"}, "act:ALPHA:0 is not open"),
        ({"decision": ""}, "none named"),
        ({"seat": "two"}, "not for two"),
    ],
)
def test_a_closed_decision_or_another_seats_is_not_answered(changes: dict[str, str], words: str) -> None:
    with pytest.raises(DecisionClosed, match=words):
        happened(acting(), end(**changes))


@pytest.mark.parametrize(
    "command",
    [
        c.Roll(seat="one", decision="act:ALPHA:1"),
        c.Activate(seat="one", decision="act:ALPHA:1", character="ALPHA"),
    ],
)
def test_an_answer_of_another_kind_is_malformed(command: c.MarvelCommand) -> None:
    with pytest.raises(MalformedInput, match="no answer to act"):
        happened(acting(), command)


def test_an_act_does_not_answer_a_roll() -> None:
    state = begin(make_setup())
    with pytest.raises(MalformedInput, match="end_activation is no answer to roll_initiative"):
        happened(state, end(decision=awaiting(state)[0].id))


def test_every_command_has_somebody_who_resolves_it() -> None:
    assert {command for command, _ in ANSWERS} | set(SPOKEN) | {c.Roll} == set(typing.get_args(c.MarvelCommand))


def test_every_kind_of_answer_has_its_options() -> None:
    assert {kind for _, kind in ANSWERS} == set(OPTIONS)


def test_what_is_said_at_any_time_answers_no_decision() -> None:
    with pytest.raises(DecisionClosed):
        happened(acting(), c.Override(seat=JUDGE, decision="act:ALPHA:0", changes=()))
    assert happened(acting(), c.Override(seat=JUDGE, changes=())) == ()
    assert c.Override in SPOKEN


def test_looking_ahead_gives_events_and_state() -> None:
    story = told(acting(), end(), NoDice())
    assert tuple(story.events) == decide(acting(), end(), NoDice())
    assert story.state == fold_all(acting(), story.events)
