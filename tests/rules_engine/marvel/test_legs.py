from typing import Any

import pytest

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.units import inches
from rules_engine.marvel.commands import Climb, Jump, Leg, Move, Walk
from rules_engine.marvel.state import MatchState
from tests.support.marvel import after, answer, examples, happened, in_action, make_setup
from tests.support.marvel_tables import Spot, at, box, place, rectangle, tracked, walk

HOUSE = box("house", (10, 10, 6, 6), height=1)  # ALPHA's eyes are 2 in high: half its height
TOWER = box("tower", (20, 10, 6, 6), height=3)


def town(alpha: Spot = (5, 5), ability: str = "", bravo: Spot = (30, 30), *scenery: Any, **more: Any) -> MatchState:
    return tracked({"ALPHA": alpha, "BRAVO": bravo}, *(scenery or (HOUSE, TOWER)), abilities={"ALPHA": ability}, **more)


def gone(state: MatchState, spend: int, *legs: Leg) -> tuple[Place, int]:
    """Where ALPHA is after a movement, and the POW that it has left."""
    state = after(state, "act", Move, spend=spend, legs=legs)
    assert state.character("ALPHA").elevation == at(state, "ALPHA").level
    return at(state, "ALPHA"), state.character("ALPHA").pow


def refused(state: MatchState, spend: int, *legs: Leg) -> tuple[str, Any]:
    """The rule by which a movement is refused, and what is in the way."""
    with pytest.raises(RuleViolation) as caught:
        after(state, "act", Move, spend=spend, legs=legs)
    return caught.value.rule_id, caught.value.facts.get("obstruction")


# --- walks ------------------------------------------------------------------------------------------------------------


def test_marvel_move_03_a_walk_goes_round_corners() -> None:
    assert gone(town(), 1, walk((7, 5), (7, 7))) == (place(7, 7), 5)
    assert refused(town(), 1, walk((7, 5), (7, "7.01"))) == ("MARVEL-MOVE-03", None)


@pytest.mark.parametrize(
    ("to", "obstruction"),
    [((5, "0.5"), "off_table"), ((12, 12), "solid"), ((5, 8), "barrier"), (("5.5", "7.6"), "barrier")],
)
def test_marvel_move_03_what_is_in_the_way(to: tuple[Any, Any], obstruction: str) -> None:
    state = town((5, 5), bravo=(5, 7)) if obstruction == "barrier" else town((9, 9))
    state = town((5, 2)) if obstruction == "off_table" else state
    assert refused(state, 3, walk(to)) == ("MARVEL-MOVE-03", obstruction)


def test_marvel_move_03_on_a_roof_one_stays_on_it() -> None:
    state = town((13, 13, 1))
    assert gone(state, 1, walk((15, 13))) == (place(15, 13, 1), 5)
    assert refused(state, 1, walk((16, 13))) == ("MARVEL-MOVE-03", "leaves_surface")


def test_marvel_ability_wall_crawler_02_a_base_reaches_over_edges() -> None:
    state = town((13, 13, 1), "wall_crawler")
    assert gone(state, 1, walk(("15.9", 13))) == (place("15.9", 13, 1), 5)
    assert refused(state, 1, walk((17, 13))) == ("MARVEL-MOVE-03", "leaves_surface")
    assert refused(town((5, 5), "wall_crawler", (5, 7)), 1, walk((5, 8))) == ("MARVEL-MOVE-03", "barrier")


def test_marvel_ability_phase_shift_walks_through_walls_and_figures() -> None:
    state = town((9, 13), "phase_shift", (8, 13))
    assert refused(state, 2, walk((13, 13))) == ("MARVEL-ABILITY-PHASE-SHIFT-02", None)
    assert refused(state, 2, walk((8, 13))) == ("MARVEL-ABILITY-PHASE-SHIFT-02", None)
    assert gone(state, 1, walk((5, 13))) == (place(5, 13), 5)
    assert gone(state, 3, walk((17, 13))) == (place(17, 13), 3)


def test_marvel_move_03_nobody_walks_on_air() -> None:
    hanging = town(("9.5", 13, "0.5"), "wall_crawler")
    assert refused(hanging, 1, walk(("9.5", 12))) == ("MARVEL-MOVE-03", None)


