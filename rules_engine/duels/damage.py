"""Damage (DUELS-DMG)."""

from rules_engine.duels.commands import AssignDamage, ChooseBonus
from rules_engine.duels.state import MatchState, SpillPending
from rules_engine.duels.story import Story
from rules_engine.kernel.messages import Decision, Legal


def awaiting_spill(state: MatchState, pending: SpillPending) -> tuple[Decision, ...]:
    raise NotImplementedError


def choose_bonus(story: Story, command: ChooseBonus, decision: Decision) -> None:
    raise NotImplementedError


def assign_damage(story: Story, command: AssignDamage, decision: Decision) -> None:
    raise NotImplementedError


def bonus_options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError


def dial_options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError
