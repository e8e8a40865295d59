from fractions import Fraction

import pytest

from campaigns.domain.pairings import aims
from campaigns.domain.pairings.protocol import History, Options
from tests.support.pairings import history, people


@pytest.mark.parametrize(
    ("points", "steps"),
    [
        ([], ()),
        ([9, 6, 0], (9, 6, 0)),
        ([1, Fraction(1, 2), 0], (2, 1, 0)),
        ([Fraction(1, 2), Fraction(1, 3)], (3, 2)),
        ([3, 0, -2], (5, 2, 0)),
    ],
)
def test_camp_swiss_06_points_are_whole_steps_from_zero(points: list[int | Fraction], steps: tuple[int, ...]) -> None:
    assert aims.whole_steps(points) == steps


@pytest.mark.parametrize(
    ("priority", "numbers"),
    [("after_score", [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12]), ("before_score", [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12])],
)
def test_camp_swiss_03_ruling_23_the_aims_stand_in_their_order(priority: str, numbers: list[int]) -> None:
    options = Options(separation_priority=priority)  # type: ignore[arg-type]
    assert [aim.number for aim in aims.aims(options)] == numbers


def test_camp_swiss_08_order_counts_places_within_the_group_and_at_its_edges() -> None:
    before = History(points={"1": 3, "2": 3, "3": 3, "4": 0, "5": 0})
    field = aims.field_of(people(5), before, Options(within_group="fold"), "demo")
    order = next(aim for aim in aims.aims(field.options) if aim.code == "order")
    # within: (b − a − 1)²; between: below the upper ² + above the lower ²; bye: below its receiver ²
    assert aims.column(order, field, [(0, 1), (0, 2), (0, 3), (2, 4)], [3, 4]) == [0, 1, 4, 1, 1, 0]


def test_camp_swiss_07_floats_of_the_last_two_rounds_cost_two_and_one() -> None:
    before = history("1>9 2>8 3<7", "1>7 2>3 4Z")
    field = aims.field_of(people(4), before, Options(), "demo")
    assert (field.down, field.up) == ((0, 2, 0, 0), (0, 0, 2, 0))
    later = aims.field_of(people(4), history("1>9 2>8 3<7", "1>7 2>3 4Z", "1>3 2=8 4B"), Options(), "demo")
    assert (later.down, later.up) == ((2, 3, 0, 2), (0, 0, 3, 0))


def test_camp_swiss_10_the_field_knows_which_vertex_is_the_bye() -> None:
    assert aims.field_of(people(4), History(), Options(), "").bye is None
    assert aims.field_of(people(5), History(), Options(), "").bye == 5
