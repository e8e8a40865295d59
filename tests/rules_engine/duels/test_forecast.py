from collections import Counter
from itertools import product
from math import prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.duels import forecast as module
from rules_engine.duels import odds
from rules_engine.duels.commands import ChooseDodge, DeclareHeal, DeclareSkillTest, EndTurn, Roll, StartMove
from rules_engine.duels.components import DialBonus, IgnoreKarma, ReRoll, SkillTest
from rules_engine.duels.decide import decide
from rules_engine.duels.evolve import evolve
from rules_engine.duels.forecast import effect_of, forecast, total_lumps
from rules_engine.duels.legal import awaiting
from rules_engine.duels.odds import Coded, Effect, Habits, Situation
from rules_engine.duels.state import AttackPending, HealPending, MatchState, MovePending
from rules_engine.kernel.dice import NoDice
from tests.support.attacks import declare, facing
from tests.support.duels import F1, F4, answer, entry, in_turn, make_setup, opened, play
from tests.support.security_passes import attacked, held, holding, plays, rolled

# --- single branches --------------------------------------------------------------------------------------------------


def test_a_command_without_a_roll_leads_to_one_state() -> None:
    state = facing({"attacker": "F1", "target": "F4", "distance": "7"})
    command = answer(state, "act", EndTurn, figure="A1")
    after = state
    for event in decide(state, command, NoDice()):
        after = evolve(after, event)
    assert forecast(state, command) == ((1, after),)


# --- attacks ----------------------------------------------------------------------------------------------------------


def rolling(attack: str, **more: Any) -> MatchState:
    """A1's attack on B1 waits for its roll; B1 dodges with all it has."""
    state = facing({"attacker": "F1", "target": "F4", "distance": "7", "attack": attack} | more)
    state = play(state, (declare(state, state.figure("A1").base), ""))
    if state.attack.dodge is None:
        granted = tuple(die.name for die in state.attack.terrain_dice)
        dodging = answer(state, "choose_dodge", ChooseDodge, dice=state.figure("B1").base, terrain_dice=granted)
        state = play(state, (dodging, ""))
    return state


def looked_ahead(state: MatchState) -> tuple[tuple[int, MatchState], ...]:
    """What the roll that is open can lead to."""
    (decision,) = awaiting(state)
    return forecast(state, Roll(seat=decision.seat, decision=decision.id))


def test_an_attack_roll_branches_by_clicks_with_exact_weights() -> None:
    state = rolling("U6=1 Y6=1", distance="2", dodge="W4=1")
    table = odds.odds(odds.situation_of(state, state.attack))
    found = Counter[int]()
    for weight, after in looked_ahead(state):
        clicks = after.attack.left if isinstance(after.pending, AttackPending) else 0
        found[clicks] += weight
    assert found.total() == table.total
    assert found == Counter(dict(table.clicks.weights))
    assert len(looked_ahead(state)) == len(table.effects)


def test_an_attack_roll_has_few_branches() -> None:
    state = rolling("U6=1 U8=1 G6=1 G8=1 R6=1 K6=1", dodge="W6=1", through=1)
    table = odds.odds(odds.situation_of(state, state.attack))
    branches = looked_ahead(state)
    assert len(table.effects) > module.MOST_BRANCHES == len(branches)
    assert sum(weight for weight, _ in branches) == table.total


def test_a_branch_is_a_state_of_the_rules() -> None:
    ends = {after.attack.called_shot: weight for weight, after in looked_ahead(rolling("G6=1", target_dials=[0, 0, 5]))}
    assert ends == {False: 5, True: 1}


SMALL = st.builds(Coded, colour=st.integers(1, 5), sides=st.integers(2, 4), ace=st.integers(0, 1))
HABITS = st.builds(Habits, *[st.booleans()] * len(Habits._fields))


@given(
    st.lists(SMALL, min_size=1, max_size=4),
    st.integers(-2, 8),
    st.lists(st.tuples(st.integers(2, 4), st.integers(0, 1)), max_size=1),
    st.lists(st.tuples(st.integers(1, 5), st.integers(2, 5)), max_size=3),
    st.lists(st.tuples(st.integers(1, 5), st.integers(1, 2)), max_size=2, unique_by=lambda bonus: bonus[0]),
    HABITS,
    st.integers(-2, 2),
)
def test_what_one_roll_does_agrees_with_the_odds(
    dice: list[Coded], margin: int, dodge: Any, limits: Any, bonuses: Any, habits: Habits, added: int
) -> None:
    situation = Situation(
        tuple(sorted(dice)), margin, tuple(dodge), tuple(sorted(limits)), tuple(sorted(bonuses)), habits, added
    )
    sides = [*(die.sides for die in situation.dice), *(number for number, _ in dodge)]
    seen = Counter[Effect](
        effect_of(situation, situation.dice, situation.dodge, faces=faces)
        for faces in product(*(range(1, number + 1) for number in sides))
    )
    assert dict(seen) == dict(odds.odds(situation).effects)


def test_an_effect_too_rare_to_be_found_joins_the_nearest() -> None:
    """Of six equal dice without shields hardly any roll in 400 is all aces."""
    state = rolling("G8=1 G8=1 G8=1 G8=1 G8=1 G8=1")
    branches = looked_ahead(state)
    assert sum(weight for weight, _ in branches) == 8**6


