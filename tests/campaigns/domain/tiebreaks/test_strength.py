"""Strength of schedule, win shares and points of the beaten beyond the worked examples of test_catalogue.py."""

from fractions import Fraction

from campaigns.domain.results import Seat, StageResults, TableResult
from tests.support.campaigns import crosstable, faced, values

LEAGUE = "win 3, draw 1"


def test_camp_tie_31_byes_and_forfeits_are_no_opponents() -> None:
    results = crosstable("2+ B 3f+\n1- 3+ .\n. 2- 1f-", scoring=LEAGUE)
    assert values(results, "sos_sum") == [3, 9, 3]


def test_camp_tie_08_where_pairings_are_known_forfeits_are_opponents() -> None:
    assert values(crosstable("2f+\n1f-", known=True), "sodos") == [0, 0]
    assert values(crosstable("2f+\n1f-", known=True), "sos_sum") == [0, 1]


def test_camp_tie_32_points_a_match_leave_byes_out() -> None:
    results = crosstable("2+ .\n1- B", scoring=LEAGUE)
    assert values(results, "sos_mean") == [0, 3]


def test_camp_tie_33_rounds_past_the_list_weigh_1() -> None:
    table = "2+ 3+ 4+\n1- . .\n. 1- .\n. . 1- 5+\n. . . 4-"
    results = crosstable(table, scoring=LEAGUE, rulings={"sos_weights": (5, 3)})
    assert values(results, "sos_weighted")[0] == Fraction(3, 2 * 9)
    assert values(crosstable(table, scoring=LEAGUE), "sos_weighted") == values(
        crosstable(table, scoring=LEAGUE), "sos_mean"
    )


def test_camp_tie_35_ruling_64_only_byes_of_full_points_count_in_a_share() -> None:
    for bye, share in (
        ("B", Fraction(1, 2)),
        ("F", Fraction(1, 2)),
        ("H", Fraction(33, 100)),
        ("Z", Fraction(33, 100)),
    ):
        assert values(crosstable(f"2+ .\n1- {bye}", scoring=LEAGUE), "omw")[0] == share
    assert values(crosstable("2+ 3f+ .\n1- . 3f+\n. 1f- 2f-", scoring=LEAGUE), "omw")[0] == Fraction(1, 2)


def test_camp_tie_35_ruling_65_a_draw_counts_its_points_or_half() -> None:
    assert values(faced(["2-0-2"]), "omw")[0] == Fraction(8, 12)
    assert values(faced(["2-0-2"], {"omw_draw": "half"}), "omw")[0] == Fraction(3, 4)


def test_camp_tie_36_the_mean_over_opponents_of_their_omw() -> None:
    results = crosstable("2+ 3+ .\n1- . 4-\n. 1- .\n. . 2+", scoring=LEAGUE)
    omw = values(results, "omw")
    assert values(results, "oomw")[0] == Fraction(omw[1] + omw[2], 2)


def test_camp_tie_37_of_a_table_all_who_have_a_worse_place_are_beaten() -> None:
    seats = tuple(Seat(participant=who, place=place) for who, place in zip("abcd", (1, 2, 2, 4), strict=True))
    results = StageResults(participants=tuple("abcd"), tables=(TableResult(round=1, match="m", seats=seats),))
    assert values(results, "sodos") == [0, 0, 0, 0]
    assert values(results, "sos_sum") == [0, 3, 3, 3]


def test_camp_ruling_67_the_same_opponent_may_count_once() -> None:
    for code in ("sos_sum", "sosos", "opponents_mean", "ext_sos"):
        each, once = (
            values(crosstable("2+ 2-\n1- 1+", rulings={"sos_same_opponent": way}), code)[0]
            for way in ("each_time", "once")
        )
        assert (each == once) == (code in ("opponents_mean", "ext_sos"))
