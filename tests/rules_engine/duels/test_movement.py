from typing import Any

import pytest

from rules_engine.duels.commands import Climb, Descend, MoveTo, StartMove, Walk
from rules_engine.duels.state import MatchState
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.units import inches
from tests.support.duels import answer, examples, happened
from tests.support.scenes import Scene, fields, listed, point, scene


@pytest.mark.parametrize("row", examples("movement"))
def test_duels_move_01_worked_moves(row: dict[str, Any]) -> None:
    Scene(row).run(row)


OPEN_FIELD: dict[str, Any] = {
    "figures": {
        "A1": {"as": "F1", "at": "20 20", "dice": "W6 W6 R6 U6"},
        "A2": {"as": "F3", "at": "20 30", "gear": [{"slug": "rig"}]},
        "B1": {"as": "F4", "at": "40 20"},
    },
    "lying": [{"of": "A2", "gear": "rig", "at": "12 14"}],
}


def test_duels_move_02_a_move_can_begin_with_every_kind_of_hand() -> None:
    hands = [fields(command, "dice") for command in listed(scene(OPEN_FIELD), StartMove)]
    assert hands == ["-", "W6 W6#2 R6", "W6 R6", "W6 W6#2", "W6"]


def test_duels_move_11_no_white_dice_are_offered_beside_obstructing_terrain() -> None:
    bog = {"terrain": [{"id": "bog", "kind": "obstructing", "box": "22 10 30 30"}]}
    assert [fields(command, "dice") for command in listed(scene(OPEN_FIELD | bog), StartMove)] == ["-"]


def test_duels_move_09_a_figure_that_has_moved_is_offered_no_move() -> None:
    state = Scene(OPEN_FIELD).run({"steps": [{"do": "start_move"}, {"do": "move"}]}).state
    assert listed(state, StartMove) == []


def started(row: dict[str, Any], roll: str = "W6=6 W6=6") -> MatchState:
    dice = " ".join(part.split("=")[0] for part in roll.split())
    step = {"do": "start_move", "dice": dice} | ({"roll": roll} if roll else {})
    return Scene(row).run({"steps": [step]}).state


def test_duels_move_03_ways_are_sampled_and_staying_is_always_one() -> None:
    ways = listed(started(OPEN_FIELD), MoveTo, "move")
    assert ways[0].legs == ()
    ends = [way.legs[-1].points[-1] for way in ways[1:]]
    assert len(set(ends)) == len(ends) > 12
    assert point("35.28 20") in ends  # in contact with the enemy


def test_duels_move_12_walks_that_would_end_on_an_ally_inside_obstructing_terrain_are_not_listed() -> None:
    bog = {"terrain": [{"id": "bog", "kind": "obstructing", "box": "24 17 40 23"}]}
    figures = {"figures": OPEN_FIELD["figures"] | {"A2": {"as": "F3", "at": "29 20", "gear": [{"slug": "rig"}]}}}
    ways = listed(started(OPEN_FIELD | bog), MoveTo, "move")
    crowded = listed(started(OPEN_FIELD | bog | figures), MoveTo, "move")
    assert len(crowded) < len(ways)


def test_duels_elev_04_ways_up_and_down_are_among_the_samples() -> None:
    roof = {"id": "roof", "kind": "elevated", "levels": 1, "box": "26 10 36 30"}
    shed = {"id": "shed", "kind": "elevated", "levels": 1, "floor": 1, "stands_on": "roof", "box": "27 10 36 30"}
    up = [way.legs for way in listed(started(OPEN_FIELD | {"terrain": [roof, shed]}), MoveTo, "move")]
    assert not any(isinstance(leg, Climb) for legs in up for leg in legs)  # no room on the ledge, no inches for two
    up = [way.legs for way in listed(started(OPEN_FIELD | {"terrain": [roof]}), MoveTo, "move")]
    assert sum(isinstance(legs[-1], Climb) for legs in up[1:]) > 1
    higher = OPEN_FIELD["figures"] | {"A1": {"as": "F1", "at": "28.36 20 1", "dice": "W6 W6"}}
    above = OPEN_FIELD | {"terrain": [roof], "figures": higher}
    down = [way.legs for way in listed(started(above), MoveTo, "move")]
    assert (Descend(levels=1),) in down
    assert any(isinstance(legs[0], Walk) and isinstance(legs[-1], Descend) for legs in down if legs)


