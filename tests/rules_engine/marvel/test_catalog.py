import copy
import typing
from typing import Any

import pytest

from rules_engine.kernel.plain_data import FileRejected
from rules_engine.kernel.units import inches
from rules_engine.marvel.catalog import Catalog, read_catalog
from rules_engine.marvel.components import (
    AbilityName,
    AttackMode,
    CardAbility,
    CriticalEffect,
    OverloadOption,
    Power,
    PowerKind,
    SceneryPiece,
    SpecialName,
    SpecialRule,
    Template,
)
from tests.support.samples import plain_sample

ALPHA: dict[str, Any] = {
    "id": "alpha",
    "name": "Alpha",
    "level": 8,
    "pow": {"green": 6, "pale": 5, "red": 4},
    "speeds": [4, 7, 10],
    "strength": 4,
    "attack": 5,
    "size": 2,
    "agility": 9,
    "stamina": 10,
    "willpower": 8,
    "defences": {"physical": 14, "energy": 13, "mental": 12},
    "endurance": {"green": 6, "pale": 3, "red": 3},
    "height": 2,
}
JAB = {"id": "jab", "name": "Jab", "cost": 1, "mode": "melee", "nature": "physical", "type": "blunt", "damage": 3}
BOLT = {"id": "bolt", "name": "Bolt", "cost": 2, "mode": "ranged", "range": 10, "nature": "energy", "damage": 4}
BENCH = {"id": "bench", "name": "Bench", "type": "T1", "size": 2, "da": 0, "sp": 2}


