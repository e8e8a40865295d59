from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels import prospects
from rules_engine.duels.state import Cargo, Held, MatchState, SkillTestPending
from rules_engine.kernel.geometry import Disc, Place
from rules_engine.kernel.units import inches
from tests.support.scenes import scene

CASE = {"id": "case", "colour": "K", "difficulty": 13, "at": "20 17.14", "radius": "0.5", "objective_points": 2}
DOCK = {"id": "dock", "box": "40 36 44 44"}
RULE = {"id": "rule", "area": "dock", "rounds": 2, "objective_points": 3}


Row = dict[str, Any]


def table(
    *, test: Row | None = None, dock: Row | None = None, holds: tuple[Row, ...] = (), **fields: Any
) -> MatchState:  # fmt: skip
    """A1 (Head 7, 40 points) stands beside the case, B1 (60 points) far from everything."""
    row = {
        "figures": {
            "A1": {"as": "F3", "dice": "K6 W6", "at": "20 20"},
            "B1": {"as": "F4", "dice": "W6", "at": "50 10"},
        },
        "tests": [CASE | test] if test is not None else [],
        "areas": [DOCK | (dock or {})],
        "holds": list(holds),
        "victory": {"objectives_to_win": 10},
    }
    return replace(scene(row), **fields)


# --- where to go ------------------------------------------------------------------------------------------------------


def marks(state: MatchState, figure: str = "A1") -> list[Disc]:
    return prospects.marks(state, state.figure(figure))


LIES = Disc(inches(20), inches("17.14"), inches("0.5"))
HEART = Disc(inches(42), inches(40), inches(1))


def test_a_figure_may_want_to_go_to_open_tests_and_areas_to_hold() -> None:
    assert marks(table(test={}, holds=(RULE,))) == [LIES, HEART]
    assert marks(table(test={}, tests_won=("case",))) == []
    assert marks(table(holds=(RULE,), held=(Held(hold="rule", team="B", rounds=2),))) == []
    assert marks(table(holds=(RULE,), dock={"team": "B"})) == []


def test_what_is_carried_makes_its_goal_a_mark_and_what_was_dropped_lies_where_it_fell() -> None:
    test = {"bring_to": ["dock"]}
    assert marks(table(test=test, cargo=(Cargo(test="case", bearer="A1"),))) == [HEART]
    dropped = Cargo(test="case", place=Place(inches(30), inches(30)))
    assert marks(table(test=test, cargo=(dropped,))) == [Disc(inches(30), inches(30), inches("0.5"))]


def test_a_test_whose_place_is_not_known_is_no_mark() -> None:
    state = table(test={})
    unplaced = replace(state.setup.skill_tests[0], place=None)
    state = replace(state, setup=replace(state.setup, skill_tests=(unplaced,)))
    assert marks(state) == []
    assert prospects.prospects(state) == {"A": 0, "B": 0}


def test_a_test_of_another_team_is_no_mark_and_promises_nothing() -> None:
    state = table(test={"team": "B", "difficulty": 10})
    assert (marks(state), promised(state)["A"]) == ([], 0)
    assert marks(state, "B1") == [LIES]
    assert promised(state.changed("B1", base=("A1/K6",)))["B"] > 0


# --- worth ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("victory", "worth"),
    [
        ({}, 1000),
        ({"objectives_to_win": 10}, 10_000),
        ({"at_the_end": "objectives"}, 20_000),
        ({"objectives_to_win": 4, "at_the_end": "objectives"}, 25_000),
    ],
)
def test_duels_win_06_a_point_is_worth_its_part_of_what_wins(victory: dict[str, Any], worth: int) -> None:
    state = table(test={}, holds=(RULE,))
    setup = replace(state.setup, victory=replace(state.setup.victory, objectives_to_win=0))
    setup = replace(setup, victory=replace(setup.victory, **victory))
    assert prospects.point_worth(replace(state, setup=setup)) == worth


def promised(state: MatchState) -> dict[str, int]:
    return prospects.prospects(state)


POINT = 10_000  # of `table`: 100 army points, ten objective points to win


