from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Spot

from rules_engine.kernel.geometry import (
    Disc,
    Place,
    base_distance,
    bases_overlap,
    bases_touch,
    edge,
    edge_nearer,
    edge_square,
    edges_meet,
    encloses,
    is_clear_of,
    on_table,
    outline,
    outline_distance,
    overlaps,
    point_distance,
    spots_across,
    touches,
    wholly_inside,
)

COORDINATE = st.integers(min_value=-60, max_value=60)
POINT = st.tuples(COORDINATE, COORDINATE)
FAR_POINT = st.tuples(st.integers(0, 6000), st.integers(0, 6000))
RADIUS = st.integers(min_value=2, max_value=300)
SQUARE = ((0, 0), (1000, 0), (1000, 1000), (0, 1000))
ELL = ((0, 0), (1000, 0), (1000, 400), (400, 400), (400, 1000), (0, 1000))


def test_distance_is_measured_from_edge_to_edge() -> None:
    assert base_distance(Place(100, 100), 100, Place(1000, 100), 150) == 650


def test_distance_of_touching_and_overlapping_bases_is_nothing() -> None:
    assert base_distance(Place(0, 0), 100, Place(200, 0), 100) == 0
    assert base_distance(Place(0, 0), 100, Place(50, 0), 100) == 0
    assert base_distance(Place(0, 0), 100, Place(141, 142), 100) == 0  # 0.11 hundredths apart


def test_one_hundredth_apart_is_a_distance() -> None:
    assert base_distance(Place(0, 0), 100, Place(201, 0), 100) == 1
    assert not bases_touch(Place(0, 0), 100, Place(201, 0), 100)


def test_duels_ex_61_height_counts_ten_inches_a_level() -> None:
    low, high = Place(0, 0, 0), Place(800, 0, 2)
    assert base_distance(low, 100, high, 100, rise=1000) == 2088
    assert base_distance(low, 100, high, 100) == 600


def test_height_alone_counts_when_bases_stand_one_above_the_other() -> None:
    assert base_distance(Place(0, 0, 0), 100, Place(10, 0, 1), 100, rise=1000) == 1000


@given(FAR_POINT, RADIUS, FAR_POINT, RADIUS)
def test_distance_is_symmetrical_and_rounded_to_the_nearest(
    a: tuple[int, int], ra: int, b: tuple[int, int], rb: int
) -> None:
    distance = base_distance(Place(*a), ra, Place(*b), rb)
    assert distance == base_distance(Place(*b), rb, Place(*a), ra)
    square = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    if distance == 0:
        assert square < (ra + rb + 1) ** 2
    else:
        half = Fraction(1, 2)
        assert (ra + rb + distance - half) ** 2 < square < (ra + rb + distance + half) ** 2


@given(FAR_POINT, RADIUS, FAR_POINT, RADIUS)
def test_bases_in_contact_are_those_without_distance(a: tuple[int, int], ra: int, b: tuple[int, int], rb: int) -> None:
    assert bases_touch(Place(*a), ra, Place(*b), rb) == (base_distance(Place(*a), ra, Place(*b), rb) == 0)


def test_touching_is_not_overlapping() -> None:
    assert not bases_overlap(Place(0, 0), 100, Place(200, 0), 100)
    assert not bases_overlap(Place(0, 0), 100, Place(199, 0), 100)
    assert bases_overlap(Place(0, 0), 100, Place(198, 0), 100)


def test_distance_to_a_point_is_nothing_under_the_base() -> None:
    assert point_distance(Place(0, 0), 100, 300.0, 400.0) == 400
    assert point_distance(Place(0, 0), 100, 60.0, 0.0) == 0


@pytest.mark.parametrize(
    ("x", "y", "touching", "overlapping"),
    [
        (-101, 500, False, False),
        (-100, 500, True, False),
        (-99, 500, True, False),
        (-98, 500, True, True),
        (500, 500, True, True),
        (-71, -71, True, False),
        (-60, -60, True, True),
        (1500, 500, False, False),
        (500, -500, False, False),
        (500, 1500, False, False),
    ],
)
def test_a_base_beside_an_outline(x: int, y: int, touching: bool, overlapping: bool) -> None:
    square = outline(SQUARE)
    assert touches(Place(x, y), 100, square) == touching
    assert overlaps(Place(x, y), 100, square) == overlapping


def test_a_base_is_wholly_inside_when_nothing_sticks_out() -> None:
    square = outline(SQUARE)
    assert wholly_inside(Place(500, 500), 100, square)
    assert wholly_inside(Place(99, 500), 100, square)
    assert not wholly_inside(Place(98, 500), 100, square)
    assert not wholly_inside(Place(-500, 500), 100, square)


def test_a_base_that_fills_the_notch_is_not_inside() -> None:
    assert wholly_inside(Place(200, 800), 150, outline(ELL))
    assert not wholly_inside(Place(400, 400), 150, outline(ELL))


def test_distance_to_an_outline() -> None:
    square = outline(SQUARE)
    assert outline_distance(Place(-500, 500), 100, square) == 400
    assert outline_distance(Place(-300, -400), 100, square) == 400
    assert outline_distance(Place(500, 500), 100, square) == 0
    assert outline_distance(Place(-100, 500), 100, square) == 0


