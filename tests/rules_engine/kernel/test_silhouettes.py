import pytest

from rules_engine.kernel.geometry import outline
from rules_engine.kernel.silhouettes import Block, Eye, Silhouette, hidden_percent

EYE = Eye(0, 0, 200)
STANDING = Silhouette(1000, 0, 50, 0, 200)


def wall(x: int, low: int, high: int, *, top: int, floor: int = 0) -> Block:
    return Block(outline(((x, low), (x + 20, low), (x + 20, high), (x, high))), floor, top)


@pytest.mark.parametrize(
    ("block", "hidden"),
    [
        (wall(920, -200, 200, top=300), 100),  # higher than both
        (wall(920, -200, 200, top=100), 50),  # half as high, and close before who stands behind it
        (wall(500, -200, 200, top=100), 0),  # one looks over a low wall half-way
        (wall(500, -200, 200, top=150), 50),
        (wall(920, 0, 200, top=300), 50),  # one side of it
        (wall(920, -200, 200, top=300, floor=110), 50),  # seen under an arch
        (wall(500, -200, 200, top=300, floor=200), 0),
        (wall(500, 60, 200, top=300), 0),  # beside the lines
        (wall(1100, -200, 200, top=300), 0),  # behind
        (wall(-100, -200, 200, top=300), 0),
        (wall(500, -300, -100, top=300), 0),
        (wall(500, -200, 200, top=0), 0),  # flat
    ],
)
def test_a_block_hides_what_is_behind_it(block: Block, hidden: int) -> None:
    assert hidden_percent(EYE, STANDING, (block,)) == hidden


def test_two_blocks_hide_a_point_once() -> None:
    near, far = wall(500, -200, 0, top=300), wall(920, -200, 0, top=300)
    assert hidden_percent(EYE, STANDING, (near, far)) == hidden_percent(EYE, STANDING, (far,)) == 50
    assert hidden_percent(EYE, STANDING, (far, wall(920, 0, 200, top=300))) == 100


def test_who_lies_behind_a_low_wall_is_out_of_sight() -> None:
    lying = STANDING._replace(top=20)
    assert hidden_percent(EYE._replace(z=100), lying, (wall(920, -200, 200, top=100),)) == 100


def test_a_roof_hides_who_stands_back_from_its_edge() -> None:
    house = Block(outline(((500, -500), (1500, -500), (1500, 500), (500, 500))), 0, 400)
    up = STANDING._replace(x=1000, floor=400, top=600)
    assert hidden_percent(EYE, up, (house,)) == 100
    assert hidden_percent(EYE, up._replace(x=560), (house,)) == 10
    assert hidden_percent(Eye(1000, 0, 600), STANDING._replace(x=2500), (house,)) == 0
    assert hidden_percent(Eye(1000, 0, 600), STANDING._replace(x=1560), (house,)) == 100


def test_nothing_hides_who_is_over_or_under_the_eye() -> None:
    assert hidden_percent(EYE, STANDING._replace(x=30), (wall(10, -200, 200, top=300),)) == 0
