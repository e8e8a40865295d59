"""All reads of matches."""

from collections.abc import Sequence
from uuid import UUID

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger import queries as ledger
from ledger.events import StoredEvent
from matches import replay
from matches.domain import references
from matches.domain.facts import MatchFacts, Status
from matches.errors import MatchNotFound
from matches.models import Match, MatchSeat, SealedChoice, ServerSeed
from matches.replay import Play, State
from rules_engine import registry
from rules_engine.kernel.codec import encode
from rules_engine.kernel.errors import Facts
from rules_engine.kernel.messages import Decision, Legal, Seat
from rules_engine.kernel.picture import Picture


class SeatRow(Struct, frozen=True, kw_only=True):
    """A seat in a list of matches."""

    seat: Seat
    team: str
    account: str
    computer: str


class MatchRow(Struct, frozen=True, kw_only=True):
    """A match in a list; times in microseconds since 1970, UTC; placings: best first, empty without a result."""

    id: UUID
    ruleset: str
    ruleset_version: int
    variant: str
    status: str
    dice: str
    version: int
    scheduled_at: int
    changed_at: int
    placings: tuple[dict[str, str | int], ...]
    seats: tuple[SeatRow, ...]


class DiceState(Struct, frozen=True, kw_only=True):
    """What everybody may know of a match's dice. unseeded: seats that have yet to give their seed.

    seed: the server's, in hexadecimal, once it is revealed. rolls: made so far, struck-out ones too; open: decisions
    that wait for a roll.
    """

    mode: str
    commitment: str
    seeds: dict[Seat, str]
    unseeded: tuple[Seat, ...]
    seed: str
    rolls: int
    open: tuple[Decision, ...]


class MatchPage(Struct, frozen=True, kw_only=True):
    """All that a page shows of one match: its row, its log in words, its dice."""

    row: MatchRow
    frames: tuple[replay.Frame, ...]
    dice: DiceState

    def picture(self, at: int) -> Picture | None:
        """What the table looked like after the event of version ``at``; None before the game began."""
        state = self.frames[at - 1].state
        ruleset = registry.ruleset(self.row.ruleset, self.row.ruleset_version, self.row.variant)
        return None if state is None else ruleset.picture(ruleset.view(state, ""))


def load(match_id: UUID) -> Play:
    """The match, folded from its log as recorded. Raises MatchNotFound, CorruptHistory."""
    return Play.of(_stored(match_id))


def facts(match_id: UUID) -> MatchFacts:
    """Where a match stands beside its game. Raises MatchNotFound."""
    return load(match_id).known


def match(match_id: UUID) -> MatchRow:
    """One match. Raises MatchNotFound."""
    found = matches(ids=[match_id])
    if not found:
        raise MatchNotFound(match_id)
    return found[0]


def matches(
    *, status: Status | None = None, account: str = "", ids: Sequence[UUID] | None = None, limit: int = 1000
) -> tuple[MatchRow, ...]:
    """Matches, the last changed first: with a status, with a seat of an account, or of these ids."""
    rows = Match.objects.prefetch_related("seats")
    if status:
        rows = rows.filter(status=status)
    if account:
        rows = rows.filter(id__in=MatchSeat.objects.filter(account=account).values("match_id"))
    if ids is not None:
        rows = rows.filter(id__in=ids)
    return tuple(map(_row, rows[:limit]))


def decisions(match_id: UUID) -> tuple[Decision, ...]:
    """The open decisions that nobody has answered, not even under seal. Raises MatchNotFound."""
    return load(match_id).awaiting()


def legal(match_id: UUID, decision_id: str) -> Legal | None:
    """The answers to an open decision as its seat sees it, None when it is not open. Raises MatchNotFound.

    Typed texts stand in them as references, which the match takes as well as the words.
    """
    play = load(match_id)
    for decision in play.awaiting():
        if decision.id == decision_id:
            return play.ruleset.legal_commands(play.ruleset.view(play.state, decision.seat), decision)
    return None


def view(match_id: UUID, seat: Seat = "", *, version: int | None = None) -> State | None:
    """What a seat, or with an empty one everybody, may see of the game, now or after a version; None before its start.

    Typed texts are in words. Errors: MatchNotFound; IndexError for a version that the match does not have.
    """
    play = Play.of(_in_words(_stored(match_id)))
    if version is not None and not 1 <= version <= play.version:
        raise IndexError(version)
    state = play.history[(version or play.version) - 1].after
    return None if state is None else play.ruleset.view(state, seat)


def log(match_id: UUID) -> tuple[replay.Frame, ...]:
    """Every event of a match in order, struck-out ones too, in words. Raises MatchNotFound."""
    return replay.frames(_in_words(_stored(match_id)))


