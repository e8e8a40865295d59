"""Assembles the protocol of the kernel into DUELS; no rule text."""

import typing
from collections.abc import Mapping

from rules_engine.duels.commands import DuelsCommand
from rules_engine.duels.components import Setup
from rules_engine.duels.decide import decide
from rules_engine.duels.evaluation import evaluate, forecast
from rules_engine.duels.events import DuelsEvents
from rules_engine.duels.evolve import evolve
from rules_engine.duels.legal import awaiting, legal_commands
from rules_engine.duels.narration import narrate
from rules_engine.duels.picture import picture
from rules_engine.duels.rulings import Variant
from rules_engine.duels.setup import start
from rules_engine.duels.state import MatchState
from rules_engine.duels.view import view
from rules_engine.kernel.codec import Codec
from rules_engine.kernel.messages import Outcome, Seat

CODEC = Codec(setup=Setup, commands=typing.get_args(DuelsCommand), events=typing.get_args(DuelsEvents))


class Duels:
    """One version of one variant of Shadowrun Duels."""

    key = "duels"
    version = 1
    codec = CODEC

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

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
