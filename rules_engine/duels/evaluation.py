"""How good a state is, for computer players; what a command can lead to."""

from rules_engine.duels.state import MatchState
from rules_engine.kernel.messages import Command, Seat
from rules_engine.kernel.ruleset import Branches


def evaluate(state: MatchState, seat: Seat) -> int:
    raise NotImplementedError


def forecast(state: MatchState, command: Command) -> Branches[MatchState]:
    raise NotImplementedError