def test_an_open_test_promises_what_the_best_figure_would_win() -> None:
    # K6 shows 6 in two of six faces (an ace counts 6): a total of 13 with Head 7; A1 is there and has its dice.
    assert promised(table(test={})) == {"A": 2 * POINT * 33 * 90 // 10_000, "B": 0}


def test_dice_still_in_the_cup_count_for_a_later_turn() -> None:
    state = table(test={})
    spent = state.changed("A1", base=(), cup=state.figure("A1").base)
    assert promised(replace(spent, turn=None)) == {"A": 2 * POINT * 33 * 60 // 10_000, "B": 0}


def test_a_test_is_worth_less_from_afar_and_from_another_level() -> None:
    state = table(test={})
    away = state.changed("A1", place=Place(inches(20), inches("32")))
    higher = state.changed("A1", place=Place(inches(20), inches("20"), 1), level=1)
    assert promised(state)["A"] > promised(higher)["A"] > promised(away)["A"] > 0


def test_jokers_that_may_join_count_where_the_colour_itself_is_there() -> None:
    state = table(test={"difficulty": 18})
    figure, test = state.figure("A1"), state.setup.skill_tests[0]
    rulings = replace(state.setup.rulings, skill_test_jokers="jokers_may_join")
    joined = replace(state, setup=replace(state.setup, rulings=rulings))
    red = replace(state.parts.dice["A1/W6"].spec, colour="red")
    parts = replace(state.parts, dice=state.parts.dice | {"A1/W6": replace(state.parts.dice["A1/W6"], spec=red)})
    assert prospects.chance(replace(state, parts=parts), figure, test, figure.base) == 0
    assert prospects.chance(replace(joined, parts=parts), figure, test, figure.base) > 0
    assert prospects.chance(replace(joined, parts=parts), figure, test, ("A1/W6",)) == 0


def test_a_declared_test_passes_by_exact_odds() -> None:
    pending = SkillTestPending(figure="A1", test="case", dice=("A1/K6",), difficulty=13, value=8)
    assert prospects.passing(table(test={}), pending) == 50  # 5, 6 or the ace


@pytest.mark.parametrize(
    ("test", "won", "share"),
    [
        ({}, (), 100),
        ({"successes": 4}, (), 25),
        ({"successes": 4}, ("case", "case"), 50),
        ({"bring_to": ["dock"]}, (), 50),
    ],
)
def test_a_success_is_worth_its_share(test: dict[str, Any], won: tuple[str, ...], share: int) -> None:
    state = table(test=test, tests_won=won)
    assert prospects.reward(state, state.setup.skill_tests[0], 1000) == 2000 * share // 100


def test_what_is_carried_promises_its_bearers_team_more_the_nearer_it_belongs() -> None:
    carried = table(test={"bring_to": ["dock"]}, cargo=(Cargo(test="case", bearer="A1"),))
    near = carried.changed("A1", place=Place(inches(40), inches(30)))
    there = carried.changed("A1", place=Place(inches(42), inches(40)))
    assert promised(carried)["B"] == 0
    assert promised(carried)["A"] < promised(near)["A"] < promised(there)["A"] == 2 * POINT * 90 // 100
    foreign = table(test={"bring_to": ["dock"]}, dock={"team": "B"}, cargo=(Cargo(test="case", bearer="A1"),))
    assert 2 * POINT * 50 // 100 <= promised(foreign)["A"] < promised(carried)["A"]


def test_an_area_promises_more_the_longer_it_is_held() -> None:
    state = table(holds=(RULE,)).changed("A1", place=Place(inches(42), inches(40)))
    first, second = promised(state), promised(replace(state, held=(Held(hold="rule", team="A", rounds=1),)))
    assert (first["A"], second["A"]) == (3 * POINT * 40 // 100, 3 * POINT * 80 // 100)
    assert 0 < first["B"] < first["A"]
    done = replace(state, held=(Held(hold="rule", team="A", rounds=2),))
    assert promised(done) == {"A": 0, "B": 0}


def test_an_area_promises_nothing_to_whom_it_is_not_there_for_or_who_is_gone() -> None:
    state = table(holds=(RULE,), dock={"team": "A"})
    assert promised(state)["B"] == 0 < promised(state)["A"]
    gone = table(holds=(RULE,)).changed("A1", in_play=False)
    assert promised(gone)["A"] == 0 < promised(gone)["B"]


def test_a_disputed_area_promises_both_less_than_a_held_one() -> None:
    state = table(holds=(RULE,)).changed("A1", place=Place(inches(41), inches(38)))
    state = state.changed("B1", place=Place(inches(43), inches(43)))
    assert promised(state) == {"A": 3 * POINT * 20 // 100, "B": 3 * POINT * 20 // 100}


def test_nothing_is_promised_after_the_end_or_where_no_places_are_known() -> None:
    state = table(test={}, holds=(RULE,))
    declared = replace(state, setup=replace(state.setup, board="declared"))
    assert promised(declared) == {"A": 0, "B": 0}
