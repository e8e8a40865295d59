"""Tie-breaks from one's own results; the worked examples are in test_catalogue.py."""

from fractions import Fraction

import pytest

from campaigns.domain.standings import standings
from tests.support.campaigns import crosstable, values

ROUNDS = "2+ 3= 2- B F H Z A L 3f+ 3f-\n1- . 1+\n. 1= . . . . . . . 1f- 1f+"


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("wins", 1), ("win_rounds", 4), ("rounds_elected", 6), ("standard_points", 5), ("points", 5),
        ("progressive", 36), ("progressive_cut1", 35),
    ],
)  # fmt: skip
def test_camp_tie_12_to_27_rounds_of_all_kinds(code: str, number: int) -> None:
    assert values(crosstable(ROUNDS), code)[0] == number


def test_camp_tie_25_the_last_round_is_not_cut() -> None:
    assert values(crosstable("2+\n1-"), "progressive_cut1") == [1, 0]


def test_camp_tie_08_forfeits_where_pairings_are_known() -> None:
    for edition, losses in ((2024, 1), (2026, 0)):
        results = crosstable("2f+ 2f-\n1f- 1f+", known=True, rulings={"fide_edition": edition})
        assert values(results, "rounds_elected") == [1 + losses, 1 + losses]
        assert values(results, "standard_points") == [1, 1]
        assert values(results, "wins") == [0, 0]
    beaten = crosstable("2f-\n1f-", scoring="win 3, draw 1, double forfeit 1", known=True)
    assert values(beaten, "standard_points@2024") == values(beaten, "standard_points@2026") == [Fraction(1, 2)] * 2


def test_camp_tie_27_a_loss_with_a_bonus_is_worth_what_it_gave_against_the_opponent() -> None:
    results = crosstable("2-(o4)\n1+", scoring="win 1, draw 1, +1 if 4 objectives")
    assert values(results, "standard_points") == [Fraction(1, 2), Fraction(1, 2)]


@pytest.mark.parametrize(
    ("code", "order"),
    [
        ("pairing_number", "123"), ("pairing_number_reversed", "321"), ("rating", "213"), ("rating_reversed", "312"),
    ],
)  # fmt: skip
def test_camp_tie_28_and_29_numbers_of_the_start_sort_either_way(code: str, order: str) -> None:
    results = crosstable(".\n.\n.", ratings={"1": 1500, "2": 1700})
    assert "".join(row.participant for row in standings(results, (code,)).rows) == order
