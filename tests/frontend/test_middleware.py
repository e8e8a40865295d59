"""What visitors see where there is nothing."""

import pytest
from django.test import Client
from pytest_django import Settings

pytestmark = pytest.mark.django_db
NOWHERE = "/matches/00000000-0000-0000-0000-000000000000/"


@pytest.mark.parametrize("debug", [True, False])
@pytest.mark.parametrize("address", [NOWHERE, "/nothing", "/%00", "/campaigns/x/"])
def test_an_address_without_a_page_leads_on_and_tells_no_secrets(
    client: Client, settings: Settings, address: str, debug: bool
) -> None:
    settings.DEBUG = debug
    response = client.get(address)
    shown = response.content.decode()
    assert response.status_code == 404
    assert "Nothing here" in shown
    assert "urlconf" not in shown.lower()


def test_a_missing_slash_is_still_added(client: Client) -> None:
    response = client.get(NOWHERE.removesuffix("/"))
    assert (response.status_code, response.headers["Location"]) == (301, NOWHERE)


def test_pages_that_exist_and_other_answers_stay_as_they_are(client: Client) -> None:
    assert client.get("/healthz").status_code == 200
    assert "Nothing here" not in client.get("/", follow=True).content.decode()
