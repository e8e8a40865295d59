"""Rounds (DUELS-ROUND, DUELS-ACT): dice choice, turns, and what follows by itself."""

from rules_engine.duels.commands import ChooseDice, EndTurn, StartTurn
from rules_engine.duels.state import MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.messages import Decision, Legal


def awaiting(state: MatchState) -> tuple[Decision, ...]:
    raise NotImplementedError


def go_on(story: Story) -> None:
    raise NotImplementedError


def choose_dice(story: Story, command: ChooseDice, decision: Decision) -> None:
    raise NotImplementedError


def start_turn(story: Story, command: StartTurn, decision: Decision) -> None:
    raise NotImplementedError


def end_turn(story: Story, command: EndTurn, decision: Decision) -> None:
    raise NotImplementedError


def dice_options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError


def turn_options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError
