from typing import Any

import pytest

from rules_engine.duels.commands import ChooseDice
from rules_engine.duels.legal import awaiting
from rules_engine.duels.state import MatchState
from rules_engine.duels.view import dice_are_hidden, view
from rules_engine.kernel.messages import JUDGE
from tests.support.duels import F1, entry, make_setup, play, reach, with_alpha


def choosing(variant: str = "basic", **rulings: Any) -> MatchState:
    """B1 has chosen its dice; A1 has not."""
    setup = make_setup(
        entry("A1", F1, "W6 U6 G6 Y6 W4 U4 G4"),
        entry("B1", F1, "W6 U6 G6 Y6 W4 U4 G4"),
        variant=variant,
        rulings=rulings,
    )
    state = reach(with_alpha(setup, 3, 9), "choose_dice")
    decision = next(decision for decision in awaiting(state) if decision.subject == "B1")
    cup = state.figure("B1").cup
    return play(state, (ChooseDice(seat="B", decision=decision.id, figure="B1", dice=cup[1:]), ""))


def test_duels_round_05_ruling_024_others_do_not_see_chosen_dice() -> None:
    state = choosing()
    seen = view(state, "A").figure("B1")
    assert (seen.base, seen.dice_chosen) == ((), True)
    assert seen.cup == tuple(sorted(f"B1/{die}" for die in ("W6", "U6", "G6", "Y6", "W4", "U4", "G4")))
    assert view(state, "A").figure("A1") == state.figure("A1")


def test_duels_ruling_024_the_chooser_and_the_judge_see_them() -> None:
    state = choosing()
    assert view(state, "B").figure("B1").base == state.figure("B1").base
    assert view(state, JUDGE) == state


@pytest.mark.parametrize("state", [choosing("advanced"), choosing(basic_dice_choice="open"), reach(choosing(), "act")])
def test_otherwise_nothing_is_hidden(state: MatchState) -> None:
    assert not dice_are_hidden(state)
    assert view(state, "A") is state