def page(match_id: UUID) -> MatchPage:
    """One match with its whole log, read once. Raises MatchNotFound, CorruptHistory."""
    stored = _in_words(_stored(match_id))
    play = Play.of(stored)
    return MatchPage(row=match(match_id), frames=replay.frames_of(play, stored), dice=_dice(play))


def refusal_in_words(match_id: UUID, facts: Facts) -> Facts:
    """The facts of a refusal as who is refused knows them: words in the place of references."""
    told: Facts = msgspec.json.decode(_words(replay.stream_of(match_id), [encode(dict(facts))])[0])
    return told


def _stored(match_id: UUID) -> tuple[StoredEvent, ...]:
    stored = ledger.read_stream(replay.stream_of(match_id))
    if not stored:
        raise MatchNotFound(match_id)
    return stored


def _in_words(stored: Sequence[StoredEvent]) -> tuple[StoredEvent, ...]:
    """A match's events as people read them: all that is computed from them holds the words that were typed."""
    bodies = _words(stored[0].stream, [event.body for event in stored])
    return tuple(replace(event, body=body) for event, body in zip(stored, bodies, strict=True))


def _words(stream: str, bodies: Sequence[bytes]) -> Sequence[bytes]:
    """Bodies in JSON with the words of the stream's texts, which are read at once, if there are any."""
    ids = references.mentioned(bodies)
    if not ids:
        return bodies
    words = ledger.read_texts(ids, scope=stream)
    return [references.in_words(body, words) for body in bodies]


def audit(match_id: UUID) -> tuple[replay.Finding, ...]:
    """What in a match departs from its rules. Raises MatchNotFound, CorruptHistory."""
    return replay.audit(load(match_id))


def dice(match_id: UUID) -> DiceState:
    """What everybody may know of a match's dice. Raises MatchNotFound."""
    return _dice(load(match_id))


def _dice(play: Play) -> DiceState:
    known = play.known
    return DiceState(
        mode=known.dice,
        commitment=known.commitment,
        seeds=dict(known.seeds),
        unseeded=known.unseeded(),
        seed=known.revealed,
        rolls=play.rolls,
        open=tuple(decision for decision in play.awaiting() if decision.pools),
    )


def match_ids() -> tuple[UUID, ...]:
    """The ids of all matches, in the order of their streams."""
    return tuple(map(replay.match_of, ledger.streams(replay.PREFIX)))


def recent_ids() -> tuple[UUID, ...]:
    """The ids of all matches, the last changed first."""
    return tuple(Match.objects.values_list("id", flat=True))


def waiting_for_computers(ids: Sequence[UUID] | None = None, *, unchanged_since: int | None = None) -> tuple[UUID, ...]:
    """The matches in which a computer player has to decide: of these ids, or unchanged since a time (microseconds)."""
    rows = Match.objects.filter(waits_for_computer=True).order_by("id")
    if ids is not None:
        rows = rows.filter(id__in=ids)
    if unchanged_since is not None:
        rows = rows.filter(changed_at__lt=unchanged_since)
    return tuple(rows.values_list("id", flat=True))


def server_seed(match_id: UUID) -> bytes:
    """The secret seed of a match's dice; for services alone. Raises MatchNotFound when there is none any more."""
    row = ServerSeed.objects.filter(match_id=match_id).first()
    if row is None:
        raise MatchNotFound(match_id)
    return bytes(row.seed)


class Sealed(Struct, frozen=True, kw_only=True):
    """What a seat chose in secret; for services alone."""

    seal: str
    salt: bytes
    kind: str
    schema: int
    command: bytes


def sealed_by_command(match_id: UUID, command_id: str) -> Sealed | None:
    """The secret choice that a command made, None if it made none; for services alone."""
    return _sealed(SealedChoice.objects.filter(match_id=match_id, command_id=command_id).first())


def sealed_by_seal(seal: str) -> Sealed | None:
    """The secret choice under a seal; for services alone."""
    return _sealed(SealedChoice.objects.filter(seal=seal).first())


def _sealed(row: SealedChoice | None) -> Sealed | None:
    if row is None:
        return None
    return Sealed(seal=row.seal, salt=bytes(row.salt), kind=row.kind, schema=row.schema, command=bytes(row.command))


def _row(row: Match) -> MatchRow:
    return MatchRow(
        id=row.id,
        ruleset=row.ruleset,
        ruleset_version=row.ruleset_version,
        variant=row.variant,
        status=row.status,
        dice=row.dice,
        version=row.version,
        scheduled_at=row.scheduled_at,
        changed_at=row.changed_at,
        placings=tuple(row.placings),
        seats=tuple(
            SeatRow(seat=seat.seat, team=seat.team, account=seat.account, computer=seat.computer)
            for seat in row.seats.all()
        ),
    )
