"""What the public pages show, that they need no login, and how many queries they make."""

import re
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from campaigns import queries
from campaigns.services import leagues, standings
from ledger import export
from ledger import services as ledger
from matches import queries as matches
from tests.support.leagues import ACTOR, enrol, league_of, new_id, open_league, play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny_catalog")]
NAMES = ("Ana", "Bo", "Cy", "Di")


def league(*names: str) -> tuple[str, str]:
    campaign, stage = league_of(*names)
    leagues.schedule_matches(stage, ACTOR, seeded=True)
    return campaign, stage


def page(client: Client, name: str, status: int = 200, query: str = "", **ids: str) -> str:
    response = client.get(reverse(name, kwargs=ids) + query)
    assert response.status_code == status
    return response.content.decode()


def text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def first_match(stage: str) -> str:
    return next(table.match for table in queries.tables(stage) if table.match)


@pytest.mark.parametrize("at", ["9" * 5000, "-1", "0", "1.5", "%00", "\N{ARABIC-INDIC DIGIT TWO}", "x" * 9000])
def test_an_event_that_there_cannot_be_shows_the_last_one(client: Client, at: str) -> None:
    _, stage = league(*NAMES[:2])
    match = first_match(stage)
    assert page(client, "match", query=f"?at={at}", match_id=match) == page(client, "match", match_id=match)


def test_an_empty_site_says_how_to_get_a_campaign(client: Client) -> None:
    assert "make demo" in page(client, "home")


def test_home_leads_to_the_newest_campaign(client: Client) -> None:
    league("Ana", "Bo")
    campaign, _ = league("Cy", "Di")
    response = client.get(reverse("home"))
    assert response.headers["Location"] == reverse("standings", kwargs={"campaign_id": campaign})


def test_standings_show_every_number_and_why(client: Client) -> None:
    campaign, stage = league(*NAMES)
    play(stage)
    shown = text(page(client, "standings", campaign_id=campaign))
    assert "All results are in" in shown
    for row in queries.standings(stage):
        assert row.name in shown
        assert f"{row.won}–{row.drawn}–{row.lost}" in shown
    assert shown.count("Decided here.") == 4
    for place in ("1st", "2nd", "3rd", "4th"):
        assert f"Why {place}? {place}: " in shown
    assert "A win is worth 3 points, a draw 1, a loss 0." in shown


def test_points_of_the_end_are_called_so_beside_an_earlier_table(client: Client) -> None:
    _, stage = league(*NAMES[:2])
    play(stage)
    match = first_match(stage)
    assert "At the end: " in text(page(client, "match", query="?at=4", match_id=match))
    assert "At the end: " not in text(page(client, "match", match_id=match))


def test_other_campaigns_are_listed_with_when_they_were_opened(client: Client) -> None:
    (campaign, _), (other, _) = league("Ana", "Bo"), league("Cy", "Di")
    opened = queries.campaign(other).opened
    shown = text(page(client, "standings", campaign_id=campaign))
    assert f"Tiny · {opened:%-d %b %Y, %H:%M}" in shown


def test_open_matches_are_counted_on_the_standings(client: Client) -> None:
    campaign, stage = league(*NAMES)
    standings.refresh(stage)
    assert "6 matches open" in text(page(client, "standings", campaign_id=campaign))


def test_pairings_list_every_round_with_winners_and_byes(client: Client) -> None:
    campaign, stage = league("Ana", "Bo", "Cy")
    assert text(page(client, "pairings", campaign_id=campaign)).count("open") == 3
    play(stage)
    shown = page(client, "pairings", campaign_id=campaign)
    assert text(shown).count("bye") == 3
    assert shown.count(reverse("match", kwargs={"match_id": first_match(stage)})) == 1
    assert len(re.findall(r"\w+ won", text(shown))) + text(shown).count("draw") == 3


def test_a_match_page_tells_the_log_and_can_look_at_any_event(client: Client) -> None:
    _, stage = league("Ana", "Bo")
    play(stage)
    match = first_match(stage)
    shown = text(page(client, "match", match_id=match))
    assert "The match begins." in shown
    assert "The result is confirmed." in shown
    assert "Dice can be recomputed" in shown
    frames = matches.log(UUID(match))
    told = [frame for frame in frames if frame.kind != "match.command_accepted"]
    assert page(client, "match", match_id=match).count('class="log__n"') == len(told)
    early = page(client, "match", query="?at=1", match_id=match)
    assert f"of {len(frames)} events" in text(early)
    assert ('<figure class="board"' in early, "AP</span>" in early) == (False, False)  # nothing stands there yet


