from rules_engine.sru.events import PhaseOpened, SessionBegan
from rules_engine.sru.story import Story
from tests.support.told_sru import TABLE


def test_a_story_keeps_events_and_the_state_after_them() -> None:
    story = Story(TABLE)
    story.tell(PhaseOpened(phase="x"), SessionBegan())
    assert [type(event).__name__ for event in story.events] == ["PhaseOpened", "SessionBegan"]
    assert (story.state.action_phase, story.state.ply) == ("x", TABLE.ply + 2)
