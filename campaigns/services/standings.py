"""Standings of a stage, folded from its stream alone."""

from collections.abc import Iterable

from campaigns import events as e
from campaigns import projections
from campaigns.domain.numbers import plain
from campaigns.domain.results import Bye, Seat, StageResults, TableResult
from campaigns.domain.standings import Standing, standings
from campaigns.models import StandingRow
from ledger import queries as ledger_queries
from ledger.events import StoredEvent


def compute(stored: Iterable[StoredEvent]) -> tuple[Standing, ...]:
    """The standings that a stage's events give: the last result of each match counts, and every bye."""
    opened: e.StageOpened | None = None
    byes: list[Bye] = []
    rounds: dict[str, int] = {}
    results: dict[str, e.ResultRecorded] = {}
    for row in stored:
        match e.CODEC.decode_event(row.kind, row.schema, row.body):
            case e.StageOpened() as opened:
                pass
            case e.RoundPublished() as published:
                rounds |= {table.match: published.round for table in published.tables}
                byes += [_bye(published.round, table) for table in published.tables if not table.match]
            case e.ResultRecorded() as recorded:
                results[recorded.match] = recorded
            case _:
                pass
    if opened is None:
        return ()
    tables = tuple(_table(rounds[match], recorded) for match, recorded in results.items())
    known = StageResults(
        participants=opened.participants, tables=tables, byes=tuple(byes), seed=opened.seed, known=True
    )
    return standings(known, opened.order).rows


def _bye(round_number: int, table: e.TablePaired) -> Bye:
    return Bye(round=round_number, participant=table.home, kind="rest")


def _table(round_number: int, recorded: e.ResultRecorded) -> TableResult:
    """A result as standings see it; at a table of two, what one destroyed the other lost."""
    destroyed = sum(score.army_points_destroyed for score in recorded.scores)
    seats = tuple(
        Seat(
            participant=score.participant,
            place=score.place,
            destroyed=score.army_points_destroyed,
            left=score.army_points_left,
            lost=destroyed - score.army_points_destroyed if len(recorded.scores) == 2 else 0,
            objectives=score.objectives,
        )
        for score in recorded.scores
    )
    return TableResult(round=round_number, match=recorded.match, seats=seats)


def refresh(stage: str) -> None:
    """Compute a stage's standings and put them in place of the earlier ones."""
    stored = ledger_queries.read_stream(e.stream_of(e.STAGE, stage))
    projections.write_standings(
        stage,
        [
            StandingRow(
                stage_id=stage,
                participant_id=standing.participant,
                position=position,
                rank=standing.rank,
                numbers=list(map(plain, standing.numbers)),
                decided_by=standing.decided_by,
                played=standing.played,
                won=standing.won,
                drawn=standing.drawn,
                lost=standing.lost,
                version=stored[-1].version,
            )
            for position, standing in enumerate(compute(stored), start=1)
        ],
    )