@pytest.mark.parametrize(
    ("asked", "told", "sentence"),
    [
        ("fr-CA", "fr", "La partie commence."),
        ("es", "es", "Empieza la partida."),
        ("de", "", "The match begins."),
    ],
)
def test_events_are_told_in_the_language_asked_for_and_the_rest_says_that_it_is_english(
    client: Client, asked: str, told: str, sentence: str
) -> None:
    _, stage = league("Ana", "Bo")
    address = reverse("match", kwargs={"match_id": first_match(stage)})
    shown = client.get(address, headers={"Accept-Language": asked}).content.decode()
    mark = f' lang="{told}"' if told else ""
    assert f'<p class="what"{mark}>{sentence}</p>' in shown
    assert '<html lang="en">' in shown
    assert "Check it yourself" in shown


@pytest.mark.parametrize("query", ["?at=0", "?at=99999", "?at=x", "?at=-1", "?at=%00"])
def test_an_event_that_is_not_there_shows_the_last_one(client: Client, query: str) -> None:
    _, stage = league("Ana", "Bo")
    play(stage)
    assert page(client, "match", query=query, match_id=first_match(stage)) == page(
        client, "match", match_id=first_match(stage)
    )


def test_a_match_that_is_only_scheduled_has_a_page(client: Client) -> None:
    from tests.support.matches import scheduled

    shown = text(page(client, "match", match_id=str(scheduled())))
    assert "Team red" in shown
    assert "Dice committed, seed still secret" in shown


def test_what_does_not_exist_is_not_found(client: Client) -> None:
    nowhere = new_id()
    for name in ("standings", "pairings"):
        page(client, name, 404, campaign_id=nowhere)
        page(client, name, 404, campaign_id=open_league())  # no stage yet
    for name in ("match", "match-log"):
        page(client, name, 404, match_id=nowhere)


def test_the_log_of_a_match_can_be_downloaded_and_checked(client: Client) -> None:
    _, stage = league("Ana", "Bo")
    play(stage)
    match = first_match(stage)
    lines = page(client, "match-log", match_id=match).splitlines(keepends=True)
    stream, events = export.read(lines)
    assert (stream, len(events)) == (f"match/{match}", len(matches.log(UUID(match))))
    assert "def server_faces" in page(client, "verifier")


def test_a_forgotten_player_has_no_name_on_any_page(client: Client) -> None:
    campaign = open_league()
    people = [enrol(campaign, name) for name in ("Ana", "Bo")]
    stage = leagues.open_round_robin(campaign, new_id(), ACTOR, people)
    leagues.schedule_matches(stage, ACTOR, seeded=True)
    play(stage)
    ledger.erase_text(ledger.intern_text(f"campaign/{campaign}", "Ana").id)
    pages = (
        page(client, "standings", campaign_id=campaign),
        page(client, "pairings", campaign_id=campaign),
        page(client, "match", match_id=first_match(stage)),
    )
    for shown in map(text, pages):
        assert not re.search(r"\bAna\b", shown)
        assert queries.FORGOTTEN in shown


def test_markup_in_names_is_shown_as_it_was_typed(client: Client) -> None:
    name = "<script>alert(1)</script>"
    campaign, stage = league(name, "Bo")
    play(stage)
    for page_name in ("standings", "pairings"):
        html = page(client, page_name, campaign_id=campaign)
        assert name not in html
        assert "&lt;script&gt;" in html


def test_pages_only_answer_reads_and_write_no_session(client: Client) -> None:
    campaign, _ = league("Ana", "Bo")
    address = reverse("standings", kwargs={"campaign_id": campaign})
    assert client.post(address).status_code == 405
    assert client.get(address).cookies == {}
    assert client.get(reverse("healthz")).content == b"ok"


def test_pages_allow_no_inline_code_and_load_nothing_from_elsewhere(client: Client) -> None:
    campaign, stage = league("Ana", "Bo")
    play(stage)
    for name, ids in (("standings", {"campaign_id": campaign}), ("match", {"match_id": first_match(stage)})):
        response = client.get(reverse(name, kwargs=ids))
        assert "unsafe" not in response.headers["Content-Security-Policy"]
        html = response.content.decode()
        assert not re.search(r"<script|\sstyle=|\son\w+=|https?://(?!www\.w3\.org)", html)


@pytest.mark.parametrize("names", [NAMES[:2], NAMES], ids=["1 match", "6 matches"])
def test_the_number_of_queries_does_not_grow(
    client: Client, names: tuple[str, ...], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    campaign, stage = league(*names)
    play(stage)
    with django_assert_num_queries(11):
        page(client, "standings", campaign_id=campaign)
    with django_assert_num_queries(7):
        page(client, "pairings", campaign_id=campaign)
    match = first_match(stage)
    with django_assert_num_queries(5):
        page(client, "match", match_id=match)
