"""How a match comes to a result: by its rules, by agreement, by a judge, or not at all."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from ledger.events import StoredEvent
from matches import events as e
from matches.domain import commands as c
from matches.domain.facts import CLOSED, MatchFacts
from matches.errors import WrongStatus
from matches.permissions import require
from matches.services import dice
from matches.services.writing import Draft, carry_out, require_status, typed_text
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.fold import fold
from rules_engine.kernel.messages import Event, Placing, Seat


def by_rules(draft: Draft, events: Sequence[Event]) -> tuple[Event, ...]:
    """What follows in the batch of the game's events when they end the match: its result.

    A match without people has nobody to ask: its result counts at once.
    """
    play = draft.play
    return of_state(draft, fold(play.ruleset, events, play.state))


def of_state(draft: Draft, state: object) -> tuple[Event, ...]:
    """The result of a state that ends the match; nothing while it runs."""
    outcome = draft.play.ruleset.outcome(state)
    if outcome is None:
        return ()
    reported = e.ResultReported(by="", placings=outcome.placings, rule_id=outcome.rule_id)
    if draft.play.known.human_teams:
        return (reported,)
    return (reported, *_confirmed(draft, outcome.placings))


def report(
    match_id: UUID, command_id: str, actor: str, *, seat: Seat, placings: Sequence[Placing]
) -> tuple[StoredEvent, ...]:
    """Say how a match ended that is not logged to its end; the seat's team agrees by it, the others are asked.

    Errors: NotAllowed; WrongStatus; MalformedInput when not every team has one place.
    """
    command = c.ReportResult(seat=seat, placings=tuple(placings))

    def decide(draft: Draft) -> None:
        facts = draft.play.known
        require(actor, "play", facts, seat)
        require_status(facts, "scheduled", "mustering", "running")
        _check_placings(facts, placings)
        reported = e.ResultReported(by=seat, placings=tuple(placings))
        draft.add(command_id, actor, (e.accepted(command), reported, *_if_all_agree(draft, reported.placings, seat)))

    return carry_out(match_id, command_id, e.accepted(command), decide)


def agree(match_id: UUID, command_id: str, actor: str, *, seat: Seat) -> tuple[StoredEvent, ...]:
    """Agree to the reported result for the seat's team; when all teams have, it counts and the dice are revealed.

    Errors: NotAllowed; WrongStatus.
    """

    def decide(draft: Draft) -> None:
        add_agreement(draft, command_id, actor, seat=seat)

    return carry_out(match_id, command_id, e.accepted(c.AgreeResult(seat=seat)), decide)


def add_agreement(draft: Draft, command_id: str, actor: str, *, seat: Seat) -> None:
    """Add a seat's agreement to a draft. Errors: as ``agree``."""
    facts = draft.play.known
    require(actor, "play", facts, seat)
    require_status(facts, "reported")
    confirmed = _if_all_agree(draft, facts.placings, seat, facts.agreed)
    draft.add(command_id, actor, (e.accepted(c.AgreeResult(seat=seat)), e.ResultAgreed(seat=seat), *confirmed))


@transaction.atomic  # a refusal keeps nothing of the text that was typed
def dispute(match_id: UUID, command_id: str, actor: str, *, seat: Seat, reason: str) -> tuple[StoredEvent, ...]:
    """Do not agree to the reported result: a judge must rule. Errors: NotAllowed; WrongStatus."""
    command = c.DisputeResult(seat=seat, reason=typed_text(match_id, reason))

    def decide(draft: Draft) -> None:
        require(actor, "play", draft.play.known, seat)
        require_status(draft.play.known, "reported")
        draft.add(command_id, actor, (e.accepted(command), e.Disputed(seat=seat, reason=command.reason)))

    return carry_out(match_id, command_id, e.accepted(command), decide)


