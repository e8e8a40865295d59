from typing import Any

from msgspec.structs import replace

from rules_engine.kernel.messages import Outcome, Placing
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel.commands import ChooseOverload, DeclareAttack, Keep, React, Reroll, Roll
from rules_engine.marvel.components import Card, CriticalEffect
from rules_engine.marvel.evaluation import evaluate
from rules_engine.marvel.forecast import forecast
from rules_engine.marvel.legal import awaiting
from rules_engine.marvel.pending import EffectPending, GrabPending, TestPending
from rules_engine.marvel.setup import Objective
from rules_engine.marvel.state import MatchState
from tests.support.marvel import (
    ALPHA,
    BRAVO,
    CHARLIE,
    after,
    answer,
    between,
    in_action,
    make_setup,
    measured,
    piece,
    play,
    specials,
    with_abilities,
    with_attack,
)

HERO, FOE, AIDE = replace(ALPHA, level=9), replace(BRAVO, level=8), replace(CHARLIE, level=5)
NEAR = (measured("ALPHA", "BRAVO", 0), measured("ALPHA", "CHARLIE", 0), measured("BRAVO", "CHARLIE", 0))


def table(own: Card = HERO, **more: Any) -> MatchState:
    """ALPHA acts on the declared board, where all are in contact; nobody threatens, so only what is there counts."""
    setup = make_setup((own,), (FOE, AIDE), **{name: more.pop(name) for name in ("rulings", "scenery") if name in more})
    return in_action(setup, measured=more.pop("measured", NEAR), **more)


def declared(state: MatchState, attack: str = "jab", target: str = "BRAVO", **more: Any) -> MatchState:
    return after(state, "act", DeclareAttack, attack=attack, target=target, **more)


def unboosted(state: MatchState) -> MatchState:
    """After reactions and the overload, all declined."""
    while (first := awaiting(state)[0]).kind in {"react", "overload"}:
        command = React if first.kind == "react" else ChooseOverload
        state = play(state, (answer(state, first.kind, command, first.subject), ""))
    return state


def rolled(state: MatchState, faces: str) -> MatchState:
    first = awaiting(state)[0]
    return play(state, (answer(state, first.kind, Roll), faces))


def expected(state: MatchState, seat: str = "one") -> float:
    """The mean of what the open roll leads to."""
    first = awaiting(state)[0]
    branches = forecast(state, answer(state, first.kind, Roll))
    return sum(weight * evaluate(after, seat) for weight, after in branches) / sum(weight for weight, _ in branches)


# --- what is there ----------------------------------------------------------------------------------------------------


def test_what_one_team_has_the_other_lacks() -> None:
    state = table()
    assert evaluate(state, "one") == -evaluate(state, "two")
    hurt = state.changed("BRAVO", endurance=3)
    assert evaluate(hurt, "one") > evaluate(state, "one")
    gone = state.changed("BRAVO", endurance=0, in_play=False)
    assert evaluate(gone, "one") > evaluate(hurt, "one")


def test_with_more_teams_the_enemies_strength_is_their_mean() -> None:
    state = in_action(make_setup((HERO,), (FOE,), (AIDE,)))
    weaker = state.changed("CHARLIE", in_play=False)
    assert evaluate(weaker, "one") - evaluate(state, "one") == (5000 + 2 * 4 * 5) // 2


def test_counters_that_can_still_pay_for_a_defence_count() -> None:
    state = table()
    assert evaluate(state.changed("BRAVO", pow=0), "two") < evaluate(state, "two")
    assert evaluate(state.changed("BRAVO", pow=5), "two") == evaluate(state.changed("BRAVO", pow=2), "two")


def test_luck_and_a_perfect_plan_that_are_left_count() -> None:
    state = table(with_abilities(HERO, "luck, perfect_plan"))
    spent = state.changed("ALPHA", lucky=True)
    assert evaluate(spent, "one") < evaluate(state, "one")
    assert evaluate(spent.changed("ALPHA", planned=True), "one") < evaluate(spent, "one")


