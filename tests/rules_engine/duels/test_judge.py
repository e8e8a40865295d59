from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels.commands import EndMatch, Override, SetDial, SetDieZone, SetPlace
from rules_engine.duels.events import MatchEnded, Overridden
from rules_engine.duels.state import MatchState, Measured
from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import JUDGE, Placing
from tests.support.duels import F1, F4, begin, entry, fold_all, happened, in_turn, make_setup


def match(**more: Any) -> MatchState:
    setup = make_setup(entry("A1", F1, "W6 U6"), entry("A2", F1), entry("B1", F4, "W6"), entry("B2", F4), **more)
    return in_turn(setup, "A1")


def ruled(state: MatchState, *changes: Any) -> MatchState:
    command = Override(seat=JUDGE, changes=changes)
    events = happened(state, command)
    assert events[0] == Overridden(changes=changes)
    return fold_all(state, events)


def test_duels_ruling_119_a_dial_is_set() -> None:
    state = ruled(match(), SetDial(figure="B1", dial="weapon", position=2))
    assert state.figure("B1").clicks == (0, 2, 0)


def test_duels_ruling_119_a_figure_is_put_somewhere_and_measurements_lapse() -> None:
    tracked = ruled(match(board="tracked"), SetPlace(figure="A1", place=Place(900, 900, 1), level=1))
    assert (tracked.figure("A1").place, tracked.figure("A1").level) == (Place(900, 900, 1), 1)
    declared = replace(match(), measured=(Measured(a="A1", b="B1", distance=100),))
    declared = ruled(declared, SetPlace(figure="B1", level=2))
    assert (declared.figure("B1").level, declared.measured) == (2, ())


def test_duels_ruling_119_a_die_changes_its_place() -> None:
    state = ruled(match(), SetDieZone(figure="A1", die="A1/W6", zone="cup"))
    assert (state.figure("A1").base, state.figure("A1").cup) == (("A1/U6",), ("A1/W6",))
    state = ruled(state, SetDieZone(figure="A1", die="A1/W6", zone="base"))
    assert (state.figure("A1").base, state.figure("A1").cup) == (("A1/U6", "A1/W6"), ())


@pytest.mark.parametrize(("winners", "places"), [(("B",), {"A": 2, "B": 1}), (("A", "B"), {"A": 1, "B": 1})])
def test_duels_ruling_119_the_match_is_ended(winners: tuple[str, ...], places: dict[str, int]) -> None:
    _, ended = happened(match(), Override(seat=JUDGE, changes=(EndMatch(winners=winners),)))
    assert isinstance(ended, MatchEnded)
    assert ended.outcome.rule_id == "DUELS-RULING-119"
    assert {placing.team: placing.place for placing in ended.outcome.placings} == places
    assert Placing(team="B", place=1, points_left=120, points_destroyed=0) in ended.outcome.placings


def test_a_match_ends_once() -> None:
    end = EndMatch(winners=("A",))
    state = match()
    assert len(happened(state, Override(seat=JUDGE, changes=(end, end)))) == 2
    over = ruled(state, end)
    with pytest.raises(RuleViolation) as refused:
        happened(over, Override(seat=JUDGE, changes=(end,)))
    assert refused.value.rule_id == "DUELS-RULING-119"


def test_duels_ruling_119_before_the_first_round_only_the_end_can_be_ruled() -> None:
    state = begin(make_setup(entry("A1", F1), entry("B1", F1)))
    with pytest.raises(RuleViolation):
        happened(state, Override(seat=JUDGE, changes=(SetDial(figure="A1", dial="head", position=1),)))
    assert happened(state, Override(seat=JUDGE, changes=(EndMatch(winners=("B",)),)))


def test_only_the_judge_overrides() -> None:
    with pytest.raises(DecisionClosed, match="not A"):
        happened(match(), Override(seat="A", changes=()))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (SetDial(figure="A1", dial="head", position=6), "positions 0 to 5"),
        (SetDial(figure="A1", dial="head", position=-1), "positions 0 to 5"),
        (SetDial(figure="X1", dial="head", position=0), "no figure X1"),
        (SetPlace(figure="X1"), "no figure X1"),
        (SetPlace(figure="A1", place=Place(1, 1)), "tracked board"),
        (SetPlace(figure="A1", level=-1), "no such place for A1"),
        (SetPlace(figure="A1", level=10**30), "no such place for A1"),
        (SetDieZone(figure="A1", die="A1/W6", zone="moon"), "moon"),
        (SetDieZone(figure="A1", die="B1/W6", zone="cup"), "no die B1/W6"),
        (EndMatch(winners=("Z",)), "A, B"),
    ],
)
def test_what_does_not_exist_is_not_ruled_on(change: Any, words: str) -> None:
    with pytest.raises(MalformedInput, match=words):
        happened(match(), Override(seat=JUDGE, changes=(change,)))


def test_a_figure_that_is_out_is_not_ruled_on() -> None:
    state = match().changed("B1", in_play=False)
    with pytest.raises(MalformedInput, match="no figure B1"):
        happened(state, Override(seat=JUDGE, changes=(SetDial(figure="B1", dial="head", position=1),)))


@pytest.mark.parametrize("place", [Place(-1, 900), Place(900, 10**30), Place(900, 900, 1)])
def test_no_figure_is_put_beside_the_table_or_on_two_levels(place: Place) -> None:
    with pytest.raises(MalformedInput, match="no such place for A1"):
        happened(match(board="tracked"), Override(seat=JUDGE, changes=(SetPlace(figure="A1", place=place),)))
