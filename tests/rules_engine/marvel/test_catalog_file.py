from typing import Any

import pytest

from tests.rules_engine.marvel.test_catalog import ALPHA, BENCH, BOLT, JAB, changed, problems, warnings
from tests.support.marvel import examples


def card_with(**fields: Any) -> dict[str, Any]:
    return {"characters": [changed(ALPHA, **fields)]}


def fields_of(told: list[str]) -> list[str]:
    """The part of each problem after file and entry."""
    return [problem.split(": ", 2)[2] for problem in told]


NEGATIVE = {"rule": "stun", "x": -1}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"endurance": {"green": 0, "pale": 0, "red": 0}}, ["endurance: must have at least 1 box in all"]),
        ({"endurance": {"green": -1, "pale": 0, "red": 5}}, ["endurance.green: must be 0 or more"]),
        ({"pow": {"green": 1.5, "pale": 0, "red": 5}}, ["pow.green: must be 0–20"]),
        ({"speeds": []}, ["speeds: must be a list of 1–3 lengths"]),
        ({"speeds": [-1]}, ["speeds[0]: must be inches, 0 or more, with at most two decimals"]),
        ({"strength": "big"}, ["strength: must be a whole number"]),
        ({"height": 0}, ["height: must be more than 0"]),
        ({"base_diameter_mm": 0}, ["base_diameter_mm: must be more than 0"]),
        ({"abilities": [{"ability": "rage"}]}, ["abilities[0].x: is missing"]),
        ({"abilities": [{"ability": "weakness"}]}, ["abilities[0].versus: is missing"]),
        ({"abilities": [{"ability": "comrade"}]}, ["abilities[0].character: is missing"]),
        ({"attacks": [JAB, JAB]}, ["attacks[1].id: is used by an earlier entry"]),
        ({"attacks": [changed(BOLT, range=None)]}, ["attacks[0].range: must be more than 0"]),
        ({"attacks": [changed(BOLT, mode="wave", range=0)]}, ["attacks[0].range: must be more than 0"]),
        ({"attacks": [changed(JAB, mode="breath")]}, ["attacks[0].template: is missing"]),
        (
            {"attacks": [changed(JAB, mode="breath", template={"width": 0})]},
            ["attacks[0].template: must be more than 0 long and wide"],
        ),
        ({"attacks": [changed(JAB, special_rules=[{"rule": "push"}])]}, ["attacks[0].special_rules[0].x: is missing"]),
        (
            {"attacks": [changed(JAB, critical_effect={"rule": "stun"})]},
            ["attacks[0].critical_effect.x: is missing"],
        ),
        ({"attacks": [changed(JAB, critical_effect={})]}, ["attacks[0].critical_effect: must be a rule or a text"]),
        (
            {"attacks": [changed(JAB, overload_options=[{"label": "More", "special_rules": [{"rule": "stun"}]}])]},
            ["attacks[0].overload_options[0].special_rules[0].x: is missing"],
        ),
        (
            {"powers": [{"id": "p", "name": "P", "kind": "active", "ability": {"ability": "rage"}}]},
            ["powers[0].ability.x: is missing"],
        ),
    ],
)
def test_what_leaves_a_rule_without_its_number_is_refused(fields: dict[str, Any], told: list[str]) -> None:
    assert fields_of(problems(card_with(**fields))) == told


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"level": None}, ["level: is missing, so rosters count it as 0"]),
        ({"level": 31}, ["level: is usually 1–30"]),
        ({"agility": 17}, ["agility: is usually 2–16"]),
        ({"strength": -1}, ["strength: is usually 0–20"]),
        ({"size": 13}, ["size: is usually 1–12"]),
        (
            {"defences": {"physical": 31, "energy": 1, "mental": 1, "supernatural": 40}},
            ["defences.physical: is usually 0–30", "defences.supernatural: is usually 0–30"],
        ),
        ({"speeds": [6, 4, 37]}, ["speeds[1]: is less than the one before", "speeds[2]: is usually 0–36"]),
        (
            {"abilities": [{"ability": "fly", "x": 1, "versus": "sky", "character": "Alpha"}]},
            [
                "abilities[0].x: has no use for this ability",
                "abilities[0].versus: has no use for this ability",
                "abilities[0].character: has no use for this ability",
            ],
        ),
        (
            {"attacks": [changed(JAB, cost=21, damage=31, range=2, template={})]},
            [
                "attacks[0].cost: is usually 0–20",
                "attacks[0].damage: is usually 0–30",
                "attacks[0].range: has no use for this mode",
                "attacks[0].template: has no use for this mode",
            ],
        ),
        (
            {"attacks": [changed(JAB, special_rules=[NEGATIVE, {"rule": "homing", "x": 1}])]},
            [
                "attacks[0].special_rules[0].x: is usually 0 or more",
                "attacks[0].special_rules[1].x: has no use for this rule",
            ],
        ),
        (
            {"powers": [{"id": "p", "name": "P", "kind": "active", "cost": 21}]},
            ["powers[0].cost: is usually 0–20"],
        ),
    ],
)
def test_what_lies_outside_a_bound_is_warned_about(fields: dict[str, Any], told: list[str]) -> None:
    assert fields_of(warnings(card_with(**fields))) == told


@pytest.mark.parametrize("example", examples("catalog"))
def test_marvel_ruling_66_scenery_has_the_values_of_its_type(example: dict[str, Any]) -> None:
    kind, size, da, sp = example["piece"].split()
    piece = changed(BENCH, type=kind, size=int(size), da=int(da), sp=int(sp))
    assert fields_of(warnings({"scenery": [piece]})) == example["warned"]
