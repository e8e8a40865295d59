"""Assembles the protocol of the kernel into SRU; no rule text."""

import typing
from collections.abc import Mapping, Sequence
from typing import Any

from rules_engine.kernel.codec import Codec
from rules_engine.kernel.messages import Outcome, Seat
from rules_engine.kernel.rosters import read_roster
from rules_engine.sru.catalog import Catalog, Roster, read_catalog, roster_problems
from rules_engine.sru.commands import SruCommand
from rules_engine.sru.components import GM
from rules_engine.sru.decide import decide
from rules_engine.sru.evaluation import evaluate
from rules_engine.sru.events import SruEvents
from rules_engine.sru.evolve import evolve
from rules_engine.sru.forecast import forecast
from rules_engine.sru.legal import awaiting, legal_commands
from rules_engine.sru.narration import narrate
from rules_engine.sru.office_and_laboratory import OFFICE_AND_LABORATORY
from rules_engine.sru.opening import start
from rules_engine.sru.picture import dice_shown, picture
from rules_engine.sru.sampling import draw_roster
from rules_engine.sru.scenarios import VARIANT, SruScenario, read_scenario, scenario_setup
from rules_engine.sru.setups import Setup
from rules_engine.sru.state import SessionState
from rules_engine.sru.view import view

CODEC = Codec(setup=Setup, commands=typing.get_args(SruCommand), events=typing.get_args(SruEvents))


class Sru:
    """The rules of docs/rules/sru.md; a match of them is a session."""

    key = "sru"
    title = "SRU"
    version = 1
    variant = VARIANT
    teams = 1
    usual_points = OFFICE_AND_LABORATORY.army_points
    acts_in_series = False
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
        rosters: Sequence[tuple[Seat, Roster]], catalog: Catalog, scenario: SruScenario | None = None
    ) -> Setup:
        """The setup of a scenario's session, by default that of the office and laboratory, for one legal roster.

        Raises MalformedInput for another number of rosters.
        """
        return scenario_setup(rosters, catalog, scenario or OFFICE_AND_LABORATORY)

    @staticmethod
    def outcome(state: SessionState) -> Outcome | None:
        """The result, or None while the session runs."""
        return state.result

    @staticmethod
    def seats(state: SessionState) -> Mapping[Seat, str]:
        """Every seat with its team; without a script the game master's is there too, a team of its own."""
        found = {each.seat: team.id for team in state.setup.teams for each in team.characters}
        return found if state.scripted else {**found, GM: GM}


STANDARD = Sru()
