"""What a command makes happen, told event by event."""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

S = TypeVar("S")
E = TypeVar("E")


class Story(ABC, Generic[S, E]):
    """The events decided so far and the state after them; rules add to it, nothing else changes.

    A game's own story says how its events change its state.
    """

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[E] = []

    @staticmethod
    @abstractmethod
    def evolve(state: S, event: E) -> S:
        """The state after an event: the game's own function."""

    def tell(self, *events: E) -> None:
        """Add events that happen now."""
        for event in events:
            self.state = self.evolve(self.state, event)
            self.events.append(event)
