from typing import Any

import pytest

from rules_engine.duels.commands import Descend, Jump, MoveTo
from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.units import inches, show
from tests.support.duels import answer, examples, happened
from tests.support.scenes import Scene, listed, scene


@pytest.mark.parametrize("row", examples("elevation"))
def test_duels_elev_01_worked_climbs_and_jumps(row: dict[str, Any]) -> None:
    Scene(row).run(row)


TOWER: dict[str, Any] = {
    "figures": {"A1": {"as": "F4", "at": "32.36 25 3"}, "B1": {"as": "F1", "at": "50 50"}},
    "terrain": [
        {"id": "base", "kind": "elevated", "levels": 1, "box": "30 10 50 40"},
        {"id": "top", "kind": "elevated", "levels": 2, "floor": 1, "stands_on": "base", "box": "30 20 50 30"},
    ],
}


def test_duels_elev_11_a_jump_to_every_level_with_a_foot_is_listed() -> None:
    assert [command.levels for command in listed(scene(TOWER), Jump)] == [3]


def test_duels_ruling_049_no_jump_is_listed_where_none_has_room() -> None:
    crowded = {"figures": TOWER["figures"] | {"B1": {"as": "F1", "at": "27 25"}}}
    assert listed(scene(TOWER | crowded), Jump) == []


def test_duels_elev_13_a_jump_starts_at_the_edge() -> None:
    back = {"figures": TOWER["figures"] | {"A1": {"as": "F4", "at": "38 25 3"}}}
    state = scene(TOWER | back)
    assert listed(state, Jump) == []
    with pytest.raises(RuleViolation, match="DUELS-ELEV-04"):
        happened(state, answer(state, "act", Jump, figure="A1", levels=3))


@pytest.mark.parametrize(
    ("row", "listed_levels"),
    [
        ({"variant": "basic"}, []),
        ({"rulings": {"jump_timing": "before_move_only"}}, []),
        ({}, [1, 2]),
    ],
)
def test_duels_ruling_047_jumps_are_listed_when_they_are_allowed(row: dict[str, Any], listed_levels: list[int]) -> None:
    figures = {"A1": {"as": "F4", "level": 2, "dice": "U6"}, "B1": {"as": "F1"}}
    terrain = [{"id": "one", "kind": "elevated", "levels": 1}, {"id": "two", "kind": "elevated", "levels": 2}]
    turn = Scene({"figures": figures, "terrain": terrain} | row)
    turn.run({"steps": [{"do": "start_move"}, {"do": "move"}]})
    assert [command.levels for command in listed(turn.state, Jump)] == listed_levels


def test_duels_elev_10_the_standard_way_leads_down_a_stack_level_by_level() -> None:
    places = {"A1": {"as": "F4", "at": "32.36 22.36 3", "dice": "W8 W8 W8"}}
    turn = Scene(TOWER | {"figures": TOWER["figures"] | places})
    turn.run({"steps": [{"do": "start_move", "dice": "W8 W8 W8", "roll": "W8=8 W8=8 W8=8"}]})
    ways = [way.legs for way in listed(turn.state, MoveTo, "move")]
    assert (Descend(levels=2),) in ways  # onto the ledge beside it
    assert (Descend(levels=3),) in ways  # and past no ledge, to the table


def test_duels_ruling_044_clicks_lose_what_was_paid_for_a_climb_and_healing_does_not() -> None:
    row = {"figures": {"A1": {"as": "F4", "dice": "K6", "level": 1, "dials": [3, 0, 0]}, "B1": {"as": "F1"}}}
    heal = [{"do": "heal", "die": "K6", "roll": "K6=2"}, {"do": "dial", "dial": "head"}]
    for steps, left in ((heal, "5"), ([{"do": "jump", "levels": 1}], "0")):
        turn = Scene(row | {"terrain": [{"id": "roof", "kind": "elevated", "levels": 1}]})
        turn.state = turn.state.changed("A1", climb_paid=inches(5))
        turn.run({"steps": steps})
        assert show(turn.state.figure("A1").climb_paid) == left
