from msgspec.structs import replace

from rules_engine.marvel.events import MatchEnded, PowGenerated, TurnStarted
from rules_engine.marvel.flow import AFTER_TEST, STEPS, go_on
from rules_engine.marvel.legal import AWAITING
from rules_engine.marvel.story import Story
from tests.support.marvel import between, make_setup, opened


def test_the_first_turn_begins_when_everybody_is_deployed() -> None:
    waiting = Story(replace(opened(make_setup()), to_deploy=("one",)))
    go_on(waiting)
    assert waiting.events == []
    ready = Story(opened(make_setup()))
    go_on(ready)
    assert [type(event) for event in ready.events] == [TurnStarted, PowGenerated]


def test_marvel_ruling_01_a_side_without_characters_loses_once_the_action_is_resolved() -> None:
    story = Story(between(make_setup()).changed("ALPHA", in_play=False))
    go_on(story)
    assert [type(event) for event in story.events] == [MatchEnded]
    go_on(story)
    assert len(story.events) == 1


def test_whatever_is_resolved_goes_on_and_has_somebody_who_decides() -> None:
    assert set(STEPS) == set(AWAITING)


def test_every_test_has_its_consequence() -> None:
    assert set(AFTER_TEST) == {"red_zone", "end_phase", "recovery", "tactics", "agility", "path", "push"}