def test_marvel_ruling_01_a_match_that_is_won_is_worth_more_than_anything() -> None:
    def ended(*places: int) -> MatchState:
        placings = tuple(
            Placing(team=team, place=place, points_left=0, points_destroyed=0)
            for team, place in zip(("one", "two"), places, strict=True)
        )
        return replace(table(), result=Outcome(placings=placings, rule_id=RuleId("MARVEL-RULING-01")))

    won, drawn, lost = (evaluate(ended(*places), "one") for places in ((1, 2), (1, 1), (2, 1)))
    assert (won > drawn > lost, drawn) == (True, evaluate(table(), "one"))
    assert won - drawn == drawn - lost == 3000 * 22


def test_objective_points_count() -> None:
    setup = make_setup((HERO,), (FOE,), objectives=(Objective(id="dock", name="Dock"),))
    state = in_action(setup)
    assert evaluate(replace(state, objectives=(("one", 1),)), "one") - evaluate(state, "one") == 150 * 17


def test_marvel_ko_02_tests_that_are_still_to_be_made_count() -> None:
    state = table(changed={"BRAVO": {"endurance": 2}})
    assert evaluate(replace(state, to_test=("BRAVO",)), "one") > evaluate(state, "one")


# --- attacks ----------------------------------------------------------------------------------------------------------


def test_a_declared_attack_is_as_good_as_its_odds() -> None:
    state = declared(table())
    assert evaluate(state, "one") > evaluate(table(changed={"ALPHA": {"pow": 5}}), "one")
    assert evaluate(unboosted(state), "one") == round(expected(unboosted(state)))


def test_marvel_atk_05_an_enhancement_that_may_still_be_bought_is_foreseen() -> None:
    open_ = declared(table(changed={"ALPHA": {"pow": 1}}))
    declined, bought = after(open_, "react", React), after(open_, "react", React, enhance="physical")
    assert evaluate(open_, "one") < evaluate(declined, "one")
    assert evaluate(bought, "one") < evaluate(declined, "one")


def test_marvel_ovl_02_a_die_that_may_be_added_is_foreseen() -> None:
    broke = declared(table(changed={"ALPHA": {"pow": 1}, "BRAVO": {"pow": 0}}))
    rich = declared(table(changed={"BRAVO": {"pow": 0}}))
    assert evaluate(rich, "one") > evaluate(broke, "one")
    boosted = after(rich, "overload", ChooseOverload, die=True)
    plain = after(rich, "overload", ChooseOverload)
    assert evaluate(plain, "one") < evaluate(rich, "one") < evaluate(boosted, "one")


def test_marvel_ability_luck_a_miss_that_may_be_rolled_again_is_not_yet_one() -> None:
    lucky = unboosted(declared(table(with_abilities(HERO, "luck"))))
    missed = rolled(lucky, "1 7")
    assert [decision.kind for decision in awaiting(missed)] == ["reroll_hit"]
    final = rolled(unboosted(declared(table())), "1 7")
    assert evaluate(missed, "one") > evaluate(final, "one")
    again = play(missed, (answer(missed, "reroll_hit", Reroll, ability="luck", dice=(0,)), ""))
    assert abs(evaluate(again, "one") - expected(again)) < 250
    kept = play(missed, (answer(missed, "reroll_hit", Keep), ""))
    assert evaluate(kept, "one") < evaluate(missed, "one")


def test_marvel_wave_02_an_area_counts_every_target_and_the_test_that_may_halve() -> None:
    both = declared(table(), "pulse", "", order=("BRAVO", "CHARLIE"))
    one = declared(table().changed("CHARLIE", in_play=False), "pulse", "", order=("BRAVO",))
    assert evaluate(both, "one") - evaluate(table(), "one") > evaluate(one, "one") - evaluate(
        table().changed("CHARLIE", in_play=False), "one"
    )
    hit = rolled(unboosted(both), "8 7")
    assert [decision.kind for decision in awaiting(hit)] == ["roll_test"]
    assert abs(evaluate(hit, "one") - expected(hit)) < 400


