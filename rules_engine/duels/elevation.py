"""Elevated terrain (DUELS-ELEV): climbing, descending, jumping."""

from rules_engine.duels.commands import Jump
from rules_engine.duels.state import MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.messages import Decision, Legal


def jump(story: Story, command: Jump, decision: Decision) -> None:
    raise NotImplementedError


def options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError
