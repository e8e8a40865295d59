"""A match's result becomes a result of its stage."""

from collections.abc import Sequence
from uuid import UUID

from campaigns import events as e
from campaigns import queries
from campaigns.events import Score
from campaigns.services.writing import derived_id, write_decided
from matches import queries as match_queries
from rules_engine.kernel.messages import Placing


def record(match: str, version: int, placings: Sequence[Placing]) -> bool:
    """Record what a match's event at ``version`` says; once only, however often it is told.

    Returns whether the match belongs to a stage.
    """
    table = queries.table_of(match)
    if table is None:
        return False
    teams = {seat.team: table.holders[seat.seat] for seat in match_queries.match(UUID(match)).seats}
    shared = sum(placing.place == 1 for placing in placings) > 1
    scores = tuple(
        Score(
            participant=teams[placing.team],
            place=placing.place,
            shared=shared and placing.place == 1,
            army_points_left=placing.points_left,
            army_points_destroyed=placing.points_destroyed,
            objectives=placing.objectives,
            match=match,
        )
        for placing in placings
    )
    recorded = e.ResultRecorded(match=match, version=version, scores=scores)
    command_id = derived_id("result", table.stage, match, version)
    write_decided(e.stream_of(e.STAGE, table.stage), command_id, "campaigns", lambda: (recorded,))
    return True
