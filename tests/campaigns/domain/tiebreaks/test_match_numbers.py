"""Margins, army points and objectives beyond the worked examples of test_catalogue.py."""

import pytest

from tests.support.campaigns import crosstable, values

TABLE = "2+(d30,k10,l60,o2) B 2f+ 2c-(d5,k9)\n1-(d10,k30) . 1f- 1+(d9,k5,l50,o1)"


@pytest.mark.parametrize(
    ("code", "numbers"),
    [
        ("margin", [16, -16]),
        ("margin_mean", [8, -8]),
        ("destroyed", [35, 19]),
        ("left", [60, 50]),
        ("objectives", [2, 1]),
    ],
)
def test_camp_tie_39_to_43_only_played_matches_count(code: str, numbers: list[int]) -> None:
    assert values(crosstable(TABLE), code) == numbers


def test_camp_ruling_25_and_53_the_cap_of_the_round_or_the_mean_of_ones_own() -> None:
    cap = {"bye_numbers": "cap", "forfeit_numbers": "cap"}
    caps = ((1, 100), (3, 120))
    assert values(crosstable(TABLE, rulings=cap, caps=caps), "destroyed") == [255, 19]
    assert values(crosstable(TABLE, rulings=cap, caps=caps), "left") == [280, 50]
    assert values(crosstable(TABLE, rulings=cap, caps=caps), "objectives") == [2, 1]
    mean = {"bye_numbers": "average_own", "forfeit_numbers": "average_own"}
    assert values(crosstable(TABLE, rulings=mean), "destroyed") == [70, 19]
    assert values(crosstable(TABLE, rulings=mean), "objectives") == [4, 1]
    assert values(crosstable("B", rulings=mean), "destroyed") == [0]


def test_camp_ruling_68_each_match_is_capped_both_ways() -> None:
    assert values(crosstable("2+(d30,k10)\n1-(d10,k30)", rulings={"margin_cap": 7}), "margin") == [7, -7]
