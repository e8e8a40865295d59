from itertools import pairwise

import pytest

from rules_engine.duels.spacing import contains, gap, is_clear, scattered, spread
from rules_engine.kernel.geometry import Point, outline


def box(left: int, low: int, right: int, high: int) -> tuple[Point, ...]:
    return (left, low), (right, low), (right, high), (left, high)


@pytest.mark.parametrize(
    ("other", "distance"),
    [
        (box(700, 0, 800, 100), 600),
        (box(400, 500, 500, 600), 500),
        (box(100, 0, 200, 100), 0),
        (box(50, 50, 200, 200), 0),
        (box(20, 20, 40, 40), 0),
        (box(-50, -50, 200, 200), 0),
        (((101, 50), (300, 0), (300, 100)), 1),
    ],
)
def test_the_gap_between_outlines(other: tuple[Point, ...], distance: int) -> None:
    one = outline(box(0, 0, 100, 100))
    assert gap(one, outline(other)) == gap(outline(other), one) == distance


@pytest.mark.parametrize("least", [0, 1, 99, 100, 101, 500])
def test_whether_outlines_are_so_far_apart(least: int) -> None:
    one = outline(box(0, 0, 100, 100))
    for other in map(outline, (box(200, 0, 300, 100), box(50, 200, 60, 300), box(20, 20, 40, 40))):
        assert is_clear(one, other, least) == is_clear(other, one, least) == (gap(one, other) >= least)


NOTCHED = outline(((0, 0), (300, 0), (300, 300), (200, 300), (200, 100), (100, 100), (100, 300), (0, 300)))


@pytest.mark.parametrize(
    ("inner", "within"),
    [
        (box(0, 0, 300, 100), True),
        (box(10, 10, 50, 50), True),
        (box(0, 0, 100, 300), True),
        (box(250, 250, 350, 290), False),
        (box(400, 400, 500, 500), False),
        (box(10, 200, 290, 250), False),
        (box(10, 50, 290, 150), False),
        (((0, 300), (150, 80), (300, 300)), False),
        (((50, 150), (150, 20), (250, 150)), False),
    ],
)
def test_one_outline_within_another(inner: tuple[Point, ...], within: bool) -> None:
    assert contains(NOTCHED, outline(inner)) is within


def test_corners_of_the_outer_outline_within_the_inner_one() -> None:
    star = outline(((0, 0), (150, 100), (300, 0), (300, 300), (0, 300)))
    assert not contains(star, outline(box(0, 0, 300, 300)))


def test_a_few_of_many_are_spread_evenly() -> None:
    assert spread(()) == ()
    assert spread(range(10)) == range(10)
    assert list(spread(range(40))) == list(range(0, 40, 3))


@pytest.mark.parametrize("number", [0, 1, 2, 3, 10, 120, 121, 225])
def test_scattered_items_are_all_there_and_the_first_come_from_all_over(number: int) -> None:
    found = list(scattered(range(number)))
    assert sorted(found) == list(range(number))
    first = sorted(found[:10])
    assert all(after - before <= max(number / 5, 1) for before, after in pairwise(first))
