import pytest

from rules_engine.kernel.board import (
    Blockers,
    Crossing,
    Piece,
    Run,
    Sight,
    Stand,
    TrackedBoard,
    around,
)
from rules_engine.kernel.geometry import Disc, Place

LEVEL = 1000
ANNA, BORIS = Stand("anna", Place(1000, 3000), 100), Stand("boris", Place(2000, 3000), 100)
CARLA = Stand("carla", Place(1500, 3000), 50)


def box(name: str, x: int, y: int, width: int, height: int, *, top: int = 0) -> Piece:
    return Piece(name, ((x, y), (x + width, y), (x + width, y + height), (x, y + height)), 0, top)


HEDGE = box("hedge", 1400, 2950, 200, 1000)
WALL = box("wall", 1400, 1000, 200, 4000)


def table(*things: Piece | Stand, stands: tuple[Stand, ...] = (ANNA, BORIS)) -> TrackedBoard:
    pieces = tuple(thing for thing in things if isinstance(thing, Piece))
    return TrackedBoard(6000, 6000, pieces, stands + tuple(thing for thing in things if isinstance(thing, Stand)))


def blocking(*pieces: str, bases: tuple[str, ...] = (), grazing: bool = False, whole: bool = False) -> Blockers:
    return Blockers(frozenset(pieces), frozenset(bases), grazing, whole)


def clear(sight: Sight) -> bool:
    return not sight.runs


def over_a_near_edge(sight: Sight) -> bool:
    return all(crossing.from_a < 100 for run in sight.runs for crossing in run.crossings)


def test_a_tracked_board_does_not_know_absent_figures() -> None:
    with pytest.raises(KeyError, match="carla"):
        table().sight("anna", "carla", blocking())


def test_a_free_line_on_an_empty_table_is_the_centre_line() -> None:
    assert table().sight("anna", "boris", blocking()) == Sight(800, True, ends=((1100, 3000), (1900, 3000)))


def test_height_lengthens_the_line() -> None:
    raised = table(stands=(ANNA, Stand("boris", Place(1800, 3000, 2), 100)))
    assert raised.sight("anna", "boris", blocking(), rise=LEVEL).distance == 2088


def test_a_piece_that_does_not_block_is_run_through_and_its_edges_are_measured() -> None:
    sight = table(HEDGE).sight("anna", "boris", blocking())
    assert sight.free
    assert sight.runs == (Run("hedge", (Crossing(300, 500), Crossing(500, 300))),)


def test_a_piece_in_which_a_figure_stands_has_no_edge_on_its_side() -> None:
    roof = box("roof", 1500, 2500, 1000, 1000, top=1)
    board = table(roof)
    assert board.sight("anna", "boris", blocking()).runs == (Run("roof", (Crossing(400, 400),)),)
    assert board.sight("boris", "anna", blocking()).runs == (Run("roof", (Crossing(400, 400),)),)


def test_a_base_against_a_piece_still_crosses_its_edge() -> None:
    roof = box("roof", 1099, 2500, 400, 1000, top=1)  # anna's base is a hundredth under it
    assert table(roof).sight("anna", "boris", blocking()).runs == (Run("roof", (Crossing(0, 800), Crossing(399, 401))),)


def test_a_line_past_a_blocking_piece_is_found() -> None:
    sight = table(HEDGE).sight("anna", "boris", blocking("hedge"))
    assert sight == Sight(827, True, ends=((1087, 2950), (1913, 2950)))


def test_a_wall_across_every_line_leaves_the_shortest_not_free() -> None:
    sight = table(WALL).sight("anna", "boris", blocking("wall"))
    assert (sight.distance, sight.free, [run.piece for run in sight.runs]) == (800, False, ["wall"])


@pytest.mark.parametrize(
    ("piece", "found"),
    [
        (WALL, True),
        (HEDGE, False),
        (box("lake", 800, 2800, 400, 400), True),
        (box("pond", 800, 2800, 250, 400), False),
        (box("shore", 850, 1000, 250, 4000), False),
        (box("lane", 1890, 2800, 400, 400), True),
        (box("elsewhere", 4000, 2000, 200, 2000), False),
        (Piece("angle", ((1400, 1000), (1600, 1000), (1600, 5000), (1500, 3000), (1400, 5000))), False),
    ],
)
def test_pieces_that_no_line_can_avoid(piece: Piece, found: bool) -> None:
    board = table(piece)
    assert (piece.id in board.unavoidable("anna", "boris")) is found
    assert (piece.id in board.unavoidable("boris", "anna")) is found
    seen = board.sight("anna", "boris", blocking(), accept=lambda line: piece.id not in line.pieces)
    assert not (found and seen.free)


