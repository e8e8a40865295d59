from typing import Any

from rules_engine.kernel.geometry import Place, Point
from rules_engine.marvel import landing, measuring
from rules_engine.marvel.state import MatchState, SceneryInPlay
from tests.support.marvel_tables import Spot, box, place, rectangle, tracked

BIN = box("bin", ("10.59", "9.5", 1, 1), height=1, kind="T1 1 0 1")


def table(bravo: Spot, *scenery: Any, **others: Spot) -> MatchState:
    """CHARLIE stands west of ALPHA, in contact with it."""
    return tracked({"ALPHA": (10, 10), "CHARLIE": ("8.82", 10), "BRAVO": bravo, **others}, *scenery)


def landed(state: MatchState, target: str = "BRAVO") -> Place:
    return landing.beside(state, state.character("CHARLIE"), state.character("ALPHA"), target)


def put(state: MatchState, target: str = "BRAVO", piece: str = "bin") -> tuple[tuple[Point, ...], int]:
    found = state.find_scenery(piece)
    assert isinstance(found, SceneryInPlay)
    return landing.set_down(state, found, state.character("ALPHA"), target)


def test_marvel_ruling_60_a_thrown_character_ends_on_the_attackers_side() -> None:
    state = table((18, 10))
    assert landed(state) == place("16.82", 10)
    assert measuring.in_contact(state.changed("CHARLIE", place=landed(state)), "CHARLIE", "BRAVO")
    assert landed(table((13, 14))) == place("12.29", "13.06")


def test_marvel_ruling_60_as_near_to_that_side_as_there_is_room() -> None:
    wall = box("wall", ("15.5", "9.8", 1, "0.4"), height=2)
    assert landed(table((18, 10), wall)) == place("16.98", "9.41")
    assert landed(table((18, 10, 4), box("house", (16, 8, 4, 4)))) == place("16.82", 10, 4)
    nook = box("house", ("17.41", "9.41", "1.18", "1.18"))
    assert landed(table((18, 10, 4), nook)) == place("8.82", 10)  # where it was
    assert landed(table((10, 10))) == place("11.18", 10)


def test_marvel_ruling_60_a_thrown_character_ends_before_scenery() -> None:
    house = box("house", (16, 8, 4, 4))
    assert landed(table((30, 30), house), "house") == place("15.42", 10)
    state = table((30, 30))
    assert landed(state, "no such thing") == place("8.82", 10)


def test_marvel_ruling_60_a_thrown_piece_ends_on_the_attackers_side() -> None:
    outline, floor = put(table((18, 10), BIN))
    assert (outline, floor) == (rectangle("16.42", "9.5", 1, 1), 0)
    house = box("house", (16, 8, 4, 4))
    assert put(table((30, 30), BIN, house), "house")[0] == rectangle("14.99", "9.5", 1, 1)


def test_marvel_ruling_60_a_thrown_piece_comes_to_lie_where_there_is_room() -> None:
    crowd = table((18, 10), BIN, box("wall", ("15.5", 9, "1.1", 2), height=1, kind="T1 1 0 1"))
    outline, _ = put(crowd)
    assert outline == rectangle("14.42", "9.5", 1, 1)
    full = table((18, 10), BIN, box("yard", ("10.1", 8, 7, 4), height=1))
    assert put(full)[0] == BIN.outline
    at_edge = tracked({"ALPHA": (10, 10), "BRAVO": (10, "0.59")}, box("beam", (11, 9, 1, 3), kind="T1 1 0 1"))
    found, _ = put(at_edge, piece="beam")
    assert min(y for _, y in found) >= 0


def test_marvel_ruling_60_a_thrown_piece_comes_to_lie_on_a_roof() -> None:
    state = table((18, 10, 4), BIN, box("house", (14, 8, 6, 4)))
    assert put(state) == (rectangle("16.42", "9.5", 1, 1), 400)
    state = table(("14.7", 10, 4), BIN, box("house", (14, 8, 6, 4)))
    assert put(state)[1] == 0  # the roof's edge is too narrow for it


def test_what_has_no_place_stays_where_it_was() -> None:
    state = table((18, 10), BIN).changed("BRAVO", place=None)
    assert put(state) == (BIN.outline, 0)
    assert landed(state) == place("8.82", 10)
