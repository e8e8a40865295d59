import pytest

from rules_engine.kernel.dice import Chance
from rules_engine.kernel.errors import MalformedInput
from rules_engine.sru.catalog import roster_problems
from rules_engine.sru.sampling import draw_roster
from tests.rules_engine.sru.test_catalog import CATALOG


@pytest.mark.parametrize("seed", range(20))
def test_drawn_rosters_are_legal(seed: int) -> None:
    assert roster_problems(draw_roster(CATALOG, 40, Chance(seed)), CATALOG, 40) == ()


def test_the_same_chance_gives_the_same_roster_and_others_give_others() -> None:
    drawn = [draw_roster(CATALOG, 40, Chance(seed)) for seed in (1, 1, 2, 3)]
    assert drawn[0] == drawn[1]
    assert len({each.characters for each in drawn}) > 1


@pytest.mark.parametrize("points", [0, 1])
def test_points_that_nobody_adds_up_to_are_refused(points: int) -> None:
    with pytest.raises(MalformedInput, match=f"exactly {points} points"):
        draw_roster(CATALOG, points, Chance(1))
