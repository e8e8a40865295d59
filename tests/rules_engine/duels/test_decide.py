import pytest

from rules_engine.duels import commands as c
from rules_engine.duels.decide import ANSWERS, answered, decide, told
from rules_engine.duels.legal import OPTIONS, awaiting
from rules_engine.duels.state import MatchState
from rules_engine.kernel.dice import NoDice
from rules_engine.kernel.errors import DecisionClosed, MalformedInput
from rules_engine.kernel.messages import JUDGE
from tests.support.duels import F1, F2, begin, entry, fold_all, happened, in_turn, make_setup


def turn() -> MatchState:
    return in_turn(make_setup(entry("A1", F1, "W6"), entry("B1", F2, "W6")), "A1")


def end(**changes: str) -> c.EndTurn:
    fields = {"seat": "A", "decision": "act:A1:1", "figure": "A1"} | changes
    return c.EndTurn(**fields)


def test_a_command_answers_an_open_decision_of_its_seat() -> None:
    (decision,) = awaiting(turn())
    assert answered(turn(), end()) == decision


def test_the_judge_may_answer_for_a_seat() -> None:
    assert happened(turn(), end(seat=JUDGE))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"decision": "act:A1:0"}, "act:A1:0 is not open"),
        ({"decision": ""}, "none named"),
        ({"seat": "B"}, "not for B"),
    ],
)
def test_a_closed_decision_or_another_seats_is_not_answered(changes: dict[str, str], words: str) -> None:
    with pytest.raises(DecisionClosed, match=words):
        happened(turn(), end(**changes))


@pytest.mark.parametrize(
    "command",
    [
        c.Roll(seat="A", decision="act:A1:1"),
        c.ChooseDice(seat="A", decision="act:A1:1", figure="A1", dice=()),
        c.MoveTo(seat="A", decision="act:A1:1"),
    ],
)
def test_an_answer_of_another_kind_is_malformed(command: c.DuelsCommand) -> None:
    with pytest.raises(MalformedInput, match="no answer to act"):
        happened(turn(), command)


def test_an_act_does_not_answer_a_roll() -> None:
    state = begin(make_setup(entry("A1", F1), entry("B1", F2)))
    with pytest.raises(MalformedInput, match="end_turn is no answer to roll_alpha"):
        happened(state, end(decision=awaiting(state)[0].id))


def test_every_kind_of_answer_has_its_options() -> None:
    assert {*ANSWERS.values(), "act"} == set(OPTIONS)


def test_looking_ahead_gives_events_and_state() -> None:
    story = told(turn(), end(), NoDice())
    assert tuple(story.events) == decide(turn(), end(), NoDice())
    assert story.state == fold_all(turn(), story.events)
