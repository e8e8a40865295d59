"""The level ``greedy``: one decision ahead, on exact odds."""

from typing import Generic, TypeVar

from msgspec import Struct

from rules_engine.kernel.dice import Chance
from rules_engine.kernel.messages import Command, Decision, Legal
from rules_engine.kernel.ruleset import Ruleset
from rules_engine.players.outlook import best, outlook
from rules_engine.players.player import Budget, fallback

S = TypeVar("S", bound=Struct)


class GreedyPlayer(Generic[S]):
    """Takes the answer that leads to the best states, weighed by their odds; chance decides between equals."""

    def __init__(self, ruleset: Ruleset[S], seed: int | str, budget: Budget) -> None:
        self._ruleset, self._seed, self._budget = ruleset, seed, budget

    def choose(self, view: S, decision: Decision, legal: Legal) -> Command:
        """The best of the answers that the budget allowed to weigh; the fallback if there are none."""
        if len(legal.commands) == 1:
            return legal.commands[0]
        self._budget.renew()
        answers = outlook(self._ruleset, view, decision.seat, legal.commands, budget=self._budget)
        return best(answers, Chance(f"{self._seed}:{decision.id}")) if answers else fallback(legal)
