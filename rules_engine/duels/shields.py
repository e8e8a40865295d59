"""Shields (DUELS-SHLD)."""

from rules_engine.duels.commands import ChooseShields
from rules_engine.duels.state import MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.messages import Decision, Legal


def choose_shields(story: Story, command: ChooseShields, decision: Decision) -> None:
    raise NotImplementedError


def options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError
