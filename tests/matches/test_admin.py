import pytest
from django.contrib import admin
from django.test import RequestFactory

from matches.models import Match, MatchSeat, SealedChoice, ServerSeed
from tests.support.matches import started


@pytest.mark.django_db
def test_matches_are_shown_and_nothing_can_be_done_to_them() -> None:
    match = Match.objects.get(id=started())
    page, request = admin.site.get_model_admin(Match), RequestFactory().get("/")
    assert [inline.model for inline in page.inlines] == [MatchSeat]
    for shown in (page, *(inline(Match, admin.site) for inline in page.inlines)):
        for may in ("has_add_permission", "has_change_permission", "has_delete_permission"):
            assert not getattr(shown, may)(request, match)


def test_secrets_are_not_in_the_admin() -> None:
    assert not {ServerSeed, SealedChoice} & set(admin.site._registry)


def test_every_row_has_a_name() -> None:
    assert str(Match(id="1", status="running")) == "1: running"
    assert str(MatchSeat(seat="A", team="red")) == "A (red)"
    assert str(ServerSeed(match_id="1")) == "1"
    assert str(SealedChoice(seal="ab")) == "ab"
