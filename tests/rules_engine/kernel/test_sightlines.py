from itertools import product
from math import cos, pi, sin

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules_engine.kernel.geometry import Disc, Outline, Point, outline
from rules_engine.kernel.sightlines import (
    HAIR,
    Line,
    centre_line,
    crosses_disc,
    crosses_outline,
    fan,
    lines,
    outer_tangents,
    stretches,
)

A, B = Disc(0, 0, 100), Disc(1000, 0, 100)
EAST = Line(1000.0, 0.0, 0.0, 1000.0, 0.0)
SQUARE = outline(((400, -100), (600, -100), (600, 100), (400, 100)))
VEE = outline(((400, -100), (500, -50), (600, -100), (600, 100), (500, 50), (400, 100)))
FORK = outline(((200, -200), (800, -200), (800, 100), (600, 100), (600, -100), (400, -100), (400, 100), (200, 100)))


def rectangle(x: int, y: int, width: int, height: int) -> Outline:
    return outline(((x, y), (x + width, y), (x + width, y + height), (x, y + height)))


def is_free(line: Line, outlines: list[Outline], discs: list[Disc], *, grazing: bool = False) -> bool:
    return not any(crosses_outline(line, shape, grazing=grazing) for shape in outlines) and not any(
        crosses_disc(line, disc, grazing=grazing) for disc in discs
    )


def rim(disc: Disc, count: int) -> list[tuple[float, float]]:
    angles = [2 * pi * step / count for step in range(count)]
    return [(disc.x + disc.radius * cos(angle), disc.y + disc.radius * sin(angle)) for angle in angles]


def straight(start: tuple[float, float], end: tuple[float, float]) -> Line:
    return Line(((start[0] - end[0]) ** 2 + (start[1] - end[1]) ** 2) ** 0.5, *start, *end)


def test_the_centre_line_is_the_shortest() -> None:
    assert centre_line(A, B) == Line(800.0, 100.0, 0.0, 900.0, 0.0)
    assert lines(A, B, [], discs=[])[0] == pytest.approx(Line(800.0, 100.0, 0.0, 900.0, 0.0))


def test_bases_in_contact_have_one_line_of_no_length() -> None:
    touching = Disc(200, 0, 100)
    contact = Line(0.0, 100.0, 0.0, 100.0, 0.0)
    assert centre_line(A, touching) == contact
    assert lines(A, touching, [SQUARE], discs=[B]) == [contact]
    assert fan(A, touching) == outer_tangents(A, touching) == [contact]
    assert stretches(contact, SQUARE) == []


def test_the_fan_reaches_from_one_outer_tangent_to_the_other() -> None:
    left, right = outer_tangents(A, Disc(1000, 0, 50))
    views = fan(A, Disc(1000, 0, 50))
    assert (views[0], views[-1], len(views)) == (left, right, 17)
    assert (right.y1, left.y1) == pytest.approx((-99.874922, 99.874922))


def test_a_line_through_the_middle_runs_inside_from_edge_to_edge() -> None:
    assert stretches(EAST, SQUARE) == [(0.4, 0.6)]


def test_a_line_that_begins_or_ends_inside_runs_from_or_to_there() -> None:
    assert stretches(straight((500, 0), (1000, 0)), SQUARE) == [(0.0, 0.2)]
    assert stretches(straight((0, 0), (500, 0)), SQUARE) == [(0.8, 1.0)]


def test_a_line_may_run_through_a_piece_twice() -> None:
    assert stretches(EAST, FORK) == [(0.2, 0.4), (0.6, 0.8)]


def test_a_line_through_an_inner_corner_stays_one_stretch() -> None:
    hollow = outline(((400, -100), (600, -100), (600, 100), (500, 0), (400, 100)))
    assert stretches(straight((0, -1), (1000, 1)), hollow) == [pytest.approx((0.4, 0.6))]
    assert stretches(EAST, hollow) == [(0.4, 0.6)]


@pytest.mark.parametrize(
    "line",
    [
        straight((0, 100), (1000, 100)),
        straight((0, -100), (1000, -100)),
        straight((300, 0), (500, 200)),
        straight((0, 0), (400, 0)),
        straight((400, -300), (400, 300)),
        straight((450, 300), (450, 100)),
    ],
    ids=["along a side", "along the other side", "corner", "ends on a side", "down a side", "stops at a side"],
)
def test_a_line_that_only_touches_does_not_cross_unless_grazing_counts(line: Line) -> None:
    assert stretches(line, SQUARE) == []
    assert not crosses_outline(line, SQUARE)
    assert crosses_outline(line, SQUARE, grazing=True)


def test_a_line_that_runs_inside_crosses_whether_grazing_counts_or_not() -> None:
    assert crosses_outline(EAST, SQUARE)
    assert crosses_outline(EAST, SQUARE, grazing=True)


@pytest.mark.parametrize("y", [101, 300, -101, -300])
def test_a_line_past_a_piece_does_not_even_touch_it(y: int) -> None:
    assert not crosses_outline(straight((0, y), (1000, y)), SQUARE, grazing=True)


def test_a_line_beside_a_slanted_piece_is_told_from_its_corners() -> None:
    wedge = outline(((400, -100), (600, -100), (600, 100)))
    assert not crosses_outline(straight((400, -50), (500, 50)), wedge)
    assert crosses_outline(straight((400, -150), (600, 50)), wedge)


def test_a_line_along_the_inside_of_a_gap_touches_only() -> None:
    assert stretches(straight((400, 300), (400, -100)), FORK) == []
    assert stretches(straight((500, 300), (500, -100)), FORK) == []
    assert stretches(straight((450, 90), (550, 90)), VEE) == []


