import pytest
from msgspec.structs import replace

from rules_engine.marvel.events import CharacterLost
from rules_engine.marvel.loss import lose, points
from rules_engine.marvel.story import Story
from tests.support.marvel import ALPHA, BRAVO, in_action, make_setup, measured


def test_marvel_loss_01_a_lost_character_leaves_play() -> None:
    story = Story(in_action(make_setup(), measured=(measured("ALPHA", "BRAVO", 3),), to_test=("BRAVO",)))
    lose(story, "BRAVO", by="one")
    assert story.events == [CharacterLost(character="BRAVO", by="one", points=1)]
    state = story.state
    assert (state.find("BRAVO"), state.measured, state.to_test) == (None, (), ())
    assert (state.character("BRAVO").endurance, state.destroyed) == (0, (("one", 1),))


@pytest.mark.parametrize("by", ["", "two"])
def test_marvel_loss_01_nobody_is_credited_with_an_own_character(by: str) -> None:
    story = Story(in_action(make_setup()))
    lose(story, "BRAVO", by=by)
    assert story.state.destroyed == ()


def test_a_character_counts_its_level() -> None:
    state = in_action(make_setup([replace(ALPHA, level=7)], [BRAVO]))
    assert [points(character) for character in state.characters] == [7, 1]
