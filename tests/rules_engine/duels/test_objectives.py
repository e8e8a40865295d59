from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels import measuring, objectives, victory
from rules_engine.duels.commands import DeclareSkillTest, EndTurn, StateMeasurement
from rules_engine.duels.components import Area
from rules_engine.duels.events import AreaHeld, CargoDelivered, CargoDropped, CargoTaken, ObjectiveScored
from rules_engine.duels.state import Cargo, Held, MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import inches
from tests.support.duels import answer, happened
from tests.support.scenes import Scene, listed, scene

VAULT: dict[str, Any] = {
    "figures": {
        "A1": {"as": "F3", "dice": "K6 K8 W6", "at": "20 20"},
        "A2": {"as": "F3", "at": "50 50"},
        "B1": {"as": "F4", "at": "40 40"},
    },
    "tests": [{"id": "case", "colour": "K", "difficulty": 1, "at": "20 17.14", "radius": "0.5"}],
    "areas": [{"id": "dock", "box": "30 18 34 22"}],
}
MINE = {"id": "case", "colour": "K", "difficulty": 1, "at": "20 17.14", "radius": "0.5", "objective_points": 2}


def vault(**fields: Any) -> dict[str, Any]:
    return VAULT | {"tests": [MINE | fields]}


def try_case(dice: str = "K6", roll: str = "K6=6") -> dict[str, Any]:
    return {"do": "test", "test": "case", "dice": dice, "roll": roll}


def told(scene_: Scene) -> list[object]:
    kinds = (CargoTaken, CargoDropped, CargoDelivered, ObjectiveScored, AreaHeld)
    return [event for event in scene_.events if isinstance(event, kinds)]


# --- tests ------------------------------------------------------------------------------------------------------------


def test_duels_skill_10_success_gives_the_points_of_the_scenario_once() -> None:
    turn = Scene(vault()).run({"steps": [try_case()]})
    assert told(turn) == [ObjectiveScored(team="A", test="case", points=2)]
    assert [objectives.is_open(turn.state, test) for test in turn.state.setup.skill_tests] == [False]


def test_duels_skill_10_a_test_of_another_team_is_refused_and_not_listed() -> None:
    turn = Scene(vault(team="B"))
    turn.take({"do": "test", "test": "case", "dice": "K6", "refused": "DUELS-SKILL-10"})
    assert listed(turn.state, DeclareSkillTest) == []
    assert listed(scene(vault(team="A")), DeclareSkillTest) != []


def test_a_test_without_points_scores_nothing() -> None:
    assert told(Scene(vault(objective_points=0)).run({"steps": [try_case()]})) == []


def test_duels_skill_10_what_takes_several_successes_counts_with_the_last() -> None:
    row = vault(successes=2)
    first = Scene(row).run({"steps": [try_case()]})
    test = first.state.setup.skill_tests[0]
    assert (told(first), objectives.is_open(first.state, test)) == ([], True)
    second = Scene(row)
    second.state = replace(second.state, tests_won=("case",))
    assert told(second.run({"steps": [try_case()]})) == [ObjectiveScored(team="A", test="case", points=2)]
    assert not objectives.is_open(second.state, test)


# --- things to carry --------------------------------------------------------------------------------------------------


def carrying(row: dict[str, Any], figure: str = "A1") -> Scene:
    turn = Scene(row)
    turn.state = replace(turn.state, cargo=(Cargo(test="case", bearer=figure),), tests_won=("case",))
    return turn


def test_duels_skill_10_success_gives_a_figure_something_to_carry_and_the_points_wait() -> None:
    turn = Scene(vault(bring_to=["dock"])).run({"steps": [try_case()]})
    assert told(turn) == [CargoTaken(figure="A1", test="case")]
    assert not objectives.is_open(turn.state, turn.state.setup.skill_tests[0])
    assert turn.state.objectives == ()


WALK = {"steps": [{"do": "start_move"}, {"do": "move", "legs": ["walk to 27 20"]}]}


def test_duels_skill_10_the_points_come_when_its_bearer_stands_in_the_area() -> None:
    row = vault(bring_to=["dock"])
    row["areas"] = [{"id": "dock", "box": "29 18 34 22"}]
    turn = carrying(row).run(WALK)
    assert told(turn) == [
        CargoDelivered(figure="A1", test="case", area="dock"),
        ObjectiveScored(team="A", test="case", points=2),
    ]
    assert turn.state.cargo == (Cargo(test="case", delivered=True),)
    assert not objectives.is_open(turn.state, turn.state.setup.skill_tests[0])


