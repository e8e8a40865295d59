import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Polygon

from rules_engine.kernel.geometry import Disc, Place, Point, base_distance, outline, wholly_inside
from rules_engine.kernel.paths import (
    Ground,
    Obstruction,
    first_entry,
    hits_disc,
    hits_outline,
    obstruction,
    path_length,
    sample_paths,
    shortest_path,
    stays_inside,
)

WALL = ((2000, 1000), (2100, 1000), (2100, 3000), (2000, 3000))
FIELD = ((1000, 1000), (3000, 1000), (3000, 3000), (1000, 3000))
NOTCHED = (
    (1000, 1000),
    (3000, 1000),
    (3000, 3000),
    (2200, 3000),
    (2200, 2000),
    (1800, 2000),
    (1800, 3000),
    (1000, 3000),
)
EMPTY = Ground(6000, 6000)
FOE = Disc(2000, 2000, 150)


def test_a_path_is_as_long_as_its_stretches_together() -> None:
    assert path_length(((0, 0), (300, 400), (300, 1000))) == 1100
    assert path_length(((5, 5),)) == 0


def test_a_path_length_is_rounded_once_at_the_end() -> None:
    assert path_length(tuple((step, step) for step in range(11))) == 14  # not 10 times 1


@pytest.mark.parametrize(
    ("path", "hit"),
    [
        (((1500, 2000), (2500, 2000)), True),
        (((1000, 2000), (1850, 2000)), False),
        (((1000, 2000), (1851, 2000)), False),
        (((1000, 2000), (1852, 2000)), True),
        (((1850, 500), (1850, 3500)), False),
        (((1500, 500), (2500, 500), (2500, 2000)), False),
        (((1500, 500), (2500, 500), (2500, 2000), (2050, 2000)), True),
        (((2050, 2000), (2050, 2010)), True),
        (((2050, 2000),), True),
        (((1500, 850), (2500, 850)), False),
        (((1500, 3152), (2500, 3152)), False),
        (((1894, 894), (1890, 890)), False),
    ],
)
def test_a_swept_base_hits_a_wall_or_passes_beside_it(path: tuple[Point, ...], hit: bool) -> None:
    assert hits_outline(path, 150, outline(WALL)) == hit


def test_a_base_inside_a_wide_piece_hits_it_without_meeting_its_edge() -> None:
    assert hits_outline(((1900, 2000), (2100, 2000)), 100, outline(FIELD))


@pytest.mark.parametrize(("y", "hit"), [(2299, False), (2300, False), (2298, True), (2000, True)])
def test_a_swept_base_hits_a_base_or_passes_beside_it(y: int, hit: bool) -> None:
    assert hits_disc(((1000, y), (3000, y)), 150, FOE) == hit


def test_a_base_stays_inside_a_surface() -> None:
    field, notched = outline(FIELD), outline(NOTCHED)
    assert stays_inside(((1150, 1150), (2850, 2850)), 150, field)
    assert not stays_inside(((1150, 1150), (2860, 2850)), 150, field)
    assert not stays_inside(((500, 500), (510, 500)), 150, field)
    assert not stays_inside(((1400, 2500), (2600, 2500)), 150, notched)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (((500, 500), (900, 900)), None),
        (((500, 500), (149, 500)), Obstruction.OFF_TABLE),
        (((1500, 1500), (900, 900)), Obstruction.LEAVES_SURFACE),
        (((1500, 1500), (2500, 1500)), Obstruction.SOLID),
        (((1500, 2500), (2500, 2500)), Obstruction.BARRIER),
        (((1500, 1500), (1500, 2800)), Obstruction.OCCUPIED),
        (((1500, 1500), (1500, 2800), (1200, 2400)), None),
    ],
)
def test_the_first_reason_why_a_path_cannot_be_taken(path: tuple[Point, ...], reason: Obstruction | None) -> None:
    on_field = Ground(
        6000,
        6000,
        solids=(((2000, 1000), (2100, 1000), (2100, 1800), (2000, 1800)),),
        barriers=(Disc(2000, 2500, 150),),
        occupied=(Disc(1600, 2820, 150),),
        surface=None if path[0] == (500, 500) else FIELD,
    )
    assert obstruction(on_field, path, 150) == reason


def test_a_base_may_cross_what_it_may_not_end_on() -> None:
    ground = Ground(6000, 6000, occupied=(FOE,))
    assert obstruction(ground, ((1000, 2000), (3000, 2000)), 150) is None
    assert obstruction(ground, ((1000, 2000), (1702, 2000)), 150) is Obstruction.OCCUPIED
    assert obstruction(ground, ((1000, 2000), (1700, 2000)), 150) is None


