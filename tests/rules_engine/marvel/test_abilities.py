from typing import Any

import pytest

from rules_engine.kernel.units import inches
from rules_engine.marvel import abilities
from rules_engine.marvel.components import CardAbility, DamageKind
from rules_engine.marvel.damage import Ward
from rules_engine.marvel.pending import Faces, Manner
from rules_engine.marvel.state import Boon, Character, MatchState
from tests.support.marvel import examples
from tests.support.marvel_attacks import check, scene


@pytest.mark.parametrize("example", examples("abilities"))
def test_marvel_ability_cruel_worked_abilities(example: dict[str, Any]) -> None:
    check(example)


# --- which abilities a character has now ------------------------------------------------------------------------------


def bravo(text: str = "", **changes: Any) -> tuple[MatchState, Character]:
    state = scene({"steps": [], "with": {"BRAVO": {"abilities": [text]}}}).changed("BRAVO", **changes)
    return state, state.character("BRAVO")


def test_marvel_ko_04_no_ability_works_under_ko() -> None:
    for changes, working in (({}, True), ({"down": True}, True), ({"ko": True}, False)):
        assert abilities.has(*bravo("fly", **changes), "fly") is working
        assert abilities.is_printed(bravo("fly", **changes)[1], "fly")
    assert not abilities.is_printed(bravo()[1], "fly")


def test_marvel_atk_04_powers_give_abilities() -> None:
    boon = Boon(power="wings", ability=CardAbility(ability="fly"))
    assert abilities.has(*bravo(boons=(boon,)), "fly")
    assert not abilities.has(*bravo(boons=(boon,), ko=True), "fly")
    assert not abilities.has(*bravo(boons=(Boon(power="shield", defence="physical", x=1),)), "fly")


def test_marvel_ruling_69_the_x_of_an_ability() -> None:
    assert abilities.x_of(*bravo("rage 2"), "rage") == 2
    assert abilities.x_of(*bravo("rage 2", ko=True), "rage") == 0
    assert abilities.x_of(*bravo(), "rage") == 0


# --- what they give ---------------------------------------------------------------------------------------------------


def test_marvel_ability_resistance_and_its_kin_match_nature_or_type() -> None:
    state, character = bravo("resistance 1 vs energy, resistance 2 vs laser, resistance 4 vs blunt, immunity heat")
    assert abilities.ward(state, character, DamageKind(nature="energy", type="laser")) == Ward(resistances=(1, 2))
    assert abilities.ward(state, character, DamageKind(nature="energy", type="heat")) == Ward(
        immune=True, resistances=(1,)
    )
    assert abilities.ward(state, character, DamageKind(nature="mental", type="")) == Ward()


@pytest.mark.parametrize(("ko", "keeps", "weak"), [(False, True, True), (True, True, True), (True, False, False)])
def test_marvel_ruling_49_weakness_is_no_benefit(ko: bool, keeps: bool, weak: bool) -> None:
    row = {"steps": [], "rulings": {"ko_keeps_drawbacks": keeps}, "with": {"BRAVO": {"ko": ko}}}
    row["with"]["BRAVO"]["abilities"] = ["weakness energy, immunity energy, resistance 1 vs energy"]  # type: ignore[index]
    state = scene(row)
    found = abilities.ward(state, state.character("BRAVO"), DamageKind(nature="energy", type=""))
    assert found == Ward(weak=weak, immune=not ko, resistances=() if ko else (1,))


@pytest.mark.parametrize(
    ("text", "lucky", "used", "manner", "given"),
    [
        ("luck, master_fighter", False, (), "melee", ("master_fighter", "luck")),
        ("luck, master_fighter", True, (), "ranged", ("master_fighter",)),
        ("luck, master_fighter", False, ("master_fighter",), "melee", ("luck",)),
        ("fly", False, (), "melee", ()),
    ],
)
def test_marvel_ability_luck_once_a_turn_master_fighter_once_a_roll(
    text: str, lucky: bool, used: tuple[str, ...], manner: Manner, given: tuple[str, ...]
) -> None:
    state, character = bravo(text, lucky=lucky)
    assert abilities.rerolls(state, character, Faces(abilities=used), manner=manner) == given


@pytest.mark.parametrize(
    ("manner", "double", "push"), [("melee", 1, 1), ("ranged", 1, 0), ("wave", 0, 0), ("throw", 0, 0)]
)
def test_marvel_ability_assassin_and_brutal_by_manner(manner: Manner, double: int, push: int) -> None:
    state, character = bravo("assassin, brutal")
    assert abilities.is_assassin(state, character, manner) == double
    assert abilities.is_brutal(state, character, manner) == push
    assert not abilities.is_assassin(*bravo(), manner)
    assert not abilities.is_brutal(*bravo(), manner)


@pytest.mark.parametrize(
    ("text", "size", "left"), [("", 2, 400), ("toughness +1", 3, 300), ("toughness -1", 1, 300), ("toughness -5", 1, 0)]
)
def test_marvel_ability_toughness_changes_size_and_distance(text: str, size: int, left: int) -> None:
    state, character = bravo(text)
    assert abilities.size(state, character) == size
    assert abilities.shortened(state, character, inches(4)) == left
