import pytest
from msgspec.structs import replace

from rules_engine.kernel.geometry import Place
from rules_engine.marvel import surfaces
from rules_engine.marvel.state import MatchState
from tests.support.marvel_tables import Spot, box, place, tracked

HOUSE = box("house", (10, 10, 6, 6))
SHED = box("shed", (20, 20, 1, 1), height=1)


def town(alpha: Spot = (5, 5), bravo: Spot = (30, 30), *, ability: str = "") -> MatchState:
    return tracked({"ALPHA": alpha, "BRAVO": bravo}, HOUSE, SHED, abilities={"ALPHA": ability})


def fits(state: MatchState, spot: Place) -> bool:
    return surfaces.fits(state, state.character("ALPHA"), spot)


def may_stop(state: MatchState, spot: Place) -> bool:
    return surfaces.may_stop(state, state.character("ALPHA"), spot)


def test_scenery_that_is_gone_or_has_no_outline_is_no_solid() -> None:
    state = town()
    assert [(solid.id, solid.floor, solid.top) for solid in surfaces.solids(state)] == [
        ("house", 0, 400),
        ("shed", 0, 100),
    ]
    gone = replace(state, scenery=(replace(state.scenery[0], destroyed=True), replace(state.scenery[1], outline=())))
    assert surfaces.solids(gone) == ()


@pytest.mark.parametrize(
    ("spot", "fit"),
    [
        (place(5, 9), True),
        (place("9.3", 13), True),  # beside the house
        (place("9.5", 13), False),  # in its wall
        (place(13, 13), False),  # inside
        (place(13, 13, 4), True),  # on its roof
        (place("10.5", 13, 4), False),  # over the roof's edge
        (place(13, 13, 3), False),  # in the air
        (place(5, 9, 4), False),
        (place("20.5", "20.5", 1), False),  # on something too small (MARVEL-JUMP-02)
        (place(30, 31), False),  # on BRAVO
        (place("30.0", "31.18"), True),  # in contact with BRAVO
        (place("0.5", 5), False),  # over the table's edge
    ],
)
def test_marvel_jump_02_a_base_must_fit(spot: Place, fit: bool) -> None:
    assert fits(town(), spot) is fit


@pytest.mark.parametrize(
    ("spot", "stop"),
    [
        (place("20.5", "20.5", 1), True),  # a base larger than the top
        (place("10.5", 13, 4), True),  # over the roof's edge
        (place("9.5", 13, 2), True),  # on the wall
        (place("9.5", 13), True),  # squeezed to the wall
        (place(13, 13), False),  # inside the house
        (place(5, 9, 2), False),  # in the air
        (place(30, 30, 2), False),  # on BRAVO's head, by MARVEL-ABILITY-WALL-CRAWLER-03
        (place(30, 31), False),
        (place("0.5", 5), False),
    ],
)
def test_marvel_ability_wall_crawler_02_stops_nearly_anywhere(spot: Place, stop: bool) -> None:
    assert may_stop(town(ability="wall_crawler"), spot) is stop


def test_marvel_ability_wall_crawler_02_is_no_help_to_others_or_while_ko() -> None:
    state = town(ability="wall_crawler")
    assert not may_stop(town(), place("10.5", 13, 4))
    assert not may_stop(state.changed("ALPHA", ko=True), place("10.5", 13, 4))


def test_only_who_is_as_high_is_in_the_way() -> None:
    state = town(alpha=(13, 13, 4), bravo=(13, "14.5"))
    alpha = state.character("ALPHA")
    assert surfaces.others(state, alpha, 400) == ()
    assert [name for name, _ in surfaces.bases_in_the_way(state, alpha, 0)] == ["BRAVO"]
    assert [solid.id for solid in surfaces.in_the_way(state, alpha, 0)] == ["house", "shed"]
    assert list(surfaces.in_the_way(state, alpha, 400)) == []
    assert surfaces.others(state.changed("BRAVO", in_play=False), alpha, 0) == ()


def test_what_lies_below_a_point() -> None:
    state = town()
    assert surfaces.height_below(state, (1300, 1300), 900) == 400
    assert surfaces.height_below(state, (1300, 1300), 399) == 0
    assert surfaces.height_below(state, (500, 500), 900) == 0
    assert surfaces.is_borne(state, place(5, 5))
    assert surfaces.is_borne(state, place(13, 13, 4))
    assert not surfaces.is_borne(state, place(13, 13, 3))


def test_marvel_down_04_who_lies_is_as_high_as_the_base() -> None:
    state = town()
    assert surfaces.stature(state.character("ALPHA")) == 200
    assert surfaces.stature(state.changed("ALPHA", down=True).character("ALPHA")) == 20


def test_marvel_ability_phase_shift_has_nothing_in_its_way() -> None:
    state = town(ability="phase_shift")
    ground = surfaces.ground(state, state.character("ALPHA"), place(5, 5))
    assert (ground.solids, ground.barriers) == ((), ())
    usual = surfaces.ground(town(), town().character("ALPHA"), place(5, 5))
    assert (len(usual.solids), len(usual.barriers)) == (2, 1)
    roof = surfaces.ground(state, state.character("ALPHA"), place(13, 13, 4))
    assert roof.surface == HOUSE.outline


def test_room_is_found_near_a_spot() -> None:
    state, alpha = town(), town().character("ALPHA")
    assert surfaces.room_near(state, alpha, (500, 500), 0) == place(5, 5)
    assert surfaces.room_near(state, alpha, (1050, 1300), 400) == place("10.75", 13, 4)
    assert surfaces.room_near(state, alpha, (970, 1300), 400) == place("9.2", 13)
    assert surfaces.room_near(state, alpha, (-900, 1300), 400) is None
