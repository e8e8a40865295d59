"""What words of a typed-in match find; what lines make of it is tested in test_match_log.py."""

import pytest

from rules_engine.duels.log_names import find_dice, find_figure, find_gear, read_face, short_name
from rules_engine.kernel.errors import MalformedInput
from tests.support.duels import F1, entry, gear, in_turn, make_setup

VEST = gear("vest", 4, "U6")
TURN = in_turn(make_setup(entry("A1", F1, "W6 U6 W6", VEST, VEST), entry("B1", F1, "W6")), "A1")
CUP = ("A1/W6", "A1/W6#2", "A1/vest/U6", "A1/vest#2/U6")


def test_figures_and_gear_are_found() -> None:
    assert find_figure(TURN, "B1").id == "B1"
    assert find_gear(TURN, "A1", "vest") == "A1/vest"
    assert find_gear(TURN, "A1", "vest#2") == "A1/vest#2"
    with pytest.raises(MalformedInput, match="There is no figure B2"):
        find_figure(TURN, "B2")
    with pytest.raises(MalformedInput, match="There is no vest here; there are: none"):
        find_gear(TURN, "B1", "vest")


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("nothing", ()),
        ("W6 W6", ("A1/W6", "A1/W6#2")),
        ("W6#2 W6", ("A1/W6#2", "A1/W6")),
        ("U6", ("A1/vest/U6",)),
        ("vest#2/U6 U6", ("A1/vest#2/U6", "A1/vest/U6")),
    ],
)
def test_each_die_is_found_once(written: str, found: tuple[str, ...]) -> None:
    assert find_dice(CUP, written) == found


def test_a_die_too_many_is_refused() -> None:
    with pytest.raises(MalformedInput, match="There is no W6 here; there are: vest/U6, vest#2/U6"):
        find_dice(CUP, "W6 W6 W6")


@pytest.mark.parametrize(("written", "face"), [("4", 4), ("U6=4", 4), ("vest/U6=A", 1)])
def test_faces_are_read(written: str, face: int) -> None:
    assert read_face(written, "A1/vest/U6") == face


@pytest.mark.parametrize(("written", "reason"), [("W6=4", "Here vest/U6 is rolled, not W6"), ("U6=x", "has no face")])
def test_faces_of_another_die_and_no_faces_are_refused(written: str, reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason):
        read_face(written, "A1/vest/U6")


def test_short_names_leave_the_figure_out() -> None:
    assert [short_name(name) for name in ("A1/U6", "A1/vest/U6", "vest")] == ["U6", "vest/U6", "vest"]
