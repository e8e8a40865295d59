"""What a command makes happen, told event by event."""

from rules_engine.kernel import story
from rules_engine.marvel.events import MarvelEvents
from rules_engine.marvel.evolve import evolve
from rules_engine.marvel.state import MatchState


class Story(story.Story[MatchState, MarvelEvents]):
    """A story of this game's events."""

    evolve = staticmethod(evolve)
