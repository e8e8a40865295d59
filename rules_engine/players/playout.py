"""A whole match between players, on seeded dice and without a clock: for simulation, tests and benchmarks."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct

from rules_engine.kernel.dice import SeededDice
from rules_engine.kernel.fold import Step, fold
from rules_engine.kernel.messages import Outcome, Seat
from rules_engine.kernel.ruleset import Ruleset
from rules_engine.players.player import Player

S = TypeVar("S", bound=Struct)


class Playout(Struct, Generic[S], frozen=True):
    """A match that was played: its steps, opening first, and where they led; no outcome where the limit cut it off."""

    steps: tuple[Step, ...]
    state: S
    outcome: Outcome | None

    @property
    def decisions(self) -> int:
        """How many commands were given."""
        return len(self.steps) - 1


def playout(
    ruleset: Ruleset[S], setup: Any, players: Mapping[Seat, Player[S]], *, seed: int | str, step_limit: int = 20_000
) -> Playout[S]:  # each game has its own setup record
    """Play a match to its end, or to ``step_limit`` commands.

    Every decision is answered from its seat's view alone; of several open ones the first listed is answered first.
    Errors: what ``start`` and ``decide`` raise; a player that answers illegally is refused like anybody.
    """
    dice = SeededDice(seed)
    steps = [Step(None, ruleset.start(setup))]
    state = fold(ruleset, steps[0].events)
    while len(steps) <= step_limit and (open_ := ruleset.awaiting(state)):
        decision = open_[0]
        view = ruleset.view(state, decision.seat)
        command = players[decision.seat].choose(view, decision, ruleset.legal_commands(view, decision))
        steps.append(Step(command, ruleset.decide(state, command, dice)))
        state = fold(ruleset, steps[-1].events, state)
    return Playout(tuple(steps), state, ruleset.outcome(state))
