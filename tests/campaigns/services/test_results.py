"""A match's result reaches its stage once, under the names of the participants."""

import pytest

from campaigns import queries
from campaigns.services import leagues, results, standings
from ledger import queries as ledger_queries
from rules_engine.kernel.messages import Placing
from tests.support.leagues import ACTOR, hear, league_of, new_id, play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny_catalog")]
WON = (
    Placing(team="blue", place=1, points_left=4, points_destroyed=6),
    Placing(team="red", place=2, points_left=0, points_destroyed=2),
)
DRAWN = tuple(Placing(team=team, place=1, points_left=1, points_destroyed=1) for team in ("red", "blue"))


def running() -> tuple[str, queries.TableRow]:
    _, stage = league_of("Ana", "Bo")
    leagues.schedule_matches(stage, ACTOR, seeded=True)
    return stage, queries.tables(stage)[0]


def test_the_teams_of_a_match_become_the_participants_of_its_table() -> None:
    stage, table = running()
    assert results.record(table.match, 9, WON)
    assert table.away is not None
    assert queries.tables(stage)[0].places == {table.away: 1, table.home: 2}


def test_a_result_told_twice_counts_once() -> None:
    stage, table = running()
    for _ in range(3):
        results.record(table.match, 9, WON)
    assert ledger_queries.stream_version(f"stage/{stage}") == 3


def test_a_later_result_of_the_same_match_takes_the_place_of_the_earlier() -> None:
    stage, table = running()
    results.record(table.match, 9, WON)
    results.record(table.match, 12, DRAWN)
    assert queries.tables(stage)[0].places == {table.home: 1, table.away: 1}


def test_a_match_outside_any_stage_is_none_of_the_leagues_business() -> None:
    assert not results.record(new_id(), 1, WON)


def test_a_match_played_to_its_end_reports_itself() -> None:
    stage, table = running()
    assert queries.open_tables(stage) == 1
    play(stage)
    hear(table.match)
    assert queries.open_tables(stage) == 0
    assert ledger_queries.stream_version(f"stage/{stage}") == 3


@pytest.mark.parametrize(("placings", "drawn"), [(WON, 0), (DRAWN, 1)])
def test_a_shared_first_place_is_a_draw_for_both(placings: tuple[Placing, ...], drawn: int) -> None:
    stage, table = running()
    results.record(table.match, 9, placings)
    standings.refresh(stage)
    assert [(line.drawn, line.lost + line.won) for line in queries.standings(stage)] == [(drawn, 1 - drawn)] * 2
