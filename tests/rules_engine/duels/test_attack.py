from collections.abc import Mapping
from typing import Any

import pytest

from rules_engine.duels.events import AttackCompared, AttackEnded, DamageCounted, KarmaStruck
from tests.support.attacks import B, Exchange, facing, short
from tests.support.duels import examples


def check(exchange: Exchange, expected: Mapping[str, Any]) -> None:
    """Compare an attack with what an example expects of it."""
    karma, compared = exchange.told(KarmaStruck), exchange.told(AttackCompared)
    seen: dict[str, Any] = {
        "attack": compared.attack,
        "defence": compared.defence,
        "hit": compared.hit,
        "kept": short(karma.kept),
        "lost": short(karma.lost),
        "aces": short(karma.aces),
        "clicks": exchange.told(AttackEnded).clicks,
        "dials": list(exchange.state.figure(B).clicks),
        "asked": " ".join(f"{kind} {seat}" for kind, seat in exchange.asked),
    }
    if "stunned" in expected:
        stunned = exchange.told(DamageCounted).stunned
        seen["stunned"] = None if stunned is None else short(stunned)
    assert {name: seen[name] for name in expected} == dict(expected)


@pytest.mark.parametrize("example", examples("attack"))
def test_duels_atk_02_worked_attacks(example: dict[str, Any]) -> None:
    check(Exchange(facing(example)).run(example), example["expect"])