# --- climbs -----------------------------------------------------------------------------------------------------------


def test_marvel_jump_01_up_over_the_edge_that_the_base_touches() -> None:
    assert gone(town(("9.41", 13)), 1, Climb(rise=100)) == (place("10.59", 13, 1), 5)
    assert gone(town(("8.41", 13)), 1, walk(("9.41", 13)), Climb(rise=100)) == (place("10.59", 13, 1), 5)
    assert gone(town(("9.41", 13)), 1, Climb(rise=100, to=(1060, 1310))) == (place("10.6", "13.1", 1), 5)


def test_marvel_jump_01_double_for_more_than_half_the_height() -> None:
    state = town(("19.41", 13))
    assert refused(state, 1, Climb(rise=300)) == ("MARVEL-MOVE-03", None)
    assert gone(state, 2, Climb(rise=300)) == (place("20.59", 13, 3), 4)


def test_marvel_jump_01_only_where_there_is_an_edge() -> None:
    assert refused(town(("9.3", 13)), 1, Climb(rise=100)) == ("MARVEL-JUMP-01", None)
    assert refused(town(("9.41", 13)), 2, Climb(rise=200)) == ("MARVEL-JUMP-01", None)
    assert refused(town((13, 13, 1)), 1, Climb(rise=-100)) == ("MARVEL-JUMP-01", None)


def test_marvel_jump_01_down_over_the_edge() -> None:
    assert gone(town(("10.59", 13, 1)), 1, Climb(rise=-100)) == (place("9.41", 13), 5)
    assert refused(town(("20.59", 13, 3)), 2, Climb(rise=-200)) == ("MARVEL-JUMP-02", None)


def test_marvel_jump_02_a_spot_too_far_over_the_edge() -> None:
    state = town(("9.41", 13))
    assert refused(state, 1, Climb(rise=100, to=(1300, 1300))) == ("MARVEL-JUMP-02", None)


def test_marvel_jump_02_somebody_stands_where_one_climbs_to() -> None:
    state = town(("9.41", 13), "", ("10.6", 13, 1))
    assert refused(state, 1, Climb(rise=100)) == ("MARVEL-JUMP-02", None)


def test_marvel_jump_02_the_top_is_too_small() -> None:
    post = box("post", (10, 10, "0.5", "0.5"), height="1.5")
    state = town(("9.41", "10.25"), "", (30, 30), post)
    assert refused(state, 1, Climb(rise=150)) == ("MARVEL-JUMP-02", None)
    crawler = town(("9.41", "10.25"), "wall_crawler", (30, 30), post)
    assert gone(crawler, 1, Climb(rise=150)) == (place("9.41", "10.25", "1.5"), 5)


def test_marvel_ability_wall_crawler_02_hangs_on_a_wall() -> None:
    state = town(("19.41", 13), "wall_crawler")
    assert gone(state, 1, Climb(rise=200)) == (place("19.41", 13, 2), 5)
    hanging = town(("19.41", 13, 2), "wall_crawler")
    assert gone(hanging, 1, Climb(rise=100)) == (place("20.59", 13, 3), 5)
    assert gone(hanging, 1, Climb(rise=-200)) == (place("19.41", 13), 5)


def test_marvel_ability_wall_crawler_03_not_on_another_character() -> None:
    state = town(("19.41", 13), "wall_crawler", ("20.59", 13, 3))
    assert refused(state, 1, Climb(rise=300, to=(2059, 1300))) == ("MARVEL-ABILITY-WALL-CRAWLER-03", None)
    assert gone(state, 1, Climb(rise=300)) == (place("19.41", 13, 3), 5)  # beside it, on the wall


# --- jumps and flight -------------------------------------------------------------------------------------------------


def test_marvel_jump_01_over_a_gap() -> None:
    roofs = box("west", (10, 10, 4, 4)), box("east", ("14.5", 10, 4, 4))
    state = town(("13.3", 12, 4), "", (30, 30), *roofs)
    assert gone(state, 1, Jump(to=place("15.3", 12, 4))) == (place("15.3", 12, 4), 5)
    assert refused(state, 1, Jump(to=place("15.31", 12, 4))) == ("MARVEL-MOVE-03", None)
    assert gone(state, 2, Jump(to=place("15.31", 12, 4))) == (place("15.31", 12, 4), 4)
    assert refused(state, 2, Jump(to=place("13.9", 12, 4))) == ("MARVEL-JUMP-02", None)


