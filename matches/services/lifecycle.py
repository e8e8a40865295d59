"""From the plan of a match to its start. Who may plan, muster and start one is for the caller to say."""

import uuid
from typing import Final
from uuid import UUID

import msgspec
from django.conf import settings
from msgspec.structs import replace

from ledger.events import StoredEvent
from matches import dice_sources, queries, replay
from matches import events as e
from matches.domain import commands as c
from matches.errors import SeatsNotSeeded
from matches.models import ServerSeed
from matches.permissions import require
from matches.replay import Play
from matches.services import dice, results, texts
from matches.services.writing import Draft, carry_out, first_answer, require_status, write
from rules_engine import registry
from rules_engine.kernel.codec import encode
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.fold import fold
from rules_engine.kernel.messages import Placing, Seat
from rules_engine.players.levels import LEVELS

MATCHES: Final = uuid.UUID("6b2ea5c8-5a1f-4d0e-9b52-0c1f6b1d7a10")  # the name space of match ids


def match_id_for(command_id: str) -> UUID:
    """The id of the match that a command schedules, where the caller gives none."""
    return uuid.uuid5(MATCHES, command_id)


def schedule(
    command_id: str,
    actor: str,
    plan: c.ScheduleMatch,
    *,
    match_id: UUID | None = None,
    server_seed: bytes | None = None,
) -> UUID:
    """Plan a match, with its setup if that is ready; commits to the server's dice. Returns the match's id.

    server_seed: for a demonstration that must come out the same again; else a fresh secret. Of the texts that people
    typed into the setup references are recorded.
    Errors: MalformedInput for an unknown ruleset, a setup that is none, or seats that do not fit; RuleViolation when
    the rules refuse the setup; CommandIdReused.
    """
    match_id = match_id or match_id_for(command_id)
    ruleset = registry.ruleset(plan.ruleset, plan.ruleset_version, plan.variant)
    with texts.kept_setup(match_id, ruleset, plan.setup) as setup:
        plan = replace(plan, setup=setup)
        if not first_answer(replay.stream_of(match_id), command_id, e.accepted(plan)):
            draft = Draft(match_id, Play())
            add_schedule(draft, command_id, actor, plan, server_seed=server_seed)
            write(draft)
    return match_id


def add_schedule(
    draft: Draft, command_id: str, actor: str, plan: c.ScheduleMatch, *, server_seed: bytes | None = None
) -> None:
    """Add the first batch of a match to an empty draft, its setup as it is. Errors: as ``schedule``."""
    ruleset = registry.ruleset(plan.ruleset, plan.ruleset_version, plan.variant)
    _check_seats(plan.seats, ruleset.teams)
    scheduled = e.MatchScheduled(
        ruleset=plan.ruleset,
        ruleset_version=plan.ruleset_version,
        variant=plan.variant,
        seats=plan.seats,
        dice=plan.dice,
        judges=plan.judges,
    )
    committed: tuple[e.DiceCommitted, ...] = ()
    if plan.dice == "server":
        secret = server_seed or dice_sources.new_seed()
        committed = (e.DiceCommitted(commitment=dice_sources.commitment(secret)),)
        draft.secrets.append(ServerSeed(match_id=draft.match_id, seed=secret))
    mustered: tuple[e.Mustered, ...] = ()
    if plan.setup != c.NO_SETUP:
        mustered = (_mustered(plan.ruleset, plan.ruleset_version, plan.variant, plan.setup, plan.seats),)
    draft.add(command_id, actor, (e.accepted(plan), scheduled, *committed, *mustered))


def give_bye(command_id: str, actor: str, bye: c.GiveBye, *, match_id: UUID | None = None) -> UUID:
    """Note that a team has no opponent: a match that is over at once. Returns its id. Errors: CommandIdReused."""
    match_id = match_id or match_id_for(command_id)
    if first_answer(replay.stream_of(match_id), command_id, e.accepted(bye)):
        return match_id
    scheduled = e.MatchScheduled(
        ruleset=bye.ruleset, ruleset_version=bye.ruleset_version, variant=bye.variant, seats=bye.seats, dice="table"
    )
    placing = Placing(team=bye.team, place=1, points_left=0, points_destroyed=0)
    draft = Draft(match_id, Play())
    draft.add(command_id, actor, (e.accepted(bye), scheduled, e.ByeGiven(team=bye.team, placings=(placing,))))
    write(draft)
    return match_id


