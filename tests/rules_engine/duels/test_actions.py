import pytest

from rules_engine.duels.actions import acting_figure, acting_figure_advanced
from rules_engine.duels.legal import awaiting
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from tests.support.scenes import scene

FIGURES = {"A1": {"as": "F1"}, "A2": {"as": "F3"}, "B1": {"as": "F4"}}


def test_duels_act_01_only_the_figure_whose_turn_it_is_acts() -> None:
    state = scene({"figures": FIGURES})
    (decision,) = awaiting(state)
    assert acting_figure(state, decision, "A1") == acting_figure_advanced(state, decision, "A1") == state.figure("A1")
    with pytest.raises(MalformedInput, match="turn of A1, not of A2"):
        acting_figure(state, decision, "A2")


def test_duels_act_09_basic_knows_moves_and_attacks_alone() -> None:
    state = scene({"figures": FIGURES, "variant": "basic"})
    (decision,) = awaiting(state)
    assert acting_figure(state, decision, "A1").id == "A1"
    with pytest.raises(RuleViolation, match="DUELS-ACT-09"):
        acting_figure_advanced(state, decision, "A1")
