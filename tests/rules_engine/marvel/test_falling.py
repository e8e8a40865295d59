from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.units import inches
from rules_engine.marvel import falling, flow, scenery
from rules_engine.marvel.commands import StateFalls
from rules_engine.marvel.components import DamageKind
from rules_engine.marvel.events import FallsBegan
from rules_engine.marvel.legal import awaiting, legal_commands
from rules_engine.marvel.pending import Drop
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story
from tests.support.marvel import after, examples, in_action, kinds, make_setup, piece
from tests.support.marvel_board import check
from tests.support.marvel_tables import Spot, box, place, tracked

BLUNT = DamageKind()


@pytest.mark.parametrize("example", examples("falling"))
def test_marvel_fall_01_worked_falls(example: dict[str, Any]) -> None:
    if "heights" in example:
        rulings = convert(example.get("rulings", {}), Rulings)
        found = [falling.damage_of(inches(height), rulings) for height in example["heights"]]
        assert found == example["damage"]
    else:
        check(example)


# --- who falls --------------------------------------------------------------------------------------------------------


def high_up(**rulings: Any) -> MatchState:
    """The declared board, a lorry about to break, BRAVO four and CHARLIE two inches above the table."""
    setup = make_setup(scenery=(piece("lorry", "T3", 5, 1, 1),), rulings=rulings)
    return in_action(setup, changed={"BRAVO": {"elevation": 400}, "CHARLIE": {"elevation": 200}})


def broken(state: MatchState) -> MatchState:
    story = Story(state)
    scenery.damage(story, "lorry", 9, BLUNT)
    flow.go_on(story)
    return story.state


def stated(state: MatchState, *falls: tuple[str, int]) -> MatchState:
    drops = tuple(Drop(character=name, height=height) for name, height in falls)
    return after(state, "state_falls", StateFalls, falls=drops)


def test_marvel_ruling_65_players_state_who_falls_and_how_deep() -> None:
    state = broken(high_up())
    assert kinds(state) == ["state_falls:one"]
    state = stated(state, ("BRAVO", 400), ("CHARLIE", 200))
    bravo, charlie = state.character("BRAVO"), state.character("CHARLIE")
    assert (bravo.endurance, bravo.down, bravo.elevation) == (9, True, 0)
    assert (charlie.endurance, charlie.down, charlie.elevation) == (8, False, 0)
    assert kinds(state) == ["act:ALPHA"]
    assert stated(broken(high_up())).character("BRAVO").elevation == 400


@pytest.mark.parametrize(
    "falls", [(("BRAVO", 401),), (("BRAVO", 0),), (("ZULU", 100),), (("ALPHA", 100),), (("BRAVO", 100), ("BRAVO", 100))]
)
def test_marvel_ruling_65_nobody_falls_deeper_than_it_stands(falls: tuple[tuple[str, int], ...]) -> None:
    with pytest.raises(MalformedInput):
        stated(broken(high_up()), *falls)


def test_marvel_ruling_65_samples_of_falls() -> None:
    state = broken(high_up())
    found = legal_commands(state, awaiting(state)[0])
    assert [command.falls for command in found.commands if isinstance(command, StateFalls)] == [
        (),
        (Drop(character="BRAVO", height=400),),
        (Drop(character="CHARLIE", height=200),),
    ]
    assert not found.complete


def test_marvel_ruling_65_one_that_a_fall_takes_out_is_gone() -> None:
    state = stated(broken(high_up().changed("BRAVO", endurance=1)), ("BRAVO", 400))
    assert not state.character("BRAVO").in_play
    assert dict(state.destroyed) == {"one": 1}


def test_marvel_ruling_65_with_nobody_acting_the_highest_side_says() -> None:
    story = Story(replace(high_up(), activation=None))
    falling.let_fall(story)
    assert story.events == [FallsBegan(seat="two", by="two")]


def house(*, ability: str = "", bravo: Spot = (13, 13, 4)) -> MatchState:
    spots: dict[str, Spot] = {"ALPHA": ("9.41", 13), "BRAVO": bravo}
    return tracked(spots, box("house", (10, 10, 6, 6), kind="T1 1 0 1"), abilities={"BRAVO": ability})


def collapsed(state: MatchState) -> MatchState:
    story = Story(state)
    scenery.damage(story, "house", 1, BLUNT)
    flow.go_on(story)
    return story.state


def test_marvel_ruling_65_the_tracked_board_sees_who_falls() -> None:
    bravo = collapsed(house()).character("BRAVO")
    assert (bravo.place, bravo.elevation, bravo.endurance, bravo.down) == (place(13, 13), 0, 9, True)


def test_marvel_ruling_65_who_clings_to_something_else_stays() -> None:
    assert collapsed(house(ability="wall_crawler")).character("BRAVO").endurance == 9
    other = box("other", (17, 10, 4, 6))
    spots: dict[str, Spot] = {"ALPHA": (5, 5), "BRAVO": ("16.5", 13, 3)}
    state = tracked(spots, box("house", (12, 10, 4, 6), kind="T1 1 0 1"), other, abilities={"BRAVO": "wall_crawler"})
    assert collapsed(state).character("BRAVO").elevation == 300


def test_marvel_ruling_65_who_falls_where_there_is_no_room_is_put_beside() -> None:
    crowd = tracked(
        {"ALPHA": (5, 5), "BRAVO": (13, 13, 4), "CHARLIE": ("13.2", 13)}, box("house", (10, 10, 6, 6), kind="T1 1 0 1")
    )
    bravo = collapsed(crowd).character("BRAVO")
    assert bravo.place is not None
    assert bravo.place.level == 0
    assert bravo.place.point != (1300, 1300)


def test_marvel_ruling_65_who_stands_on_another_roof_stays() -> None:
    spots: dict[str, Spot] = {"ALPHA": (5, 5), "BRAVO": (13, 13, 4), "CHARLIE": (22, 13, 4)}
    state = tracked(spots, box("house", (10, 10, 6, 6), kind="T1 1 0 1"), box("other", (20, 10, 6, 6)))
    fallen = collapsed(state)
    assert [fallen.character(name).elevation for name in ("BRAVO", "CHARLIE")] == [0, 400]