@transaction.atomic  # a refusal keeps nothing of the text that was typed
def rule(
    match_id: UUID, command_id: str, actor: str, *, placings: Sequence[Placing], reason: str
) -> tuple[StoredEvent, ...]:
    """Set the result as a judge, whatever was reported.

    Errors: NotAllowed; WrongStatus once the match is closed; MalformedInput when not every team has one place.
    """
    command = c.RuleResult(placings=tuple(placings), reason=typed_text(match_id, reason))

    def decide(draft: Draft) -> None:
        facts = draft.play.known
        require(actor, "rule", facts)
        _require_open(facts)
        _check_placings(facts, placings)
        ruled = e.ResultRuled(judge=actor, placings=command.placings, reason=command.reason)
        draft.add(command_id, actor, (e.accepted(command), ruled, *dice.revealed(match_id, facts)))

    return carry_out(match_id, command_id, e.accepted(command), decide)


@transaction.atomic  # a refusal keeps nothing of the text that was typed
def forfeit(
    match_id: UUID, command_id: str, actor: str, *, seat: Seat, team: str, reason: str = ""
) -> tuple[StoredEvent, ...]:
    """Give up for a team: as one of its seats, or, with an empty seat, as a judge. The others share the first place.

    Errors: NotAllowed; WrongStatus once there is a result; MalformedInput for a team that is not the seat's.
    """
    command = c.Forfeit(seat=seat, team=team, reason=typed_text(match_id, reason))

    def decide(draft: Draft) -> None:
        add_forfeit(draft, command_id, actor, command)

    return carry_out(match_id, command_id, e.accepted(command), decide)


def add_forfeit(draft: Draft, command_id: str, actor: str, command: c.Forfeit) -> None:
    """Add a team's giving up to a draft. Errors: as ``forfeit``."""
    facts, seat, team = draft.play.known, command.seat, command.team
    require(actor, "forfeit" if seat else "rule", facts, seat)
    require_status(facts, "scheduled", "mustering", "running")
    if team not in facts.teams or (seat and facts.team_of(seat) != team):
        raise MalformedInput(f"Team {team} is not in this match, or is not the team of seat {seat}.")
    placings = tuple(
        Placing(team=each, place=2 if each == team else 1, points_left=0, points_destroyed=0)
        for each in sorted(facts.teams, key=lambda each: each == team)
    )
    forfeited = e.Forfeited(team=team, placings=placings, reason=command.reason)
    draft.add(command_id, actor, (e.accepted(command), forfeited, *dice.revealed(draft.match_id, facts)))


@transaction.atomic  # a refusal keeps nothing of the text that was typed
def abandon(match_id: UUID, command_id: str, actor: str, *, reason: str) -> tuple[StoredEvent, ...]:
    """Break a match off without a result, as a judge. Errors: NotAllowed; WrongStatus once the match is closed."""
    command = c.Abandon(reason=typed_text(match_id, reason))

    def decide(draft: Draft) -> None:
        facts = draft.play.known
        require(actor, "rule", facts)
        _require_open(facts)
        abandoned = e.Abandoned(reason=command.reason)
        draft.add(command_id, actor, (e.accepted(command), abandoned, *dice.revealed(match_id, facts)))

    return carry_out(match_id, command_id, e.accepted(command), decide)


def _if_all_agree(
    draft: Draft, placings: tuple[Placing, ...], seat: Seat, agreed: Sequence[str] = ()
) -> tuple[Event, ...]:
    facts = draft.play.known
    waiting = set(facts.human_teams) - {*agreed, facts.team_of(seat)}
    return () if waiting else _confirmed(draft, placings)


def _confirmed(draft: Draft, placings: tuple[Placing, ...]) -> tuple[Event, ...]:
    return (e.ResultConfirmed(placings=placings), *dice.revealed(draft.match_id, draft.play.known))


def _check_placings(facts: MatchFacts, placings: Sequence[Placing]) -> None:
    if sorted(placing.team for placing in placings) != sorted(facts.teams):
        raise MalformedInput(f"A result gives each team one place; the teams are {', '.join(facts.teams)}.")
    places = {placing.place for placing in placings}
    if min(places) != 1 or max(places) > len(facts.teams):
        raise MalformedInput(f"Places are 1 to {len(facts.teams)}, and somebody is first.")
    if any(min(each.points_left, each.points_destroyed, each.objectives) < 0 for each in placings):
        raise MalformedInput("Army points and objectives of a result are not negative.")


def _require_open(facts: MatchFacts) -> None:
    if facts.status in CLOSED:
        raise WrongStatus(facts.status, ("not closed yet",))
