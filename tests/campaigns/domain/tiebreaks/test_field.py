"""Everyone's rounds and what follows from them."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from campaigns.domain.results import Seat, StageResults, StandingRulings, TableResult, with_table
from campaigns.domain.scoring import Scoring
from campaigns.domain.scoring_expression import parse
from campaigns.domain.standings import standings
from campaigns.domain.tiebreaks.field import Field, field_after, field_of, mean_of, sum_of
from tests.support.campaigns import EVENT_T, crosstable, values


def test_camp_tie_05_trailing_byes_count_as_draws_for_others_alone() -> None:
    field = field_of(crosstable(EVENT_T))
    twelfth = 11
    assert (field.points[twelfth], field.adjusted[twelfth], field.unit) == (4, 6, 2)
    assert field.adjusted[8] == field.points[8] == 3  # its bye is not trailing
    known = field_of(crosstable(EVENT_T, known=True))
    assert known.adjusted == known.points


def test_camp_tie_06_a_dummy_scores_what_one_has_within_the_bounds_of_2026() -> None:
    table = "2+ 2+ H 2f+\n1- 1- Z 1f-"
    by = {edition: field_of(crosstable(table)).of_edition(edition) for edition in (2024, 2026)}
    dummies = {
        edition: [(part.round, part.score, part.voluntary) for part in field.contests[0] if part.dummy]
        for edition, field in by.items()
    }
    assert dummies == {2024: [(3, 7, True), (4, 7, False)], 2026: [(3, 4, True), (4, 1, False)]}


def test_camp_tie_08_known_pairings_have_opponents_instead_of_dummies() -> None:
    field = field_of(crosstable("2f+ H\n1f- .", known=True))
    assert [(part.opponent, part.points, part.dummy) for part in field.contests[0]] == [(1, 2, False)]
    assert [(part.opponent, part.points, part.voluntary) for part in field.contests[1]] == [(0, 0, False)]


def test_camp_tie_09_the_same_opponent_counts_each_time() -> None:
    assert values(crosstable("2+ 2-\n1- 1+"), "buchholz") == [2, 2]


def test_camp_robin_03_ruling_30_a_rest_is_no_round_and_worth_what_the_setting_says() -> None:
    for setting, worth in (("zero", 0), ("bye", 1)):
        results = crosstable("R 2+\n. 1-", rulings={"rest_points": setting})
        assert values(results, "points") == [1 + worth, 0]
        assert values(results, "rounds_elected") == [1, 1]
        assert values(results, "buchholz") == [0, 1 + worth]


def test_a_field_of_the_same_edition_is_itself_and_of_the_other_made_once() -> None:
    field = field_of(crosstable(EVENT_T))
    assert field.of_edition(None) is field.of_edition(2026) is field
    assert field.of_edition(2024) is field.of_edition(2024)
    assert field.of_edition(2024).edition == 2024
    assert field.of_edition(2024).of_edition(2026).edition == 2026


def four(places: tuple[int, int, int, int], rulings: StandingRulings, *absent: str, known: bool = False) -> Field:
    seats = tuple(
        Seat(participant=who, place=place, state="absent" if who in absent else "played")
        for who, place in zip("abcd", places, strict=True)
    )
    table = TableResult(round=1, match="m", seats=seats)
    return field_of(
        StageResults(participants=tuple("abcd"), tables=(table,), scoring=Scoring(), rulings=rulings, known=known)
    )


def test_camp_tie_10_every_other_seat_of_a_larger_table_is_an_opponent() -> None:
    field = four((1, 2, 2, 4), StandingRulings())
    assert [(part.opponent, part.score / field.unit, part.points / field.unit) for part in field.contests[1]] == [
        (0, 60, 0), (2, 30, 0.5), (3, 0, 1),
    ]  # fmt: skip
    assert field.outings[1][0].verdicts == ("loss", "draw", "win")
    assert field.outings[1][0].best_other == 60 * field.unit


def test_camp_ruling_47_larger_tables_may_leave_opponents_out() -> None:
    field = four((1, 2, 2, 4), StandingRulings(pairwise_results=False))
    assert field.contests == [[], [], [], []]
    assert standings(field.results, ("points", "buchholz", "koya", "omw")).rows[0].numbers == (
        60,
        0,
        0,
        Fraction(33, 100),
    )


def test_camp_tie_06_a_forfeit_at_a_larger_table_is_bounded_by_the_least_score() -> None:
    field = four((1, 1, 1, 1), StandingRulings(), "b", "c", "d")
    assert [(part.score, part.dummy) for part in field.contests[0]] == [(0, True)]
    known = four((1, 1, 1, 1), StandingRulings(), "b", "c", "d", known=True)
    assert [(part.opponent, part.points / known.unit) for part in known.contests[0]] == [(1, 1), (2, 1), (3, 1)]
    assert [part.points for part in known.contests[1]] == [0, 0, 0]


def test_a_mean_of_nothing_is_0() -> None:
    assert (sum_of([]), mean_of([])) == (0, 0)


@pytest.mark.parametrize(
    ("table", "cell"),
    [("2+ 3+\n1- .\n. 1-", (2, "2", "3")), ("2+ .\n1- .\n. .", (2, "1", "3")), ("2+ H\n1- H\n. .", (1, "3", "1"))],
)
def test_camp_rank_08_fix_02_a_field_after_a_table_is_that_of_all(table: str, cell: tuple[int, str, str]) -> None:
    round_, one, other = cell
    new = TableResult(
        round=round_, match="1-2 in 1" if round_ == 1 else "new", seats=(Seat(participant=one), Seat(participant=other))
    )
    results = crosstable(table)
    for stage in (results, replace(results, best=1), replace(results, annulled=frozenset("3"))):
        after = field_after(field_of(stage), new)
        assert after.outings == field_of(with_table(stage, new)).outings
        assert after.results == with_table(stage, new)


def test_a_field_after_a_larger_table_counts_in_more_steps() -> None:
    results = StageResults(participants=tuple("abc"), scoring=Scoring())
    table = TableResult(round=1, match="m", seats=tuple(Seat(participant=who) for who in "abc"))
    after = field_after(field_of(results), table)
    assert [points / after.unit for points in after.points] == [30, 30, 30]


def test_camp_score_05_a_bye_is_limited_like_any_round() -> None:
    results = crosstable("B", scoring="win 3, at most 2 a round")
    assert values(results, "points") == [2]
    assert results.scoring == parse("win 3, at most 2 a round")
