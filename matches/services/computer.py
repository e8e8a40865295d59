"""Plays the computer players of a match, in one loop, until a person must decide or the match ends.

Nothing that a player does can spoil or stop a match: its answer is checked by the rules; on refusal, crash or time-out
the fixed fallback is played and an event says so; who might not return plays in a process that can be killed.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, cast
from uuid import UUID

from django.conf import settings

from ledger.errors import CommandIdReused, ConcurrencyConflict
from matches import events as e
from matches import queries
from matches.domain.commands import Abandon
from matches.permissions import computer
from matches.replay import Play, State
from matches.services import commands, dice, texts
from matches.services.external_player import ExternalPlayer, PlayerLate
from matches.services.writing import Draft, typed_text, write
from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.kernel.messages import Command, Decision, Legal
from rules_engine.players import levels
from rules_engine.players.levels import Level
from rules_engine.players.player import Player, fallback
from rules_engine.registry import AnyRuleset

SLICE: Final = 64  # commands to one append
RACES: Final = 3  # lost to another copy of the task, before it is left alone with the match
FAILURES: Final = 3  # of a player, before it is not asked any more
STEPS: Final = 20_000  # of a match without people, before it is broken off: no real match comes near it

logger = logging.getLogger(__name__)


def play(match_id: UUID) -> int:
    """Play the computer players' turns; returns how many commands were written.

    May run twice at once: the commands have derived ids, so the copy that loses a race does no harm.
    Errors: MatchNotFound; CorruptHistory.
    """
    return play_from(match_id, queries.load(match_id))


def play_from(match_id: UUID, match: Play) -> int:
    """As ``play``, from a match that was read before, and that others may have moved since."""
    written = races = 0
    with _table(match) as table:
        while table.turn(match):
            draft = Draft(match_id, match)
            table.fill(draft)
            try:
                write(draft)
            except (ConcurrencyConflict, CommandIdReused):
                races += 1
                if races > RACES:
                    break
                match = queries.load(match_id)
            else:
                written += len(draft.batches)
    return written


@contextmanager
def _table(match: Play) -> Iterator["Table"]:
    table = Table(match)
    try:
        yield table
    finally:
        table.close()


class Table:
    """The computer players of one match."""

    def __init__(self, match: Play) -> None:
        self._chairs = {plan.seat: Chair(plan, match.ruleset) for plan in match.known.computer_seats}

    def turn(self, match: Play) -> Decision | None:
        """The first open decision of a computer player, None when it is for people to decide or the match is over."""
        return next((decision for decision in match.awaiting() if decision.seat in self._chairs), None)

    def fill(self, draft: Draft) -> None:
        """Add commands to a draft until it is full or no computer player has to decide."""
        while len(draft.batches) < SLICE and (decision := self.turn(draft.play)):
            if len(draft.play.steps) >= STEPS and not draft.play.known.human_teams:
                _break_off(draft)
            else:
                self._chairs[decision.seat].answer(draft, decision)

    def close(self) -> None:
        """End the players' processes."""
        for chair in self._chairs.values():
            chair.close()


class Chair:
    """One computer player with its safety belt. failures: how often it gave no usable answer."""

    def __init__(self, plan: e.SeatPlan, ruleset: AnyRuleset) -> None:
        self._plan, self._ruleset = plan, ruleset
        self._actor = computer(plan.computer)
        self._player: Player[Any] | ExternalPlayer | None = None
        self._failures = 0

    def answer(self, draft: Draft, decision: Decision) -> None:
        """Add the player's answer to a decision, or the fallback and why."""
        view = self._ruleset.view(draft.play.state, decision.seat)
        legal = self._ruleset.legal_commands(view, decision)
        command_id = draft.derived_id(decision.seat)
        chosen = self._ask(draft, decision, legal, view)
        if not isinstance(chosen, str):
            try:
                commands.answer(draft, command_id, self._actor, self._kept(draft, chosen))
            except (RuleViolation, MalformedInput, DecisionClosed) as refusal:
                chosen = self._failed("refused", refusal)
            else:
                return
        note = e.ComputerFellBack(seat=decision.seat, decision=decision.id, reason=chosen)
        commands.answer(draft, command_id, self._actor, self._kept(draft, fallback(legal)), notes=(note,))

    def close(self) -> None:
        """End the player's process, if it has one."""
        if isinstance(self._player, ExternalPlayer):
            self._player.close()

    def _kept(self, draft: Draft, chosen: Command) -> Command:
        """The command with references for its texts, those of earlier answers in the draft among them."""
        return texts.interned(draft.match_id, chosen, draft.batches)

    def _ask(self, draft: Draft, decision: Decision, legal: Legal, view: State) -> Command | e.FallbackReason:
        if self._failures >= FAILURES:
            return "retired"
        try:
            self._player = self._player or self._seated(draft)
            command = self._player.choose(view, decision, legal)
        except PlayerLate as failure:
            return self._failed("late", failure)
        except MalformedInput as failure:
            return self._failed("malformed", failure)
        except Exception as failure:  # noqa: BLE001 -- whatever a player does wrong must not stop the match
            return self._failed("crashed", failure)
        if not isinstance(command, Command):
            return self._failed("malformed", TypeError(type(command)))
        if (command.seat, command.decision) != (decision.seat, decision.id):
            return self._failed("refused", MalformedInput("it answers for another seat or decision"))
        return command

    def _seated(self, draft: Draft) -> Player[Any] | ExternalPlayer:
        level, seed = self._plan.computer, f"{self._plan.computer_seed or draft.match_id}:{self._plan.seat}"
        path = settings.EXTERNAL_PLAYERS.get(level)
        if path:
            return ExternalPlayer(path, self._ruleset, seed, seconds=settings.EXTERNAL_PLAYER_SECONDS)
        return levels.player(cast("Level", level), self._ruleset, seed)  # checked when the match was scheduled

    def _failed(self, reason: e.FallbackReason, failure: Exception) -> e.FallbackReason:
        self._failures += 1
        logger.warning("player %s of seat %s: %s: %s", self._plan.computer, self._plan.seat, reason, failure)
        return reason


def _break_off(draft: Draft) -> None:
    """Add the end of a match between computer players that would go on for ever."""
    command = Abandon(reason=typed_text(draft.match_id, f"no end after {STEPS} steps"))
    told = (e.accepted(command), e.Abandoned(reason=command.reason), *dice.revealed(draft.match_id, draft.play.known))
    draft.add(draft.derived_id("abandon"), "matches", told)
