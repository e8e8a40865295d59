from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.marvel import strikes
from rules_engine.marvel.damage import Harm
from rules_engine.marvel.events import TargetStruck
from rules_engine.marvel.pending import AttackPending, HitResult, Overload
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story
from tests.support.marvel import specials
from tests.support.marvel_attacks import scene

HIT = HitResult(target="BRAVO", hit=True, faces=(8, 8), critical=True, double_eight=True)


def resolving(
    attack: str = "jab", *, row: dict[str, Any] | None = None, **more: Any
) -> tuple[MatchState, AttackPending]:
    """An attack on BRAVO that has hit with a double 8."""
    usual: dict[str, Any] = {"attacker": "ALPHA", "target": "BRAVO", "current": "BRAVO", "stage": "damage", "hit": HIT}
    pending = AttackPending(attack=attack, **(usual | more))
    return replace(scene({"steps": [], **(row or {})}), pending=(pending,)), pending


def harm(attack: str = "jab", *, row: dict[str, Any] | None = None, **more: Any) -> Harm:
    state, pending = resolving(attack, row=row, **more)
    return strikes.harm(state, pending, strikes.struck_with(state, pending))


def gifts(text: str) -> dict[str, Any]:
    return {"with": {"ALPHA": {"abilities": [text]}}}


@pytest.mark.parametrize(
    ("attack", "gift", "more", "expected"),
    [
        ("jab", "", {}, Harm(damage=3, least=1)),
        ("jab", "", {"plus_one": True}, Harm(damage=3, critical=True, least=1)),
        ("jab", "assassin, cruel", {}, Harm(damage=3, doubled=True, least=1, cruel=True)),
        ("pulse", "assassin", {}, Harm(damage=3, least=1)),
        ("pulse", "", {"halved": True}, Harm(damage=3, halved=True, least=1)),
        ("grenade", "", {"blast": ("BRAVO",), "halved": True}, Harm(damage=3, halved=True)),
        ("jab", "assassin", {"hit": replace(HIT, double_eight=False)}, Harm(damage=3, least=1)),
        ("jab", "assassin", {"hit": None}, Harm(damage=3, least=1)),
    ],
)
def test_marvel_ruling_31_what_is_about_to_hurt(attack: str, gift: str, more: dict[str, Any], expected: Harm) -> None:
    assert harm(attack, row=gifts(gift), **more) == expected


def test_marvel_ruling_31_an_overload_option_changes_the_printed_damage() -> None:
    row = {"attacks": {"JAB": {"overload": [{"damage": 2, "special_rules": ["irresistible"]}]}}}
    assert harm(row=row, overload=Overload(option=0)) == Harm(damage=5, least=1, irresistible=True)


def test_marvel_crit_02_an_effect_strikes_with_the_attack() -> None:
    row = {"attacks": {"JAB": {"special_rules": ["stun 1"], "critical_effect": "stun 2"}}}
    state, pending = resolving(row=row, effect=True)
    assert strikes.struck_with(state, pending).special_rules == specials("stun 1, stun 2")
    assert strikes.struck_with(state, replace(pending, effect=False)).special_rules == specials("stun 1")


def struck(row: dict[str, Any], **more: Any) -> TargetStruck:
    state, pending = resolving(row=row, **more)
    story = Story(state)
    strikes.strike(story, pending)
    event = story.events[0]
    assert isinstance(event, TargetStruck)
    return event


def test_marvel_ruling_32_effects_in_card_order_and_brutal_last() -> None:
    row = {"attacks": {"JAB": {"special_rules": ["stun 1", "homing", "push 2", "ensnare 3"]}}}
    assert struck(row).effects == specials("stun 1, push 2, ensnare 3")
    assert struck(row, push=True).effects == specials("stun 1, push 2, ensnare 3, push 4")


def test_marvel_ruling_32_nothing_more_happens_to_who_is_lost() -> None:
    row = {"attacks": {"JAB": {"special_rules": ["stun 1"]}}, "with": {"BRAVO": {"endurance": 3}}}
    assert struck(row).effects == ()


def test_marvel_ruling_32_a_prevented_attack_has_no_circle() -> None:
    row: dict[str, Any] = {
        "apart": [["BRAVO", "CHARLIE", "0.91"]],
        "with": {"BRAVO": {"abilities": ["immunity blunt"]}},
    }
    assert struck(row, attack="grenade").blast == ("CHARLIE",)
    row["rulings"] = {"immunity_blocks_effects": True}
    assert struck(row, attack="grenade").blast == ()


def test_marvel_ruling_34_only_the_declared_target_has_a_circle() -> None:
    row = {"apart": [["BRAVO", "CHARLIE", "0.91"]]}
    assert struck(row, attack="grenade", target="CHARLIE").blast == ()


def test_marvel_ruling_32_effects_work_one_by_one() -> None:
    state, pending = resolving(effects=specials("stun 1"))
    assert not strikes.next_effect(Story(state), replace(pending, effects=()))
    story = Story(state)
    assert strikes.next_effect(story, pending)
    assert story.state.character("BRAVO").pow == 4
