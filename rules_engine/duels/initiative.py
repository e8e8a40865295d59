"""Initiative (DUELS-INIT)."""

from rules_engine.duels.commands import DeclareInitiative, SettleTie
from rules_engine.duels.state import MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.dice import Dice
from rules_engine.kernel.messages import Decision, Legal


def declare(story: Story, command: DeclareInitiative, decision: Decision) -> None:
    raise NotImplementedError


def roll_initiative(story: Story, decision: Decision, dice: Dice) -> None:
    raise NotImplementedError


def roll_tie(story: Story, decision: Decision, dice: Dice) -> None:
    raise NotImplementedError


def settle_tie(story: Story, command: SettleTie, decision: Decision) -> None:
    raise NotImplementedError


def declare_options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError


def tie_options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError
