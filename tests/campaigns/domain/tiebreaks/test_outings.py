"""Everyone's rounds, made of tables and byes."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.domain.results import Seat, StageResults, TableResult
from campaigns.domain.scoring import PlacePoints, Reached, Scoring, round_points
from campaigns.domain.tiebreaks.field import field_of
from campaigns.domain.tiebreaks.outings import is_voluntary, margin, trailing_byes, unit_of
from tests.support.campaigns import crosstable


def test_camp_swiss_06_points_are_counted_in_whole_steps() -> None:
    text = "win 1, draw (1/3), half bye 0.25, +(1/5) per 2 left up to (1/7), at least (1/11) a round, at most 2 a round"
    results = crosstable("2=\n1=", scoring=text)
    assert unit_of(results) == 4 * 3 * 5 * 7 * 11
    assert field_of(results).points == [unit_of(results) // 3] * 2


SCORINGS = (Scoring(), Scoring(places=(PlacePoints((Fraction(1, 3), 1)),)))


@given(st.lists(st.integers(1, 7), min_size=2, max_size=7), st.sampled_from(SCORINGS))
def test_camp_swiss_06_shared_places_are_whole_steps_too(places: list[int], scoring: Scoring) -> None:
    ranked = [1 + sum(other < place for other in places) for place in places]
    seats = tuple(Seat(participant=str(at), place=place) for at, place in enumerate(ranked))
    results = StageResults(
        participants=tuple(seat.participant for seat in seats),
        tables=(TableResult(round=1, match="m", seats=seats),),
        scoring=scoring,
    )
    field = field_of(results)
    for place, points in zip(ranked, field.points, strict=True):
        reached = Reached(
            outcome="loss" if place > 1 else "draw", seats=len(places), place=place, sharing=ranked.count(place)
        )
        assert Fraction(points, field.unit) == round_points(reached, scoring)


def test_margins_need_a_table() -> None:
    with pytest.raises(AssertionError):
        margin(field_of(crosstable("B")).outings[0][0])


def kinds(row: str) -> list[bool]:
    """Which rounds of 1 are voluntary."""
    return [is_voluntary(outing) for outing in field_of(crosstable(row)).rounds[0]]


def test_camp_tie_04_byes_asked_for_and_forfeit_losses_are_voluntary() -> None:
    assert kinds("B F H Z A L 2f- 2f+ 2+\n. . . . . . 1f+ 1f- 1-") == [
        False,
        False,
        True,
        True,
        True,
        True,
        True,
        False,
        False,
    ]


def test_camp_tie_04_a_trailing_bye_has_nothing_but_voluntary_rounds_after_it() -> None:
    outings = field_of(crosstable("H 2+ Z 2f- A\n. 1- . 1f+ .")).rounds[0]
    assert [outing.round for outing in trailing_byes(outings)] == [5, 3]
    assert list(trailing_byes(field_of(crosstable("Z B")).rounds[0])) == []


def test_camp_ladder_11_the_best_matches_are_those_of_most_points_then_margin_then_earlier() -> None:
    row = "2+(d3,k2) 2+(d9,k1) 2= 2+(d9,k1) H"
    results = crosstable(f"{row}\n1- 1- 1= 1- .", best=2, scoring="win 3, draw 1")
    assert [outing.round for outing in field_of(results).outings[0]] == [2, 4, 5]
    assert [outing.round for outing in field_of(results).outings[1]] == [1, 3]
