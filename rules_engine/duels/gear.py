"""Gear actions (DUELS-GEAR)."""

from rules_engine.duels.commands import DropGear, PickUpGear, TradeGear
from rules_engine.duels.state import MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.messages import Decision, Legal


def drop(story: Story, command: DropGear, decision: Decision) -> None:
    raise NotImplementedError


def pick_up(story: Story, command: PickUpGear, decision: Decision) -> None:
    raise NotImplementedError


def trade(story: Story, command: TradeGear, decision: Decision) -> None:
    raise NotImplementedError


def options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError
