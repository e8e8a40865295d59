"""What pages and other apps can ask about matches."""

import pytest

from matches import queries
from tests.support.matches import ANN, computers, decision, guard, scheduled, started
from tests.support.tiny_game import TinyState

pytestmark = pytest.mark.django_db


def test_a_seat_sees_no_more_than_it_may() -> None:
    match_id = started()
    guard(match_id, "A", "high")
    seen = queries.view(match_id, "B")
    assert isinstance(seen, TinyState)
    assert seen.guards == ("", "")
    guard(match_id, "B", "low")
    assert queries.load(match_id).state.guards == ("high", "low")


def test_what_is_legal_can_be_asked_for_an_open_decision_alone() -> None:
    match_id = started()
    legal = queries.legal(match_id, decision(match_id, seat="A").id)
    assert legal is not None
    assert [command.seat for command in legal.commands] == ["A", "A", "A"]
    assert queries.legal(match_id, "choose_guard:A:r9") is None


def test_matches_are_found_by_status_and_account() -> None:
    mine, other = started(), started(computers("random", "random"))
    assert {row.id for row in queries.matches(account=ANN)} >= {mine}
    assert other not in {row.id for row in queries.matches(account=ANN)}
    running = {row.id for row in queries.matches(status="running")}
    assert {mine, other} <= running
    assert mine in queries.match_ids()
    assert queries.recent_ids()[:2] == (other, mine)


def test_the_dice_show_their_commitment_and_what_is_missing() -> None:
    match_id = scheduled()
    shown = queries.dice(match_id)
    assert (shown.unseeded, shown.seed, shown.rolls, shown.open) == (("A", "B"), "", 0, ())
    assert len(shown.commitment) == 64


def test_an_unfinished_roll_is_visible() -> None:
    match_id = started()
    guard(match_id, "A")
    guard(match_id, "B")
    assert [open_.kind for open_ in queries.dice(match_id).open] == ["roll_clash"]
