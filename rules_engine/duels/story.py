"""What a command makes happen, told event by event."""

from rules_engine.duels.events import DuelsEvents
from rules_engine.duels.evolve import evolve
from rules_engine.duels.state import MatchState
from rules_engine.kernel import story


class Story(story.Story[MatchState, DuelsEvents]):
    """A story of this game's events."""

    evolve = staticmethod(evolve)
