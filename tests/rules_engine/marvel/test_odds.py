from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rules_engine.marvel import odds
from rules_engine.marvel.commands import Roll
from rules_engine.marvel.damage import Harm, Ward
from rules_engine.marvel.odds import Situation
from rules_engine.marvel.rulings import Rulings
from tests.support.marvel import answer, play
from tests.support.marvel_attacks import Exchange

RULINGS = Rulings()


def table(beats: int | None, harm: Harm, **more: object) -> odds.Odds:
    return odds.odds(Situation(beats=beats, harm=harm, **more), RULINGS)  # type: ignore[arg-type]


def test_marvel_atk_09_chance_to_exceed_a_defence() -> None:
    """Attack 5 against 15: the dice must exceed 10, which 21 of 64 rolls do; three of them are pairs."""
    found = table(10, Harm(damage=3))
    assert found.chance_to_hit == Fraction(21, 64)
    assert found.damage.weights == ((0, 43), (3, 18), (4, 3))


def test_marvel_ovl_02_an_overload_die_is_added() -> None:
    faces = [roll for roll in product(range(1, 9), repeat=3) if sum(roll) > 10]
    found = table(10, Harm(damage=3), dice=3)
    pairs = sum(len(set(roll)) < 3 for roll in faces)
    assert (found.total, found.hit) == (512, len(faces))
    assert found.damage.weights == ((0, 512 - len(faces)), (3, len(faces) - pairs), (4, pairs))


@pytest.mark.parametrize(("rerolls", "dice"), [(1, 2), (2, 2), (1, 3)])
def test_marvel_ability_master_fighter_each_reroll_takes_the_lowest_die(rerolls: int, dice: int) -> None:
    """All ways one by one: the faces first rolled and those rolled again, in order."""
    counted: Counter[int] = Counter()
    for faces in product(range(1, 9), repeat=dice + rerolls):
        now, spare, used = list(faces[:dice]), list(faces[dice:]), set[int]()
        while sum(now) <= 11 and spare:
            worst = min((place for place in range(dice) if place not in used), key=now.__getitem__)
            now[worst] = spare.pop(0)
            used.add(worst)
        counted[(3 + (len(set(now)) < dice)) if sum(now) > 11 else 0] += 1
    assert dict(table(11, Harm(damage=3), dice=dice, rerolls=rerolls).damage.weights) == dict(counted)


def test_marvel_ability_assassin_counts_double_eights_apart() -> None:
    assert table(15, Harm(damage=3), assassin=True).damage.weights == ((0, 63), (7, 1))
    assert table(15, Harm(damage=3)).damage.weights == ((0, 63), (4, 1))


def test_marvel_wave_02_the_agility_test_halves() -> None:
    """Agility 10: 43 of 64 tests pass."""
    found = table(14, Harm(damage=4, least=1), agility=10)
    assert (found.total, found.hit) == (64 * 64, 3 * 64)
    assert found.damage.weights == ((0, 61 * 64), (2, 3 * 43), (4, 2 * 21), (5, 21))


def test_marvel_ruling_28_without_a_hit_roll_everybody_is_hit() -> None:
    found = table(None, Harm(damage=3, least=1), agility=2)
    assert found.chance_to_hit == 1
    assert found.damage.weights == ((1, 1), (3, 63))


def test_marvel_ability_acrobat_tests_again() -> None:
    assert odds.passes(10) == (43, 64)
    assert odds.passes(10, again=True) == (64 * 64 - 21 * 21, 64 * 64)
    assert table(None, Harm(damage=3), agility=10, acrobat=True).damage.chance(3) == Fraction(21 * 21, 64 * 64)


def test_marvel_ruling_31_abilities_of_the_target_count() -> None:
    resisted = odds.odds(Situation(beats=15, harm=Harm(damage=3), ward=Ward(resistances=(3,))), RULINGS)
    assert resisted.damage.weights == ((0, 63), (1, 1))


@pytest.mark.parametrize("overload", [False, True])
def test_marvel_ruling_31_the_odds_are_those_of_the_match(overload: bool) -> None:
    """Every roll of an Assassin's JAB at BRAVO, who resists, played by the rules."""
    row = {"with": {"ALPHA": {"abilities": ["assassin"]}, "BRAVO": {"abilities": ["resistance 1 vs blunt"]}}}
    exchange = Exchange({"steps": ["JAB"], **row})
    for step in ("JAB BRAVO", "overload die" if overload else "overload none"):
        exchange.say(step)
    dice = 3 if overload else 2
    counted: Counter[int] = Counter()
    for faces in product(range(1, 9), repeat=dice):
        after = play(exchange.state, (answer(exchange.state, "roll_hit", Roll), " ".join(map(str, faces))))
        counted[10 - after.character("BRAVO").endurance] += 1
    found = table(10, Harm(damage=3), ward=Ward(resistances=(1,)), dice=dice, assassin=True)
    assert dict(found.damage.weights) == dict(counted)
