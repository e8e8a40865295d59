"""What a command makes happen, told event by event."""

from rules_engine.marvel.events import MarvelEvents
from rules_engine.marvel.evolve import evolve
from rules_engine.marvel.state import MatchState


class Story:
    """The events decided so far and the state after them; rules add to it, nothing else changes."""

    def __init__(self, state: MatchState) -> None:
        self.state = state
        self.events: list[MarvelEvents] = []

    def tell(self, *events: MarvelEvents) -> None:
        """Add events that happen now."""
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)
