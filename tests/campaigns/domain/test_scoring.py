"""What a round is worth."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from campaigns.domain.numbers import Number
from campaigns.domain.scoring import (
    LEAGUE,
    Bonus,
    Outcome,
    OutcomeTest,
    Per,
    PlacePoints,
    QuantityTest,
    Reached,
    Scoring,
    award,
    bonus_points,
    pairwise_award,
    place_points,
    round_points,
)
from campaigns.domain.scoring_expression import parse
from tests.support.campaigns import examples, numbers


def at_table(places: list[int]) -> list[Reached]:
    """A table with these places: who is alone first won, who shares it drew."""
    sharing = Counter(places)
    outcome: dict[bool, Outcome] = {True: "win", False: "draw"}
    return [
        Reached(
            outcome="loss" if place > 1 else outcome[sharing[1] == 1],
            seats=len(places),
            place=place,
            sharing=sharing[place],
        )
        for place in places
    ]


@pytest.mark.parametrize("example", examples("scoring"))
def test_worked_examples(example: dict[str, Any]) -> None:
    scoring = parse(example["scoring"])
    rounds = [Reached(**reached) for reached in example.get("rounds", [])]
    rounds += [reached for places in example.get("places", []) for reached in at_table(places)]
    assert [round_points(reached, scoring) for reached in rounds] == numbers(example["expect"])


@pytest.mark.parametrize(
    ("outcome", "worth"),
    [
        ("win", 3), ("draw", 1), ("loss", 0), ("forfeit_win", 3), ("forfeit_loss", 0), ("double_forfeit", 0),
        ("bye", 3), ("full_bye", 3), ("half_bye", 1), ("zero_bye", 0), ("absent", 0), ("late", 0),
    ],
)  # fmt: skip
def test_camp_score_02_what_is_not_given_is_worth_as_much_as_its_like(outcome: Outcome, worth: int) -> None:
    assert award(outcome, LEAGUE) == worth
    assert award(outcome, replace(LEAGUE, **{outcome: 7})) == 7


def test_camp_score_02_a_double_forfeit_follows_the_forfeit_loss() -> None:
    assert award("double_forfeit", Scoring(win=3, forfeit_loss=1)) == 1
    assert award("forfeit_loss", Scoring(win=3, loss=1)) == 1


def test_camp_score_03_places_score_at_larger_tables_unless_outcomes_are_named() -> None:
    four = at_table([1, 2, 2, 4])
    assert [round_points(each, Scoring(win=3)) for each in four] == [3, 0, 0, 0]
    mixed = Scoring(win=3, places=(PlacePoints((9, 5, 1), 4),))
    assert [round_points(each, mixed) for each in four] == [9, 3, 3, 0]
    assert [round_points(each, mixed) for each in at_table([1, 2])] == [3, 0]
    assert [round_points(each, mixed) for each in at_table([1, 2, 3])] == [3, 0, 0]


def test_camp_ruling_46_tables_of_two_and_byes_follow_the_places() -> None:
    assert [round_points(each, Scoring()) for each in at_table([1, 1])] == [30, 30]
    assert [round_points(each, Scoring()) for each in at_table([1, 2])] == [60, 0]
    assert (award("bye", Scoring()), award("half_bye", Scoring()), award("loss", Scoring())) == (60, 30, 0)
    listed = Scoring(places=(PlacePoints((5, 3, 1)), PlacePoints((7, 3), 2)))
    assert (award("bye", listed), award("half_bye", listed)) == (7, Fraction(7, 2))
    assert [place_points(3, place, 1, listed) for place in (1, 2, 3)] == [5, 3, 1]
    assert [place_points(5, place, 1, listed) for place in (4, 5)] == [0, 0]
    assert round_points(Reached(outcome="win", seats=1), Scoring()) == 60


def test_camp_multi_03_who_shares_a_place_shares_its_points() -> None:
    listed = Scoring(places=(PlacePoints((5, 3, 1)),))
    assert [place_points(3, 1, 3, listed), place_points(3, 2, 2, listed)] == [3, 2]
    assert place_points(4, 1, 3, Scoring(places=(PlacePoints((5, 3, 2, 1)),))) == Fraction(10, 3)


def test_camp_tie_10_pairs_at_a_larger_table_score_like_chess_where_no_outcome_is_named() -> None:
    assert [pairwise_award(outcome, Scoring()) for outcome in ("win", "draw", "loss")] == [1, Fraction(1, 2), 0]
    assert [pairwise_award(outcome, LEAGUE) for outcome in ("win", "draw", "loss")] == [3, 1, 0]


def test_camp_score_04_a_bonus_is_for_matches_that_were_played_or_for_what_it_names() -> None:
    plain, named = Bonus(amount=1), Bonus(amount=1, tests=(OutcomeTest("forfeit_win"),))
    outcomes: tuple[Outcome, ...] = ("win", "forfeit_win", "bye")
    assert [bonus_points(plain, Reached(outcome=outcome)) for outcome in outcomes] == [1, 0, 0]
    assert [bonus_points(named, Reached(outcome=outcome)) for outcome in outcomes] == [0, 1, 0]


@pytest.mark.parametrize(
    ("bonus", "given"),
    [
        (Bonus(amount=1, per=Per("destroyed", 10)), 3),
        (Bonus(amount=2, per=Per("margin", 10)), -2),
        (Bonus(amount=-1, per=Per("lost")), -55),
        (Bonus(amount=-1, per=Per("lost"), up_to=5), -5),
        (Bonus(amount=1, per=Per("rounds"), up_to=3), 3),
        (Bonus(amount=Fraction(1, 2), per=Per("left", 4)), 3),
        (Bonus(amount=1, per=Per("place")), 2),
    ],
)
def test_camp_score_09_whole_steps_count_within_a_bound(bonus: Bonus, given: Number) -> None:
    reached = Reached(outcome="loss", destroyed=39, lost=55, rounds=4, left=27, place=2)
    assert bonus_points(bonus, reached) == given


@pytest.mark.parametrize(
    ("comparison", "holds"),
    [
        ("at least", [False, True, True]), ("at most", [True, True, False]), ("exactly", [False, True, False]),
        ("more than", [False, False, True]), ("fewer than", [True, False, False]),
    ],
)  # fmt: skip
def test_camp_score_10_numbers_are_compared_in_five_ways(comparison: Any, holds: list[bool]) -> None:
    test = QuantityTest(comparison, 4, "objectives")
    assert [test.holds(Reached(outcome="win", objectives=number)) for number in (3, 4, 5)] == holds


def test_camp_score_05_limits_hold_after_all_bonuses_for_byes_too() -> None:
    scoring = parse("win 10, bye 20, -30 if loss, +9 per objectives, at most 15 a round, at least 5 a round")
    points = [
        round_points(reached, scoring)
        for reached in (
            Reached(outcome="win", objectives=1),
            Reached(outcome="loss"),
            Reached(outcome="bye"),
            Reached(outcome="win"),
        )
    ]
    assert points == [15, 5, 15, 10]
