"""Matches of the tiny game between Ann (seat A), Bo (seat B) and computer players, ready to be played."""

import uuid
from collections.abc import Callable
from typing import Any
from uuid import UUID

import msgspec

from ledger.events import StoredEvent
from matches import queries
from matches.domain.commands import ScheduleMatch
from matches.events import SeatPlan
from matches.services import commands, dice, lifecycle
from rules_engine.kernel.codec import encode
from rules_engine.kernel.messages import Command, Decision
from tests.support.tiny_game import TEAMS, ChooseGuard, Guard, RollClash, Strike, TinySetup

ANN, BO, JUDY, SAM = "ann", "bo", "judy", "sam"  # Judy judges, Sam keeps score where he is let
ORGANIZER = "organizer"
PEOPLE = (SeatPlan(seat="A", team="red", account=ANN), SeatPlan(seat="B", team="blue", account=BO))
SEEDS = {"A": "aa" * 16, "B": "bb" * 16}
ACTORS = {"A": ANN, "B": BO}


def new_id() -> str:
    return str(uuid.uuid4())


def computers(*levels: str, seed: str = "") -> tuple[SeatPlan, ...]:
    """Both seats, held by computer players of these levels."""
    return tuple(
        SeatPlan(seat=seat, team=team, computer=level, computer_seed=seed)
        for (seat, team), level in zip(TEAMS.items(), levels, strict=True)
    )


def raw_setup(**setup: Any) -> msgspec.Raw:
    return msgspec.Raw(encode(TinySetup(**setup)))


def plan(seats: tuple[SeatPlan, ...] = PEOPLE, **more: Any) -> ScheduleMatch:
    more.setdefault("setup", raw_setup())
    return ScheduleMatch(ruleset="tiny", ruleset_version=1, variant="plain", seats=seats, judges=(JUDY,), **more)


def scheduled(seats: tuple[SeatPlan, ...] = PEOPLE, *, server_seed: bytes | None = None, **more: Any) -> UUID:
    return lifecycle.schedule(new_id(), ORGANIZER, plan(seats, **more), server_seed=server_seed)


def started(seats: tuple[SeatPlan, ...] = PEOPLE, *, server_seed: bytes | None = None, **more: Any) -> UUID:
    """A running match; people have given their seeds."""
    match_id = scheduled(seats, server_seed=server_seed, **more)
    for seat in queries.load(match_id).known.unseeded():
        if seat in {each.seat for each in seats if not each.computer}:
            dice.seed(match_id, new_id(), ACTORS[seat], seat=seat, seed=SEEDS[seat])
    lifecycle.start(match_id, new_id(), ORGANIZER)
    return match_id


def decision(match_id: UUID, kind: str = "", seat: str = "") -> Decision:
    """The open decision of a kind and seat."""
    return next(d for d in queries.decisions(match_id) if kind in {"", d.kind} and seat in {"", d.seat})


def submit(match_id: UUID, command: Command, *, actor: str = "", command_id: str = "") -> tuple[StoredEvent, ...]:
    """Submit a command as whoever holds its seat."""
    return commands.submit(match_id, command_id or new_id(), actor or ACTORS[command.seat], command)


def guard(match_id: UUID, seat: str, guard: Guard = "open", **more: Any) -> tuple[StoredEvent, ...]:
    return submit(match_id, ChooseGuard(seat=seat, decision=decision(match_id, seat=seat).id, guard=guard), **more)


def roll(match_id: UUID, *faces: int, **more: Any) -> tuple[StoredEvent, ...]:
    open_ = decision(match_id, "roll_clash")
    return submit(match_id, RollClash(seat=open_.seat, decision=open_.id, faces=faces), **more)


def strike(match_id: UUID, at: str = "body", **more: Any) -> tuple[StoredEvent, ...]:
    open_ = decision(match_id, "strike")
    return submit(match_id, Strike(seat=open_.seat, decision=open_.id, at=at), **more)  # type: ignore[arg-type]


def play_round(match_id: UUID, *faces: int, at: str = "head") -> None:
    """Both stand open; the clash, with these faces of real dice; the strike, if there is one."""
    guard(match_id, "A")
    guard(match_id, "B")
    roll(match_id, *faces)
    if any(d.kind == "strike" for d in queries.decisions(match_id)):
        strike(match_id, at)


def play_out(match_id: UUID, choose: Callable[[UUID, Decision], Command] | None = None) -> None:
    """Let Ann and Bo play to the end: the last legal answer each time, with the server's dice."""
    while open_ := queries.decisions(match_id):
        legal = queries.legal(match_id, open_[0].id)
        assert legal is not None
        submit(match_id, choose(match_id, open_[0]) if choose else legal.commands[0])


def kinds(stored: tuple[StoredEvent, ...]) -> list[str]:
    return [event.kind for event in stored]
