"""The public pages of every real game: none needs a page of its own."""

import pytest
from django.test import Client
from django.urls import reverse

from campaigns import queries
from campaigns.services import demo, leagues
from rules_engine import registry
from tests.frontend.views.test_public import page, text
from tests.support.leagues import ACTOR, new_id, play

pytestmark = pytest.mark.django_db
PARTS = {"duels": "Round 1", "marvel": "Turn 1", "sru": "Scene:"}


def played(game: str) -> demo.DemoLeague:
    league = demo.open_demo_league(demo.DemoPlan(players=2, level="random", ruleset=game), new_id())
    leagues.schedule_matches(league.stage, ACTOR, seeded=True)
    play(league.stage)
    return league


@pytest.mark.parametrize("game", PARTS)
def test_a_league_of_any_game_has_standings_matches_and_a_page_a_match(client: Client, game: str) -> None:
    league = played(game)
    title = registry.newest(game).title
    standings = text(page(client, "standings", campaign_id=league.campaign))
    assert title in standings
    assert "All results are in" in standings
    assert all(who.name in standings for who in queries.participants(league.campaign))
    assert " open " not in text(page(client, "pairings", campaign_id=league.campaign))
    match = queries.tables(league.stage)[0].match
    shown = page(client, "match", match_id=match)
    assert title in shown
    assert PARTS[game] in shown
    assert all("…" not in line for line in shown.splitlines() if 'class="log' in line)


def test_a_team_that_played_alone_has_won_against_nobody(client: Client) -> None:
    league = played("sru")
    tables = queries.tables(league.stage)
    assert [table.holders.keys() for table in tables] == [{"A"}, {"A"}]
    shown = text(page(client, "match", match_id=tables[0].match))
    assert "reached" in shown
    assert "reserve point" in shown
    assert "won" not in text(page(client, "pairings", campaign_id=league.campaign))
    lines = queries.standings(league.stage)
    assert [line.numbers[:2] for line in lines] == sorted((line.numbers[:2] for line in lines), reverse=True)
    assert client.get(reverse("match-log", kwargs={"match_id": tables[0].match})).status_code == 200
