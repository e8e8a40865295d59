"""Exact numbers: one form each, kept as JSON, rounded for the eye alone."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.domain.numbers import Number, exact, from_plain, plain, shown, total

any_number = st.one_of(st.integers(-999, 999), st.fractions(-999, 999, max_denominator=99)).map(exact)


def test_a_whole_number_is_an_int_whatever_it_came_from() -> None:
    assert [exact(Fraction(6, 2)), exact(7, 2), exact(8, 4), exact(3)] == [3, Fraction(7, 2), 2, 3]
    assert [type(exact(Fraction(6, 2))), type(exact(8, 4))] == [int, int]


@given(st.lists(any_number))
def test_a_total_is_the_sum(numbers: list[Number]) -> None:
    assert total(numbers) == sum(numbers)
    assert isinstance(total(numbers), int) == (sum(numbers) == int(sum(numbers)))


@given(any_number)
def test_json_keeps_a_number_exactly(number: Number) -> None:
    assert from_plain(json.loads(json.dumps(plain(number)))) == number


def test_plain_numbers_are_readable() -> None:
    assert [plain(7), plain(Fraction(7, 2)), plain(Fraction(-1, 3))] == [7, "7/2", "-1/3"]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (12, "12"), (Fraction(7, 2), "3.5"), (Fraction(2, 3), "0.6667"), (Fraction(-2, 3), "-0.6667"),
        (Fraction(1, 20000), "0.0001"), (Fraction(-1, 20000), "-0.0001"), (Fraction(1, 20001), "0"), (-4, "-4"),
        (Fraction(-1, 20001), "0"), (Fraction(1999999, 200000), "10"), (Fraction(20711, 33600), "0.6164"), (0, "0"),
    ],
)  # fmt: skip
def test_camp_ruling_73_shown_with_four_decimals_and_halves_away_from_zero(number: Number, text: str) -> None:
    assert shown(number) == text
