from collections.abc import Mapping
from typing import Any

import pytest

from rules_engine.duels.commands import StateMeasurement
from rules_engine.duels.events import MeasurementStated
from rules_engine.duels.measuring import Sight, distance, in_contact, sight, touches_gear
from rules_engine.duels.state import GroundGear, Measured
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.units import inches, show
from tests.support.duels import examples, happened
from tests.support.scenes import scene

FIGURES: dict[str, Any] = {"A1": {"as": "F1"}, "A2": {"as": "F3", "gear": [{"slug": "rig"}]}, "B1": {"as": "F4"}}
TESTS = [{"id": "computer", "colour": "K", "difficulty": 15}]
DECLARED: dict[str, Any] = {"figures": FIGURES, "tests": TESTS}


def told(seen: Sight | None) -> Mapping[str, Any]:
    if seen is None:
        return {"unknown": True}
    assert seen.free == (seen.barred is None)
    return {
        "distance": show(seen.distance),
        "barred": seen.barred or "",
        "obstructing": seen.obstructing,
        "rise": seen.rise,
    }


@pytest.mark.parametrize("row", examples("measuring"))
def test_duels_meas_03_worked_lines_of_fire(row: dict[str, Any]) -> None:
    state = scene(row)
    for line in row["sights"]:
        seen = told(sight(state, line["from"], line["to"]))
        expected = {name: value for name, value in line.items() if name not in {"from", "to"}}
        assert {name: seen.get(name) for name in expected} == expected, line


def test_duels_meas_01_figures_and_objects_are_measured_from_the_edge_of_the_base() -> None:
    row = {
        "figures": {"A1": {"as": "F1", "at": "20 20"}, "A2": {"as": "F3", "at": "30 20", "gear": [{"slug": "rig"}]}},
        "tests": [{**TESTS[0], "at": "20 30", "radius": "1"}, {"id": "door", "colour": "K", "difficulty": 9}],
        "lying": [{"of": "A2", "gear": "rig", "at": "22.36 20"}],
    }
    state = scene(row)
    measured = [distance(state, "A1", other) for other in ("A2", "computer", "A2/rig", "door")]
    assert measured == [inches("5.28"), inches("6.64"), 0, None]
    assert in_contact(state, "A1", "A2/rig")
    assert not in_contact(state, "A2", "A2/rig")
    assert not in_contact(state, "A1", "door")
    assert [touches_gear(state, state.figure(name), state.ground[0]) for name in ("A1", "A2")] == [True, False]


def test_duels_ruling_039_bases_on_two_levels_do_not_touch() -> None:
    row = {
        "figures": {"A1": {"as": "F1", "at": "27.64 25"}, "A2": {"as": "F3", "at": "32.36 25 1"}},
        "terrain": [{"id": "roof", "kind": "elevated", "levels": 1, "box": "30 20 50 30"}],
        "rulings": {"level_distance": "plan_only"},
    }
    state = scene(row)
    assert distance(state, "A1", "A2") == 0
    assert not in_contact(state, "A1", "A2")
    lying = GroundGear(gear="A2/rig", place=Place(inches("32.36"), inches("25"), 1))
    assert [touches_gear(state, state.figure(name), lying) for name in ("A1", "A2")] == [False, True]


def test_duels_ruling_103_what_lies_beside_a_base_is_in_contact_on_a_declared_board() -> None:
    state = scene({**DECLARED, "lying": [{"of": "A2", "gear": "rig", "beside": ["A1"]}]})
    assert in_contact(state, "A1", "A2/rig")
    assert not in_contact(state, "B1", "A2/rig")
    assert [touches_gear(state, state.figure(name), state.ground[0]) for name in ("A1", "B1")] == [True, False]
    assert distance(state, "B1", "A2/rig") is None


def stated(**fields: Any) -> StateMeasurement:
    asked: dict[str, Any] = {"seat": "B", "a": "A1", "b": "B1", "distance": inches(7)}
    return StateMeasurement(**asked | fields)


def test_duels_meas_03_what_players_measured_is_recorded_with_its_author() -> None:
    fields: dict[str, Any] = {
        "distance": inches(8),
        "in_sight": False,
        "through": 2,
        "inside_a": True,
        "inside_b": True,
        "edge": 50,
    }
    events = happened(scene(DECLARED), stated(**fields))
    assert events == (MeasurementStated(measured=Measured(a="A1", b="B1", author="B", **fields)),)


@pytest.mark.parametrize("other", ["computer", "A2/rig", "A2"])
def test_duels_meas_01_objects_and_allies_can_be_measured(other: str) -> None:
    state = scene({**DECLARED, "lying": [{"of": "A2", "gear": "rig"}]})
    assert len(happened(state, stated(b=other, seat="judge"))) == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"seat": "C"},
        {"a": "Z9"},
        {"b": "Z9"},
        {"b": "A2/rig"},
        {"b": "A1"},
        {"distance": -1},
        {"distance": inches(151)},
        {"edge": -1},
        {"through": -1},
        {"through": 99},
        {"inside_a": True},
        {"inside_b": True},
    ],
)
def test_duels_meas_03_what_no_table_gives_is_malformed(fields: dict[str, Any]) -> None:
    with pytest.raises(MalformedInput):
        happened(scene(DECLARED), stated(**fields))


def test_duels_meas_03_a_tracked_board_measures_for_itself() -> None:
    with pytest.raises(MalformedInput, match="tracked"):
        happened(scene({"figures": {"A1": {"as": "F1", "at": "20 20"}, "B1": {"as": "F4", "at": "40 20"}}}), stated())


def test_duels_ruling_032_nothing_is_measured_outside_a_turn() -> None:
    from msgspec.structs import replace

    with pytest.raises(RuleViolation, match="DUELS-RULING-032"):
        happened(replace(scene(DECLARED), turn=None, phase="dice"), stated())
