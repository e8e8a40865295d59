from typing import Any

import pytest

from rules_engine.kernel.plain_data import Fault, read
from rules_engine.kernel.table_file import Extent, ShapeFile, SpotFile, TeamFile, repeated, unknown_team

TABLE = Extent(6000, 4000)
BOX = {"x_in": 10, "y_in": "2.5", "width_in": 5, "depth_in": 4}


def shape(**plain: Any) -> ShapeFile:
    found, faults = read(plain, ShapeFile)
    assert faults == ()
    return found  # type: ignore[no-any-return]  # what `read` was asked for


def corners(*points: tuple[int, int]) -> list[dict[str, int]]:
    return [{"x_in": x, "y_in": y} for x, y in points]


def test_a_rectangle_and_corners_are_the_same_kind_of_edge() -> None:
    assert shape(rectangle=BOX).points == ((1000, 250), (1500, 250), (1500, 650), (1000, 650))
    assert shape(corners=corners((0, 0), (6, 0), (3, 4))).points == ((0, 0), (600, 0), (300, 400))
    assert read({"x_in": 1, "y_in": 2.25}, SpotFile)[0].point == (100, 225)


@pytest.mark.parametrize(
    ("plain", "faults"),
    [
        ({"rectangle": BOX}, []),
        ({}, [("yard", "must have either a rectangle or corners")]),
        ({"rectangle": BOX, "corners": corners((0, 0))}, [("yard", "must have either a rectangle or corners")]),
        ({"rectangle": BOX | {"x_in": 56}}, [("yard.rectangle", "must lie on the table of 60 × 40 in")]),
        ({"corners": corners((0, 0), (9, 0), (0, 41))}, [("yard.corners", "must lie on the table of 60 × 40 in")]),
        (
            {"corners": corners((0, 0), (9, 9), (9, 0), (0, 9))},
            [("yard.corners", "must go round an area and not cross itself")],
        ),
    ],
)
def test_a_shape_lies_on_the_table_and_does_not_cross_itself(plain: Any, faults: list[tuple[str, str]]) -> None:
    assert list(TABLE.shape_faults("yard", shape(**plain))) == [Fault(*fault) for fault in faults]


def test_a_table_has_sides_that_a_game_can_use() -> None:
    assert list(TABLE.side_faults(3000, 6000)) == []
    assert list(TABLE.side_faults(5000, 5500)) == [
        Fault("table.width_in", "must be 50–55"), Fault("table.depth_in", "must be 50–55"),
    ]  # fmt: skip


def test_teams_have_letters_of_their_own_and_are_of_a_size() -> None:
    teams = [TeamFile(id="A"), TeamFile(id="A", seats=2, zones=(ShapeFile(),))]
    assert list(TABLE.team_faults(teams)) == [
        Fault("teams[1].id", "repeats A; every id is used once"),
        Fault("teams[1].seats", "must be the same for all teams, so that their points are equal"),
        Fault("teams[1].zones[0]", "must have either a rectangle or corners"),
    ]
    assert list(unknown_team(teams, "holder", "B")) == [Fault("holder", "B is none of teams")]
    assert [*unknown_team(teams, "holder", "A"), *unknown_team(teams, "holder", None)] == []


def test_an_id_is_used_once_in_all_lists_that_belong_together() -> None:
    one, other = [TeamFile(id="A")], [TeamFile(id="B"), TeamFile(id="A")]
    assert list(repeated("these", "those", lists=[one, other])) == [
        Fault("those[1].id", "repeats A; every id is used once")
    ]