def test_bases_far_from_every_line_are_not_around() -> None:
    far, near = Stand("far", Place(1500, 3300), 150), Stand("near", Place(1500, 3250), 150)
    assert around((ANNA, far, near, BORIS), (ANNA, BORIS)) == (ANNA, near, BORIS)


def test_two_pieces_may_block_every_line_together() -> None:
    halves = box("left", 1400, 1000, 200, 2010), box("right", 1300, 3000, 100, 2000)
    assert not table(*halves).sight("anna", "boris", blocking("left", "right")).free
    assert table(*halves).sight("anna", "boris", blocking("left")).free


def test_duels_ex_65_a_base_that_covers_part_of_the_view_leaves_a_line() -> None:
    sight = table(CARLA).sight("anna", "boris", blocking(bases=("carla",)))
    assert sight.free
    assert sight.bases == ()
    assert sight.distance == 827


def test_duels_ex_65_a_base_that_covers_the_whole_view_blocks() -> None:
    giant = Stand("carla", Place(1500, 3000), 110)
    assert table(giant).sight("anna", "boris", blocking(bases=("carla",))) == Sight(
        800, False, bases=("carla",), ends=((1100, 3000), (1900, 3000))
    )


def test_a_base_that_does_not_block_is_only_named() -> None:
    sight = table(CARLA).sight("anna", "boris", blocking())
    assert (sight.free, sight.bases) == (True, ("carla",))


def test_the_whole_target_is_visible_only_when_nothing_stands_between() -> None:
    everything = blocking("hedge", bases=("carla",), whole=True)
    assert table().sight("anna", "boris", everything).free
    assert not table(CARLA).sight("anna", "boris", everything).free
    assert not table(Stand("carla", Place(1500, 3120), 50)).sight("anna", "boris", everything).free
    assert table(Stand("carla", Place(1500, 3150), 50)).sight("anna", "boris", everything).free


def test_duels_ruling_036_a_line_along_a_wall_is_free_unless_grazing_blocks() -> None:
    beside = table(box("wall", 1400, 3000, 200, 1000))
    assert beside.sight("anna", "boris", blocking("wall")).distance == 800
    grazed = beside.sight("anna", "boris", blocking("wall", grazing=True))
    assert (grazed.free, grazed.distance) == (True, 800)
    assert grazed.ends == ((1100, 2998), (1900, 2998))


def test_duels_ruling_036_between_two_walls_grazing_blocks() -> None:
    slit = table(box("north", 1400, 3000, 200, 1000), box("south", 1400, 2000, 200, 1000))
    assert slit.sight("anna", "boris", blocking("north", "south")).free
    assert not slit.sight("anna", "boris", blocking("north", "south", grazing=True)).free


def test_a_rule_may_refuse_lines_and_gets_the_next() -> None:
    sight = table(HEDGE).sight("anna", "boris", blocking(), accept=clear)
    assert (sight.free, sight.distance, sight.runs) == (True, 827, ())
    assert not table(WALL).sight("anna", "boris", blocking(), accept=clear).free


def test_a_slanted_line_is_found_for_a_rule_about_the_edge_it_crosses() -> None:
    roof = box("roof", 0, 2880, 3000, 1000, top=1)
    board = table(roof, stands=(ANNA, Stand("boris", Place(2900, 2700), 100)))
    (straight,) = board.sight("anna", "boris", blocking()).runs
    assert straight.crossings == (Crossing(669, 1054),)
    sight = board.sight("anna", "boris", blocking(), accept=over_a_near_edge)
    assert sight.free
    assert over_a_near_edge(sight)


def test_bases_in_contact_see_each_other() -> None:
    close = table(WALL, stands=(ANNA, Stand("boris", Place(1200, 3000), 100)))
    assert close.sight("anna", "boris", blocking("wall")) == Sight(0, True, ends=((1100, 3000), (1100, 3000)))


def test_a_line_between_touching_bases_that_a_rule_refuses_is_not_free() -> None:
    close = table(stands=(ANNA, Stand("boris", Place(1200, 3000), 100)))
    assert not close.sight("anna", "boris", blocking(), accept=lambda sight: sight.distance > 0).free


def test_stands_and_pieces_are_ready_for_geometry() -> None:
    assert ANNA.disc == Disc(1000, 3000, 100)
    assert HEDGE.shape is HEDGE.shape
