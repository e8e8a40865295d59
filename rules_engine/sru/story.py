"""What a command makes happen, told event by event."""

from rules_engine.kernel import story
from rules_engine.sru.events import SruEvents
from rules_engine.sru.evolve import evolve
from rules_engine.sru.state import SessionState


class Story(story.Story[SessionState, SruEvents]):
    """A story of this game's events."""

    evolve = staticmethod(evolve)