def test_a_thing_that_can_be_brought_again_and_again_lies_where_it_lay() -> None:
    row = vault(bring_to=["dock"], once=False)
    row["areas"] = [{"id": "dock", "box": "29 18 34 22"}]
    turn = carrying(row).run(WALK)
    assert told(turn)[0] == CargoDelivered(figure="A1", test="case", area="dock", back=True)
    assert turn.state.cargo == ()
    assert objectives.is_open(turn.state, turn.state.setup.skill_tests[0])


@pytest.mark.parametrize(
    "area",
    [
        {"id": "dock", "box": "29 18 34 22", "team": "B"},
        {"id": "dock", "box": "29 18 34 22", "level": 1},
        {"id": "dock", "box": "29.5 18 34 22"},
    ],
    ids=["another team's", "another level", "out of reach"],
)
def test_nothing_is_brought_to_an_area_of_others_or_past_the_edge(area: dict[str, Any]) -> None:
    row = vault(bring_to=["dock"])
    row["areas"] = [area]
    assert told(carrying(row).run(WALK)) == []


def test_duels_elim_03_a_bearer_that_is_eliminated_leaves_its_thing_where_it_stood() -> None:
    row = vault(bring_to=["dock"], difficulty=60, once=False)
    row["tests"].append(MINE | {"id": "door", "difficulty": 60})
    row["figures"] = VAULT["figures"] | {"A1": VAULT["figures"]["A1"] | {"dials": [4, 4, 4]}}
    turn = carrying(row)
    turn.take({"do": "test", "test": "door", "dice": "K6", "roll": "K6=2"})
    assert told(turn) == [CargoDropped(figure="A1", test="case", place=Place(inches(20), inches(20)))]
    assert not turn.state.figure("A1").in_play
    assert objectives.is_open(turn.state, turn.state.setup.skill_tests[0])


def test_what_lies_somewhere_else_is_measured_from_there() -> None:
    state = replace(
        scene(vault(bring_to=["dock"])), cargo=(Cargo(test="case", place=Place(inches(50), inches(45))),)
    )  # fmt: skip
    assert measuring.distance(state, "A2", "case") == inches("2.14")


def test_on_the_declared_board_a_drop_ends_what_was_measured_to_the_thing() -> None:
    row = {
        "figures": {"A1": {"as": "F3"}, "B1": {"as": "F4"}},
        "tests": [{"id": "case", "colour": "K", "difficulty": 1, "bring_to": ["dock"]}],
        "areas": [{"id": "dock"}],
        "measured": [
            {"a": "B1", "b": "case", "distance": "3"},
            {"a": "A1", "b": "B1", "distance": "9"},
        ],
    }
    story = Story(carrying(row).state)
    objectives.let_go(story, story.state.figure("A1"))
    objectives.let_go(story, story.state.figure("B1"))
    assert story.events == [CargoDropped(figure="A1", test="case")]
    assert [fact.b for fact in story.state.measured] == ["B1"]


def test_duels_meas_01_on_the_declared_board_a_figure_is_in_an_area_when_0_inches_are_measured() -> None:
    row: dict[str, Any] = {
        "figures": {"A1": {"as": "F3"}, "B1": {"as": "F4"}},
        "tests": [{"id": "case", "colour": "K", "difficulty": 1, "bring_to": ["dock"], "objective_points": 1}],
        "areas": [{"id": "dock"}],
    }
    state = carrying(row).state
    assert happened(state, StateMeasurement(seat="A", a="A1", b="dock", distance=100))[1:] == ()
    assert happened(state, StateMeasurement(seat="A", a="A1", b="dock", distance=0))[1:] == (
        CargoDelivered(figure="A1", test="case", area="dock"),
        ObjectiveScored(team="A", test="case", points=1),
    )


# --- areas ------------------------------------------------------------------------------------------------------------


