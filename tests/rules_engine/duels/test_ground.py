from math import cos, pi, sin

import pytest

from rules_engine.duels.ground import laid_down
from rules_engine.duels.state import GroundGear
from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.units import inches
from tests.support.duels import F1, F4, entry, in_turn, make_setup

SETUP = make_setup(entry("A1", F1), entry("B1", F4), board="tracked")
STATE = in_turn(SETUP, "A1", places={"A1": (10, 20, 1), "B1": (40, 20, 0)})


@pytest.mark.parametrize("eighth", range(8))
def test_duels_ruling_103_a_piece_lies_anywhere_on_the_edge(eighth: int) -> None:
    spot = (
        inches(10) + round(F1.radius * cos(eighth * pi / 4)),
        inches(20) + round(F1.radius * sin(eighth * pi / 4)),
    )
    lying = laid_down(STATE, STATE.figure("A1"), "vest", spot=spot)
    assert lying == GroundGear(gear="vest", place=Place(*spot, 1))


def test_duels_ruling_103_without_a_spot_it_lies_at_one() -> None:
    lying = laid_down(STATE, STATE.figure("A1"), "vest", spot=None)
    assert lying.place == Place(inches(10) + F1.radius, inches(20), 1)


@pytest.mark.parametrize("off", [-2, 2])
def test_duels_ruling_103_a_piece_touches_the_base(off: int) -> None:
    with pytest.raises(RuleViolation) as caught:
        laid_down(STATE, STATE.figure("A1"), "vest", spot=(inches(10) + F1.radius + off, inches(20)))
    assert (caught.value.rule_id, caught.value.facts) == ("DUELS-RULING-103", {"figure": "A1", "gear": "vest"})


def test_duels_gear_02_on_a_declared_board_the_bearer_touches_it() -> None:
    state = in_turn(make_setup(entry("A1", F1), entry("B1", F4)), "A1")
    assert laid_down(state, state.figure("A1"), "vest", spot=None) == GroundGear(gear="vest", beside=("A1",))
