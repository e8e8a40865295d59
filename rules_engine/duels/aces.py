"""Aces (DUELS-ACE)."""

from rules_engine.duels.commands import GiveUpGear
from rules_engine.duels.state import MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.messages import Decision, Legal


def give_up_gear(story: Story, command: GiveUpGear, decision: Decision) -> None:
    raise NotImplementedError


def gear_options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError
