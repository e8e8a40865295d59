"""The list of matches outside any league, and the links to it."""

import re
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from frontend.views import public
from matches.services import results
from tests.frontend.views.test_public import league, page, text
from tests.support.leagues import new_id
from tests.support.matches import ANN, started

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny_catalog")]


def outside(client: Client) -> list[UUID]:
    """The matches outside a league, as the page lists them."""
    return [UUID(found) for found in re.findall(r'href="/matches/([0-9a-f-]+)/"', page(client, "matches-outside"))]


def test_matches_outside_a_league_are_listed_and_linked(client: Client) -> None:
    address, (campaign, _) = f'href="{reverse("matches-outside")}"', league("Ana", "Bo")
    assert address not in page(client, "standings", campaign_id=campaign)
    assert "No match yet" in text(page(client, "matches-outside"))
    decided, going = started(), started()
    results.forfeit(decided, new_id(), ANN, seat="A", team="red")
    assert address in page(client, "standings", campaign_id=campaign)
    assert outside(client) == [decided, going]
    first, second = text(page(client, "matches-outside")).split("Match 1 ")[1].split(" Match 2 ")
    assert re.fullmatch(r"Team red – Team blue Tiny · \d+ \w+ \d{4}, \d\d:\d\d · Team blue won forfeited", first)
    assert re.match(r"Team red – Team blue Tiny · [^·]* playing ", second)


def test_an_empty_site_with_a_match_leads_to_it(client: Client) -> None:
    assert reverse("matches-outside") not in page(client, "home")
    started()
    assert reverse("matches-outside") in page(client, "home")


def test_of_many_matches_outside_a_league_the_last_changed_are_listed(
    client: Client, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr(public, "MOST_LISTED", 2)
    ids = [started() for _ in range(3)]
    with django_assert_num_queries(4):
        assert outside(client) == [ids[2], ids[1]]
    assert "The 2 that changed last; 1 more are not listed." in text(page(client, "matches-outside"))
