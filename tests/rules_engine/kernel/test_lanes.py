import pytest

from rules_engine.kernel.geometry import Disc, outline
from rules_engine.kernel.lanes import Body, Met, along, disc_stretch, lane, point_on, run_until, wedge

EAST = lane((0, 500), (1000, 500))
LOW = ((0, 200), (0, 200))


def box(x: int, y: int, width: int, height: int, name: str = "box", *, floor: int = 0, top: int = 100) -> Body:
    return Body(name, outline(((x, y), (x + width, y), (x + width, y + height), (x, y + height))), floor, top)


def base(x: int, y: int, radius: int = 50, name: str = "base") -> Body:
    return Body(name, Disc(x, y, radius), 0, 200)


@pytest.mark.parametrize(
    ("disc", "stretch"),
    [
        (Disc(500, 500, 100), (0.4, 0.6)),
        (Disc(0, 500, 100), (0.0, 0.1)),
        (Disc(1000, 500, 100), (0.9, 1.0)),
        (Disc(500, 600, 100), None),  # touches it
        (Disc(1200, 500, 100), None),
        (Disc(-200, 500, 100), None),
    ],
)
def test_a_disc_holds_a_part_of_a_line(disc: Disc, stretch: tuple[float, float] | None) -> None:
    assert disc_stretch(EAST, disc) == stretch


def test_a_line_without_length_lies_in_nothing() -> None:
    assert disc_stretch(lane((5, 5), (5, 5)), Disc(5, 5, 10)) is None


def test_what_lies_along_a_line_comes_in_its_order() -> None:
    bodies = [base(800, 500, name="far"), box(300, 400, 50, 200, "near"), base(500, 700, name="aside")]
    assert along(EAST, bodies, LOW) == ("near", "far")


@pytest.mark.parametrize(("floor", "top", "met"), [(0, 10, True), (250, 400, False), (0, 100, True), (190, 400, True)])
def test_what_stands_above_a_lane_is_not_on_it(floor: int, top: int, met: bool) -> None:
    assert bool(along(EAST, [box(300, 400, 50, 200, floor=floor, top=top)], LOW)) is met


def test_a_lane_between_roofs_passes_over_what_stands_below() -> None:
    assert along(EAST, [base(500, 500)], ((400, 600), (400, 600))) == ()
    assert along(EAST, [base(900, 500), base(100, 500, name="first")], ((400, 600), (0, 200))) == ("base",)


def test_points_on_a_line_go_on_beyond_its_end() -> None:
    assert [point_on(EAST, 0), point_on(EAST, 250), point_on(EAST, 1200)] == [(0, 500), (250, 500), (1200, 500)]
    assert point_on(lane((5, 6), (5, 6)), 100) == (5, 6)


def run(*bodies: Body, distance: int = 300) -> Met:
    return run_until(lane((100, 500), (200, 500)), 50, distance, bodies, width=3600, depth=3600)


def test_a_base_meets_the_nearest_thing_in_its_lane() -> None:
    assert run() == Met((400, 500), 300)
    assert run(base(100, 700), box(500, 400, 50, 200, "wall")) == Met((400, 500), 300)
    assert run(box(250, 400, 50, 200, "wall"), base(230, 500, 30)) == Met((151, 500), 51, "base")
    assert run(box(250, 400, 50, 200, "wall"), base(290, 500, 30)) == Met((201, 500), 101, "wall")


def test_what_a_base_overlaps_already_is_met_at_once() -> None:
    assert run(base(120, 500)) == Met((100, 500), 0, "base")


def test_the_edge_of_the_table_is_met_like_all_else() -> None:
    west = lane((300, 500), (200, 500))
    met = run_until(west, 50, 400, (), width=3600, depth=3600)
    assert met == Met((50, 500), 250, edge=True)


def test_a_wedge_opens_from_a_base_towards_a_point() -> None:
    assert wedge((0, 0), (10, 0), gap=50, length=800, width=300) == ((50, 0), (850, 150), (850, -150))
    assert wedge((7, 7), (7, 7), gap=50, length=800, width=300) is None


def test_a_wedge_too_narrow_for_whole_corners_is_none() -> None:
    assert wedge((0, 0), (10, 0), gap=50, length=800, width=1) is None
