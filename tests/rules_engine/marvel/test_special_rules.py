from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.marvel import special_rules
from rules_engine.marvel.damage import Wound
from rules_engine.marvel.events import CountersLost, EffectBegan, Weakened
from rules_engine.marvel.pending import AttackPending
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.state import Reduction
from rules_engine.marvel.story import Story
from tests.support.marvel import examples, specials
from tests.support.marvel_attacks import check, scene


@pytest.mark.parametrize("example", examples("special_rules"))
def test_marvel_special_stun_worked_special_rules(example: dict[str, Any]) -> None:
    check(example)


@pytest.mark.parametrize(
    ("wound", "rulings", "prevented"),
    [
        ({"damage": 0}, {}, False),
        ({"damage": 0}, {"effects_require_damage": True}, True),
        ({"damage": 1}, {"effects_require_damage": True}, False),
        ({"damage": 0, "blocked": True}, {}, False),
        ({"damage": 0, "blocked": True}, {"immunity_blocks_effects": True}, True),
        ({"damage": 0}, {"immunity_blocks_effects": True}, False),
    ],
)
def test_marvel_ruling_39_what_prevents_effects(
    wound: dict[str, Any], rulings: dict[str, Any], prevented: bool
) -> None:
    found = Wound(**{"cruel": 0, "left": 5, "loss": False, "tests": False} | wound)
    assert special_rules.is_prevented(found, Rulings(**rulings)) is prevented


def told(special: str, **bravo: Any) -> list[Any]:
    """The events of one special rule on BRAVO, its beginning aside."""
    (rule,) = specials(special)
    pending = AttackPending(attacker="ALPHA", attack="jab", target="BRAVO", current="BRAVO", effects=(rule,))
    state = scene({"steps": []}).changed("BRAVO", **bravo)
    story = Story(replace(state, pending=(pending,)))
    special_rules.apply(story, "ALPHA", "BRAVO", rule)
    first, *rest = story.events
    assert first == EffectBegan(attacker="ALPHA", target="BRAVO", rule=rule.rule, x=rule.x)
    return rest


@pytest.mark.parametrize("name", ["awkwardness", "dazzle", "distract", "ensnare"])
def test_marvel_special_ensnare_reductions_are_kept(name: str) -> None:
    assert told(f"{name} 2") == [Weakened(character="BRAVO", reduction=Reduction(rule=name, x=2))]


def test_marvel_special_stun_takes_counters() -> None:
    assert told("stun 2") == [CountersLost(character="BRAVO", lost=2, pow=3)]
    assert told("stun 2", pow=1) == [CountersLost(character="BRAVO", lost=1, pow=0)]
    assert told("stun 2", pow=0) == []
