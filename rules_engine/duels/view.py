"""What a seat may see."""

from rules_engine.duels.state import MatchState
from rules_engine.kernel.messages import Seat


def view(state: MatchState, seat: Seat) -> MatchState:
    raise NotImplementedError
