"""Standings fold the stage's stream alone: the last result of each match, and every bye."""

import pytest

from campaigns import queries
from campaigns.services import leagues, results, standings
from ledger import queries as ledger_queries
from rules_engine.kernel.messages import Placing
from tests.support.leagues import ACTOR, league_of, play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny_catalog")]


def win(team: str, other: str) -> tuple[Placing, ...]:
    return (
        Placing(team=team, place=1, points_left=4, points_destroyed=6),
        Placing(team=other, place=2, points_left=0, points_destroyed=2),
    )


def test_a_stage_without_events_has_no_standings() -> None:
    assert standings.compute([]) == ()


def test_camp_ruling_30_a_rest_is_worth_nothing_and_a_corrected_result_counts_once() -> None:
    _, stage = league_of("Ana", "Bo", "Cy")
    leagues.schedule_matches(stage, ACTOR)
    table = next(table for table in queries.tables(stage) if table.match)
    results.record(table.match, 8, win("red", "blue"))
    results.record(table.match, 9, win("blue", "red"))
    found = {row.participant: row for row in standings.compute(ledger_queries.read_stream(f"stage/{stage}"))}
    assert table.away is not None
    assert (found[table.away].won, found[table.away].numbers[0]) == (1, 3)
    assert (found[table.home].lost, found[table.home].numbers[0]) == (1, 0)
    assert {row.played for row in found.values()} == {0, 1}


def test_stored_standings_equal_a_computation_from_scratch_and_name_their_version() -> None:
    _, stage = league_of("Ana", "Bo", "Cy", "Di")
    leagues.schedule_matches(stage, ACTOR, seeded=True)
    play(stage)
    stored = ledger_queries.read_stream(f"stage/{stage}")
    shown = queries.standings(stage)
    assert [(row.participant, row.rank, row.numbers, row.decided_by) for row in shown] == [
        (row.participant, row.rank, row.numbers, row.decided_by) for row in standings.compute(stored)
    ]
    assert {row.version for row in shown} == {len(stored)}
    assert sum(row.won + row.drawn + row.lost for row in shown) == 12
