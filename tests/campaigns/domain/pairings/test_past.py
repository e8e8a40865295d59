import pytest

from campaigns.domain.pairings import past
from campaigns.domain.pairings.protocol import Options
from tests.support.pairings import history, past_table


@pytest.mark.parametrize(
    ("word", "have_met"), [("1>2", True), ("1=2", True), ("1?2", True), ("1f>2", False), ("1x2", False), ("1v2", False)]
)
def test_camp_pair_08_a_meeting_is_played_and_no_forfeit(word: str, have_met: bool) -> None:
    assert past.is_meeting(past_table(word)) is have_met
    assert dict(past.meetings(history(word))) == ({("1", "2"): 1} if have_met else {})


def test_camp_pair_08_ruling_18_meetings_of_other_stages_count_where_they_are_handed_in() -> None:
    before = history("10>9 1>2", "2>1", met_before=(("2", "1"), ("9", "3")))
    assert dict(past.meetings(before)) == {("1", "2"): 3, ("10", "9"): 1, ("3", "9"): 1}


def test_camp_swiss_04_and_bye_08_rounds_that_gave_a_win_without_play_count() -> None:
    before = history("1B 2F 3H 4Z 5f>6 7x8 9>10", "1B 5f<6")
    found = past.full_point_rounds(before, Options())
    assert {who: times for who, times in found.items() if times} == {"1": 2, "2": 1, "5": 1, "6": 1}


def test_camp_swiss_07_a_round_without_play_that_gives_more_than_a_loss_is_a_float_down() -> None:
    before = history("1B 2F 3H 4Z 5f>6 7x8")
    assert set(past.floats(before, Options())) == {(who, "down") for who in "1235"}


def test_camp_swiss_07_a_pair_of_unequal_points_floats_both_ways_for_two_rounds() -> None:
    before = history("1>2 3>4", "1>4 2=3", "1=3 2?4")
    costs = past.floats(before, Options())
    assert {who: costs.get((who, "down"), 0) for who in "1234"} == {"1": 3, "2": 2, "3": 1, "4": 0}
    assert {who: costs.get((who, "up"), 0) for who in "1234"} == {"1": 0, "2": 1, "3": 2, "4": 3}


def test_gains_of_a_round_leave_out_what_is_open() -> None:
    (played,) = history("1>2 3?4 5H").rounds
    assert list(past.gains(played)) == [("1", 3), ("2", 0), ("5", 1)]


def test_camp_round_09_and_round_10_a_void_table_was_no_visit_and_no_seat() -> None:
    before = history("1>2 3v4", "2>1")
    assert past.visits(before) == {("1", 1): 2, ("2", 1): 2}
    assert past.first_seats(before) == {"1": (1, False), "2": (1, True)}
