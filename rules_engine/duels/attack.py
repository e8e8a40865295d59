"""The attack sequence (DUELS-ATK)."""

from rules_engine.duels.commands import ChooseDodge, DeclareAttack, KeepDice
from rules_engine.duels.state import AttackPending, MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.dice import Dice
from rules_engine.kernel.messages import Decision, Legal


def awaiting(state: MatchState, pending: AttackPending) -> tuple[Decision, ...]:
    raise NotImplementedError


def declare(story: Story, command: DeclareAttack, decision: Decision) -> None:
    raise NotImplementedError


def choose_dodge(story: Story, command: ChooseDodge, decision: Decision) -> None:
    raise NotImplementedError


def roll_attack(story: Story, decision: Decision, dice: Dice) -> None:
    raise NotImplementedError


def keep_dice(story: Story, command: KeepDice, decision: Decision) -> None:
    raise NotImplementedError


def options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError


def dodge_options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError


def keep_options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError
