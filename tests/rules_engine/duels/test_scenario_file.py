from typing import Any

import pytest

from rules_engine.duels.rulings import Variant
from rules_engine.duels.scenarios import read_scenario
from rules_engine.kernel.plain_data import FileRejected

SMALL: dict[str, Any] = {
    "id": "small",
    "ruleset": "duels",
    "title": {"en": "Small"},
    "description": {"en": "Two teams, an empty table."},
    "army_points": 3,
    "teams": [{"id": "A"}, {"id": "B"}],
}


def problems(plain: Any, variant: Variant = "advanced") -> list[str]:
    with pytest.raises(FileRejected) as refused:
        read_scenario(plain, "small.yaml", variant)
    lines = str(refused.value).splitlines()
    assert all(line.startswith("small.yaml: ") for line in lines)
    return [line.removeprefix("small.yaml: ") for line in lines]


def test_a_field_that_no_scenario_has_is_named() -> None:
    assert problems(SMALL | {"weather": "rain", "army_points": 0}) == [
        "weather: is no field of this entry",
        "army_points: must be 1–1000",
    ]


# --- every kind of problem, field by field ----------------------------------------------------------------------------

TABLE = "must lie on the table of 60 × 60 in"
BOX = {"x_in": 10, "y_in": 10, "width_in": 5, "depth_in": 5}
WALL = {"id": "wall", "kind": "blocking", "rectangle": BOX}
DOOR = {"id": "door", "name": "Door", "test": "black / Head 15", "at": {"x_in": 30, "y_in": 30}}
BOW = [{"x_in": x, "y_in": y} for x, y in ((0, 0), (10, 10), (10, 0), (0, 10))]
YARD = {"id": "yard", "name": "Yard", "rectangle": BOX}
HOLD = {"id": "hold", "area": "yard", "points": 2}


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"army_points": "six"}, ["army_points: must be 1–1000"]),
        ({"rounds": 0}, ["rounds: must be 1–100, or nothing"]),
        ({"board": "chess"}, ["board: must be tracked, declared"]),
        ({"table": {"width_in": 59, "depth_in": 241}}, [
            "table.width_in: must be 60–240", "table.depth_in: must be 60–240",
        ]),
        ({"table": {"width_in": 60.125}}, [
            "table.width_in: must be inches, 0 or more, with at most two decimals",
        ]),
        ({"teams": [{"id": "A"}]}, ["teams: must be a list of 2–8 teams"]),
        ({"teams": [{"id": "A"}, {"id": "red"}]}, ["teams[1].id: must be a team's letter, A–Z"]),
        ({"teams": [{"id": "A"}, {"id": "A"}]}, ["teams[1].id: repeats A; every id is used once"]),
        ({"teams": [{"id": "A"}, {"id": "B", "seats": 2}]}, [
            "teams[1].seats: must be the same for all teams, so that their points are equal",
        ]),
        ({"teams": [{"id": "A"}, {"id": "B", "zones": [{}]}]}, [
            "teams[1].zones[0]: must have either a rectangle or corners",
        ]),
        ({"terrain": [WALL, WALL]}, ["terrain[1].id: repeats wall; every id is used once"]),
        ({"terrain": [WALL | {"kind": "lava"}]}, [
            "terrain[0].kind: must be plain, obstructing, elevated, blocking",
        ]),
        ({"terrain": [WALL | {"kind": "plain"}]}, [
            "terrain[0].kind: must be obstructing, elevated or blocking in the advanced rules",
        ]),
        ({"terrain": [WALL | {"kind": "elevated"}]}, [
            "terrain[0].levels: must be 1 or more for elevated terrain, and 0 for any other",
        ]),
        ({"terrain": [WALL | {"kind": "elevated", "levels": 2, "floor": 2}]}, [
            "terrain[0].levels: must end at level 3 or below, as rulings.max_level says",
        ]),
        ({"terrain": [WALL | {"rectangle": BOX | {"x_in": 58}}]}, [f"terrain[0].rectangle: {TABLE}"]),
        ({"terrain": [WALL | {"rectangle": BOX | {"width_in": 0}}]}, [
            "terrain[0].rectangle: must go round an area and not cross itself",
        ]),
        ({"areas": [{"id": "bow", "name": "Bow", "corners": BOW}]}, [
            "areas[0].corners: must go round an area and not cross itself",
        ]),
        ({"terrain": [WALL | {"corners": [{"x_in": 1, "y_in": 1}]}]}, [
            "terrain[0]: must have either a rectangle or corners",
        ]),
        ({"placement": {"supply": [{"id": "roof", "kind": "elevated", "width_in": 4, "depth_in": 0}]}}, [
            "placement.supply[0].levels: must be 1 or more for elevated terrain, and 0 for any other",
            "placement.supply[0]: must be wider and deeper than 0 in",
        ]),
        ({"placement": {"terrain_each": 101}}, ["placement.terrain_each: must be 0–100"]),
        ({"tests": [DOOR | {"test": "pink / Head 15"}]}, ['tests[0].test: must be a test such as "black / Head 15"']),
        ({"tests": [DOOR | {"name": "a\x00b"}]}, [
            "tests[0].name: must be a text of 1–1000 characters without control characters",
        ]),
        ({"tests": [DOOR | {"at": {"x_in": 61, "y_in": 1}}]}, [f"tests[0].at: {TABLE}"]),
        ({"tests": [DOOR | {"at": None}]}, ["tests[0].at: is missing: on the tracked board the thing has a place"]),
        ({"tests": [DOOR | {"stealth": True, "ranged": True, "test": "white / Head 9"}]}, [
            "tests[0].stealth: must be false for a ranged test or one without contact",
        ]),
        ({"tests": [DOOR | {"stealth": True}]}, ["tests[0].test: must be of white dice for a stealth test"]),
        ({"tests": [DOOR | {"bring_to": ["yard"]}]}, ["tests[0].bring_to[0]: yard is none of areas"]),
        ({"tests": [DOOR], "areas": [YARD | {"id": "door"}]}, ["areas[0].id: repeats door; every id is used once"]),
        ({"tests": [DOOR | {"bonuses": [{"who": "black", "amount": 21}]}]}, [
            "tests[0].bonuses[0].amount: must be -20–20",
        ]),
        ({"tests": [DOOR | {"team": "C"}]}, ["tests[0].team: C is none of teams"]),
        ({"tests": [DOOR | {"contact": 3}]}, ["tests[0].contact: must be true or false"]),
        ({"areas": [YARD | {"team": "C"}]}, ["areas[0].team: C is none of teams"]),
        ({"areas": [{"id": "yard", "name": "Yard"}]}, ["areas[0]: must have either a rectangle or corners"]),
        ({"holds": [HOLD]}, ["holds[0].area: yard is none of areas"]),
        ({"areas": [YARD], "holds": [HOLD | {"rounds": 0}]}, ["holds[0].rounds: must be 1–100"]),
        ({"victory": {"defender": "C"}}, ["victory.defender: C is none of teams"]),
        ({"areas": [YARD], "holds": [HOLD], "victory": {"objectives_to_win": 3}}, [
            "victory.objectives_to_win: must be at most 2, the points of all objectives",
        ]),
        ({"areas": [YARD], "tests": [DOOR | {"once": False}], "holds": [HOLD], "victory": {"objectives_to_win": 3}}, [
            "victory.objectives_to_win: must be at most 2, the points of all objectives",
        ]),
        ({"victory": {"at_the_end": "luck"}}, ["victory.at_the_end: must be army_points, objectives"]),
        ({"rulings": {"mist": True}}, ["rulings.mist: is no field of this entry"]),
        ({"rulings": {"round_limit": 4}}, ["rulings.round_limit: is the field rounds"]),
        ({"rulings": {"alpha_rotation": "often"}}, [
            "rulings.alpha_rotation: must be left_each_round, fixed",
        ]),
        ({"rulings": 3}, ["rulings: must be a mapping of settings"]),
    ],
    ids=lambda value: "; ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_each_problem_is_named_by_its_field(fields: dict[str, Any], found: list[str]) -> None:
    assert problems(SMALL | fields) == found


def test_duels_setup_14_the_basic_rules_know_one_kind_of_terrain_and_no_tests() -> None:
    assert problems(SMALL | {"terrain": [WALL], "tests": [DOOR]}, "basic") == [
        "terrain[0].kind: must be plain in the basic rules",
        "tests: must be empty: the basic rules have no skill tests",
    ]


def test_a_file_of_another_variant_is_refused() -> None:
    assert problems(SMALL | {"variant": "basic"}) == ["variant: must be advanced, whose rules read this file"]
    assert read_scenario(SMALL | {"variant": "basic"}, "small.yaml", "basic").variant == "basic"


def test_points_that_come_again_and_again_can_be_any_number() -> None:
    fields = {"areas": [YARD], "holds": [HOLD | {"once": False}], "victory": {"objectives_to_win": 30}}
    assert read_scenario(SMALL | fields, "small.yaml", "advanced").setup.victory.objectives_to_win == 30


def test_a_thing_without_a_place_is_fine_where_players_measure() -> None:
    fields = {"board": "declared", "tests": [{name: DOOR[name] for name in ("id", "name", "test")}]}
    assert read_scenario(SMALL | fields, "small.yaml", "advanced").setup.skill_tests[0].place is None