def test_the_path_ends_where_the_whole_base_is_inside() -> None:
    assert first_entry(((500, 2000), (2500, 2000)), 150, outline(FIELD)) == ((500, 2000), (1150, 2000))
    assert first_entry(((500, 500), (500, 2000), (2500, 2000)), 150, outline(FIELD)) == (
        *((500, 500), (500, 2000)),
        (1150, 2000),
    )


def test_a_path_past_a_corner_or_short_of_it_never_enters() -> None:
    assert first_entry(((500, 2000), (1100, 2000)), 150, outline(FIELD)) is None
    assert first_entry(((500, 1100), (3500, 1100)), 150, outline(FIELD)) is None


def test_a_base_that_starts_inside_must_first_have_left() -> None:
    field = outline(FIELD)
    assert first_entry(((2000, 2000), (2500, 2000)), 150, field) is None
    assert first_entry(((2000, 2000), (900, 2000)), 150, field) is None
    assert first_entry(((2000, 2000), (900, 2000), (2000, 2100)), 150, field) == (
        *((2000, 2000), (900, 2000)),
        (1150, 2023),
    )


def test_a_base_that_passes_a_notch_enters_again_behind_it() -> None:
    entered = first_entry(((1400, 2500), (2800, 2500)), 150, outline(NOTCHED))
    assert entered == ((1400, 2500), (2350, 2500))


def test_a_base_that_passes_close_under_a_notch_enters_again_past_its_corner() -> None:
    entered = first_entry(((1400, 1880), (2800, 1880)), 150, outline(NOTCHED))
    assert entered == ((1400, 1880), (2290, 1880))


def test_a_path_that_goes_nowhere_enters_nothing() -> None:
    assert first_entry(((500, 500), (500, 500)), 150, outline(FIELD)) is None


def test_the_straight_way_is_taken_when_it_is_clear() -> None:
    assert shortest_path(EMPTY, ((500, 500), (1300, 500)), 150, limit=800) == ((500, 500), (1300, 500))
    assert shortest_path(EMPTY, ((500, 500), (1301, 500)), 150, limit=800) is None


def test_duels_ex_56_the_way_round_a_base_is_longer() -> None:
    ground = Ground(6000, 6000, barriers=(Disc(1500, 500, 150),))
    ends = (1000, 500), (2000, 500)
    path = shortest_path(ground, ends, 150, limit=1400)
    assert path is not None
    assert obstruction(ground, path, 150) is None
    assert 1186 <= path_length(path) <= 1186 + 27  # hugging the arc takes 1186
    assert shortest_path(ground, ends, 150, limit=path_length(path)) == path
    assert shortest_path(ground, ends, 150, limit=path_length(path) - 1) is None


def test_a_way_round_one_thing_minds_the_next() -> None:
    ground = Ground(6000, 6000, solids=(WALL,), barriers=(Disc(2300, 3300, 150), Disc(2050, 750, 150)))
    path = shortest_path(ground, ((1500, 2200), (2500, 2200)), 150, limit=4000)
    assert path is not None
    assert obstruction(ground, path, 150) is None
    assert len(path) > 4


def test_a_way_leads_out_of_a_recess() -> None:
    ground = Ground(6000, 6000, solids=(NOTCHED,))
    path = shortest_path(ground, ((2000, 2400), (3200, 2400)), 150, limit=3000)
    assert path is not None
    assert obstruction(ground, path, 150) is None
    assert path_length(path) == 2501  # hugging both corners takes 2475


def test_there_may_be_no_way() -> None:
    closed = Ground(6000, 6000, solids=(((2000, 0), (2100, 0), (2100, 6000), (2000, 6000)),))
    assert shortest_path(closed, ((1500, 2000), (2500, 2000)), 150, limit=9000) is None
    narrow = Ground(6000, 6000, solids=(((2000, 250), (2100, 250), (2100, 5750), (2000, 5750)),))
    assert shortest_path(narrow, ((1500, 2000), (2500, 2000)), 150, limit=9000) is None


def test_no_way_ends_on_a_base_or_off_the_surface() -> None:
    occupied = Ground(6000, 6000, occupied=(FOE,))
    assert shortest_path(occupied, ((1000, 2000), (2000, 2000)), 150, limit=2000) is None
    assert shortest_path(Ground(6000, 6000, surface=FIELD), ((1500, 2000), (500, 2000)), 150, limit=2000) is None


def test_samples_reach_contact_ranges_and_the_whole_circle() -> None:
    paths = sample_paths(EMPTY, (3000, 3000), 150, reach=1000, targets=[Disc(3800, 3000, 150)], ranges=(600, 200))
    assert paths[0] == ((3000, 3000), (3500, 3000))
    distances = [base_distance(Place(*path[-1]), 150, Place(3800, 3000), 150) for path in paths[1:2]]
    assert (distances, len(paths)) == ([199], 14)
    assert all(path_length(path) <= 1000 for path in paths)


