"""Rumors around a miniatures game: the three hooks of docs/rules/sru.md, section 6.4. SRU knows none of these games."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from rules_engine.kernel.messages import Record
from rules_engine.sru.circles import index_there
from rules_engine.sru.components import Graph, Polarity, Rumor
from rules_engine.sru.rounding import half
from rules_engine.sru.rulings import Rulings

Trigger: TypeAlias = Literal["TRG-WIN", "TRG-WIN-OUTNUMBERED", "TRG-FLED", "TRG-BROKE-DEAL", "TRG-OBJECTIVE"]


class Proposal(Record, frozen=True, kw_only=True):
    """A rumor change that the organizer may confirm; an empty domain or adjective is the organizer's choice."""

    polarity: Polarity
    amount: int
    domain: str = ""
    adjective: str = ""


TRIGGERS: Final[Mapping[Trigger, Proposal]] = {
    "TRG-WIN": Proposal(polarity="positive", amount=1),
    "TRG-WIN-OUTNUMBERED": Proposal(polarity="positive", amount=2),
    "TRG-FLED": Proposal(polarity="negative", amount=1),
    "TRG-BROKE-DEAL": Proposal(polarity="negative", amount=2, adjective="traitor"),
    "TRG-OBJECTIVE": Proposal(polarity="positive", amount=1, domain="infiltration"),
}


def proposal(trigger: Trigger, rulings: Rulings) -> Proposal | None:
    """Hook H1: the rumor change that a result proposes, None where a league has it off (SRU-RUMOR-07)."""
    return TRIGGERS[trigger] if rulings.hooks_after_game else None


def first_index(proposed: Proposal, rulings: Rulings) -> int:
    """Where a new rumor of a proposal starts: the larger of the amount and `rumors.start_index` (SRU-RULING-16)."""
    return max(proposed.amount, rulings.rumors_start_index)


def calls_before_game(rulings: Rulings) -> bool:
    """Hook H2: whether a participant may call on what a scenario offers (SRU-RUMOR-16)."""
    return rulings.hooks_before_game


def check_bonus(rumor: Rumor, circle: str, graph: Graph, rulings: Rulings) -> int:
    """Hook H3: what an admitted rumor adds to a scenario check's total: half its index in the circle (SRU-RUMOR-20)."""
    if not rulings.hooks_scenario_checks:
        return 0
    amount = half(index_there(rumor, circle, graph, rulings), rulings.rumors_half_rounding)
    return -amount if rumor.polarity == "negative" else amount
