"""The dice of a match: committed to, seeded by every seat, rolled, revealed."""

import hashlib
import secrets
from uuid import UUID

from ledger.events import StoredEvent
from matches import dice_sources, queries
from matches import events as e
from matches.domain.commands import SeedDice
from matches.domain.facts import MatchFacts
from matches.permissions import require
from matches.replay import Play
from matches.services.writing import Draft, carry_out, require_status
from rules_engine.kernel.dice import Dice, NoDice
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Command, RollCommand, Seat


def seed(match_id: UUID, command_id: str, actor: str, *, seat: Seat, seed: str) -> tuple[StoredEvent, ...]:
    """Give a seat's share in the server's dice: 16 to 64 bytes in lower-case hexadecimal, once, before the start.

    Errors: NotAllowed; WrongStatus after the start; MalformedInput for another form, a second seed or table dice.
    """
    command = SeedDice(seat=seat, seed=dice_sources.checked_seat_seed(seed))

    def decide(draft: Draft) -> None:
        facts = draft.play.known
        require(actor, "play", facts, seat)
        require_status(facts, "scheduled", "mustering")
        if seat not in facts.unseeded():
            raise MalformedInput(f"Seat {seat} has given its seed, or the match is played with real dice.")
        draft.add(command_id, actor, (e.accepted(command), e.SeatSeeded(seat=seat, seed=seed)))

    return carry_out(match_id, command_id, e.accepted(command), decide)


def computer_seeds(facts: MatchFacts) -> tuple[e.SeatSeeded, ...]:
    """The seeds of computer players, given when the match starts: fresh ones, or derived from their plan's."""
    unseeded = facts.unseeded()
    return tuple(
        e.SeatSeeded(seat=plan.seat, seed=_computer_seed(plan))
        for plan in facts.computer_seats
        if plan.seat in unseeded
    )


def source(match_id: UUID, play: Play, command: Command) -> Dice:
    """The dice for a command: none, the server's, or real ones whose faces the command carries.

    Errors: MalformedInput for faces where the server rolls; SeatsNotSeeded.
    """
    if not isinstance(command, RollCommand):
        return NoDice()
    if play.known.dice == "table":
        return dice_sources.TableDice(command.faces, first=play.rolls + 1)
    if command.faces:
        raise MalformedInput("In this match the server rolls; no faces can be given.")
    return dice_sources.ServerDice(queries.server_seed(match_id), play.known, first=play.rolls + 1)


def revealed(match_id: UUID, facts: MatchFacts) -> tuple[e.DiceRevealed, ...]:
    """The event that shows the server's seed, for the batch that closes a match; none with table dice."""
    return (e.DiceRevealed(seed=queries.server_seed(match_id).hex()),) if facts.commitment else ()


def _computer_seed(plan: e.SeatPlan) -> str:
    if not plan.computer_seed:
        return secrets.token_hex(16)
    return hashlib.sha256(f"{plan.computer_seed}:{plan.seat}".encode()).hexdigest()
