from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.geometry import Place
from rules_engine.kernel.units import inches
from rules_engine.marvel.components import Card
from rules_engine.marvel.league_match import rectangle
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.state import MatchState, Reduction
from rules_engine.marvel.threats import strike, threats, to_go
from tests.support.marvel import (
    ALPHA,
    BOLT,
    BRAVO,
    CHARLIE,
    FLAME,
    GRENADE,
    JAB,
    PULSE,
    abilities,
    between,
    in_action,
    make_setup,
    piece,
    specials,
    with_abilities,
    with_attack,
)

FIGHTER = replace(ALPHA, level=9, attacks=(JAB,))
SHOOTER = replace(ALPHA, level=9, attacks=(BOLT,))
VICTIM = replace(BRAVO, level=8)


def table(own: Card = FIGHTER, other: Card = VICTIM, *, apart: str | int = 10, **more: Any) -> MatchState:
    """ALPHA acts, BRAVO stands so many inches to the right of it, centre to centre."""
    setup = make_setup((own,), (other,), board="tracked", scenery=more.pop("scenery", ()))
    places = {"ALPHA": (10, 10), "BRAVO": (inches(apart) // 100 + 10, 10)}
    return in_action(setup, places=places, **more)


def threat(state: MatchState, team: str = "one") -> int:
    return threats(state, "two" if team == "one" else "one")[team]


# --- one attack -------------------------------------------------------------------------------------------------------


def test_a_better_chance_and_more_damage_are_a_greater_threat() -> None:
    state = table()
    alpha, bravo = FIGHTER, state.character("BRAVO")
    values = [strike(alpha, bravo, attack, Rulings()) for attack in (JAB, replace(JAB, damage=5))]
    assert 0 < values[0] < values[1]
    assert strike(alpha, replace(bravo, down=True), JAB, Rulings()) > values[0]
    assert strike(alpha, bravo, replace(JAB, special_rules=specials("stun 2")), Rulings()) > values[0]
    hurt = replace(bravo, card=replace(VICTIM, abilities=abilities("resistance 2 vs blunt")))
    assert strike(alpha, hurt, JAB, Rulings()) < values[0]


def test_marvel_ruling_22_who_lacks_the_defence_is_not_threatened() -> None:
    state = table()
    odd = replace(JAB, nature="supernatural")
    assert strike(FIGHTER, state.character("BRAVO"), odd, Rulings()) == 0
    assert threat(table(replace(FIGHTER, attacks=(odd,)))) == 0


def test_abilities_of_the_attacker_count() -> None:
    state = table()
    bravo = state.character("BRAVO")
    plain = strike(FIGHTER, bravo, BOLT, Rulings())
    for ability in ("marksmanship", "master_fighter"):
        assert strike(with_abilities(FIGHTER, ability), bravo, BOLT, Rulings()) > plain


# --- how far it is to go ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "apart", "needed"),
    [
        (JAB, "1.18", 0),
        (JAB, "5.18", 400),
        (BOLT, "5.18", 0),
        (BOLT, "13.18", 200),
        (BOLT, "2.18", 100),
        (PULSE, "6.18", 100),
        (FLAME, "10.18", 100),
    ],
)
def test_marvel_melee_01_ranged_01_ranged_02_how_far_an_attack_is_out_of_reach(
    attack: Any, apart: str, needed: int
) -> None:
    setup = make_setup((FIGHTER,), (VICTIM,), board="tracked")
    state = in_action(setup, places={"ALPHA": (10, 10), "BRAVO": (10, 10)})
    state = state.changed("BRAVO", place=Place(1000 + inches(apart), 1000))
    assert to_go(state.character("ALPHA"), state.character("BRAVO"), attack, blocked=False) == needed


def test_without_a_line_of_sight_there_is_some_way_to_go() -> None:
    state = table(apart=8)
    alpha, bravo = state.character("ALPHA"), state.character("BRAVO")
    assert to_go(alpha, bravo, BOLT, blocked=True) == inches(3)
    assert to_go(alpha, bravo, replace(PULSE, range=inches(8)), blocked=True) == 0


@pytest.mark.parametrize(
    ("hidden", "seen", "gap"), [("stealth", "", 100), ("invisible", "", 800), ("stealth", "thermal_vision", 0)]
)
def test_marvel_ability_stealth_and_ability_invisible_who_hides_is_farther_to_reach(
    hidden: str, seen: str, gap: int
) -> None:
    setup = make_setup((with_abilities(SHOOTER, seen),), (with_abilities(VICTIM, hidden),), board="tracked")
    state = in_action(setup, places={"ALPHA": (10, 10), "BRAVO": (10, 10)})
    state = state.changed("BRAVO", place=Place(1000 + inches("10.18"), 1000))
    assert to_go(state.character("ALPHA"), state.character("BRAVO"), BOLT, blocked=False) == gap


# --- all of a team ----------------------------------------------------------------------------------------------------


def test_who_is_near_threatens_more_than_who_is_far() -> None:
    poor = {"ALPHA": {"pow": 4}}
    values = [threat(table(apart=apart, changed=poor)) for apart in (3, 9, 13, 25)]
    assert values[0] > values[1] > values[2] > values[3] > 0


def test_who_has_moved_and_is_out_of_reach_threatens_later_only() -> None:
    moved = table(apart=8, activation={"moves": 1})
    assert 0 < threat(moved) < threat(table(apart=8))
    again = table(apart=8, activation={"moves": 1, "extra_moves": 1})
    assert threat(again) == threat(table(apart=8))


def test_marvel_special_ensnare_who_is_ensnared_does_not_get_there() -> None:
    slow = {"ALPHA": {"reductions": (Reduction(rule="ensnare", x=9),)}}
    assert threat(table(apart=8, changed=slow)) < threat(table(apart=8))


def test_pow_pays_for_the_attacks_that_are_threatened() -> None:
    values = [threat(table(apart="1.18", changed={"ALPHA": {"pow": counters}})) for counters in (0, 1, 2)]
    assert values[0] < values[1] < values[2]


def test_marvel_ruling_19_what_is_used_up_threatens_no_more() -> None:
    for frequency in ("once_per_turn", "once_per_game"):
        card = with_attack(FIGHTER, "jab", frequency=frequency)
        fresh = threat(table(card, apart="1.18"))
        used = {"ALPHA": {"uses": ("jab",), "uses_ever": ("jab",)}}
        assert threat(table(card, apart="1.18", changed=used)) < fresh


def test_an_attack_without_a_cost_is_made_once() -> None:
    free = with_attack(FIGHTER, "jab", cost=0)
    assert threat(table(free, apart="1.18")) > 0


def test_who_is_ko_threatens_only_once_it_may_recover() -> None:
    out = threat(table(apart=3, changed={"ALPHA": {"ko": True, "down": True, "pow": 0}}))
    assert 0 < out < threat(table(apart=3))


def test_marvel_ruling_18_ranged_attackers_need_a_line_of_sight() -> None:
    wall = piece("wall", "T4", 6, 1, 4, height=inches(9), outline=rectangle(inches(13), inches(5), 50, inches(10)))
    assert threat(table(SHOOTER, apart=7, scenery=(wall,))) < threat(table(SHOOTER, apart=7))


def test_two_who_mean_the_same_enemy_threaten_less_than_twice_as_much() -> None:
    setup = make_setup((FIGHTER, ("OTHER", FIGHTER)), (VICTIM,), board="tracked")
    places: dict[str, tuple[str | int, str | int]] = {"ALPHA": (10, 10), "OTHER": (10, 13), "BRAVO": (12, 11)}
    both = between(setup, places=places)
    alone = both.changed("OTHER", in_play=False)
    assert threat(alone) < threat(both) < 2 * threat(alone)


def test_own_threats_count_a_little_more() -> None:
    state = table(apart=3)
    assert threats(state, "one")["one"] > threats(state, "two")["one"]


def test_a_character_of_ones_own_that_is_far_from_everybody_counts_less() -> None:
    far = replace(FIGHTER, attacks=())
    assert threats(table(far, apart=20), "one")["one"] > threats(table(far, apart=25), "one")["one"]
    assert threats(table(far, apart=25, changed={"ALPHA": {"ko": True}}), "one")["one"] == 0


def test_before_the_power_phase_everybody_counts_with_the_pow_to_come() -> None:
    state = replace(table(apart=3, changed={"ALPHA": {"pow": 0}}), activation=None, phase="power")
    assert threat(state) > threat(replace(state, phase="initiative"))


def test_nobody_threatens_on_the_declared_board_or_after_the_end() -> None:
    assert threats(in_action(make_setup((ALPHA,), (BRAVO, CHARLIE))), "one") == {"one": 0, "two": 0}
    lonely = table().changed("BRAVO", in_play=False)
    assert threats(lonely, "one") == {"one": 0, "two": 0}


def test_grenades_threaten_as_far_as_they_fly() -> None:
    thrower = replace(FIGHTER, attacks=(GRENADE,))
    assert threat(table(thrower, apart=8)) > threat(table(thrower, apart=20))


def test_marvel_ruling_12_who_has_acted_this_turn_threatens_in_the_next_only() -> None:
    armed = {"BRAVO": {"card": replace(VICTIM, attacks=(JAB,))}}
    fresh, acted = (table(apart=3, changed={"BRAVO": armed["BRAVO"] | {"activated": done}}) for done in (False, True))
    assert 0 < threat(acted, "two") < threat(fresh, "two")
