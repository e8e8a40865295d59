from typing import Any

import pytest

from rules_engine.kernel.plain_data import FileRejected
from rules_engine.marvel.scenarios import read_scenario

SMALL: dict[str, Any] = {
    "id": "small",
    "ruleset": "marvel",
    "title": {"en": "Small"},
    "description": {"en": "Two teams, an empty table."},
    "army_points": 24,
    "teams": [{"id": "A"}, {"id": "B"}],
}
BOX = {"x_in": 10, "y_in": 10, "width_in": 4, "depth_in": 3}
VAN = {"id": "van", "name": "Van", "type": "T2", "size": 4, "da": 0, "sp": 3, "height_in": 2, "rectangle": BOX}
DESK = {"id": "desk", "name": "Desk", "kind": "hold", "points": 1, "at": {"x_in": 18, "y_in": 18}}
BREAK = {"id": "break", "name": "Van", "kind": "destroy", "points": 2, "scenery": "van", "team": "B"}
LIVE = {"id": "live", "name": "Captain", "kind": "survive", "points": 1, "team": "A"}


def problems(plain: Any) -> list[str]:
    with pytest.raises(FileRejected) as refused:
        read_scenario(plain, "small.yaml")
    return [line.removeprefix("small.yaml: ") for line in str(refused.value).splitlines()]


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"army_points": 0}, ["army_points: must be 1–1000"]),
        ({"variant": "slow"}, ["variant: must be quick, whose rules read this file"]),
        ({"turns": 0}, ["turns: must be 1–50"]),
        ({"board": "chess"}, ["board: must be tracked, declared"]),
        ({"table": {"width_in": 23}}, ["table.width_in: must be 24–120"]),
        ({"teams": [{"id": "A"}, {"id": "A"}]}, ["teams[1].id: repeats A; every id is used once"]),
        ({"scenery": [VAN | {"type": "T9"}]}, ["scenery[0].type: must be T1, T2, T3, T4, T5, T6"]),
        ({"scenery": [VAN | {"sp": -1}]}, ["scenery[0].sp: must be 0–100"]),
        ({"scenery": [VAN | {"rectangle": BOX | {"x_in": 33}}]}, [
            "scenery[0].rectangle: must lie on the table of 36 × 36 in",
        ]),
        ({"scenery": [VAN], "objectives": [DESK | {"id": "van"}]}, [
            "objectives[0].id: repeats van; every id is used once",
        ]),
        ({"objectives": [DESK | {"kind": "win"}]}, ["objectives[0].kind: must be hold, destroy, survive"]),
        ({"objectives": [DESK | {"at": None}]}, [
            "objectives[0].at: is missing: on the tracked board a place to hold lies somewhere",
        ]),
        ({"objectives": [DESK | {"at": {"x_in": 37, "y_in": 1}}]}, [
            "objectives[0].at: must lie on the table of 36 × 36 in",
        ]),
        ({"objectives": [BREAK]}, ["objectives[0].scenery: van is none of scenery"]),
        ({"objectives": [BREAK | {"scenery": "", "team": "Z"}]}, [
            "objectives[0].scenery: must be a slug: small letters, digits, single hyphens",
        ]),
        ({"objectives": [{name: BREAK[name] for name in ("id", "name", "kind", "points")}]}, [
            "objectives[0].scenery: nothing is none of scenery",
        ]),
        ({"objectives": [LIVE | {"team": "Z"}]}, ["objectives[0].team: Z is none of teams"]),
        ({"objectives": [LIVE | {"team": None}]}, [
            "objectives[0].team: is missing: somebody's character must survive",
        ]),
        ({"victory": {"objectives_to_win": 1}}, [
            "victory.objectives_to_win: must be at most 0, the points of all objectives",
        ]),
        ({"scenery": [VAN], "objectives": [BREAK, DESK], "turns": 3, "victory": {"objectives_to_win": 6}}, [
            "victory.objectives_to_win: must be at most 5, the points of all objectives",
        ]),
        ({"rulings": {"mist": True}}, ["rulings.mist: is no field of this entry"]),
    ],
    ids=lambda value: "; ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_each_problem_is_named_by_its_field(fields: dict[str, Any], found: list[str]) -> None:
    assert problems(SMALL | fields) == found


def test_a_place_to_hold_can_be_unknown_where_players_measure() -> None:
    fields = {"board": "declared", "objectives": [{name: DESK[name] for name in ("id", "name", "kind", "points")}]}
    assert read_scenario(SMALL | fields, "small.yaml").setup.objectives[0].place is None


def test_what_scores_every_turn_can_win_a_match() -> None:
    fields = {"scenery": [VAN], "objectives": [BREAK, DESK], "turns": 3, "victory": {"objectives_to_win": 5}}
    assert read_scenario(SMALL | fields, "small.yaml").setup.victory.objectives_to_win == 5
