from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels.commands import EndTurn
from rules_engine.duels.components import Setup, Victory
from rules_engine.duels.events import (
    ClockChanged,
    FigureEliminated,
    FigureLeft,
    MatchEnded,
    ObjectiveScored,
    TeamBeaten,
)
from rules_engine.duels.rounds import go_on
from rules_engine.duels.state import MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.messages import Placing
from rules_engine.kernel.rule_ids import RuleId
from tests.support.duels import F1, entry, examples, gear, in_turn, make_setup, play, reach


def armies(example: dict[str, Any]) -> Setup:
    figures = [
        entry(
            f"{team}{number}", replace(F1, army_points=points), "W6",
            *([gear("vest", 3, "U6")] if f"{team}{number}" in example.get("geared", ()) else []),
        )
        for team, totals in example["teams"].items()
        for number, points in enumerate(totals, start=1)
    ]  # fmt: skip
    return make_setup(
        *figures, variant=example.get("variant", "advanced"), rulings=example.get("rulings"),
        victory=Victory(clock=not example.get("clockless", False)),
    )  # fmt: skip


def told(state: MatchState, step: str) -> MatchState:
    """One step of an example's story."""
    match step.split():
        case ["x", figure]:
            dying = state.changed(figure, clicks=(3, 3, 3))
            story = Story(dying)
            go_on(story)
            return story.state
        case ["end"]:
            state = _to_a_turn(state)
            assert state.turn is not None
            figure = state.turn.figure
            return play(state, (EndTurn(seat=figure[0], decision=f"act:{figure}:{state.ply}", figure=figure), ""))
        case ["to", number]:
            while state.round < int(number) and state.result is None:
                state = told(state, "end")
            return state if state.result else _to_a_turn(state)
        case _:
            raise AssertionError(step)


def _to_a_turn(state: MatchState) -> MatchState:
    return reach(state, "act")


def told_whole(example: dict[str, Any]) -> MatchState:
    state = in_turn(armies(example), "A1")
    for step in example["story"]:
        state = told(state, step)
    return state


@pytest.mark.parametrize("example", examples("victory"))
def test_duels_win_01_win_02_win_03_win_04_win_05_who_has_to_recover(example: dict[str, Any]) -> None:
    state = told_whole(example)
    if "over" in example:
        assert state.result is not None
        assert (state.result.rule_id, state.round) == (example["over"], example["round"])
        assert list(state.result.winners()) == example["winners"]
        return
    assert state.result is None
    assert {team: state.army_points(team) for team in state.teams} == example["points"]
    assert (state.clock and [state.clock.team, state.clock.left]) == example.get("clock")
    assert list(state.beaten) == example.get("beaten", [])
    assert [piece.gear for piece in state.ground] == example.get("ground", [])


def happens(state: MatchState, figure: str) -> list[Any]:
    story = Story(state.changed(figure, clicks=(3, 3, 3)))
    go_on(story)
    return story.events


def test_duels_ruling_093_the_last_team_wins_at_once() -> None:
    state = in_turn(armies({"teams": {"A": [50], "B": [50]}}), "A1")
    _, beaten, ended = happens(state, "B1")
    assert beaten == TeamBeaten(team="B", rule_id=RuleId("DUELS-RULING-093"))
    assert isinstance(ended, MatchEnded)
    assert ended.outcome.placings == (
        Placing(team="A", place=1, points_left=50, points_destroyed=50),
        Placing(team="B", place=2, points_left=0, points_destroyed=0),
    )


def test_duels_ruling_094_the_figures_of_a_beaten_team_leave() -> None:
    state = told_whole({"teams": {"A": [50, 50], "B": [60, 40], "C": [70, 30]}, "story": ["x B1", "to 3"]})
    while len(state.order) > 0:
        state = told(state, "end")
    story = Story(replace(state, turn=None))
    go_on(story)
    kinds = [type(event) for event in story.events]
    assert kinds[1:4] == [TeamBeaten, FigureLeft, ClockChanged]
    assert story.events[3] == ClockChanged(clock=None)


def test_places_are_shared_and_later_losers_stand_higher() -> None:
    teams = {"A": [50, 50], "B": [100], "C": [60, 40], "D": [100]}
    state = told_whole({"teams": teams, "rulings": {"round_limit": 1}, "story": ["x D1", "x B1", "to 2"]})
    assert state.result is not None
    assert [(placing.team, placing.place) for placing in state.result.placings] == [
        ("A", 1), ("C", 1), ("B", 3), ("D", 4),
    ]  # fmt: skip
    assert state.result.winners() == ("A", "C")