def changed(entry: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {**copy.deepcopy(entry), **fields}


def read_one(entry: dict[str, Any]) -> Catalog:
    return read_catalog({"characters": [entry]}, "a.yaml")


def problems(plain: Any) -> list[str]:
    with pytest.raises(FileRejected) as rejected:
        read_catalog(plain, "a.yaml")
    return [str(problem) for problem in rejected.value.problems]


def warnings(plain: Any) -> list[str]:
    return [str(warning) for warning in read_catalog(plain, "a.yaml").warnings]


# --- the sample -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sample() -> Catalog:
    return read_catalog(plain_sample("marvel"), "marvel-sample.yaml")


def test_the_sample_is_marked_as_such_and_unusual_in_nothing(sample: Catalog) -> None:
    assert sample.warnings == ()
    known = [card.id for card in sample.characters] + [piece.id for piece in sample.scenery]
    assert sample.samples == tuple(known)


def test_the_sample_uses_every_ability_and_every_special_rule(sample: Catalog) -> None:
    cards = sample.characters
    attacks = [attack for card in cards for attack in card.attacks]
    assert {ability.ability for card in cards for ability in card.abilities} == set(typing.get_args(AbilityName))
    assert {rule.rule for attack in attacks for rule in attack.special_rules} == set(typing.get_args(SpecialName))
    assert {attack.mode for attack in attacks} == set(typing.get_args(AttackMode))
    assert {power.kind for card in cards for power in card.powers} == set(typing.get_args(PowerKind))


def test_marvel_scen_01_scen_02_scen_03_scen_04_scen_05_scen_06_the_sample_has_scenery_of_every_type(
    sample: Catalog,
) -> None:
    assert [piece.type for piece in sample.scenery] == ["T1", "T2", "T3", "T4", "T5", "T6"]


def test_a_catalog_finds_its_cards(sample: Catalog) -> None:
    assert sample.card("pebble") == sample.characters[8]
    assert sample.card("boulder") is None


# --- what is read -----------------------------------------------------------------------------------------------------


def test_a_card_is_read_with_usual_base_and_exact_lengths() -> None:
    [card] = read_one(changed(ALPHA, speeds=[4.5, "7.25"])).characters
    assert (card.speeds, card.height, card.radius, card.base_height) == ((450, 725), 200, 59, 20)
    assert (card.pow.red, card.endurance.total, card.defences.supernatural, card.level) == (4, 12, None, 8)


@pytest.mark.parametrize(
    ("base", "radius"),
    [({"base_diameter": 1.5}, 75), ({"base_diameter_mm": 30}, 59), ({"base_diameter_mm": 40}, 79)],
)
def test_a_base_is_measured_in_inches_or_millimetres(base: dict[str, Any], radius: int) -> None:
    assert read_one(changed(ALPHA, **base)).characters[0].radius == radius


def test_abilities_are_read_with_their_parameters() -> None:
    abilities = [{"ability": "resistance", "x": 2, "versus": "energy"}, {"ability": "fly"}]
    [card] = read_one(changed(ALPHA, abilities=abilities)).characters
    assert card.abilities == (
        CardAbility(ability="resistance", x=2, versus="energy"),
        CardAbility(ability="fly"),
    )


def test_an_attack_is_read_with_all_that_it_can_have() -> None:
    entry = changed(
        BOLT,
        defence="mental",
        frequency="once_per_turn",
        special_rules=[{"rule": "pierce", "x": 3}, {"rule": "homing"}],
        critical_effect={"rule": "stun", "x": 2},
        overload_options=[{"label": "Far", "range": 4, "damage": 1, "special_rules": [{"rule": "push", "x": 2}]}],
    )
    [attack] = read_one(changed(ALPHA, attacks=[entry])).characters[0].attacks
    assert (attack.range, attack.defence, attack.frequency) == (inches(10), "mental", "once_per_turn")
    assert attack.special_rules == (SpecialRule(rule="pierce", x=3), SpecialRule(rule="homing"))
    assert attack.critical_effect == CriticalEffect(rule=SpecialRule(rule="stun", x=2))
    [option] = attack.overload_options
    push = SpecialRule(rule="push", x=2)
    assert option == OverloadOption(label="Far", range=inches(4), damage=1, special_rules=(push,))


def test_a_breath_has_a_template_and_a_critical_effect_may_be_a_text() -> None:
    entry = changed(JAB, mode="breath", template={"name": "cone", "width": 2}, critical_effect={"text": "Smoke."})
    [attack] = read_one(changed(ALPHA, attacks=[entry])).characters[0].attacks
    assert attack.template == Template(name="cone", length=inches(8), width=inches(2))
    assert attack.critical_effect == CriticalEffect(text="Smoke.")


def test_a_power_is_read_with_what_the_engine_does_by_itself() -> None:
    entry = {"id": "veil", "name": "Veil", "kind": "active", "cost": 2, "range": 6, "ability": {"ability": "stealth"}}
    [power] = read_one(changed(ALPHA, powers=[entry])).characters[0].powers
    stealth = CardAbility(ability="stealth")
    assert power == Power(id="veil", name="Veil", kind="active", cost=2, range=inches(6), ability=stealth)


def test_scenery_is_read() -> None:
    [piece] = read_catalog({"scenery": [changed(BENCH, height=1.5, width=4)]}, "a.yaml").scenery
    assert piece == SceneryPiece(id="bench", name="Bench", type="T1", size=2, da=0, sp=2, height=150, width=400)


# --- what is refused --------------------------------------------------------------------------------------------------


def test_all_problems_are_told_at_once_by_file_entry_and_field() -> None:
    plain = {
        "characters": [changed(ALPHA, pow={"green": 21, "pale": 5, "red": 4}, luck=1), 7, ALPHA, ALPHA],
        "scenery": [changed(BENCH, type="T7")],
        "vehicles": [],
    }
    assert problems(plain) == [
        "a.yaml: vehicles: is no list of a catalog",
        "a.yaml: characters[0] 'alpha': luck: is no field of this entry",
        "a.yaml: characters[0] 'alpha': pow.green: must be 0–20",
        "a.yaml: characters[1]: must be a mapping of fields",
        "a.yaml: characters[2] 'alpha': id: is used by an earlier entry",
        "a.yaml: characters[3] 'alpha': id: is used by an earlier entry",
        "a.yaml: scenery[0] 'bench': type: must be T1, T2, T3, T4, T5, T6",
    ]


@pytest.mark.parametrize(
    ("plain", "message"),
    [
        ([], "a.yaml: must be a mapping with the lists characters and scenery"),
        ({"characters": 3}, "a.yaml: characters: must be a list of entries"),
    ],
)
def test_what_is_no_catalog_is_refused(plain: Any, message: str) -> None:
    assert problems(plain) == [message]


def test_a_comrade_whose_name_is_not_in_the_catalog_is_unusual() -> None:
    abilities = [{"ability": "comrade", "character": "Beta"}]
    told = "a.yaml: characters[0] 'alpha': abilities[0].character: 'Beta' is no name in this catalog"
    assert warnings({"characters": [changed(ALPHA, abilities=abilities)]}) == [told]
    assert warnings({"characters": [changed(ALPHA, abilities=abilities), changed(ALPHA, id="b", name="Beta")]}) == []