@given(st.tuples(st.integers(-900, 1900), st.integers(-900, 1900)), RADIUS, st.integers(0, 800))
def test_whether_a_base_keeps_a_distance_agrees_with_the_distance(
    spot: tuple[int, int], radius: int, least: int
) -> None:
    shape, place = outline(ELL), Place(*spot)
    assert is_clear_of(place, radius, shape, least=least) == (outline_distance(place, radius, shape) >= least)


def test_a_base_crosses_an_edge_square_on() -> None:
    assert spots_across(Place(-100, 300), 100, outline(SQUARE)) == ((100, 300),)
    assert spots_across(Place(-100, -100), 100, outline(SQUARE)) == ()
    assert spots_across(Place(700, 600), 100, outline(ELL)) == ((700, 300), (300, 600))


def test_a_base_inside_may_leave_over_any_edge_the_nearest_first() -> None:
    assert spots_across(Place(150, 450), 100, outline(SQUARE)) == ((-100, 450), (150, -100), (150, 1100), (1100, 450))


@given(st.integers(300, 700), st.integers(-400, -50), st.integers(60, 140))
def test_a_base_that_crosses_an_edge_touches_it_from_the_other_side(x: int, y: int, radius: int) -> None:
    slanted = outline(((0, 0), (1000, -100), (1100, 900), (100, 1000)))
    for spot in spots_across(Place(x, y), radius, slanted):
        assert wholly_inside(Place(*spot), radius, slanted) == encloses(slanted, *spot)
        assert not wholly_inside(Place(*spot), radius + 2, slanted)


def test_a_base_stands_on_the_table_up_to_its_edge() -> None:
    assert on_table(Place(100, 5900), 100, width=6000, depth=6000)
    assert not on_table(Place(99, 500), 100, width=6000, depth=6000)
    assert not on_table(Place(500, 5901), 100, width=6000, depth=6000)


def test_an_outline_reads_the_same_in_both_directions() -> None:
    assert outline(SQUARE[::-1]).points == SQUARE
    assert outline(SQUARE) is outline(SQUARE)


def test_an_outline_knows_its_box_and_whether_it_is_convex() -> None:
    assert outline(ELL).box == (0, 0, 1000, 1000)
    assert outline(SQUARE).convex
    assert not outline(ELL).convex


@pytest.mark.parametrize(
    "points",
    [
        ((0, 0), (10, 0)),
        ((0, 0), (10, 0), (20, 0)),
        ((0, 0), (10, 0), (10, 10), (10, 0)),
        ((0, 0), (10, 10), (10, 0), (0, 20)),
        ((0, 0), (10, 0), (5, 0), (5, 5)),
        ((0, 0), (10, 0), (10, 10), (5, 0), (0, 10)),
    ],
    ids=["two corners", "no area", "corner twice", "crossing", "folded back", "touching itself"],
)
def test_what_is_no_simple_polygon_is_refused(points: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(ValueError, match="outline"):
        outline(points)


@given(st.lists(POINT, min_size=3, max_size=7, unique=True))
def test_an_outline_is_accepted_exactly_if_it_is_simple(points: list[tuple[int, int]]) -> None:
    polygon = Polygon(points)
    if polygon.is_valid and polygon.area > 0:
        assert len(outline(tuple(points)).edges) == len(points)
    else:
        with pytest.raises(ValueError, match="outline"):
            outline(tuple(points))


@given(st.lists(POINT, min_size=3, max_size=7, unique=True), POINT)
def test_points_inside_agree_with_shapely(points: list[tuple[int, int]], point: tuple[int, int]) -> None:
    polygon = Polygon(points)
    if not polygon.is_valid or polygon.area == 0 or polygon.exterior.intersects(Spot(point)):
        return
    assert encloses(outline(tuple(points)), *point) == polygon.contains(Spot(point))


def test_stretches_meet_also_at_their_ends_but_not_beyond_them() -> None:
    level = edge((0, 0), (10, 0))
    assert edges_meet(level, edge((10, 0), (20, 5)))
    assert not edges_meet(level, edge((11, 0), (20, 0)))
    assert not edges_meet(level, edge((5, 1), (5, 9)))
    assert not edges_meet(level, edge((9, 4), (14, -8)))


@given(POINT, POINT, POINT, POINT)
def test_stretches_meet_as_shapely_says(
    a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]
) -> None:
    first = LineString([a, b]) if a != b else Spot(a)
    second = LineString([c, d]) if c != d else Spot(c)
    assert edges_meet(edge(a, b), edge(c, d)) == first.intersects(second)


@given(POINT, POINT, POINT, st.integers(-5, 100))
def test_nearness_agrees_with_the_exact_distance(
    a: tuple[int, int], b: tuple[int, int], point: tuple[int, int], reach: int
) -> None:
    near = edge_nearer(edge(a, b), *point, reach=reach)
    distance = (LineString([a, b]) if a != b else Spot(a)).distance(Spot(point))
    assert edge_square(edge(a, b), *point) == pytest.approx(distance * distance, abs=1e-6)
    if abs(distance - reach) > 1e-6:
        assert near == (distance < reach)


def test_a_place_and_a_disc_are_values() -> None:
    assert hash(Place(1, 2, 1)) == hash(Place(1, 2, 1))
    assert Place(1, 2, 3).point == (1, 2)
    assert Disc(1, 2, 3) == (1, 2, 3)
