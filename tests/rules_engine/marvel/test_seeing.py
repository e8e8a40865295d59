from typing import Any

import pytest

from rules_engine.kernel.errors import RuleViolation
from rules_engine.marvel import seeing
from rules_engine.marvel.state import MatchState
from tests.support.marvel import in_action, make_setup, measured
from tests.support.marvel_tables import Spot, box, tracked

WALL = box("wall", ("19.2", 7, "0.1", 6), height=3, kind="T1 1 0 1")
LOW_WALL = box("wall", ("19.2", 7, "0.1", 6), height=1, kind="T1 1 0 1")
FAR, AT_8, AT_2, AT_1 = (20, 10), ("19.18", 10), ("13.18", 10), ("12.18", 10)


def scene(bravo: Spot, *scenery: Any, alpha: str = "", hidden: str = "", **rulings: Any) -> MatchState:
    spots: dict[str, Spot] = {"ALPHA": (10, 10), "BRAVO": bravo}
    return tracked(spots, *scenery, abilities={"ALPHA": alpha, "BRAVO": hidden}, rulings=rulings)


def bars(state: MatchState, **more: bool) -> str | None:
    return seeing.bars_attack(state, "ALPHA", "BRAVO", **more)


@pytest.mark.parametrize(
    ("bravo", "ability", "vision", "barred"),
    [
        (AT_8, "stealth", "", None),
        (FAR, "stealth", "", "MARVEL-ABILITY-STEALTH"),
        (FAR, "stealth", "thermal_vision", None),
        (FAR, "stealth", "total_vision", None),
        (AT_1, "invisible", "", None),
        (AT_2, "invisible", "", "MARVEL-ABILITY-INVISIBLE"),
        (AT_2, "invisible", "thermal_vision", None),
        (AT_2, "invisible", "total_vision", None),
        (FAR, "stealth, invisible", "", "MARVEL-ABILITY-STEALTH"),
        (AT_8, "stealth, invisible", "", "MARVEL-ABILITY-INVISIBLE"),
    ],
)
def test_marvel_ability_stealth_and_ability_invisible_against_visions(
    bravo: Spot, ability: str, vision: str, barred: str | None
) -> None:
    state = scene(bravo, alpha=vision, hidden=ability)
    assert seeing.bars_sight(state, "ALPHA", "BRAVO") == bars(state) == barred
    assert seeing.sees(state, "ALPHA", "BRAVO") is (barred is None)
    assert bars(state, homing=True) is None


def test_marvel_ability_stealth_is_no_help_while_ko() -> None:
    assert bars(scene(FAR, hidden="stealth").changed("BRAVO", ko=True)) is None
    blind = scene(FAR, alpha="thermal_vision", hidden="stealth").changed("ALPHA", ko=True)
    assert bars(blind) == "MARVEL-ABILITY-STEALTH"


def test_marvel_ruling_18_a_solid_wall_bars_the_line() -> None:
    assert bars(scene(FAR, WALL)) == "MARVEL-RULING-18"
    assert bars(scene(FAR, WALL, alpha="thermal_vision")) == "MARVEL-RULING-18"
    assert bars(scene(FAR, WALL), homing=True) is None
    assert bars(scene(FAR, LOW_WALL)) is None


def test_marvel_ruling_71_total_vision_through_scenery() -> None:
    assert bars(scene(FAR, WALL, alpha="total_vision")) is None
    strict = scene(FAR, WALL, alpha="total_vision", total_vision_attacks_through_scenery=False)
    assert bars(strict) == "MARVEL-RULING-71"
    assert seeing.sees(strict, "ALPHA", "BRAVO")
    assert bars(scene(FAR, alpha="total_vision", total_vision_attacks_through_scenery=False)) is None
    assert bars(scene(FAR, WALL, total_vision_attacks_through_scenery=False)) == "MARVEL-RULING-18"


def test_scenery_has_no_stealth() -> None:
    assert seeing.bars_attack(scene(FAR, WALL), "ALPHA", "wall") is None


@pytest.mark.parametrize(
    ("wall", "vision", "more", "rulings", "cover"),
    [
        (LOW_WALL, "", {}, {}, True),
        (LOW_WALL, "", {}, {"cover_min_hidden_percent": 51}, False),
        (WALL, "", {}, {}, True),
        (WALL, "", {"homing": True}, {}, True),
        (WALL, "", {"homing": True}, {"homing_ignores_cover": True}, False),
        (LOW_WALL, "", {}, {"homing_ignores_cover": True}, True),
        (LOW_WALL, "", {"penetrative": True}, {}, False),
        (WALL, "total_vision", {}, {}, True),
        (WALL, "total_vision", {}, {"total_vision_ignores_cover": True}, False),
        (WALL, "", {}, {"total_vision_ignores_cover": True}, True),
    ],
)
def test_marvel_ranged_03_and_ruling_26_cover(
    wall: Any, vision: str, more: dict[str, bool], rulings: dict[str, Any], cover: bool
) -> None:
    state = scene(FAR, wall, alpha=vision, **rulings)
    assert seeing.in_cover(state, "ALPHA", "BRAVO", **more) is cover


def test_marvel_ranged_03_the_open_table_is_no_cover() -> None:
    assert not seeing.in_cover(scene(FAR), "ALPHA", "BRAVO")


def test_what_nobody_measured_is_not_seen_and_no_cover() -> None:
    state = in_action(make_setup(), measured=[measured("ALPHA", "CHARLIE", 2)])
    assert not seeing.sees(state, "ALPHA", "BRAVO")
    assert seeing.sees(state, "ALPHA", "CHARLIE")
    assert not seeing.in_cover(state, "ALPHA", "BRAVO")
    for homing in (False, True):
        with pytest.raises(RuleViolation, match="MARVEL-RULING-27"):
            bars(state, homing=homing)
