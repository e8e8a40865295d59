import pytest

from rules_engine.marvel.action_phase import is_over, step
from rules_engine.marvel.events import ActivationEnded, GoStarted
from rules_engine.marvel.story import Story
from tests.support.marvel import between, in_action, kinds, make_setup


@pytest.mark.parametrize("changes", [{"in_play": False}, {"ko": True}])
def test_marvel_turn_04_the_activation_of_one_that_can_act_no_more_ends(changes: dict[str, bool]) -> None:
    story = Story(in_action(make_setup()).changed("ALPHA", **changes))
    assert step(story)
    assert story.events == [ActivationEnded(character="ALPHA")]


def test_marvel_turn_04_the_go_passes_to_the_other_side() -> None:
    story = Story(between(make_setup()).changed("ALPHA", activated=True))
    assert step(story)
    assert story.events == [GoStarted(team="two")]
    assert not step(story)


def test_marvel_turn_04_the_phase_ends_when_all_have_acted() -> None:
    state = between(make_setup())
    assert not is_over(state)
    for name in ("ALPHA", "BRAVO", "CHARLIE"):
        state = state.changed(name, activated=True)
    assert is_over(state)
    assert not step(Story(state))
    assert not is_over(in_action(make_setup()))


def test_one_question_is_open_at_a_time() -> None:
    assert kinds(in_action(make_setup())) == ["act:ALPHA"]
    assert kinds(between(make_setup())) == ["activate:one"]
