"""The small text of scoring: read into data, printed again, refused with every fault at its place."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.domain.scoring import OUTCOMES, Bonus, OutcomeTest, Per, PlacePoints, QuantityTest, Scoring
from campaigns.domain.scoring_expression import COMPARISONS, QUANTITIES, Fault, ScoringUnreadable, parse, printed
from tests.support.campaigns import examples


def faults(text: str) -> list[tuple[int, str]]:
    with pytest.raises(ScoringUnreadable) as refused:
        parse(text)
    assert str(refused.value).count("\n") == len(refused.value.faults) - 1
    return [(fault.at, fault.problem) for fault in refused.value.faults]


@pytest.mark.parametrize("example", examples("expressions"))
def test_worked_examples(example: dict[str, Any]) -> None:
    if "faults" in example:
        assert faults(example["text"]) == [tuple(fault) for fault in example["faults"]]
    else:
        assert printed(parse(example["text"])) == example["printed"]
        assert parse(example["printed"]) == parse(example["text"])


def test_camp_score_07_every_kind_of_clause() -> None:
    text = (
        "forfeit loss 0, half bye (1/3), places of 3: 5/2.5/0, places 9/1, +0.05 per 10 objective margin up to 2, "
        "-1 if loss and fewer than -3 margin and exactly 2 rounds, at least 0 a round, at most 12 a round"
    )
    scoring = parse(text)
    assert scoring == Scoring(
        forfeit_loss=0,
        half_bye=Fraction(1, 3),
        places=(PlacePoints((5, Fraction(5, 2), 0), 3), PlacePoints((9, 1))),
        bonuses=(
            Bonus(amount=Fraction(1, 20), per=Per("objective_margin", 10), up_to=2),
            Bonus(
                amount=-1,
                tests=(
                    OutcomeTest("loss"),
                    QuantityTest("fewer than", -3, "margin"),
                    QuantityTest("exactly", 2, "rounds"),
                ),
            ),
        ),
        lower=0,
        upper=12,
    )
    assert printed(scoring) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [(1, "an outcome, `places`, `+`, `-`, `at most` or `at least` expected")]),
        ("win", [(4, "a number expected after `win`")]),
        ("win 1.", [(5, "a number with one or 2 decimals expected after `win`")]),
        ("win 1.234", [(5, "a number with one or 2 decimals expected after `win`")]),
        ("win 1000001", [(5, "a number up to 1000000 expected")]),
        ("win 1000000.01", [(5, "a number up to 1000000 expected")]),
        ("win 99999999999999", [(5, "a number up to 1000000 expected")]),
        ("win 3 points", [(7, "a comma or the end expected after `3`")]),
        ("win -1", [(5, "a number expected after `win`")]),
        ("win .", [(5, "a number expected after `win`")]),
        ("win (1/0)", [(8, "a denominator that is not 0 expected")]),
        ("win (x/2)", [(6, "a whole number expected after `(`")]),
        ("win (1 2)", [(8, "`/` expected after `1`")]),
        ("draw 1, draw 1", [(9, "a second `draw`")]),
        ("at most 3 a round, at most 4 a round", [(20, "a second `at most`")]),
        ("at least 3 a round, at least 4 a round", [(21, "a second `at least`")]),
        ("at most 3", [(10, "`a round` expected after `3`")]),
        ("places 1, places 2", [(11, "a second `places` for this size")]),
        ("places of 3: 1, places of 3: 2", [(17, "a second `places` for this size")]),
        ("places of: 1", [(10, "a whole number expected after `of`")]),
        ("+1 per 0 destroyed", [(8, "a step of at least 1 expected")]),
        ("+1 per goals", [(8, "a quantity expected after `per`")]),
        (
            "+1 if forfeit",
            [
                (7, "an outcome, a comparison or a whole number expected after `if`"),
                (14, "a quantity expected after `forfeit`"),
            ],
        ),
        ("+1 if at most x objectives", [(15, "a whole number expected after `most`")]),
        ("__import__('os')", [(1, "an outcome, `places`, `+`, `-`, `at most` or `at least` expected")]),
        ("win ٣", [(5, "a number expected after `win`")]),
        ("w\x00in 3", [(1, "an outcome, `places`, `+`, `-`, `at most` or `at least` expected")]),
    ],
    ids=repr,
)  # fmt: skip
def test_camp_score_08_a_fault_has_its_place_and_says_what_was_expected(text: str, expected: Any) -> None:
    assert faults(text) == expected


def test_camp_score_08_texts_are_limited() -> None:
    assert faults("win 1" + " " * 496) == [(501, "more than 500 characters")]
    assert len(parse("+1" + ",+1" * 39).bonuses) == 40
    assert faults("+1" + ",+1" * 40) == [(121, "more than 40 clauses")]


points = st.one_of(
    st.integers(0, 1_000_000), st.builds(Fraction, st.integers(0, 99), st.integers(1, 12)), st.just(Fraction(1, 100))
).map(lambda number: int(number) if number == int(number) else number)
tests = st.one_of(
    st.builds(OutcomeTest, st.sampled_from(OUTCOMES)),
    st.builds(QuantityTest, st.sampled_from(COMPARISONS), st.integers(-99, 99), st.sampled_from(QUANTITIES)),
)
bonuses = st.builds(
    Bonus,
    amount=st.builds(lambda number, sign: number * sign, points, st.sampled_from((1, -1))),
    per=st.none() | st.builds(Per, st.sampled_from(QUANTITIES), st.integers(1, 50)),
    up_to=st.none() | points,
    tests=st.lists(tests, max_size=2).map(tuple),
)
rows = st.builds(PlacePoints, st.lists(points, min_size=1, max_size=4).map(tuple), st.none() | st.integers(2, 7))
scorings = st.builds(
    Scoring,
    **{outcome: st.none() | points for outcome in OUTCOMES[:6]},
    places=st.lists(rows, max_size=2, unique_by=lambda row: row.seats).map(tuple),
    bonuses=st.lists(bonuses, max_size=2).map(tuple),
    lower=st.none() | points,
    upper=st.none() | points,
).filter(lambda scoring: scoring != Scoring())


@given(scorings)
def test_camp_score_06_every_scoring_prints_as_a_text_that_reads_equal(scoring: Scoring) -> None:
    assert parse(printed(scoring)) == scoring


@given(st.text(alphabet="win draw+-/().,:1 ifup toperat mos½٣\n", max_size=60))
def test_camp_score_07_any_text_is_read_or_refused(text: str) -> None:
    found = read(text)
    if isinstance(found, Scoring):
        assert parse(printed(found)) == found
    else:
        assert found
        assert all(1 <= fault.at <= len(text) + 1 for fault in found)


def read(text: str) -> Scoring | tuple[Fault, ...]:
    """The scoring, or the faults."""
    try:
        return parse(text)
    except ScoringUnreadable as refused:
        return refused.faults