def test_samples_go_round_an_obstacle_for_contact() -> None:
    ground = Ground(6000, 6000, solids=(((3400, 2900), (3450, 2900), (3450, 3100), (3400, 3100)),))
    target = Disc(4200, 3000, 150)
    first = sample_paths(ground, (3000, 3000), 150, reach=1200, targets=[target])[0]
    assert len(first) > 2
    assert base_distance(Place(*first[-1]), 150, Place(target.x, target.y), 150) == 0


def test_samples_stand_at_corners_and_back_off_where_the_way_is_barred() -> None:
    ground = Ground(6000, 6000, solids=(WALL,))
    ends = {path[-1] for path in sample_paths(ground, (1700, 2900), 150, reach=600)}
    assert (1850, 3062) in ends
    assert (1700 + 150, 2900) in ends


def test_samples_keep_to_their_limit_and_to_other_places() -> None:
    assert len(sample_paths(EMPTY, (3000, 3000), 150, reach=1000, limit=5)) == 5
    assert sample_paths(EMPTY, (3000, 3000), 150, reach=0) == ()
    assert sample_paths(EMPTY, (3000, 3000), 150, reach=0, targets=[Disc(3000, 3000, 150)]) == ()
    assert sample_paths(Ground(300, 300), (150, 150), 150, reach=1000) == ()


@st.composite
def grounds(draw: st.DrawFn) -> Ground:
    boxes = draw(st.lists(st.tuples(*[st.integers(500, 4500)] * 2, *[st.integers(50, 1200)] * 2), max_size=4))
    discs = draw(st.lists(st.tuples(st.integers(500, 5500), st.integers(500, 5500), st.integers(50, 200)), max_size=3))
    solids = tuple(((x, y), (x + w, y), (x + w, y + h), (x, y + h)) for x, y, w, h in boxes)
    return Ground(6000, 6000, solids=solids, barriers=tuple(Disc(*disc) for disc in discs))


SPOT = st.tuples(st.integers(200, 5800), st.integers(200, 5800))


@given(grounds(), SPOT, SPOT, st.integers(50, 200), st.integers(500, 9000))
@settings(deadline=None)
def test_a_way_found_is_one_the_base_can_take(
    ground: Ground, start: Point, goal: Point, radius: int, limit: int
) -> None:
    path = shortest_path(ground, (start, goal), radius, limit=limit)
    assume(path is not None)
    assert path is not None
    assert (path[0], path[-1]) == (start, goal)
    assert obstruction(ground, path, radius) is None
    assert path_length((start, goal)) <= path_length(path) <= limit


@given(
    grounds(),
    SPOT,
    st.integers(50, 200),
    st.integers(0, 2000),
    st.lists(st.builds(Disc, st.integers(0, 6000), st.integers(0, 6000), st.just(150)), max_size=3),
)
@settings(deadline=None, max_examples=50)
def test_samples_are_ways_the_base_can_take(
    ground: Ground, start: Point, radius: int, reach: int, targets: list[Disc]
) -> None:
    paths = sample_paths(ground, start, radius, reach=reach, targets=targets, ranges=(400, 1600))
    assert len(paths) <= 24
    assert len({path[-1] for path in paths}) == len(paths)
    for path in paths:
        assert path[0] == start != path[-1]
        assert obstruction(ground, path, radius) is None
        assert path_length(path) <= reach
    assert paths == sample_paths(ground, start, radius, reach=reach, targets=targets, ranges=(400, 1600))


@given(
    st.lists(SPOT, min_size=2, max_size=4), st.lists(SPOT, min_size=3, max_size=3, unique=True), st.integers(50, 200)
)
def test_a_sweep_hits_what_shapely_finds_under_it(path: list[Point], corners: list[Point], radius: int) -> None:
    triangle = Polygon(corners)
    assume(triangle.area > 0 and len(set(path)) > 1)
    distance = LineString(path).distance(triangle)
    assume(abs(distance - (radius - 1)) > 1e-6)
    assert hits_outline(path, radius, outline(tuple(corners))) == (distance < radius - 1)


@given(st.lists(SPOT, min_size=2, max_size=4), st.integers(50, 200))
def test_an_entry_is_the_first_place_wholly_inside(path: list[Point], radius: int) -> None:
    entered = first_entry(path, radius, outline(NOTCHED))
    if entered is not None:
        assert wholly_inside(Place(*entered[-1]), radius, outline(NOTCHED))
        assert list(entered[:-1]) == path[: len(entered) - 1]
        assert path_length(entered) <= path_length(path)
    elif not wholly_inside(Place(*path[0]), radius, outline(NOTCHED)):
        assert not wholly_inside(Place(*path[-1]), radius, outline(NOTCHED))
