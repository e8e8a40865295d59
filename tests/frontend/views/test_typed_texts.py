"""What people typed in a match, on its page and in the file of its log."""

import pytest
from django.test import Client
from django.urls import reverse

from ledger import queries as ledger_queries
from ledger import services as ledger
from tests.support.sru_matches import deed, opened, say

pytestmark = pytest.mark.django_db


def shown(client: Client, name: str, match_id: object) -> str:
    response = client.get(reverse(name, kwargs={"match_id": match_id}))
    assert response.status_code == 200
    return response.content.decode()


def test_words_are_on_the_page_until_they_are_erased_and_never_in_the_log(client: Client) -> None:
    match_id = opened()
    say(match_id, deed(adjective="kind to <b>Pat</b>"))
    assert "“kind to &lt;b&gt;Pat&lt;/b&gt;” 1" in shown(client, "match", match_id)
    log = shown(client, "match-log", match_id)
    assert ("Pat" in log, "text:" in log) == (False, True)

    ledger.erase_text(ledger_queries.find_texts("kind to <b>Pat")[0][0])
    page = shown(client, "match", match_id)
    assert ("Pat" in page, "“(forgotten)” 1" in page) == (False, True)
    assert shown(client, "match-log", match_id) == log