@pytest.mark.parametrize(("to", "obstruction"), [((9, "0.2"), "off_table"), ((17, 13), "solid"), ((9, 17), "barrier")])
def test_marvel_jump_01_what_is_in_the_way_in_the_air(to: tuple[Any, Any], obstruction: str) -> None:
    state = town((9, 13), "fly", (9, 15))
    assert refused(state, 3, Jump(to=place(*to))) == ("MARVEL-JUMP-01", obstruction)


def test_marvel_ability_phase_shift_passes_through_all_in_the_air() -> None:
    state = town((9, 13), "fly, phase_shift", (9, 15))
    assert gone(state, 2, Jump(to=place(9, 17))) == (place(9, 17), 4)
    assert refused(state, 3, Jump(to=place(9, "0.2"))) == ("MARVEL-JUMP-01", "off_table")


def test_marvel_ability_fly_up_and_down_and_over() -> None:
    state = town(("18.41", 13), "fly")
    assert gone(state, 2, Jump(to=place("22.41", 13, 3))) == (place("22.41", 13, 3), 4)  # 4 along and 3 up are 5
    over = town(("9.41", 13), "fly")
    assert gone(over, 3, Jump(to=place("9.41", 13, 1)), Jump(to=place("17.41", 13, 1)), Jump(to=place("17.41", 13)))
    assert refused(over, 3, Jump(to=place("9.41", 13, 2))) == ("MARVEL-JUMP-02", None)
    assert gone(over, 2, Jump(to=place("9.41", 13, 2)), walk(("9.41", 12)), Jump(to=place("9.41", 12)))


# --- what is no leg ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "leg",
    [
        Walk(),
        Walk(distance=100),
        Walk(points=((500, 600),), distance=100),
        Climb(rise=0),
        Climb(rise=-100),
        Jump(),
        Jump(to=place(5, 6), distance=100),
        Jump(to=place(5, 6), rise=100),
        Jump(to=Place(500, 600, -1)),
        Jump(to=place(5, 6, 100)),
    ],
)
def test_legs_that_do_not_suit_the_tracked_board(leg: Leg) -> None:
    with pytest.raises(MalformedInput):
        after(town(), "act", Move, spend=1, legs=(leg,))


@pytest.mark.parametrize(
    "leg",
    [
        Walk(),
        Walk(distance=-1),
        Walk(points=((500, 600),)),
        Climb(rise=100, to=(5, 5)),
        Climb(rise=-1),
        Climb(rise=7201),
        Jump(),
        Jump(to=place(5, 6)),
        Jump(distance=100, rise=-1),
        Jump(distance=-100),
    ],
)
def test_legs_that_do_not_suit_the_declared_board(leg: Leg) -> None:
    with pytest.raises(MalformedInput):
        after(in_action(make_setup()), "act", Move, spend=1, legs=(leg,))


def test_a_movement_has_a_leg_and_a_price() -> None:
    state = town()
    with pytest.raises(MalformedInput, match="a leg or more"):
        happened(state, answer(state, "act", Move, spend=1, legs=()))
    for spend in (0, 4):
        with pytest.raises(MalformedInput, match="1, 2 or 3 POW"):
            happened(state, answer(state, "act", Move, spend=spend, legs=(walk((6, 5)),)))


# --- worked examples --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", examples("stopping"))
def test_marvel_ability_phase_shift_02_where_one_may_stop(example: dict[str, Any]) -> None:
    state = town(
        tuple(example["from"]), example["ability"], tuple(example["bravo"]), box("wall", example["wall"], height=3)
    )
    legs = [Jump(to=place(*example["jump"]))] if "jump" in example else [walk(tuple(example["walk"]))]
    if "refused" in example:
        assert refused(state, 3, *legs)[0] == example["refused"]
    else:
        gone(state, 3, *legs)


def test_outlines_of_boxes_are_in_inches() -> None:
    assert rectangle(1, 2, 3, 4)[2] == (inches(4), inches(6))
