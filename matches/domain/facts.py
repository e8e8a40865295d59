"""Where a match stands beside its game: its plan, status, dice, open questions and result, folded from ``match.*``."""

from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from matches import events as e
from rules_engine.kernel.messages import Placing, Record, Seat

Status: TypeAlias = Literal[
    "scheduled",
    "mustering",
    "running",
    "reported",
    "confirmed",
    "disputed",
    "ruled",
    "forfeited",
    "abandoned",
    "bye",
]
CLOSED: tuple[Status, ...] = ("confirmed", "ruled", "forfeited", "abandoned", "bye")


class MatchFacts(Record, frozen=True, kw_only=True):
    """A match after some event. seeds: by seat, of those that have given one. revealed: the
    server seed, once it is no secret. agreed: teams that agree to the result.

    asked: the change that waits for consent, with the version of its event and the teams that agree.
    """

    ruleset: str
    ruleset_version: int
    variant: str
    seats: tuple[e.SeatPlan, ...]
    dice: e.DiceMode = "server"
    judges: tuple[str, ...] = ()
    status: Status = "scheduled"
    setup: msgspec.Raw | None = None
    commitment: str = ""
    seeds: tuple[tuple[Seat, str], ...] = ()
    revealed: str = ""
    asked: e.RewindAsked | e.CorrectionAsked | None = None
    asked_at: int = 0
    change_agreed: tuple[str, ...] = ()
    placings: tuple[Placing, ...] = ()
    agreed: tuple[str, ...] = ()

    @property
    def teams(self) -> tuple[str, ...]:
        """All teams, in seating order."""
        return tuple(dict.fromkeys(plan.team for plan in self.seats))

    @property
    def human_teams(self) -> tuple[str, ...]:
        """The teams with at least one person."""
        return tuple(dict.fromkeys(plan.team for plan in self.seats if not plan.computer))

    @property
    def computer_seats(self) -> tuple[e.SeatPlan, ...]:
        """The seats that computer players hold."""
        return tuple(plan for plan in self.seats if plan.computer)

    def plan(self, seat: Seat) -> e.SeatPlan | None:
        """The plan of a seat, None where there is no such seat."""
        return next((plan for plan in self.seats if plan.seat == seat), None)

    def team_of(self, seat: Seat) -> str:
        """The team of a seat; empty where there is no such seat."""
        plan = self.plan(seat)
        return plan.team if plan else ""

    def unseeded(self) -> tuple[Seat, ...]:
        """The seats that have yet to give their seed; none with table dice."""
        given = dict(self.seeds)
        return tuple(plan.seat for plan in self.seats if plan.seat not in given) if self.dice == "server" else ()


def apply(facts: MatchFacts | None, event: e.MatchEvent, version: int) -> MatchFacts:
    """The facts after an event at a version; ``None`` are those before the first event of a match."""
    if isinstance(event, e.MatchScheduled):
        return MatchFacts(
            ruleset=event.ruleset,
            ruleset_version=event.ruleset_version,
            variant=event.variant,
            seats=event.seats,
            dice=event.dice,
            judges=event.judges,
        )
    assert facts is not None, "a match's first fact is that it was scheduled"
    match event:
        case e.DiceCommitted():
            return replace(facts, commitment=event.commitment)
        case e.Mustered():
            return replace(facts, status="mustering", setup=event.setup)
        case e.SeatSeeded():
            return replace(facts, seeds=(*facts.seeds, (event.seat, event.seed)))
        case e.ScorekeeperAllowed():
            return replace(facts, seats=tuple(_with_scorekeeper(plan, event) for plan in facts.seats))
        case e.MatchStarted():
            return replace(facts, status="running")
        case e.DiceRevealed():
            return replace(facts, revealed=event.seed)
        case e.RewindAsked() | e.CorrectionAsked():
            return replace(facts, asked=event, asked_at=version, change_agreed=(facts.team_of(event.seat),))
        case e.ChangeAgreed():
            return replace(facts, change_agreed=(*facts.change_agreed, facts.team_of(event.seat)))
        case e.Rewound() | e.Corrected():
            return replace(unasked(facts), status="running", placings=(), agreed=())
        case _:
            return _apply_result(facts, event)


def _apply_result(facts: MatchFacts, event: e.MatchEvent) -> MatchFacts:
    match event:
        case e.ResultReported():
            computers = tuple(team for team in facts.teams if team not in facts.human_teams)
            by = (facts.team_of(event.by),) if event.by else ()
            return replace(facts, status="reported", placings=event.placings, agreed=(*computers, *by))
        case e.ResultAgreed():
            return replace(facts, agreed=(*facts.agreed, facts.team_of(event.seat)))
        case e.ResultConfirmed():
            return replace(facts, status="confirmed", placings=event.placings)
        case e.Disputed():
            return replace(facts, status="disputed")
        case e.ResultRuled():
            return replace(facts, status="ruled", placings=event.placings)
        case e.Forfeited():
            return replace(facts, status="forfeited", placings=event.placings)
        case e.Abandoned():
            return replace(facts, status="abandoned", placings=())
        case e.ByeGiven():
            return replace(facts, status="bye", placings=event.placings)
        case _:
            return facts


def unasked(facts: MatchFacts) -> MatchFacts:
    """The facts when a question is closed: it was answered, or play went on."""
    return replace(facts, asked=None, asked_at=0, change_agreed=()) if facts.asked else facts


def _with_scorekeeper(plan: e.SeatPlan, event: e.ScorekeeperAllowed) -> e.SeatPlan:
    return replace(plan, scorekeeper=event.scorekeeper) if plan.seat == event.seat else plan
