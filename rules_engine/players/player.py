"""What a computer player is: an answer to a decision, within a budget; the same answer for the same seed everywhere."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from msgspec import Struct

from rules_engine.kernel.messages import Command, Decision, Legal

S_contra = TypeVar("S_contra", bound=Struct, contravariant=True)


class Player(Protocol[S_contra]):
    """Answers decisions for the seats it plays; it sees their view of a match and nothing else."""

    def choose(self, view: S_contra, decision: Decision, legal: Legal) -> Command:
        """One of ``legal.commands``; the same for the same view, decision and seed, in any process."""
        ...


def never() -> bool:
    """The deadline of simulations: none."""
    return False


class Budget:
    """How much a player may think about one decision: evaluations of states, and in live play a deadline.

    expired: asked before each evaluation; callers that play against a clock hand in their own. Only without one is a
    choice the same everywhere.
    """

    def __init__(self, evaluations: int, *, expired: Callable[[], bool] = never) -> None:
        self.evaluations = evaluations
        self._expired = expired
        self.left = evaluations

    def renew(self) -> None:
        """Start to think about another decision."""
        self.left = self.evaluations

    def spend(self) -> bool:
        """Take one evaluation; whether there was one left to take."""
        if self.left <= 0 or self._expired():
            return False
        self.left -= 1
        return True


def fallback(legal: Legal) -> Command:
    """What is played for a player that failed: the last answer, for rulesets list first what does most."""
    return legal.commands[-1]
