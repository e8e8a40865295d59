import pytest
from django.contrib import admin
from django.test import RequestFactory

from ledger import services
from ledger.models import Checkpoint, LedgerEvent, Text, TreeHead
from tests.ledger.store_contract import batch, new_stream


@pytest.mark.django_db
def test_events_are_shown_and_nothing_can_be_done_to_them() -> None:
    (stored,) = services.append(new_stream(), [batch('{"é":1}')], expected_version=0)
    page, event = admin.site.get_model_admin(LedgerEvent), LedgerEvent.objects.get(position=stored.position)
    request = RequestFactory().get("/")
    assert page.text(event) == '{"é":1}'  # type: ignore[attr-defined]  # of our admin class
    assert page.digest(event) == stored.hash.hex()  # type: ignore[attr-defined]  # of our admin class
    assert page.recorded(event).timestamp() == pytest.approx(stored.recorded_at / 1e6)  # type: ignore[attr-defined]
    assert not page.has_add_permission(request)
    assert not page.has_change_permission(request, event)
    assert not page.has_delete_permission(request, event)


def test_every_row_has_a_name() -> None:
    assert str(LedgerEvent(stream="match/1", version=3, kind="k")) == "match/1 3: k"
    assert str(Checkpoint(name="n", xid=1, position=2)) == "n at 1/2"
    assert str(TreeHead(streams=1, events=2, root="00")) == "1 streams, 2 events: 00"
    assert str(Text(id="t")) == "t"
