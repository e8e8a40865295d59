"""Buchholz, its cuts, Sonneborn-Berger, Koya and mean ratings beyond the worked examples of test_catalogue.py."""

from campaigns.domain.tiebreaks.buchholz import buchholz, cut, rounded_mean
from campaigns.domain.tiebreaks.field import Part, field_of
from tests.support.campaigns import brought_to, crosstable, values

MET = "2+ 3+ 4+\n1- . .\n. 1- .\n. . 1-"


def test_camp_tie_07_the_last_contribution_is_never_cut() -> None:
    results = brought_to(crosstable("2+ 3+\n1-\n. 1-"), {"2": 4, "3": 5})
    assert values(results, "buchholz_cut1")[0] == 5
    assert values(results, "buchholz_cut2")[0] == 5
    assert values(results, "buchholz_median1")[0] == 5
    assert values(results, "buchholz_median2")[0] == 5


def test_camp_tie_07_a_cut_takes_the_lowest_score_and_then_the_one_worth_less() -> None:
    results = brought_to(crosstable("2- 3+ 4+\n1+\n. 1-\n. . 1-"), {"2": 3, "3": 3, "4": 9})
    assert values(results, "sonneborn_berger")[0] == 12
    assert values(results, "sonneborn_berger_cut1")[0] == 12


def test_camp_tie_07_the_second_cut_takes_another_voluntary_round() -> None:
    results = brought_to(crosstable("H Z 2+ 3+\n. . 1-\n. . . 1-"), {"2": 1, "3": 2})
    field = field_of(results)
    assert [part.cut for part in cut(buchholz, 2)(field, 0)] == [True, True, False, False]
    assert [part.cut for part in cut(buchholz, 2, 1)(field, 0)] == [True, True, False, True]


def test_camp_tie_21_means_are_over_those_met_at_the_table() -> None:
    results = crosstable("2+ B 3f+\n1- 3+ H\n. 2- 1f-")
    assert values(results, "average_buchholz@2024")[0] == values(results, "buchholz@2024")[1]
    assert values(results, "average_fore_buchholz@2024")[0] == values(results, "fore_buchholz@2024")[1]


def test_camp_tie_20_the_last_round_is_drawn_for_forfeits_and_dummies_too() -> None:
    results = crosstable("2+ 3f+\n1- B\n. 1f-")
    drawn = crosstable("2+ 3=\n1- B\n. 1=")
    assert values(results, "fore_buchholz") == values(drawn, "buchholz")


def test_camp_ruling_62_koya_moves_its_limit_by_halves_of_a_win() -> None:
    table = "2= 3= 4=\n1= 4+ 3+\n4+ 1= 2-\n3- 2- 1="
    by_steps = {
        steps: values(crosstable(table, known=True, rulings={"koya_steps": steps}), "koya")[0] for steps in (-2, 0, 2)
    }
    assert {steps: str(number) for steps, number in by_steps.items()} == {-2: "3/2", 0: "1", 2: "1/2"}


def test_camp_tie_30_halves_are_rounded_up_and_who_has_no_rating_is_left_out() -> None:
    assert [rounded_mean([Part(worth=worth) for worth in worths]) for worths in ((1, 2), (1, 2, 2), (1, 1, 2), ())] == [
        2,
        2,
        1,
        0,
    ]
    results = crosstable(MET, ratings={"2": 1501, "3": 1500})
    assert values(results, "average_rating") == [1501, 0, 0, 0]
