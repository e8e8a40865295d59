from rules_engine.duels.events import TurnEnded, TurnStarted
from rules_engine.duels.state import Turn
from rules_engine.duels.story import Story
from tests.support.duels import F1, F2, entry, fold_all, in_turn, make_setup


def test_what_is_told_happens() -> None:
    before = in_turn(make_setup(entry("A1", F1), entry("B1", F2)), "A1")
    story = Story(before)
    story.tell(TurnEnded(figure="A1"), TurnStarted(figure="B1"))
    assert story.events == [TurnEnded(figure="A1"), TurnStarted(figure="B1")]
    assert story.state == fold_all(before, story.events)
    assert story.state.turn == Turn(figure="B1")