def test_duels_ruling_044_a_climb_that_was_partly_paid_goes_on() -> None:
    row = {
        "rulings": {"partial_climb": True},
        "figures": {"A1": {"as": "F1", "at": "27.64 25", "dice": "W8"}, "B1": {"as": "F4", "at": "50 50"}},
        "terrain": [{"id": "tower", "kind": "elevated", "levels": 2, "box": "30 20 50 30"}],
    }
    state = scene(row).changed("A1", climb_paid=inches(13))
    turn = Scene(row)
    turn.state = state
    turn.run({"steps": [
        {"do": "start_move", "dice": "W8", "roll": "W8=2"},
        {"do": "move", "legs": ["climb 2"], "expect": {"place": "32.36 25 2", "spent": "7", "climb_paid": "0"}},
    ]})  # fmt: skip


@pytest.mark.parametrize("legs", [(), ("walk to 28.64 25",)])
def test_duels_ruling_044_what_was_paid_is_lost_with_the_next_move(legs: tuple[str, ...]) -> None:
    row = {"figures": {"A1": {"as": "F1", "at": "27.64 25"}, "B1": {"as": "F4", "at": "50 50"}}}
    turn = Scene(row)
    turn.state = turn.state.changed("A1", climb_paid=inches(13))
    turn.run({"steps": [{"do": "start_move"}, {"do": "move", "legs": legs, "expect": {"climb_paid": "0"}}]})


def test_duels_move_03_ways_on_a_declared_board_go_as_far_as_they_may() -> None:
    row = {
        "figures": {"A1": {"as": "F1", "dice": "W6"}, "B1": {"as": "F4"}},
        "terrain": [{"id": "roof", "kind": "elevated", "levels": 1}],
    }
    ways = [way.legs for way in listed(started(row, "W6=6"), MoveTo, "move")]
    assert ways == [(), (Walk(distance=inches(12)),), (Climb(levels=1),)]
    stuck = {"figures": {"A1": {"as": "F1", "dials": [5, 0, 0]}, "B1": {"as": "F4"}}}
    assert [way.legs for way in listed(started(stuck, ""), MoveTo, "move")] == [()]


@pytest.mark.parametrize(
    ("row", "legs"),
    [
        (OPEN_FIELD, (Walk(distance=100),)),
        (OPEN_FIELD, (Walk(points=((2000, 2100),), distance=100),)),
        ({"figures": {"A1": {"as": "F1"}, "B1": {"as": "F4"}}}, (Walk(),)),
        ({"figures": {"A1": {"as": "F1"}, "B1": {"as": "F4"}}}, (Walk(distance=-100),)),
        ({"figures": {"A1": {"as": "F1"}, "B1": {"as": "F4"}}}, (Walk(points=((2000, 2100),)),)),
        ({"figures": {"A1": {"as": "F1"}, "B1": {"as": "F4"}}}, (Climb(levels=0),)),
    ],
)
def test_duels_move_07_a_way_that_does_not_suit_the_board_is_malformed(row: dict[str, Any], legs: Any) -> None:
    state = started(row, "")
    with pytest.raises(MalformedInput):
        happened(state, answer(state, "move", MoveTo, legs=legs))


def test_duels_move_07_a_walk_may_use_every_hundredth_of_an_inch_and_none_more() -> None:
    state = started({"figures": {"A1": {"as": "F1", "dice": "W6 W6"}, "B1": {"as": "F4"}}})

    def walk(distance: int) -> MoveTo:
        return answer(state, "move", MoveTo, legs=(Walk(distance=distance),))

    with pytest.raises(RuleViolation) as refused:
        happened(state, walk(inches(99)))
    left = inches(str(refused.value.facts["left"]))
    assert happened(state, walk(left))
    with pytest.raises(RuleViolation) as refused:
        happened(state, walk(left + 1))
    assert refused.value.rule_id == "DUELS-MOVE-07"