def test_teams_that_are_left_without_figures_together_draw() -> None:
    state = in_turn(armies({"teams": {"A": [50], "B": [50]}}), "A1")
    events = happens(state.changed("A1", clicks=(3, 3, 3)), "B1")
    assert [type(event) for event in events] == [
        FigureEliminated, FigureEliminated, TeamBeaten, TeamBeaten, MatchEnded,
    ]  # fmt: skip
    assert events[-1].outcome.winners() == ("A", "B")


def test_a_beaten_team_without_figures_loses_its_clock() -> None:
    teams = {"A": [50, 50], "B": [60, 40], "C": [50, 50]}
    state = told_whole({"teams": teams, "story": ["x B1", "x B2"]})
    assert (state.beaten, state.clock) == (("B",), None)


def test_duels_win_06_objectives_win_at_once() -> None:
    setup = replace(armies({"teams": {"A": [60, 40], "B": [50, 50]}}), victory=Victory(objectives_to_win=3))
    story = Story(in_turn(setup, "A1"))
    story.tell(ObjectiveScored(team="B", test="lock", points=2))
    go_on(story)
    assert story.state.result is None
    story.tell(ObjectiveScored(team="B", test="lock", points=1))
    go_on(story)
    assert story.state.result is not None
    assert story.state.result.rule_id == "DUELS-WIN-06"
    assert [(placing.team, placing.objectives) for placing in story.state.result.placings] == [("B", 3), ("A", 0)]
    before = len(story.events)
    go_on(story)
    assert len(story.events) == before, "an ended match stands still"


def test_objectives_that_win_nothing_are_only_counted() -> None:
    story = Story(in_turn(armies({"teams": {"A": [60], "B": [60]}}), "A1"))
    story.tell(ObjectiveScored(team="A", test="lock", points=9))
    go_on(story)
    assert (story.state.result, story.state.objectives) == (None, (("A", 9),))


SHARED = {"A": [60, 40], "B": [50, 50]}


@pytest.mark.parametrize(
    ("victory", "scored", "gone", "winners", "rule"),
    [
        ({"at_the_end": "objectives"}, (("A", 1), ("B", 2)), "B1", ("B",), "DUELS-WIN-06"),
        ({"at_the_end": "objectives"}, (("A", 2), ("B", 2)), "B1", ("A",), "DUELS-WIN-06"),
        ({"at_the_end": "objectives"}, (), "", ("A", "B"), "DUELS-WIN-06"),
        ({}, (("B", 2),), "B1", ("A",), "DUELS-RULING-095"),
        ({"defender": "B"}, (("A", 2),), "B1", ("B",), "DUELS-WIN-06"),
    ],
)
def test_duels_win_06_a_scenario_says_what_counts_at_the_end(
    victory: dict[str, Any], scored: tuple[tuple[str, int], ...], gone: str, winners: tuple[str, ...], rule: str
) -> None:  # fmt: skip
    setup = armies({"teams": SHARED, "rulings": {"round_limit": 1}})
    state = in_turn(replace(setup, victory=Victory(clock=False, **victory)), "A1", objectives=scored)
    state = replace(state.changed(gone, in_play=False) if gone else state, order=())
    assert state.turn is not None
    state = play(state, (EndTurn(seat="A", decision=f"act:A1:{state.ply}", figure="A1"), ""))
    assert state.result is not None
    assert (state.result.winners(), state.result.rule_id) == (winners, rule)


def test_duels_win_06_the_places_after_the_first_go_by_what_counts_at_the_end() -> None:
    setup = armies({"teams": SHARED | {"C": [70, 30], "D": [90, 10]}})
    victory = Victory(objectives_to_win=3, at_the_end="objectives")
    story = Story(in_turn(replace(setup, victory=victory), "A1", objectives=(("C", 2), ("B", 1), ("A", 3))))
    go_on(story)
    assert story.state.result is not None
    assert [placing.team for placing in story.state.result.placings] == ["A", "C", "B", "D"]


def test_a_last_figure_wins_before_objectives_are_counted() -> None:
    setup = replace(armies({"teams": {"A": [60], "B": [60]}}), victory=Victory(objectives_to_win=1))
    story = Story(in_turn(setup, "A1").changed("B1", clicks=(3, 3, 3)))
    story.tell(ObjectiveScored(team="B", test="lock", points=1))
    go_on(story)
    assert story.state.result is not None
    assert story.state.result.winners() == ("A",)
