"""Assembles the protocol of the kernel into DUELS; no rule text."""

import typing
from collections.abc import Mapping, Sequence
from typing import Any

from rules_engine.duels.catalog import Catalog, Limits, Roster, read_catalog, roster_problems
from rules_engine.duels.commands import DuelsCommand
from rules_engine.duels.components import Setup
from rules_engine.duels.decide import decide
from rules_engine.duels.evaluation import evaluate
from rules_engine.duels.events import DuelsEvents
from rules_engine.duels.evolve import evolve
from rules_engine.duels.forecast import forecast
from rules_engine.duels.league_match import league_setup
from rules_engine.duels.legal import awaiting, legal_commands
from rules_engine.duels.narration import narrate
from rules_engine.duels.picture import dice_shown, picture
from rules_engine.duels.rulings import Variant
from rules_engine.duels.sampling import draw_roster
from rules_engine.duels.scenarios import DuelsScenario, read_scenario, scenario_setup
from rules_engine.duels.setup import start
from rules_engine.duels.state import MatchState
from rules_engine.duels.view import view
from rules_engine.kernel.codec import Codec
from rules_engine.kernel.messages import Outcome, Seat
from rules_engine.kernel.rosters import read_roster
from rules_engine.kernel.ruleset import Problem

CODEC = Codec(setup=Setup, commands=typing.get_args(DuelsCommand), events=typing.get_args(DuelsEvents))


class Duels:
    """One version of one variant of Shadowrun Duels."""

    key = "duels"
    title = "Shadowrun Duels"
    version = 1
    teams = 2
    usual_points = 6
    acts_in_series = False
    codec = CODEC

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    read_catalog = staticmethod(read_catalog)
    draw_roster = staticmethod(draw_roster)
    start = staticmethod(start)
    decide = staticmethod(decide)
    evolve = staticmethod(evolve)
    awaiting = staticmethod(awaiting)
    legal_commands = staticmethod(legal_commands)
    view = staticmethod(view)
    evaluate = staticmethod(evaluate)
    forecast = staticmethod(forecast)
    narrate = staticmethod(narrate)
    picture = staticmethod(picture)
    dice_shown = staticmethod(dice_shown)

    @staticmethod
    def read_roster(plain: Any) -> Roster:  # plain data of unknown shape
        """The roster in plain data. Raises MalformedInput, naming the path of the bad field."""
        return read_roster(plain, Roster)

    @staticmethod
    def roster_problems(roster: Roster, catalog: Catalog, army_points: int) -> tuple[Problem, ...]:
        """Everything that is wrong with a roster of exactly ``army_points``; empty for a legal one."""
        return roster_problems(roster, catalog, Limits(army_points=army_points))

    def read_scenario(self, plain: Any, source: str) -> DuelsScenario:  # likewise
        """The scenario in the plain data of a file. Raises FileRejected with every problem of it."""
        return read_scenario(plain, source, self.variant)

    def league_setup(
        self, rosters: Sequence[tuple[Seat, Roster]], catalog: Catalog, scenario: DuelsScenario | None = None
    ) -> Setup:
        """The setup of a match between legal rosters, one a seat: a scenario's, else one a team on an empty table."""
        if scenario is not None:
            return scenario_setup(rosters, catalog, scenario)
        return league_setup(rosters, catalog, self.variant)

    @staticmethod
    def outcome(state: MatchState) -> Outcome | None:
        """The result, or None while the match runs."""
        return state.result

    @staticmethod
    def seats(state: MatchState) -> Mapping[Seat, str]:
        """Every seat with its team, in seating order."""
        return {figure.seat: figure.team for figure in state.figures}


ADVANCED = Duels("advanced")
BASIC = Duels("basic")
