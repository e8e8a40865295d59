import pytest
from pytest_django import DjangoAssertNumQueries

from campaigns import queries
from campaigns.errors import CampaignNotFound
from campaigns.services import leagues
from tests.support.leagues import ACTOR, league_of, new_id, open_league, play
from tests.support.matches import scheduled

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny_catalog")]


def test_the_newest_campaign_comes_first() -> None:
    first, second = open_league("One"), open_league("Two")
    assert [campaign.id for campaign in queries.campaigns()][:2] == [second, first]


def test_stages_come_in_the_order_in_which_they_were_opened() -> None:
    campaign, first = league_of("Ana", "Bo")
    people = [who.id for who in queries.participants(campaign)]
    later = [leagues.open_round_robin(campaign, new_id(), ACTOR, people) for _ in range(4)]
    assert [stage.id for stage in queries.stages(campaign)] == [first, *later]


def test_what_does_not_exist_is_said_so() -> None:
    with pytest.raises(CampaignNotFound):
        queries.campaign("none")
    with pytest.raises(CampaignNotFound):
        queries.stage("none")
    assert queries.table_of("none") is None
    assert queries.standings("none") == ()


def test_matches_at_no_table_are_outside_the_last_changed_first() -> None:
    _, stage = league_of("Ana", "Bo")
    leagues.schedule_matches(stage, ACTOR, seeded=True)
    assert queries.matches_outside() == ()
    first, second = scheduled(), scheduled()
    assert queries.matches_outside() == (second, first)


@pytest.mark.parametrize("names", [("Ana", "Bo"), ("Ana", "Bo", "Cy", "Di", "Eve", "Flo")], ids=["one", "fifteen"])
def test_reads_take_as_many_queries_for_many_as_for_few(
    names: tuple[str, ...], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    campaign, stage = league_of(*names)
    leagues.schedule_matches(stage, ACTOR, seeded=True)
    play(stage)
    with django_assert_num_queries(2):
        assert len(queries.participants(campaign)) == len(names)
    with django_assert_num_queries(2):
        assert len(queries.standings(stage)) == len(names)
    with django_assert_num_queries(2):
        assert queries.open_tables(stage) == 0
