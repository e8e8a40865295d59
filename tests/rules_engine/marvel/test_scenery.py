import pytest
from msgspec.structs import replace

from rules_engine.marvel import scenery
from rules_engine.marvel.components import DamageKind
from rules_engine.marvel.events import FallsBegan, SceneryDamaged, SceneryDestroyed
from rules_engine.marvel.pending import Drop
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story
from tests.support.marvel import in_action, make_setup, piece
from tests.support.marvel_tables import box, tracked

BLUNT, MENTAL = DamageKind(), DamageKind(nature="mental", type="")


def yard(high: int = 0) -> MatchState:
    """A lorry of DA 1 and SP 3, and, four inches above the table, perhaps BRAVO."""
    setup = make_setup(scenery=(piece("lorry", "T3", 5, 1, 3),))
    return in_action(setup, changed={"BRAVO": {"elevation": high}})


@pytest.mark.parametrize(("points", "lost"), [(0, 0), (1, 0), (2, 1), (4, 3), (9, 3)])
def test_marvel_ruling_67_da_is_absorbed_from_each_damage(points: int, lost: int) -> None:
    assert scenery.taken(yard().scenery[0], points, BLUNT, Rulings()) == lost


def test_marvel_ruling_68_scenery_may_be_immune_to_natures() -> None:
    immune = replace(Rulings(), scenery_immune_natures=("mental",))
    lorry = yard().scenery[0]
    assert [scenery.taken(lorry, 3, kind, immune) for kind in (MENTAL, BLUNT)] == [0, 2]


def test_marvel_scen_03_a_piece_without_structure_points_is_gone() -> None:
    story = Story(yard())
    scenery.damage(story, "lorry", 3, BLUNT)
    assert story.events == [SceneryDamaged(scenery="lorry", damage=2, left=1)]
    scenery.damage(story, "lorry", 3, BLUNT)
    assert story.events[1:] == [SceneryDamaged(scenery="lorry", damage=1, left=0)]
    assert story.state.find_scenery("lorry") is None
    scenery.damage(story, "lorry", 3, BLUNT)
    assert len(story.events) == 2


def test_marvel_ruling_65_players_say_who_falls() -> None:
    story = Story(yard(high=400))
    scenery.damage(story, "lorry", 9, BLUNT)
    assert story.events[1:] == [FallsBegan(seat="one", by="one")]


def test_marvel_ruling_65_who_stands_on_a_destroyed_piece_falls() -> None:
    state = tracked(
        {"ALPHA": (11, 15), "BRAVO": (13, 13, 4), "CHARLIE": (16, 16)}, box("house", (10, 10, 6, 6), height=4)
    )
    story = Story(state)
    scenery.destroy(story, "house")
    assert story.events == [
        SceneryDestroyed(scenery="house"),
        FallsBegan(falls=(Drop(character="BRAVO", height=400),), by="one"),
    ]


def test_marvel_throw_07_a_broken_piece_lets_nobody_fall_who_stands_elsewhere() -> None:
    story = Story(tracked({"ALPHA": (5, 5), "BRAVO": (30, 30)}, box("house", (10, 10, 6, 6))))
    scenery.destroy(story, "house")
    assert story.events == [SceneryDestroyed(scenery="house")]