def muster(match_id: UUID, command_id: str, actor: str, setup: msgspec.Raw) -> tuple[StoredEvent, ...]:
    """Hand in what a scheduled match starts from, in place of what was handed in before.

    Errors: MalformedInput when it is no setup of this game or has other seats; RuleViolation when the rules refuse it;
    WrongStatus after the start.
    """
    with texts.kept_setup(match_id, queries.load(match_id).ruleset, setup) as kept:
        command = c.MusterTeams(setup=kept)

        def decide(draft: Draft) -> None:
            facts = draft.play.known
            require_status(facts, "scheduled", "mustering")
            mustered = _mustered(facts.ruleset, facts.ruleset_version, facts.variant, kept, facts.seats)
            draft.add(command_id, actor, (e.accepted(command), mustered))

        return carry_out(match_id, command_id, e.accepted(command), decide)


def allow_scorekeeper(
    match_id: UUID, command_id: str, actor: str, *, seat: Seat, scorekeeper: str
) -> tuple[StoredEvent, ...]:
    """Let somebody write for a seat, or, with an empty id, nobody any more. Errors: NotAllowed."""
    command = c.AllowScorekeeper(seat=seat, scorekeeper=scorekeeper)

    def decide(draft: Draft) -> None:
        require(actor, "allow a scorekeeper", draft.play.known, seat)
        allowed = e.ScorekeeperAllowed(seat=seat, scorekeeper=scorekeeper)
        draft.add(command_id, actor, (e.accepted(command), allowed))

    return carry_out(match_id, command_id, e.accepted(command), decide)


def start(match_id: UUID, command_id: str, actor: str) -> tuple[StoredEvent, ...]:
    """Begin to play; computer players give their seeds for the dice.

    Errors: WrongStatus when no setup is handed in or play has begun; SeatsNotSeeded names the people who are missing.
    """

    def decide(draft: Draft) -> None:
        add_start(draft, command_id, actor)

    return carry_out(match_id, command_id, e.accepted(c.StartMatch()), decide)


def add_start(draft: Draft, command_id: str, actor: str) -> None:
    """Add the opening to a draft. Errors: as ``start``."""
    facts, ruleset = draft.play.known, draft.play.ruleset
    require_status(facts, "mustering")
    assert facts.setup is not None, "a match that musters has its setup"
    seeds = dice.computer_seeds(facts)
    if missing := tuple(seat for seat in facts.unseeded() if seat not in {event.seat for event in seeds}):
        raise SeatsNotSeeded(missing)
    opening = ruleset.start(ruleset.codec.decode_setup(bytes(facts.setup)))
    told = (e.accepted(c.StartMatch()), *seeds, e.MatchStarted(), *opening)
    draft.add(command_id, actor, (*told, *results.of_state(draft, fold(ruleset, opening))))


def _mustered(key: str, version: int, variant: str, raw: msgspec.Raw, seats: tuple[e.SeatPlan, ...]) -> e.Mustered:
    """The event of a setup that fits, in canonical form."""
    ruleset = registry.ruleset(key, version, variant)
    setup = ruleset.codec.decode_setup(bytes(raw))
    in_game = dict(ruleset.seats(fold(ruleset, ruleset.start(setup))))
    planned = {plan.seat: plan.team for plan in seats}
    if in_game != planned:
        raise MalformedInput(f"The setup has the seats {_show(in_game)}, the match {_show(planned)}.")
    return e.Mustered(setup=msgspec.Raw(encode(setup)))


def _check_seats(seats: tuple[e.SeatPlan, ...], fewest: int) -> None:
    """Raise MalformedInput for seats that no match has; fewest: the teams of the game, 1 where a team plays alone."""
    names = [plan.seat for plan in seats]
    if len(set(names)) < len(names) or len({plan.team for plan in seats}) < fewest:
        teams = "two teams" if fewest == 2 else "one team"
        raise MalformedInput(f"A match has at least {teams}, and each seat once.")
    for plan in seats:
        if plan.account and plan.computer:
            raise MalformedInput(f"Seat {plan.seat} is held by a person or by a computer player, not by both.")
        if plan.computer not in {"", *LEVELS, *settings.EXTERNAL_PLAYERS}:
            raise MalformedInput(f"There is no computer player {plan.computer}.")


def _show(seats: dict[str, str]) -> str:
    return ", ".join(f"{seat} ({team})" for seat, team in seats.items())
