import pytest
from msgspec.structs import replace

from rules_engine.marvel import worth
from rules_engine.marvel.damage import Harm
from rules_engine.marvel.odds import Situation, odds
from rules_engine.marvel.rulings import Rulings
from tests.support.marvel import ALPHA, BRAVO, abilities, in_action, make_setup

CARD = replace(BRAVO, level=10)


def test_a_whole_character_is_worth_its_level_and_a_lost_one_nothing() -> None:
    assert [worth.of(CARD, 10), worth.of(CARD, 0)] == [10_000, 0]


def test_a_character_is_worth_less_the_more_it_is_hurt() -> None:
    values = [worth.of(CARD, endurance) for endurance in range(11)]
    assert values == sorted(values)
    assert len(set(values)) == 11


def test_a_card_without_a_level_is_worth_something() -> None:
    assert worth.of(BRAVO, 10) == 1000


def test_a_ko_character_and_one_on_the_ground_are_worth_less() -> None:
    standing, lying, out = (worth.of(CARD, 5), worth.of(CARD, 5, down=True), worth.of(CARD, 5, ko=True, down=True))
    assert standing > lying > out > 0


def test_marvel_ruling_46_each_zone_has_its_own_pow() -> None:
    rich = replace(CARD, pow=replace(CARD.pow, red=5))
    assert worth.of(rich, 2) > worth.of(CARD, 2)
    assert worth.of(rich, 3) == worth.of(CARD, 3)


def test_who_is_out_of_play_is_worth_nothing() -> None:
    character = in_action(make_setup()).character("BRAVO")
    assert worth.now(replace(character, card=CARD)) == 10_000
    assert worth.now(replace(character, in_play=False)) == 0


def test_marvel_ko_01_damage_into_the_red_zone_costs_a_test_as_well() -> None:
    character = replace(in_action(make_setup()).character("BRAVO"), card=CARD, endurance=4)
    steps = [worth.by_damage(character, damage) - worth.by_damage(character, damage - 1) for damage in (1, 2)]
    assert steps[1] > steps[0]  # the second point brings it into the red zone
    table = worth.losses(CARD, 4, ko=False, down=False)
    assert table[4] == table[15] == worth.of(CARD, 4)
    assert worth.by_damage(character, 99) == worth.by_damage(character, 4)
    assert worth.by_damage(character, -1) == 0


def test_who_is_ko_is_not_tested_again() -> None:
    out = worth.losses(CARD, 3, ko=True, down=True)
    assert out[1] == worth.of(CARD, 3, ko=True, down=True) - worth.of(CARD, 2, ko=True, down=True)


@pytest.mark.parametrize("ability", ["", "soldier"])
def test_marvel_ability_soldier_a_test_that_may_be_rolled_again_costs_less(ability: str) -> None:
    card = replace(CARD, abilities=abilities(ability))
    assert (worth.fall(card, 2) < worth.fall(CARD, 2)) is bool(ability)


def test_odds_are_weighed_by_what_their_damage_costs() -> None:
    character = replace(in_action(make_setup()).character("BRAVO"), card=CARD)
    sure = odds(Situation(beats=None, harm=Harm(damage=3)), Rulings())
    half = odds(Situation(beats=9, harm=Harm(damage=3)), Rulings())
    assert worth.by_odds(character, sure) == worth.by_damage(character, 3)
    assert 0 < worth.by_odds(character, half) < worth.by_damage(character, 4)


def test_levels_scale_what_is_lost() -> None:
    assert worth.losses(replace(ALPHA, level=12), 12, ko=False, down=False)[12] == 12_000
