from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels.components import DialBonus, TerrainPiece
from rules_engine.duels.picture import dice_shown, picture
from rules_engine.duels.state import Cargo, GroundGear, Held
from rules_engine.kernel.dice import Die, make_roll
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.picture import DieFace, Goal, Marker, Shape, Token, Window
from tests.support.duels import F1, F4, entry, gear, in_turn, make_setup
from tests.support.scenes import scene
from tests.support.security_passes import after, held, holding

SQUARE = ((0, 0), (500, 0), (500, 500), (0, 500))


def test_a_tracked_table_shows_bases_terrain_and_gear_on_the_ground() -> None:
    setup = make_setup(
        entry("A1", F1, "W6", gear("vest", 4, "U6")),
        entry("B1", F4),
        board="tracked",
        terrain=(TerrainPiece(id="t1", kind="elevated", outline=SQUARE, levels=2, floor=1),),
    )
    state = in_turn(setup, "A1", places={"A1": (10, 20, 0), "B1": (30, 40, 1)})
    state = replace(state, ground=(GroundGear(gear="A1/vest", place=Place(900, 2000, 0)),))
    shown = picture(state.changed("B1", in_play=False, clicks=(3, 0, 5)))
    assert shown.shapes == (Shape(id="t1", kind="elevated", outline=SQUARE, level=3),)
    assert shown.tokens == (
        Token(id="A1", team="A", x=1000, y=2000, radius=236, acting=True),
        Token(id="B1", team="B", x=3000, y=4000, radius=236, level=1),
    )
    assert shown.markers == (Marker(name="vest", x=900, y=2000),)
    first, second = shown.cards
    assert (first.carried, first.notes) == (("vest",), ("2 dice on the base, 0 in the cup",))
    assert (second.in_play, second.notes, [gauge.at for gauge in second.gauges]) == (False, (), [3, 0, 5])
    assert second.gauges[2].windows[5] == Window(value=4, hits=2)


@pytest.mark.parametrize(
    ("base", "note"),
    [("", "0 dice on the base, 0 in the cup"), ("W6", "1 die on the base, 0 in the cup")],
)
def test_dice_are_counted_in_words(base: str, note: str) -> None:
    state = in_turn(make_setup(entry("A1", F1, base), entry("B1", F4)), "A1")
    assert picture(state).cards[0].notes == (note,)


HEIST: dict[str, Any] = {
    "figures": {"A1": {"as": "F1", "at": "20 20"}, "B1": {"as": "F4", "at": "40 40"}},
    "tests": [
        {"id": "safe", "colour": "K", "difficulty": 9, "at": "10 11", "objective_points": 2, "successes": 2},
        {"id": "case", "colour": "K", "difficulty": 9, "at": "30 31", "objective_points": 3, "bring_to": ["dock"]},
    ],
    "areas": [{"id": "dock", "box": "50 50 60 60", "level": 1}],
    "holds": [{"id": "rule", "area": "dock", "rounds": 2, "objective_points": 1}],
}


def test_duels_win_06_the_objectives_of_a_scenario_lie_on_the_table() -> None:
    shown = picture(scene(HEIST))
    dock = ((5000, 5000), (6000, 5000), (6000, 6000), (5000, 6000))
    assert shown.shapes == (Shape(id="dock", kind="area", outline=dock, level=1, name="dock"),)
    assert shown.markers == (
        Marker(name="safe", x=1000, y=1100, goal=True),
        Marker(name="case", x=3000, y=3100, goal=True),
    )
    assert shown.goals == (
        Goal(name="safe", points=2, note="open"),
        Goal(name="case", points=3, note="open"),
        Goal(name="dock", points=1, note="open"),
    )
    assert shown.scored == (("A", 0), ("B", 0))


def test_objectives_tell_how_they_stand() -> None:
    state = replace(
        scene(HEIST),
        tests_won=("safe", "case"),
        cargo=(Cargo(test="case", bearer="B1"),),
        held=(Held(hold="rule", team="A", rounds=1),),
        objectives=(("B", 2),),
    )
    shown = picture(state)
    assert [goal.note for goal in shown.goals] == ["1 of 2 successes", "carried by B1", "team A, 1 of 2 rounds"]
    assert [marker.name for marker in shown.markers] == ["safe"]
    assert [card.carried for card in shown.cards] == [(), ("case",)]
    assert shown.scored == (("A", 0), ("B", 2))
    ended = replace(
        state,
        tests_won=("safe", "safe", "case"),
        cargo=(Cargo(test="case", delivered=True),),
        held=(Held(hold="rule", team="A", rounds=2),),
    )
    assert [(goal.note, goal.done) for goal in picture(ended).goals] == [
        ("won", True), ("won", True), ("won by team A", True),
    ]  # fmt: skip


def test_duels_dice_12_a_rolled_die_shows_its_colour_and_an_ace_as_one() -> None:
    state = in_turn(make_setup(entry("A1", F1, "U6- K4"), entry("B1", F4)), "A1")
    dice = (Die("A1/U6", 6), Die("A1/K4", 4), Die("T4", 4))
    shown = dice_shown(state, make_roll(1, "attack", dice, faces=(1, 1, 3), source="fixed"))
    assert shown == (
        DieFace(name="blue d6", colour="blue", sides=6, shown="1"),
        DieFace(name="black d4", colour="black", sides=4, shown="A"),
        DieFace(name="d4", sides=4, shown="3"),
    )


def test_a_declared_table_has_no_places() -> None:
    terrain = (TerrainPiece(id="t1", kind="blocking"),)
    shown = picture(in_turn(make_setup(entry("A1", F1), entry("B1", F4), terrain=terrain), "A1"))
    assert (shown.shapes, shown.tokens, shown.markers) == ((), (), ())
    assert [card.id for card in shown.cards] == ["A1", "B1"]


def test_a_card_tells_the_passes_held_played_and_in_force() -> None:
    bonus = DialBonus(dial="weapon", amount=1)
    state = holding(held(bonus), held(bonus, id="Q", figure="A2", per="round"), held(bonus, id="R", seat="B"))
    notes = {card.id: card.notes[1:] for card in picture(state).cards}
    assert notes == {"A1": ("pass Luck: 1 to play",), "A2": ("pass Luck: 1 to play",), "B1": ("pass Luck: 1 to play",)}
    assert picture(after(state, "act")).cards[0].notes[1:] == ("pass Luck: played", "in force: Luck")
