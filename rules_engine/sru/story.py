"""What a command makes happen, told event by event."""

from rules_engine.sru.events import SruEvents
from rules_engine.sru.evolve import evolve
from rules_engine.sru.state import SessionState


class Story:
    """The events decided so far and the state after them; rules add to it, nothing else changes."""

    def __init__(self, state: SessionState) -> None:
        self.state = state
        self.events: list[SruEvents] = []

    def tell(self, *events: SruEvents) -> None:
        """Add events that happen now."""
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)
