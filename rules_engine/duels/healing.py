"""Healing (DUELS-HEAL)."""

from rules_engine.duels.commands import ChooseHealedDial, DeclareHeal
from rules_engine.duels.state import HealPending, MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.dice import Dice
from rules_engine.kernel.messages import Decision, Legal


def awaiting(state: MatchState, pending: HealPending) -> tuple[Decision, ...]:
    raise NotImplementedError


def declare(story: Story, command: DeclareHeal, decision: Decision) -> None:
    raise NotImplementedError


def roll_heal(story: Story, decision: Decision, dice: Dice) -> None:
    raise NotImplementedError


def choose_dial(story: Story, command: ChooseHealedDial, decision: Decision) -> None:
    raise NotImplementedError


def options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError


def dial_options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError
