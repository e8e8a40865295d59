from typing import Any

import pytest

from rules_engine.duels.surfaces import check_path, fits, foot_of, ground, obstructing_at, surface_under, tops
from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.geometry import Disc, Place
from rules_engine.kernel.units import inches
from tests.support.scenes import scene

ROW: dict[str, Any] = {
    "figures": {
        "A1": {"as": "F1", "at": "20 20"},
        "A2": {"as": "F3", "at": "10 50"},
        "A3": {"as": "F3", "at": "40 40 1"},
        "B1": {"as": "F4", "at": "50 10"},
    },
    "terrain": [
        {"id": "base", "kind": "elevated", "levels": 1, "box": "30 30 50 50"},
        {"id": "top", "kind": "elevated", "levels": 1, "floor": 1, "stands_on": "base", "box": "44 30 50 50"},
        {"id": "bog", "kind": "obstructing", "box": "10 30 20 40"},
        {"id": "crate", "kind": "blocking", "floor": 1, "stands_on": "base", "box": "31 46 35 49"},
    ],
}


def at(x: int, y: int, level: int = 0) -> Place:
    return Place(inches(x), inches(y), level)


def test_duels_ruling_046_a_base_stands_on_one_surface() -> None:
    state = scene(ROW)
    names = [piece and piece.id for piece in (surface_under(state, at(40, 40, 1)), surface_under(state, at(47, 40, 2)))]
    assert names == ["base", "top"]
    assert surface_under(state, at(40, 40)) is None
    assert [piece.id for piece in tops(state, 2)] == ["top"]


def test_duels_elev_08_a_stack_rises_from_each_of_its_floors() -> None:
    state = scene(ROW)
    base, top, *_ = state.terrain
    assert [foot_of(state, top, level) for level in (0, 1, 2)] == [base, top, None]
    assert foot_of(state, base, 1) is None


def test_duels_move_04_and_move_05_only_what_is_on_the_same_level_is_in_the_way() -> None:
    state = scene(ROW)
    low, high = ground(state, state.figure("A1"), at(20, 20)), ground(state, state.figure("A1"), at(40, 40, 1))
    base, top, bog, crate = (piece.outline for piece in state.terrain)
    assert (low.solids, low.surface) == ((base,), None)
    assert (high.solids, high.surface) == ((top, crate), base)
    assert low.barriers == (Disc(inches(50), inches(10), 236),)
    assert low.occupied == (Disc(inches(10), inches(50), 236),)
    assert (high.barriers, high.occupied) == ((), (Disc(inches(40), inches(40), 236),))
    assert [piece.outline for piece in obstructing_at(state, 0)] == [bog]


def test_duels_move_10_blocking_terrain_on_top_of_a_piece_bars_the_way_there() -> None:
    state = scene(ROW)
    with pytest.raises(RuleViolation, match="DUELS-MOVE-10"):
        check_path(state, state.figure("A3"), (at(40, 40, 1).point, at(33, 46).point), level=1)


def test_duels_elev_06_a_base_needs_room_on_a_surface() -> None:
    state = scene(ROW)
    figure = state.figure("A1")
    spots = [at(35, 36, 1), at(31, 36, 1), at(40, 36, 1), at(20, 36, 1), at(20, 36)]
    assert [fits(state, figure, spot) for spot in spots] == [True, False, False, False, True]
