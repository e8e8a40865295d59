"""What a seat may see."""

from rules_engine.kernel.messages import Seat
from rules_engine.marvel.state import MatchState


def view(state: MatchState, seat: Seat) -> MatchState:  # noqa: ARG001 -- the protocol asks for a seat
    """The whole state: cards, counters and the bag lie open, and nothing is chosen in secret."""
    return state
