from rules_engine.marvel.events import GoStarted, KnockedDown
from rules_engine.marvel.story import Story
from tests.support.marvel import between, fold_all, make_setup


def test_what_is_told_happens() -> None:
    before = between(make_setup())
    story = Story(before)
    story.tell(KnockedDown(character="ALPHA"), GoStarted(team="two"))
    assert story.events == [KnockedDown(character="ALPHA"), GoStarted(team="two")]
    assert story.state == fold_all(before, story.events)
    assert (story.state.go, story.state.character("ALPHA").down) == ("two", True)
