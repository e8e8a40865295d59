from typing import Any

import pytest

from rules_engine.marvel import damage
from rules_engine.marvel.damage import Harm, Track, Ward
from rules_engine.marvel.rulings import Rulings
from tests.support.marvel import examples, to_plain


@pytest.mark.parametrize("example", examples("damage"))
def test_marvel_ruling_31_order_of_damage(example: dict[str, Any]) -> None:
    ward = example.get("ward", {})
    found = to_plain(
        damage.wound(
            Harm(**example["harm"]),
            Ward(**ward | {"resistances": tuple(ward.get("resistances", ()))}),
            Track(left=example["track"][0], red=example["track"][1], ko=example.get("ko", False)),
            Rulings(**example.get("rulings", {})),
        )
    )
    assert {name: found[name] for name in example["expect"]} == example["expect"]


@pytest.mark.parametrize(("left", "red"), [(3, False), (2, True), (1, True), (0, False)])
def test_marvel_ruling_46_red_is_the_last_zone_before_0(left: int, red: bool) -> None:
    assert Track(left=left, red=2).in_red is red


def test_marvel_ruling_31_endurance_does_not_fall_below_0() -> None:
    assert damage.wound(Harm(damage=9), damage.NO_WARD, Track(left=4, red=2), Rulings()).left == 0
