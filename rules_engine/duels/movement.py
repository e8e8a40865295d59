"""Movement (DUELS-MOVE)."""

from rules_engine.duels.commands import MoveTo, StartMove
from rules_engine.duels.state import MatchState, MovePending
from rules_engine.duels.story import Story
from rules_engine.kernel.dice import Dice
from rules_engine.kernel.messages import Decision, Legal


def awaiting(state: MatchState, pending: MovePending) -> tuple[Decision, ...]:
    raise NotImplementedError


def start_move(story: Story, command: StartMove, decision: Decision) -> None:
    raise NotImplementedError


def roll_move(story: Story, decision: Decision, dice: Dice) -> None:
    raise NotImplementedError


def move_to(story: Story, command: MoveTo, decision: Decision) -> None:
    raise NotImplementedError


def options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError


def way_options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError
