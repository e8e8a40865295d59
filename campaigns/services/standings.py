"""Standings of a stage, folded from its stream alone."""

from collections.abc import Iterable

from campaigns import events as e
from campaigns import projections
from campaigns.domain.standings import Standing, standings
from campaigns.events import Score
from campaigns.models import StandingRow
from ledger import queries as ledger_queries
from ledger.events import StoredEvent


def compute(stored: Iterable[StoredEvent]) -> tuple[Standing, ...]:
    """The standings that a stage's events give: the last result of each match counts, and every bye."""
    opened: e.StageOpened | None = None
    byes: list[Score] = []
    results: dict[str, tuple[Score, ...]] = {}
    for row in stored:
        match e.CODEC.decode_event(row.kind, row.schema, row.body):
            case e.StageOpened() as opened:
                pass
            case e.RoundPublished() as published:
                byes += [Score(participant=table.home, place=1) for table in published.tables if not table.match]
            case e.ResultRecorded() as recorded:
                results[recorded.match] = recorded.scores
            case _:
                pass
    if opened is None:
        return ()
    scores = [*byes, *(score for match in results.values() for score in match)]
    return standings(opened.participants, scores, seed=opened.seed, order=opened.order)


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
                numbers=list(standing.numbers),
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