# --- totals -----------------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(2, 8), min_size=1, max_size=4))
def test_totals_are_lumped_by_weight(sides: list[int]) -> None:
    values = tuple(tuple(range(1, number + 1)) for number in sides)
    lumps = total_lumps(values)
    assert sum(weight for weight, _ in lumps) == prod(sides)
    assert 1 <= len(lumps) <= module.MOST_BRANCHES // 2
    assert [sum(faces) for _, faces in lumps] == sorted({sum(faces) for _, faces in lumps})
    assert all(1 <= face <= number for _, faces in lumps for face, number in zip(faces, sides, strict=True))


def test_a_range_of_totals_is_shown_by_its_middle() -> None:
    assert total_lumps((tuple(range(1, 9)),)) == ((2, (1,)), (2, (3,)), (2, (5,)), (2, (7,)))
    two = tuple(range(1, 7)), tuple(range(1, 7))
    assert [(weight, sum(faces)) for weight, faces in total_lumps(two)] == [(10, 4), (5, 6), (11, 7), (10, 10)]


def test_where_only_a_threshold_matters_there_are_two_ranges() -> None:
    values = ((6, 2, 3, 4, 5, 6),)  # an ace counts as the highest number
    assert [weight for weight, _ in total_lumps(values, cut=5)] == [3, 3]
    assert [weight for weight, _ in total_lumps(values, cut=1)] == [6]
    assert [weight for weight, _ in total_lumps(values, cut=9)] == [6]


LOCK = SkillTest(id="lock", name="lock", colour="black", attribute="head", difficulty=9, contact=False)


def with_dice(labels: str) -> MatchState:
    setup = make_setup(entry("A1", F1, labels), entry("B1", F4, "W6"), skill_tests=(LOCK,))
    return in_turn(setup, "A1", dials={"A1": (4, 0, 0)})


def test_duels_move_02_a_move_branches_by_its_allowance() -> None:
    state = with_dice("W6 W4")
    state = play(state, (answer(state, "act", StartMove, figure="A1", dice=("A1/W6", "A1/W4")), ""))
    branches = looked_ahead(state)
    assert sum(weight for weight, _ in branches) == 24
    allowances = [after.pending.allowance for _, after in branches if isinstance(after.pending, MovePending)]
    assert len(allowances) == len(branches) == len(set(allowances)) == 4


def test_duels_heal_09_healing_counts_an_ace_as_the_highest() -> None:
    state = with_dice("K6")
    state = play(state, (answer(state, "act", DeclareHeal, healer="A1", healed="A1", die="A1/K6"), ""))
    branches = looked_ahead(state)
    clicks = [after.pending.clicks for _, after in branches if isinstance(after.pending, HealPending)]
    assert sum(weight for weight, _ in branches) == 6
    assert min(number for number in clicks if number is not None) >= 2


def test_duels_skill_04_a_test_branches_into_failed_and_passed() -> None:
    state = with_dice("K6")
    state = play(state, (answer(state, "act", DeclareSkillTest, figure="A1", test="lock", dice=("A1/K6",)), ""))
    branches = looked_ahead(state)
    assert [(weight, after.tests_won) for weight, after in branches] == [(4, ()), (2, ("lock",))]


# --- passes -----------------------------------------------------------------------------------------------------------


def test_a_pass_is_looked_at_together_with_the_roll_that_follows_it() -> None:
    state = attacked(holding(held(IgnoreKarma(), when="attack")))
    branches = forecast(state, plays(state, "roll_attack"))
    assert sum(weight for weight, _ in branches) == 6 * 8
    assert all(after.pending is None or after.attack.rolled for _, after in branches)


def test_a_die_that_is_rolled_again_branches_by_its_faces() -> None:
    state = rolled(attacked(holding(held(ReRoll(dice=2), when="attack_rolled"))), "U6=3 U8=3")
    one = forecast(state, plays(state, "play_pass", dice=("A1/U8",)))
    assert len(one) == 8
    both = forecast(state, plays(state, "play_pass", dice=("A1/U6", "A1/U8")))
    assert (len(both), sum(weight for weight, _ in both)) == (4, 6 * 8)


def test_a_pass_without_a_roll_leads_to_one_state() -> None:
    state = holding(held(DialBonus(dial="head", amount=1)))
    ((weight, after),) = forecast(state, plays(state, "act"))
    assert (weight, after.figure("A1").value("head")) == (1, 7)


# --- samples ----------------------------------------------------------------------------------------------------------


def test_rolls_that_only_settle_an_order_are_samples() -> None:
    state = opened(make_setup(entry("A1", F1), entry("B1", F4)))
    branches = forecast(state, answer(state, "roll_alpha", Roll, seat="A"))
    assert [weight for weight, _ in branches] == [1] * module.SAMPLES
    assert len({after.alpha_rolls for _, after in branches}) > 1


@pytest.mark.parametrize("again", range(2))
def test_a_forecast_is_the_same_every_time(again: int) -> None:
    assert looked_ahead(rolling("U6=1 G8=1")) == looked_ahead(rolling("U6=1 G8=1"))
