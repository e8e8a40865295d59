from typing import Any

import pytest

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.marvel.commands import ChooseFirst, TakeCounter, UsePlan
from rules_engine.marvel.events import FirstChosen, InitiativeDrawn, PlanDeclined, PlanUsed
from rules_engine.marvel.initiative import planners, starting_bag
from rules_engine.marvel.legal import awaiting, legal_commands
from rules_engine.marvel.state import MatchState
from tests.support.marvel import (
    ALPHA,
    BRAVO,
    CHARLIE,
    answer,
    begin,
    examples,
    happened,
    kinds,
    make_setup,
    play,
    with_abilities,
)
from tests.support.marvel_steps import check, said, step


def planning(*sides: str, **rulings: Any) -> MatchState:
    """The first Initiative phase; each side's only character has some abilities."""
    cards = [("ALPHA", ALPHA), ("BRAVO", BRAVO), ("CHARLIE", CHARLIE)]
    teams = [[(name, with_abilities(card, text))] for (name, card), text in zip(cards, sides, strict=False)]
    return begin(make_setup(*teams, rulings=rulings))


@pytest.mark.parametrize("example", examples("initiative"))
def test_marvel_turn_03_worked_examples(example: Any) -> None:
    check(said(example), example["expect"])


def test_marvel_ruling_09_mastermind_takes_a_counter_of_each_opponent_that_has_one() -> None:
    setup = make_setup(
        [("ALPHA", with_abilities(ALPHA, "mastermind, great_strategist"))],
        [BRAVO],
        [CHARLIE],
        rulings={"initiative_counters_per_side": 1},
    )
    assert starting_bag(setup) == (("one", 3), ("two", 0), ("three", 0))


def test_marvel_turn_03_each_counter_is_a_face_of_the_die() -> None:
    state = planning("", "")
    (decision,) = awaiting(state)
    assert (decision.kind, [die.sides for die in decision.pools]) == ("roll_initiative", [4])
    assert [step(state, f"draw {face}").control for face in (1, 2, 3, 4)] == ["one", "one", "two", "two"]


def test_marvel_ability_perfect_plan_is_offered_to_one_side_after_the_other() -> None:
    state = planning("perfect_plan", "perfect_plan")
    assert kinds(state) == ["use_plan:one"]
    declined = answer(state, "use_plan", UsePlan)
    used = answer(state, "use_plan", UsePlan, character="ALPHA")
    assert legal_commands(state, awaiting(state)[0]).commands == (used, declined)
    assert happened(state, declined) == (PlanDeclined(team="one"),)
    assert kinds(play(state, (declined, ""))) == ["use_plan:two"]
    assert kinds(step(step(state, "plan"), "plan")) == ["roll_initiative:one"]


def test_marvel_ability_perfect_plan_takes_any_counter_of_the_bag() -> None:
    state = planning("perfect_plan", "", initiative_counters_returned=False)
    used = answer(state, "use_plan", UsePlan, character="ALPHA")
    assert happened(state, used) == (PlanUsed(character="ALPHA"),)
    state = play(state, (used, ""))
    (decision,) = awaiting(state)
    assert [command.team for command in legal_commands(state, decision).commands] == ["one", "two"]  # type: ignore[attr-defined]
    taken = answer(state, "take_counter", TakeCounter, team="two")
    assert happened(state, taken) == (InitiativeDrawn(team="two", bag=(("one", 2), ("two", 1))),)
    with pytest.raises(MalformedInput, match="no counter of three"):
        happened(state, answer(state, "take_counter", TakeCounter, team="three"))


def test_marvel_ability_perfect_plan_02_others_may_let_it_pass() -> None:
    state = step(planning("perfect_plan", "perfect_plan"), "plan ALPHA")
    assert kinds(state) == ["counter_plan:two"]
    assert kinds(step(state, "plan")) == ["take_counter:one"]


def test_marvel_ruling_72_after_a_counter_the_draw_is_random_and_nobody_plans_again() -> None:
    state = step(step(planning("perfect_plan", "perfect_plan", "perfect_plan"), "plan ALPHA"), "plan BRAVO")
    assert kinds(state) == ["roll_initiative:one"]
    assert [name for name in ("ALPHA", "BRAVO", "CHARLIE") if state.character(name).planned] == ["ALPHA", "BRAVO"]


@pytest.mark.parametrize("changes", [{"ko": True}, {"planned": True}, {"in_play": False}])
def test_marvel_ruling_72_who_cannot_use_a_perfect_plan(changes: dict[str, bool]) -> None:
    state = planning("perfect_plan", "")
    assert planners(state.changed("ALPHA", **changes), "one") == ()


def test_marvel_ability_perfect_plan_of_somebody_else_is_refused() -> None:
    state = planning("perfect_plan", "")
    with pytest.raises(RuleViolation) as refused:
        happened(state, answer(state, "use_plan", UsePlan, character="BRAVO"))
    assert refused.value.rule_id == "MARVEL-ABILITY-PERFECT-PLAN"


def test_marvel_ruling_10_the_owner_chooses_any_side() -> None:
    state = step(planning("", ""), "draw 1")
    (decision,) = awaiting(state)
    assert [command.team for command in legal_commands(state, decision).commands] == ["one", "two"]  # type: ignore[attr-defined]
    assert happened(state, answer(state, "choose_first", ChooseFirst, team="two")) == (FirstChosen(team="two"),)
    with pytest.raises(MalformedInput, match="no team three"):
        happened(state, answer(state, "choose_first", ChooseFirst, team="three"))