def test_a_base_is_crossed_when_the_line_goes_deeper_than_its_edge() -> None:
    assert crosses_disc(EAST, Disc(500, 99, 100))
    assert not crosses_disc(EAST, Disc(500, 100, 100))
    assert crosses_disc(EAST, Disc(500, 100, 100), grazing=True)
    assert not crosses_disc(EAST, Disc(500, 101, 100), grazing=True)


def test_a_base_behind_either_end_is_not_crossed() -> None:
    assert not crosses_disc(EAST, Disc(-100, 0, 100))
    assert not crosses_disc(EAST, Disc(1100, 0, 100))
    assert crosses_disc(EAST, Disc(1099, 0, 100))


def test_a_point_is_never_crossed_but_may_be_touched() -> None:
    assert not crosses_disc(EAST, Disc(500, 0, 0))
    assert crosses_disc(EAST, Disc(500, 0, 0), grazing=True)


def test_a_slit_between_two_walls_is_found() -> None:
    walls = [rectangle(480, 70, 40, 900), rectangle(480, -900, 40, 960)]  # open from 60 to 70 only
    free = [line for line in lines(A, B, walls, discs=[]) if is_free(line, walls, [])]
    assert free[0].length == pytest.approx(840.0, abs=0.5)


def test_a_slit_between_two_bases_is_found() -> None:
    discs = [Disc(500, 170, 100), Disc(500, -70, 130)]  # open from 60 to 70 only
    free = [line for line in lines(A, B, [], discs=discs) if is_free(line, [], discs)]
    assert free[0].length == pytest.approx(840.0, abs=0.5)


def test_a_slit_that_only_a_slanted_line_passes_is_found() -> None:
    walls = [rectangle(300, -20, 10, 900), rectangle(700, -900, 10, 920)]
    assert [line for line in lines(A, B, walls, discs=[]) if is_free(line, walls, [])]


def test_no_line_passes_a_closed_slit() -> None:
    walls = [rectangle(480, 60, 40, 900), rectangle(470, -900, 40, 970)]
    assert not [line for line in lines(A, B, walls, discs=[]) if is_free(line, walls, [])]


def test_with_grazing_a_line_needs_room_beside_it() -> None:
    tight, wide = [rectangle(480, 0, 40, 900), rectangle(480, -900, 40, 900)], [rectangle(480, 0, 40, 900)]
    assert [line for line in lines(A, B, tight, discs=[]) if is_free(line, tight, [])]
    assert not [line for line in lines(A, B, tight, discs=[], grazing=True) if is_free(line, tight, [], grazing=True)]
    assert [line for line in lines(A, B, wide, discs=[], grazing=True) if is_free(line, wide, [], grazing=True)]


def test_the_same_question_gets_the_same_lines() -> None:
    assert lines(A, B, [SQUARE, FORK], discs=[Disc(500, 50, 60)]) == lines(
        A, B, [SQUARE, FORK], discs=[Disc(500, 50, 60)]
    )


@given(
    st.integers(20, 200),
    st.integers(20, 200),
    st.lists(
        st.tuples(st.integers(250, 700), st.integers(-250, 200), st.integers(5, 90), st.integers(5, 200)), max_size=3
    ),
    st.lists(st.tuples(st.integers(350, 650), st.integers(-250, 250), st.integers(20, 120)), max_size=2),
    st.booleans(),
)
@settings(max_examples=100, deadline=None)
def test_whenever_a_free_line_exists_one_as_short_is_found(
    radius_a: int,
    radius_b: int,
    walls: list[tuple[int, int, int, int]],
    rounds: list[tuple[int, int, int]],
    grazing: bool,
) -> None:
    a, b = Disc(0, 0, radius_a), Disc(1000, 0, radius_b)
    outlines, discs = [rectangle(*wall) for wall in walls], [Disc(*each) for each in rounds]
    wider = [Disc(disc.x, disc.y, disc.radius + 3) for disc in discs] if grazing else discs
    broader = [rectangle(x - 3, y - 3, w + 6, h + 6) for x, y, w, h in walls] if grazing else outlines
    tried = (straight(start, end) for start, end in product(rim(a, 40), rim(b, 40)))
    free = [line for line in tried if is_free(line, broader, wider)]
    assume(free)
    found = next(
        line
        for line in lines(a, b, outlines, discs=discs, grazing=grazing)
        if is_free(line, outlines, discs, grazing=grazing)
    )
    assert found.length <= min(free).length + 0.01


@given(
    st.tuples(st.integers(-50, 50), st.integers(-50, 50)),
    st.tuples(st.integers(-50, 50), st.integers(-50, 50)),
    st.tuples(st.integers(-50, 50), st.integers(-50, 50)),
    st.tuples(st.integers(-50, 50), st.integers(-50, 50)),
    st.tuples(st.integers(-50, 50), st.integers(-50, 50)),
)
def test_a_crossing_is_what_shapely_calls_an_inside_of_some_length(
    p: Point, q: Point, r: Point, start: Point, end: Point
) -> None:
    from shapely.geometry import LineString, Polygon

    triangle, whole = Polygon([p, q, r]), LineString([start, end])
    assume(triangle.area > 0 and start != end)
    shape, line = outline((p, q, r)), straight(start, end)
    found = sum(last - first for first, last in stretches(line, shape)) * line.length
    inside = triangle.intersection(whole).length
    if triangle.buffer(-2 * HAIR).intersection(whole).length > 0:  # then its middle lies deeper than a hair
        assert found == pytest.approx(inside, abs=1e-6)
    elif not triangle.buffer(-HAIR / 2).intersects(whole):
        assert found == 0
    else:
        assert found == 0 or found == pytest.approx(inside, abs=1e-6)
