"""Assembles the protocol of the kernel into MARVEL; no rule text."""

import typing
from collections.abc import Mapping, Sequence
from typing import Any

from rules_engine.kernel.codec import Codec
from rules_engine.kernel.messages import Outcome, Seat
from rules_engine.kernel.rosters import read_roster
from rules_engine.marvel.catalog import Catalog, read_catalog
from rules_engine.marvel.commands import MarvelCommand
from rules_engine.marvel.decide import decide
from rules_engine.marvel.evaluation import evaluate
from rules_engine.marvel.events import MarvelEvents
from rules_engine.marvel.evolve import evolve
from rules_engine.marvel.forecast import forecast
from rules_engine.marvel.league_match import league_setup
from rules_engine.marvel.legal import awaiting, legal_commands
from rules_engine.marvel.narration import narrate
from rules_engine.marvel.picture import dice_shown, picture
from rules_engine.marvel.rosters import Roster, roster_problems
from rules_engine.marvel.sampling import draw_roster
from rules_engine.marvel.scenarios import VARIANT, MarvelScenario, read_scenario, scenario_setup
from rules_engine.marvel.setup import Setup
from rules_engine.marvel.start import start
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.view import view

CODEC = Codec(setup=Setup, commands=typing.get_args(MarvelCommand), events=typing.get_args(MarvelEvents))


class Marvel:
    """One version of the skirmish game of docs/rules/marvel.md, which has one variant."""

    key = "marvel"
    title = "Marvel"
    version = 1
    variant = VARIANT
    teams = 2
    usual_points = 27
    acts_in_series = True
    codec = CODEC

    read_catalog = staticmethod(read_catalog)
    roster_problems = staticmethod(roster_problems)
    draw_roster = staticmethod(draw_roster)
    read_scenario = staticmethod(read_scenario)
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
    def league_setup(
        rosters: Sequence[tuple[Seat, Roster]], catalog: Catalog, scenario: MarvelScenario | None = None
    ) -> Setup:
        """The setup of a match between legal rosters, one a seat: a scenario's, else the league's usual one."""
        if scenario is not None:
            return scenario_setup(rosters, catalog, scenario)
        return league_setup(rosters, catalog)

    @staticmethod
    def outcome(state: MatchState) -> Outcome | None:
        """The result, or None while the match runs."""
        return state.result

    @staticmethod
    def seats(state: MatchState) -> Mapping[Seat, str]:
        """Every seat with its team, in seating order."""
        return {character.seat: character.team for character in state.characters}


MARVEL = Marvel()
