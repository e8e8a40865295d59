from msgspec.structs import replace

from rules_engine.duels.components import TerrainPiece
from rules_engine.duels.picture import dice_shown, picture
from rules_engine.duels.state import GroundGear
from rules_engine.kernel.dice import Die, make_roll
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.picture import DieFace, Marker, Shape, Token, Window
from tests.support.duels import F1, F4, entry, gear, in_turn, make_setup

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
