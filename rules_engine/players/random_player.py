"""The level ``random``: any legal answer, each as likely as the next."""

from msgspec import Struct

from rules_engine.kernel.dice import Chance
from rules_engine.kernel.messages import Command, Decision, Legal


class RandomPlayer:
    """Chooses by a chance that hangs on seed and decision alone, so that a match may go on in another process."""

    def __init__(self, seed: int | str) -> None:
        self._seed = seed

    def choose(self, view: Struct, decision: Decision, legal: Legal) -> Command:  # noqa: ARG002 -- it looks at nothing
        """Any of ``legal.commands``."""
        chance = Chance(f"{self._seed}:{decision.id}")
        return legal.commands[chance.below(len(legal.commands))]
