from rules_engine.marvel import attribute_tests
from rules_engine.marvel.commands import EndActivation, Roll
from rules_engine.marvel.legal import awaiting, legal_commands
from rules_engine.marvel.story import Story
from tests.support.marvel import begin, in_action, kinds, make_setup


def test_a_roll_is_answered_by_rolling() -> None:
    state = begin(make_setup())
    (decision,) = awaiting(state)
    assert legal_commands(state, decision).commands == (Roll(seat="one", decision=decision.id),)


def test_an_activation_can_always_be_ended() -> None:
    state = in_action(make_setup(), changed={"ALPHA": {"down": True, "pow": 0}})
    (decision,) = awaiting(state)
    legal = legal_commands(state, decision)
    assert legal.commands == (EndActivation(seat="one", decision=decision.id),)
    assert legal.complete


def test_the_innermost_thing_that_is_being_resolved_is_asked() -> None:
    story = Story(in_action(make_setup()))
    attribute_tests.begin(story, "BRAVO", "stamina", "red_zone")
    attribute_tests.begin(story, "CHARLIE", "stamina", "red_zone")
    assert kinds(story.state) == ["roll_test:CHARLIE"]