def test_marvel_crit_02_a_critical_that_is_still_to_be_chosen_counts_as_damage() -> None:

    effect = CriticalEffect(rule=specials("stun 2")[0])
    state = unboosted(declared(table(with_attack(HERO, "jab", critical_effect=effect))))
    hit = rolled(state, "6 6")
    assert [decision.kind for decision in awaiting(hit)] == ["choose_critical"]
    assert evaluate(hit, "one") > evaluate(state, "one")


def test_scenery_that_is_attacked_costs_nobody_anything() -> None:
    van = (piece("van", "T2", 4, 0, 3),)
    state = table(scenery=van, rulings={"scenery_defence": 12}, measured=(*NEAR, measured("ALPHA", "van", 0)))
    state = declared(state, "jab", "van")
    assert evaluate(state, "one") == evaluate(table(changed={"ALPHA": {"pow": 5}}), "one")


# --- tests, grabs and throws ------------------------------------------------------------------------------------------


def test_marvel_ko_01_a_stamina_test_that_is_open_is_feared() -> None:
    state = table(changed={"BRAVO": {"endurance": 2}})
    test = TestPending(character="BRAVO", attribute="stamina", purpose="red_zone", limit=9)
    open_ = replace(state, pending=(test,))
    assert evaluate(open_, "two") < evaluate(state, "two")
    passed = replace(test, dice=replace(test.dice, faces=(4, 5)))
    failed = replace(test, dice=replace(test.dice, faces=(5, 5)))
    assert evaluate(replace(state, pending=(passed,)), "two") == evaluate(state, "two")
    assert evaluate(replace(state, pending=(failed,)), "two") == evaluate(open_, "two")
    other = replace(test, purpose="tactics", attribute="willpower")
    assert evaluate(replace(state, pending=(other,)), "two") == evaluate(state, "two")


def test_marvel_throw_08_an_enemy_that_is_grabbed_and_thrown_is_hurt() -> None:
    state = table()

    def grab(**fields: Any) -> int:
        return evaluate(replace(state, pending=(GrabPending(attacker="ALPHA", item="CHARLIE", **fields),)), "one")

    assert evaluate(state, "one") < grab(stage="grab") < grab(stage="held")
    assert evaluate(state, "one") < grab(stage="roll", target="BRAVO") < grab(stage="target", target="BRAVO")


def test_marvel_throw_04_scenery_that_is_thrown_hurts_its_target_by_its_size() -> None:
    state = table(scenery=(piece("bike", "T1", 2, 0, 2),))

    def throw(item: str, **fields: Any) -> int:
        pending = GrabPending(attacker="ALPHA", item=item, stage="target", target="BRAVO", **fields)
        return evaluate(replace(state, pending=(pending,)), "one")

    assert throw("bike") > throw("gone") > evaluate(state, "one")
    lying = state.changed("BRAVO", down=True)
    pending = GrabPending(attacker="ALPHA", item="gone", stage="target", target="BRAVO")
    assert evaluate(replace(lying, pending=(pending,)), "one") == evaluate(lying, "one")


def test_an_ally_that_is_thrown_is_not_hurt() -> None:
    state = between(make_setup((HERO, AIDE), (FOE,)))
    pending = GrabPending(attacker="ALPHA", item="CHARLIE", stage="grab")
    assert evaluate(replace(state, pending=(pending,)), "one") == evaluate(state, "one")


def test_marvel_atk_04_a_reaction_that_is_entered_by_hand_does_not_hide_the_attack() -> None:
    state = unboosted(declared(table()))
    entering = replace(state, pending=(*state.pending, EffectPending(character="BRAVO", power="tale", seat="two")))
    assert evaluate(entering, "one") == evaluate(state, "one")
