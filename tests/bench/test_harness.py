from itertools import count

import pytest

from bench.harness import (
    Figure,
    Options,
    Quartiles,
    compared,
    counted,
    number,
    quartiles,
    race_by,
    rate,
    ratios,
    rotated,
    table,
)


def test_quartiles_are_those_of_the_values_in_between() -> None:
    assert quartiles([5, 1, 4, 2, 3]) == Quartiles(2, 3, 4)
    assert quartiles([4, 1, 2, 3]) == Quartiles(1.75, 2.5, 3.25)
    assert quartiles([7]) == Quartiles(7, 7, 7)


def test_ratios_are_taken_round_by_round() -> None:
    assert ratios([10, 30], [5, 10]) == [2, 3]
    with pytest.raises(ValueError, match="shorter"):
        ratios([10, 30], [5])


def test_each_contender_begins_as_often_as_the_others() -> None:
    assert [rotated("abc", round_) for round_ in range(4)] == [list("abc"), list("bca"), list("cab"), list("abc")]


def test_a_rate_is_what_was_done_over_the_time_it_took() -> None:
    seconds = count()  # one passes between two looks at the clock
    assert rate(lambda: 10, 4, clock=lambda: next(seconds)) == 30 / 4


def test_a_race_drops_its_first_round() -> None:
    speeds = {"a": iter([1, 2, 3]), "b": iter([4, 5, 6])}
    rate_of = {name: lambda _, values=values: next(values) for name, values in speeds.items()}
    assert race_by(rate_of, Options(rounds=2)) == {"a": [2, 3], "b": [5, 6]}


@pytest.mark.parametrize(("goal", "met"), [(2.0, True), (2.1, False), (None, None)])
def test_a_goal_is_met_by_the_lower_quartile(goal: float | None, met: bool | None) -> None:
    rates = {"ours": [20, 30, 40, 50, 60], "other": [10, 15, 10, 10, 10]}  # ratios 2, 2, 4, 5, 6
    figure = compared(1, "it", rates, "other", unit="events", goal=goal)
    assert (figure.ratio, figure.met) == (Quartiles(2, 4, 5), met)


@pytest.mark.parametrize(
    ("value", "shown"), [(123456.7, "123,457"), (99.96, "100"), (3.14159, "3.14"), (0.0812, "0.0812")]
)
def test_numbers_show_three_digits_that_count(value: float, shown: str) -> None:
    assert number(value) == shown


def test_the_table_lines_up() -> None:
    compared_ = Figure(
        row=1, what="append", ours="9 events/s", yardstick="x 3/s", ratio=Quartiles(2, 3, 4), goal=">= 4"
    )
    lines = list(table([compared_, counted(4, "missed", 0, "0", met=True), counted(4, "found", 1, "2", met=False)]))
    assert len({len(line) for line in lines}) == 1
    assert [line.split("|")[-2].strip() for line in lines[2:]] == ["", "yes", "NO"]
    assert "2, 3, 4" in lines[2]
