from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.dice import FixedDice
from rules_engine.kernel.errors import DecisionClosed
from rules_engine.marvel.commands import DeclareAttack, EndActivation, React, Roll
from rules_engine.marvel.decide import decide
from rules_engine.marvel.forecast import forecast, hit_lumps, pass_lumps
from rules_engine.marvel.legal import awaiting
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.state import MatchState
from tests.support.marvel import (
    ALPHA,
    BRAVO,
    CHARLIE,
    after,
    answer,
    between,
    fold_all,
    in_action,
    make_setup,
    measured,
    reach,
    with_abilities,
)

NEAR = (measured("ALPHA", "BRAVO", 0),)
DEFAULT = Rulings()


def aimed(state: MatchState) -> MatchState:
    """ALPHA has declared a JAB at BRAVO, who does not react; nothing is overloaded."""
    state = after(state, "act", DeclareAttack, attack="jab", target="BRAVO")
    while awaiting(state)[0].kind != "roll_hit":
        first = awaiting(state)[0]
        kind: Any = {"react": React}.get(first.kind)
        state = after(state, first.kind, kind) if kind else reach(state, "roll_hit")
    return state


def rolled(state: MatchState) -> dict[tuple[int, int], int]:
    """What a roll can lead to: endurance of BRAVO and what is pending → weight."""
    [decision, *_] = awaiting(state)
    branches = forecast(state, Roll(seat=decision.seat, decision=decision.id))
    return {(after.character("BRAVO").endurance, len(after.pending)): weight for weight, after in branches}


def test_what_needs_no_dice_leads_to_one_state() -> None:
    state = in_action(make_setup(), measured=NEAR)
    command = answer(state, "act", EndActivation)
    [(weight, ended)] = forecast(state, command)
    assert (weight, ended) == (1, fold_all(state, decide(state, command, FixedDice([]))))


def test_marvel_atk_09_crit_01_a_hit_roll_is_lumped_by_its_effect_with_exact_weights() -> None:
    branches = rolled(aimed(in_action(make_setup(), measured=NEAR)))
    # 21 of 64 rolls exceed 10: 11 to 16; doubles of 6, 7 and 8 are criticals
    assert branches == {(10, 0): 43, (7, 0): 18, (6, 0): 3}


def test_misses_that_may_be_rolled_again_count_by_how_near_they_are() -> None:
    lucky = in_action(make_setup((with_abilities(ALPHA, "luck"),), (BRAVO,)), measured=NEAR)
    state = aimed(lucky)
    [decision, *_] = awaiting(state)
    branches = forecast(state, Roll(seat=decision.seat, decision=decision.id))
    assert sum(weight for weight, _ in branches) == 64
    assert len(branches) > 4


def test_marvel_test_01_a_test_is_lumped_by_success() -> None:
    assert [weight for weight, _ in pass_lumps((), (0, 1), 9)] == [36, 28]
    assert pass_lumps((8, 3), (0,), 9) == ((6, (4,)), (2, (8,)))


def test_marvel_crit_01_ability_assassin_double_eights_are_their_own_effect() -> None:
    plain = hit_lumps((), (0, 1), 10, DEFAULT)
    deadly = hit_lumps((), (0, 1), 10, DEFAULT, assassin=True)
    assert [weight for weight, _ in plain] == [43, 18, 3]
    assert sorted(weight for weight, _ in deadly) == [1, 2, 18, 43]


def test_a_roll_of_sure_success_has_one_effect() -> None:
    assert sum(weight for weight, _ in hit_lumps((), (0, 1), 1, DEFAULT)) == 64
    assert pass_lumps((), (0, 1), 16) == ((64, pass_lumps((), (0, 1), 16)[0][1]),)


def test_marvel_turn_03_a_draw_is_lumped_by_whose_counter_it_is() -> None:
    state = reach(between(make_setup()), "roll_initiative")
    [decision] = awaiting(state)
    bag = (("one", 3), ("none", 0), ("two", 2))
    branches = forecast(replace(state, bag=bag), Roll(seat=decision.seat, decision=decision.id))
    assert [(weight, after.control) for weight, after in branches] == [(3, "one"), (2, "two")]


def test_marvel_ko_02_tests_of_the_end_phase_are_lumped_too() -> None:
    hurt: dict[str, dict[str, Any]] = {"ALPHA": {"endurance": 4, "activated": True}, "BRAVO": {"activated": True}}
    state = in_action(make_setup((ALPHA,), (BRAVO,)), changed=hurt)
    state = after(state, "act", EndActivation)
    [decision] = awaiting(state)
    assert decision.kind == "roll_end_test"
    branches = forecast(state, Roll(seat=decision.seat, decision=decision.id))
    assert sorted(weight for weight, _ in branches) == [21, 43]
    assert sorted(after.character("ALPHA").ko for _, after in branches) == [False, True]


def test_a_closed_decision_is_refused() -> None:
    state = in_action(make_setup((ALPHA,), (BRAVO, CHARLIE)), measured=NEAR)
    with pytest.raises(DecisionClosed):
        forecast(state, Roll(seat="one", decision="gone"))
