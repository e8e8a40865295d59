from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.marvel.components import SpecialRule
from rules_engine.marvel.events import (
    AttackDeclared,
    DefenceEnhanced,
    EffectBegan,
    HitBegan,
    HitEnded,
    OverloadChosen,
    PowerUsed,
    ReactionEnded,
    TargetStruck,
    TargetTaken,
    TestEnded,
    Weakened,
)
from rules_engine.marvel.evolve import evolve
from rules_engine.marvel.pending import (
    AttackPending,
    GrabPending,
    HitPending,
    HitResult,
    Overload,
    Pending,
    TestPending,
)
from rules_engine.marvel.state import MatchState, Reduction
from tests.support.marvel import specials
from tests.support.marvel_attacks import scene

ATTACK = AttackPending(attacker="ALPHA", attack="jab", target="BRAVO", targets=("BRAVO", "CHARLIE"))
GRAB = GrabPending(attacker="ALPHA", item="BRAVO")
HIT = HitPending(attacker="ALPHA", target="BRAVO", purpose="attack", manner="melee", defence="physical")
TEST = TestPending(character="BRAVO", attribute="agility", purpose="agility", limit=10)


def on(*pending: Pending) -> MatchState:
    return replace(scene({"steps": []}), pending=pending)


def test_marvel_atk_03_a_declared_attack_is_paid_and_counted() -> None:
    state = evolve(on(), AttackDeclared(attacker="ALPHA", attack="jab", pow=5, target="BRAVO", targets=("BRAVO",)))
    alpha = state.character("ALPHA")
    assert (alpha.pow, alpha.uses, alpha.uses_ever) == (5, ("jab",), ("jab",))
    assert state.activation is not None
    assert state.activation.attacks == 1
    assert state.pending == (AttackPending(attacker="ALPHA", attack="jab", target="BRAVO", targets=("BRAVO",)),)


def test_marvel_atk_06_an_enhancement_is_kept() -> None:
    bravo = evolve(on(ATTACK), DefenceEnhanced(character="BRAVO", defence="mental", pow=4)).character("BRAVO")
    assert (bravo.pow, bravo.enhanced, bravo.enhancements) == (4, True, ("mental",))


def used(state: MatchState, who: str = "BRAVO") -> MatchState:
    return evolve(state, PowerUsed(character=who, power="PARRY", target=who, pow=4, bonus=1))


def test_marvel_atk_04_what_a_power_adds_goes_to_the_hit_roll_at_hand() -> None:
    assert used(on(ATTACK, HIT)).pending == (ATTACK, replace(HIT, powered=True, bonus=1))
    reacting = replace(ATTACK, reactors=("BRAVO",))
    assert used(on(reacting)).pending == (replace(reacting, powered=True, guards=(("BRAVO", 1),)),)
    assert used(on(reacting), "CHARLIE").pending == (reacting,)
    assert used(on()).pending == ()


def test_marvel_ruling_21_the_next_one_reacts() -> None:
    reacting = replace(ATTACK, reactors=("BRAVO", "CHARLIE"), powered=True)
    ended = ReactionEnded(character="BRAVO")
    assert evolve(on(reacting), ended).pending == (replace(ATTACK, reactors=("CHARLIE",)),)
    assert evolve(on(ATTACK, HIT), ended).pending == (ATTACK, replace(HIT, reacted=True))


@pytest.mark.parametrize("below", [ATTACK, GRAB])
def test_marvel_ruling_24_the_innermost_attack_is_boosted(below: AttackPending | GrabPending) -> None:
    die = Overload(die=True)
    state = evolve(on(below, HIT), OverloadChosen(attacker="ALPHA", overload=die, pow=5))
    assert state.pending == (replace(below, overload=die), HIT)
    assert state.character("ALPHA").pow == 5


def test_marvel_ruling_04_the_next_target_starts_afresh() -> None:
    dirty = replace(ATTACK, current="X", stage="effects", plus_one=True, effect=True, push=True, halved=True)
    (taken,) = evolve(on(dirty), TargetTaken(attacker="ALPHA", target="BRAVO")).pending
    assert taken == replace(ATTACK, targets=("CHARLIE",), current="BRAVO", stage="hit")


def test_marvel_atk_08_a_hit_roll_is_put_on_top() -> None:
    fields: dict[str, Any] = {name: getattr(HIT, name) for name in HitBegan.__struct_fields__ if name != "schema"}
    assert evolve(on(ATTACK), HitBegan(**fields)).pending == (ATTACK, HIT)


@pytest.mark.parametrize(
    ("hit", "critical", "stage"), [(False, False, "next"), (True, False, "agility"), (True, True, "critical")]
)
def test_marvel_crit_01_what_follows_a_hit_roll(hit: bool, critical: bool, stage: str) -> None:
    result = HitResult(target="BRAVO", hit=hit, faces=(1, 1), critical=critical)
    (left,) = evolve(on(ATTACK, HIT), HitEnded(attacker="ALPHA", result=result)).pending
    assert left == replace(ATTACK, hit=result, stage=stage, shared=(1, 1), rolled=1)


def test_marvel_ruling_28_a_hit_without_a_roll() -> None:
    result = HitResult(target="BRAVO", hit=True)
    (left,) = evolve(on(ATTACK), HitEnded(attacker="ALPHA", result=result)).pending
    assert left == replace(ATTACK, hit=result, stage="agility")


def test_marvel_grab_03_the_result_goes_to_a_grab() -> None:
    result = HitResult(target="BRAVO", hit=True, faces=(8, 8))
    assert evolve(on(GRAB, HIT), HitEnded(attacker="ALPHA", result=result)).pending == (replace(GRAB, hit=result),)


@pytest.mark.parametrize("passed", [True, False])
def test_marvel_wave_02_the_agility_test_halves(passed: bool) -> None:
    ended = TestEnded(character="BRAVO", attribute="agility", purpose="agility", total=9, passed=passed)
    assert evolve(on(ATTACK, TEST), ended).pending == (replace(ATTACK, halved=passed, stage="damage"),)


def test_marvel_special_explosive_the_circle_comes_before_the_line() -> None:
    struck = TargetStruck(attacker="ALPHA", target="BRAVO", effects=specials("stun 1"), blast=("CHARLIE", "ALPHA"))
    (left,) = evolve(on(replace(ATTACK, targets=("lorry", "CHARLIE"))), struck).pending
    assert left == replace(
        ATTACK, stage="effects", effects=specials("stun 1"), targets=("CHARLIE", "ALPHA", "lorry"),
        blast=("CHARLIE", "ALPHA"),
    )  # fmt: skip


def test_marvel_ruling_32_effects_are_done_one_by_one() -> None:
    waiting = replace(ATTACK, effects=(SpecialRule(rule="stun", x=1), SpecialRule(rule="push", x=2)))
    began = EffectBegan(attacker="ALPHA", target="BRAVO", rule="stun", x=1)
    assert evolve(on(waiting), began).pending == (replace(ATTACK, effects=(SpecialRule(rule="push", x=2),)),)


def test_marvel_ruling_33_reductions_add_up() -> None:
    reduction = Reduction(rule="dazzle", x=1)
    state = evolve(on(ATTACK), Weakened(character="BRAVO", reduction=reduction))
    state = evolve(state, Weakened(character="BRAVO", reduction=reduction))
    assert state.character("BRAVO").reductions == (reduction, reduction)
