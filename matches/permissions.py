"""Who may do what in a match; ``actor``: the opaque id of an account, a computer player or a task."""

from collections.abc import Callable
from typing import Final, TypeAlias

from matches.domain.facts import MatchFacts
from matches.errors import NotAllowed
from rules_engine.kernel.messages import Seat

Predicate: TypeAlias = Callable[[str, MatchFacts, Seat], bool]


def holds_seat(actor: str, facts: MatchFacts, seat: Seat) -> bool:
    """The seat is the actor's."""
    plan = facts.plan(seat)
    return plan is not None and actor == (computer(plan.computer) if plan.computer else plan.account)


def keeps_score(actor: str, facts: MatchFacts, seat: Seat) -> bool:
    """The seat lets the actor write for it."""
    plan = facts.plan(seat)
    return plan is not None and actor == plan.scorekeeper


def is_judge(actor: str, facts: MatchFacts, _seat: Seat) -> bool:
    """The actor judges this match."""
    return actor in facts.judges


def computer(level: str) -> str:
    """The actor that a computer player of a level is."""
    return f"computer/{level}"


PERMISSIONS: Final[dict[str, tuple[Predicate, ...]]] = {  # any of the predicates will do
    "play": (holds_seat, keeps_score),
    "allow a scorekeeper": (holds_seat,),
    "rule": (is_judge,),
    "forfeit": (holds_seat, keeps_score, is_judge),
}


def may(actor: str, permission: str, facts: MatchFacts, seat: Seat = "") -> bool:
    """Whether an actor may do something, for this seat."""
    return bool(actor) and any(allows(actor, facts, seat) for allows in PERMISSIONS[permission])


def require(actor: str, permission: str, facts: MatchFacts, seat: Seat = "") -> None:
    """Raises NotAllowed unless the actor may do it, for this seat."""
    if not may(actor, permission, facts, seat):
        raise NotAllowed(actor, f"{permission} for seat {seat}" if seat else permission)
