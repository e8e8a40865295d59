"""What the feed's events mean for the league."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns import projections, queries, subscribers
from campaigns.services import leagues
from ledger import export, services, subscriptions
from ledger import queries as ledger_queries
from ledger.errors import NotUnderstood
from tests.support.leagues import ACTOR, league_of, play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny_catalog")]


@contextmanager
def reads() -> Iterator[CaptureQueriesContext]:
    with CaptureQueriesContext(connection) as captured:
        yield captured


def test_the_league_listens_to_confirmed_results_alone() -> None:
    assert {"match.bye_given", "match.result_confirmed", "match.result_ruled", "match.forfeited"} == subscribers.COUNTS


def test_a_burst_of_results_is_ranked_once() -> None:
    _, stage = league_of("Ana", "Bo", "Cy", "Di")
    leagues.schedule_matches(stage, ACTOR, seeded=True)
    play(stage)
    stored = ledger_queries.read_stream(f"stage/{stage}")
    with reads() as for_one:
        subscribers.refresh_standings(stored[-1:])
    with reads() as for_all:
        subscribers.refresh_standings(stored)
    assert len(for_all) == len(for_one)


def test_dropped_standings_come_back_with_the_next_event() -> None:
    _, stage = league_of("Ana", "Bo")
    subscribers.refresh_standings(ledger_queries.read_stream(f"stage/{stage}"))
    before = queries.standings(stage)
    subscribers.drop_standings()
    assert queries.standings(stage) == ()
    subscribers.refresh_standings(ledger_queries.read_stream(f"stage/{stage}"))
    assert queries.standings(stage) == before


def test_all_three_are_known_and_rows_come_before_what_reads_them() -> None:
    names = subscriptions.subscribers()
    own = [name for name in names if name.startswith("campaigns.")]
    assert own == ["campaigns.rows", "campaigns.results", "campaigns.standings"]


@pytest.mark.usefixtures("no_triggers")
def test_a_stage_is_not_imported_before_its_campaign() -> None:
    campaign, stage = league_of("Ana", "Bo")
    files = [list(export.write(f"{kind}/{name}")) for kind, name in (("campaign", campaign), ("stage", stage))]
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM ledger_event")
    projections.reset()
    with pytest.raises(NotUnderstood):
        services.import_stream(files[1])
    services.import_stream(files[0])
    projections.apply(ledger_queries.read_stream(f"campaign/{campaign}"))  # as the feed would
    services.import_stream(files[1])
    assert ledger_queries.stream_version(f"stage/{stage}") == 2
