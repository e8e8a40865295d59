import pytest

from rules_engine.kernel.units import inches
from rules_engine.marvel.components import (
    Attack,
    Card,
    CardAbility,
    DamageKind,
    Defences,
    Power,
    SpecialRule,
    Template,
    Zones,
)

LASER = Attack(id="laser", name="Laser", mode="ranged", nature="energy", type="laser", damage=4, range=inches(10))
PARRY = Power(id="parry", name="Parry", kind="reactive", cost=1, defence="physical", defence_change=1)
CARD = Card(
    id="some",
    name="Some",
    pow=Zones(green=6, pale=5, red=4),
    speeds=(inches(4), inches(7)),
    strength=4,
    attack=5,
    size=2,
    agility=9,
    stamina=10,
    willpower=8,
    defences=Defences(physical=14, energy=13, mental=12),
    endurance=Zones(green=6, pale=3, red=3),
    height=inches(2),
    abilities=(
        CardAbility(ability="resistance", x=2, versus="energy"),
        CardAbility(ability="fly"),
        CardAbility(ability="resistance", x=1, versus="blunt"),
    ),
    attacks=(LASER,),
    powers=(PARRY,),
)


@pytest.mark.parametrize(("versus", "matches"), [("energy", True), ("laser", True), ("blunt", False), ("", False)])
def test_marvel_ruling_39_ruling_41_an_ability_is_against_a_nature_or_a_type(versus: str, *, matches: bool) -> None:
    assert LASER.kind.matches(versus) is matches


def test_damage_without_a_type_matches_by_its_nature_only() -> None:
    plain = DamageKind(nature="mental", type="")
    assert [plain.matches("mental"), plain.matches("")] == [True, False]


def test_marvel_atk_09_an_attack_is_against_the_defence_of_its_nature_or_the_one_printed() -> None:
    mind = Attack(id="mind", name="Mind", mode="melee", nature="physical", damage=1, against="mental")
    assert [LASER.defence, mind.defence] == ["energy", "mental"]


def test_marvel_ruling_22_a_fourth_defence_is_on_some_cards_only() -> None:
    assert [CARD.defences.of("mental"), CARD.defences.of("supernatural")] == [12, None]


def test_marvel_ruling_46_the_endurance_of_a_card_is_that_of_its_three_zones() -> None:
    assert CARD.endurance.total == 12


def test_marvel_test_02_the_attributes_of_a_card() -> None:
    assert [CARD.attribute("agility"), CARD.attribute("stamina"), CARD.attribute("willpower")] == [9, 10, 8]


def test_a_card_has_several_resistances() -> None:
    assert [ability.x for ability in CARD.abilities_of("resistance")] == [2, 1]
    assert CARD.ability("resistance") == CARD.abilities[0]
    assert CARD.ability("luck") is None


def test_a_card_finds_its_attacks_and_powers() -> None:
    assert [CARD.find_attack("laser"), CARD.find_attack("parry")] == [LASER, None]
    assert [CARD.find_power("parry"), CARD.find_power("laser")] == [PARRY, None]


def test_an_attack_finds_its_special_rules() -> None:
    stun = SpecialRule(rule="stun", x=2)
    stunning = Attack(id="a", name="A", mode="melee", nature="physical", damage=1, special_rules=(stun,))
    assert [stunning.special("stun"), stunning.special("push")] == [stun, None]


def test_a_power_of_which_only_the_text_says_what_it_does_is_resolved_by_hand() -> None:
    told = Power(id="tale", name="Tale", kind="active", effect="Everyone listens.")
    assert [told.by_hand, PARRY.by_hand] == [True, False]


def test_a_named_template_has_a_usual_size() -> None:
    assert Template(name="flame") == Template(name="flame", length=inches(8), width=inches(3))
