"""Setup (DUELS-SETUP): teams and points, alpha roll, terrain, placement."""

from rules_engine.duels.commands import PlaceFigure, PlaceTerrain
from rules_engine.duels.components import Setup
from rules_engine.duels.events import DuelsEvents
from rules_engine.duels.state import MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.dice import Dice
from rules_engine.kernel.messages import Decision, Legal


def start(setup: Setup) -> tuple[DuelsEvents, ...]:
    raise NotImplementedError


def roll_alpha(story: Story, decision: Decision, dice: Dice) -> None:
    raise NotImplementedError


def place_terrain(story: Story, command: PlaceTerrain, decision: Decision) -> None:
    raise NotImplementedError


def pass_terrain(story: Story, decision: Decision) -> None:
    raise NotImplementedError


def place_figure(story: Story, command: PlaceFigure, decision: Decision) -> None:
    raise NotImplementedError


def terrain_options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError


def figure_options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError
