from msgspec.structs import replace

from rules_engine.kernel.geometry import Place
from rules_engine.marvel.opening import opened
from rules_engine.marvel.state import Character, SceneryInPlay
from tests.support.marvel import ALPHA, BRAVO, make_setup, piece

SQUARE = ((0, 0), (100, 0), (100, 100), (0, 100))


def test_characters_enter_with_full_endurance_and_scenery_with_all_its_structure_points() -> None:
    setup = make_setup([ALPHA], [BRAVO], scenery=(piece("bench", "T1", 1, 0, 2, outline=SQUARE, floor=5),))
    state = opened(setup, (("one", 2), ("two", 3)), ("two",))
    assert state.characters[0] == Character(id="ALPHA", team="one", seat="one", card=ALPHA, endurance=12, deployed=True)
    shown = setup.scenery[0].piece
    assert state.scenery == (SceneryInPlay(id="bench", piece=shown, sp=2, outline=SQUARE, floor=5),)
    assert (state.bag, state.to_deploy, state.phase, state.ply) == ((("one", 2), ("two", 3)), ("two",), "deployment", 1)


def test_a_character_with_a_place_stands_there() -> None:
    setup = make_setup([ALPHA], [BRAVO], board="tracked")
    member = replace(setup.teams[0].characters[0], place=Place(10, 20, 300), deployed=False)
    first = replace(setup.teams[0], characters=(member,))
    character = opened(replace(setup, teams=(first, setup.teams[1])), (), ()).character("ALPHA")
    assert (character.place, character.elevation, character.deployed) == (Place(10, 20, 300), 300, True)