def at(*places: str, team: str = "") -> MatchState:
    figures = {
        name: {"as": "F3", "at": place} for name, place in zip(("A1", "A2", "B1"), places, strict=True)
    }  # fmt: skip
    row = {
        "figures": figures,
        "areas": [{"id": "square", "box": "28 28 32 32", "team": team}],
        "holds": [{"id": "rule", "area": "square", "rounds": 2, "objective_points": 3}],
    }
    return scene(row)


SQUARE = Area(
    id="square",
    name="square",
    outline=((2800, 2800), (3200, 2800), (3200, 3200), (2800, 3200)),
)


@pytest.mark.parametrize(
    ("places", "holder"),
    [
        (("30 30", "50 50", "10 10"), "A"),
        (("30 30", "34 30", "10 10"), "A"),
        (("30 30", "50 50", "34 31"), ""),
        (("10 50", "50 50", "34 30"), "B"),
        (("10 50", "50 50", "10 10"), ""),
    ],
)
def test_a_team_holds_an_area_when_it_alone_has_figures_that_touch_it(places: tuple[str, ...], holder: str) -> None:
    assert objectives.holder(at(*places), SQUARE) == holder


def test_an_area_of_one_team_is_held_by_no_other() -> None:
    places = ("30 30", "50 50", "10 10")
    assert objectives.holder(at(*places), replace(SQUARE, team="B")) == ""
    assert objectives.holder(at(*places), replace(SQUARE, team="A")) == "A"


def counted(state: MatchState) -> tuple[list[object], MatchState]:
    story = Story(state)
    objectives.count_areas(story)
    return list(story.events), story.state


def test_duels_win_06_an_area_gives_points_after_so_many_rounds_in_a_row_once() -> None:
    state = at("30 30", "50 50", "10 10")
    events, state = counted(state)
    assert events == [AreaHeld(hold="rule", team="A", rounds=1)]
    events, state = counted(state)
    assert events == [AreaHeld(hold="rule", team="A", rounds=2), ObjectiveScored(team="A", test="rule", points=3)]
    assert counted(state)[0] == []
    assert objectives.has_been_held(state, state.setup.holds[0])


def test_an_area_can_give_points_again_and_again() -> None:
    state = at("30 30", "50 50", "10 10")
    again = replace(state.setup.holds[0], once=False)
    state = replace(state, setup=replace(state.setup, holds=(again,)), held=(Held(hold="rule", team="A", rounds=2),))
    assert counted(state)[0] == [AreaHeld(hold="rule", team="A", rounds=1)]


@pytest.mark.parametrize(
    ("before", "places", "events"),
    [
        (Held(hold="rule", team="B", rounds=1), ("30 30", "50 50", "10 10"), [("A", 1)]),
        (Held(hold="rule", team="B", rounds=1), ("30 30", "50 50", "34 31"), [("", 0)]),
        (Held(hold="rule", team="", rounds=0), ("30 30", "50 50", "34 31"), []),
    ],
    ids=["another team takes it", "it is disputed", "it stays disputed"],
)
def test_rounds_in_a_row_begin_anew(before: Held, places: tuple[str, ...], events: list[tuple[str, int]]) -> None:
    state = replace(at(*places), held=(before,))
    assert counted(state)[0] == [AreaHeld(hold="rule", team=team, rounds=rounds) for team, rounds in events]


def test_duels_win_06_the_areas_are_counted_at_the_end_of_a_round_and_can_end_the_match() -> None:
    state = at("30 30", "50 50", "10 10")
    wins = replace(state.setup.victory, objectives_to_win=3)
    state = replace(
        state, setup=replace(state.setup, victory=wins), order=(), held=(Held(hold="rule", team="A", rounds=1),)
    )  # fmt: skip
    *_, ended = happened(state, answer(state, "act", EndTurn, figure="A1"))
    assert ended.outcome.winners() == ("A",)  # type: ignore[union-attr]  # the last event of a match
    assert ended.outcome.rule_id == "DUELS-WIN-06"  # type: ignore[union-attr]


def test_nothing_is_brought_after_the_match() -> None:
    row = vault(bring_to=["dock"])
    row["areas"] = [{"id": "dock", "box": "18 18 22 22"}]
    story = Story(carrying(row).state)
    victory.end(story, ("A",), RuleId("DUELS-WIN-03"))
    told_before = len(story.events)
    objectives.deliver(story)
    assert len(story.events) == told_before
