"""Rows are what the events say: told twice they stay the same, dropped they come back the same."""

import pytest

from campaigns import models, projections
from campaigns.services import leagues, standings
from campaigns.subscribers import refresh_standings
from ledger import queries as ledger_queries
from tests.support.leagues import ACTOR, league_of, play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny_catalog")]
TABLES = (models.Campaign, models.Participant, models.Stage, models.Table, models.Result, models.StandingRow)


def rows() -> list[list[dict[str, object]]]:
    hidden = {"id"}
    found = []
    for table in TABLES:
        serial = table._meta.pk.get_internal_type() == "BigAutoField"
        values = [{k: v for k, v in row.items() if not (serial and k in hidden)} for row in table.objects.values()]
        found.append(sorted(values, key=str))
    return found


def test_dropped_rows_come_back_the_same_and_telling_twice_changes_nothing() -> None:
    campaign, stage = league_of("Ana", "Bo", "Cy")
    leagues.schedule_matches(stage, ACTOR, seeded=True)
    play(stage)
    before = rows()
    assert all(before)
    stored = [*ledger_queries.read_stream(f"campaign/{campaign}"), *ledger_queries.read_stream(f"stage/{stage}")]
    projections.apply(stored)
    assert rows() == before
    projections.reset()
    assert not any(rows())
    projections.apply(stored)
    refresh_standings(stored[-1:])
    assert rows() == before


def test_standings_are_put_in_place_all_at_once() -> None:
    _, stage = league_of("Ana", "Bo")
    standings.refresh(stage)
    standings.refresh(stage)
    assert models.StandingRow.objects.filter(stage_id=stage).count() == 2
    assert str(models.StandingRow.objects.first()).startswith(stage)


def test_every_row_has_a_name_for_lists() -> None:
    _, stage = league_of("Ana", "Bo")
    leagues.schedule_matches(stage, ACTOR, seeded=True)
    play(stage)
    for table in TABLES:
        assert all(str(row) for row in table.objects.all())
