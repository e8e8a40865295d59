import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.duels.catalog import Limits, roster_problems
from rules_engine.duels.sampling import draw_roster
from rules_engine.kernel.dice import Chance
from rules_engine.kernel.errors import MalformedInput
from tests.rules_engine.duels.test_catalog import CATALOG, sample

SAMPLE = sample()


@given(points=st.integers(2, 16), seed=st.integers(0, 2**32))
def test_duels_setup_04_setup_06_ruling_014_every_drawn_roster_is_legal(points: int, seed: int) -> None:
    drawn = draw_roster(SAMPLE, points, Chance(seed))
    assert roster_problems(drawn, SAMPLE, Limits(army_points=points)) == ()


def test_the_same_seed_draws_the_same_roster_and_seeds_differ() -> None:
    drawn = [draw_roster(SAMPLE, 8, Chance(seed)) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1]
    assert drawn[0] != drawn[2]


def test_figures_get_gear_that_their_tape_can_use() -> None:
    for seed in range(50):
        for entry in draw_roster(SAMPLE, 9, Chance(seed)).figures:
            profile = SAMPLE.figure(entry.figure)
            assert profile is not None
            for piece in entry.gear:
                colours = {die.colour for die in SAMPLE.piece(piece).dice}  # type: ignore[union-attr]
                assert colours <= {"white", "yellow", "black", "red", *(band.colour for band in profile.bands)}


@pytest.mark.parametrize("points", [0, 1, 4, 6])
def test_duels_setup_04_points_that_no_figures_add_up_to_are_refused(points: int) -> None:
    with pytest.raises(MalformedInput, match=f"exactly {points} army points"):
        draw_roster(CATALOG, points, Chance(1))
