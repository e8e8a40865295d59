from uuid import UUID

import pytest

from ledger import queries as ledger
from ledger import subscriptions
from matches import projections, queries
from matches.models import Match
from tests.support.matches import computers, scheduled, started


@pytest.mark.django_db(transaction=True)
def test_rows_are_computed_again_from_the_log() -> None:
    ids = [started(computers("random", "random")), started(), scheduled()]
    rows, seats = mine(ids), [queries.match(match_id) for match_id in ids]
    subscriptions.rebuild("matches.rows")
    assert (mine(ids), [queries.match(match_id) for match_id in ids]) == (rows, seats)
    Match.objects.filter(id__in=ids).update(status="bye", version=99)
    subscriptions.rebuild("matches.rows")
    assert mine(ids) == rows


def mine(ids: list[UUID]) -> list[object]:
    return list(Match.objects.filter(id__in=ids).order_by("id").values())


@pytest.mark.django_db(transaction=True)
def test_the_feed_does_not_set_a_row_back() -> None:
    match_id = started()
    stored = ledger.read_stream(f"match/{match_id}")
    row = queries.match(match_id)
    projections.handle(stored[:1])
    assert queries.match(match_id) == row
