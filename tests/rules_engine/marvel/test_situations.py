from msgspec.structs import replace

from rules_engine.marvel.damage import Harm, Ward
from rules_engine.marvel.odds import Situation
from rules_engine.marvel.situations import situation
from rules_engine.marvel.state import MatchState
from tests.support.marvel import (
    ALPHA,
    BOLT,
    BRAVO,
    FLAME,
    GRENADE,
    JAB,
    PULSE,
    in_action,
    make_setup,
    specials,
    with_abilities,
)


def state_of(attacker: str = "", target: str = "", **rulings: object) -> MatchState:
    return in_action(make_setup((with_abilities(ALPHA, attacker),), (with_abilities(BRAVO, target),), rulings=rulings))


def asked(state: MatchState, attack: object = JAB, **more: object) -> Situation:
    return situation(state, state.character("ALPHA"), state.character("BRAVO"), attack, **more)  # type: ignore[arg-type]


def test_marvel_atk_08_atk_09_the_dice_must_beat_defence_less_attack() -> None:
    assert asked(state_of()) == Situation(beats=10, harm=Harm(damage=3, least=1))


def test_marvel_ranged_03_ability_marksmanship_cover_and_powers_shift_it() -> None:
    plain = asked(state_of(), BOLT, cover=True, bonus=2)
    assert plain.beats == 14 - 5 + 1 + 2
    assert asked(state_of("marksmanship"), BOLT).beats == 14 - 5 - 1


def test_marvel_ability_fly_02_a_flyer_is_harder_to_hit_in_melee() -> None:
    assert asked(state_of(target="fly")).beats == 11


def test_marvel_wave_02_breath_02_targets_of_areas_test_agility() -> None:
    assert asked(state_of(), PULSE).agility == 10
    assert asked(state_of(target="acrobat"), FLAME).acrobat is True
    assert asked(state_of(target="acrobat")).acrobat is False


def test_marvel_ruling_28_areas_may_hit_without_a_roll() -> None:
    assert asked(state_of(area_hit_roll="none"), PULSE).beats is None
    assert asked(state_of(area_hit_roll="none")).beats == 10


def test_marvel_special_explosive_03_in_the_circle_half_damage_may_be_nothing() -> None:
    inside = asked(state_of(), GRENADE, in_circle=True)
    assert (inside.agility, inside.harm.least) == (10, 0)


def test_what_the_attacker_and_the_target_have_counts() -> None:
    state = state_of("master_fighter, luck, assassin", "resistance 2 vs blunt, immunity laser")
    found = asked(state, replace(JAB, special_rules=specials("irresistible")), dice=3)
    assert (found.rerolls, found.assassin, found.dice) == (2, True, 3)
    assert (found.ward, found.harm.irresistible) == (Ward(resistances=(2,)), True)
