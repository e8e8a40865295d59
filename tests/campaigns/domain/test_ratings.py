"""Ratings from results: published values, any order of handing in, and corrections."""

from itertools import permutations
from typing import Any

import pytest

from campaigns.domain.ratings import RatedMatch, Rating, Side, rate, start_from
from tests.support.campaigns import examples


def match(*sides: tuple[str, int], order: int = 1, name: str = "m") -> RatedMatch:
    return RatedMatch(
        match=name, order=order, sides=tuple(Side(tuple(people.split()), place) for people, place in sides)
    )


def millionths(value: float) -> int:
    return round(value * 1_000_000)


@pytest.mark.parametrize("example", examples("ratings"))
def test_worked_examples(example: dict[str, Any]) -> None:
    before = {
        who: Rating(mu=millionths(mu), sigma=millionths(sigma))
        for who, (mu, sigma) in example.get("before", {}).items()
    }
    more = {"tau": example["tau"]} if "tau" in example else {}
    after = rate([match(*map(tuple, example["sides"]))], before=before, **more)
    people = [who for people, _ in example["sides"] for who in people.split()]
    assert [(after[who].mu, after[who].sigma) for who in people] == [
        (millionths(mu), millionths(sigma)) for mu, sigma in example["expect"]
    ]


@pytest.mark.parametrize("example", examples("ordinals"))
def test_worked_examples_of_ordinals(example: dict[str, Any]) -> None:
    rating = Rating(mu=example["mu"], sigma=example["sigma"], matches=example["matches"])
    assert {"ordinal": rating.ordinal, "provisional": rating.is_provisional} == example["expect"]


def test_camp_rate_06_ruling_75_ordinals_are_rounded_and_five_matches_are_enough() -> None:
    assert not Rating(matches=5).is_provisional
    assert Rating().ordinal == 0
    assert [Rating(mu=mu, sigma=0).ordinal for mu in (5_000, 4_999, -5_000, -4_999)] == [1, 0, -1, 0]


def test_camp_rate_04_and_05_matches_are_rated_in_the_order_of_their_first_result() -> None:
    matches = [
        match(("a", 1), ("b", 2), order=1, name="x"),
        match(("b", 1), ("c", 2), order=2, name="y"),
        match(("c", 1), ("a", 1), order=2, name="z"),
    ]
    found = [rate(order) for order in permutations(matches)]
    assert all(each == found[0] for each in found)
    assert {who: rating.matches for who, rating in found[0].items()} == {"a": 2, "b": 2, "c": 2}
    corrected = [match(("a", 2), ("b", 1), order=1, name="x"), *matches[1:]]
    assert rate(corrected) != found[0]
    assert rate([*corrected[1:], matches[0]]) == found[0]


def test_camp_rate_03_nobody_is_rated_alone() -> None:
    assert rate([match(("a", 1))]) == {}


def test_camp_rate_03_teams_share_by_their_deviation_and_a_later_place_never_gains_more() -> None:
    after = rate([match(("a", 1), ("b", 2), ("c", 2), ("d", 4))])
    assert after["a"].mu > after["b"].mu == after["c"].mu > after["d"].mu
    assert after["b"].sigma == after["c"].sigma


def test_camp_rate_08_people_are_seeded_by_ordinal_then_id() -> None:
    ratings = {"a": Rating(), "c": Rating(mu=30_000_000), "b": Rating()}
    assert start_from(ratings) == ["c", "a", "b"]
