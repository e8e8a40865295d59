"""Exact odds of an attack, for people and players: hit and damage, by all the rules of its hit roll and R31."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final

from msgspec.structs import replace

from rules_engine.kernel import odds as exact
from rules_engine.kernel.dice import Face
from rules_engine.kernel.messages import Record
from rules_engine.kernel.odds import Distribution
from rules_engine.marvel import criticals, damage
from rules_engine.marvel.damage import NO_WARD, Harm, Ward
from rules_engine.marvel.rulings import Rulings

SIDES: Final = 8
FACES: Final = range(1, SIDES + 1)
TEST_WAYS: Final = SIDES**2


class Situation(Record, frozen=True, kw_only=True, cache_hash=True):
    """All that the odds of one hit roll depend on.

    beats: what the dice must exceed: defence less Attack and modifiers; None: hit without a roll. dice: 2, and one more
    for an overload die. rerolls: dice that the attacker may roll again, each once. harm: before critical and halving.
    agility: what the target tests, None for no test; acrobat: it may test again.
    """

    beats: int | None
    harm: Harm
    ward: Ward = NO_WARD
    dice: int = criticals.HIT_DICE
    rerolls: int = 0
    assassin: bool = False
    agility: int | None = None
    acrobat: bool = False


class Odds(Record, frozen=True, kw_only=True):
    """The exact table: ways to hit of all ways the dice can fall, and ways to each amount of damage, misses included.

    The damage is what comes off the target's endurance, whatever is left of it; Cruel is not counted.
    """

    total: int
    hit: int
    damage: Distribution

    @property
    def chance_to_hit(self) -> Fraction:
        """How likely a hit is."""
        return Fraction(self.hit, self.total)


@lru_cache(maxsize=1 << 14)
def odds(situation: Situation, rulings: Rulings) -> Odds:
    """The exact table of a hit roll and the Agility test after it.

    Rules: MARVEL-ATK-08, MARVEL-ATK-09, MARVEL-CRIT-01, MARVEL-ABILITY-ASSASSIN, MARVEL-WAVE-02, MARVEL-BREATH-02,
    MARVEL-RULING-02, MARVEL-RULING-03, MARVEL-RULING-31. A critical is taken as +1 damage; a miss is rolled again with
    the lowest die, as long as re-rolls are left.
    """
    hits = _hits(situation, rulings)
    ways = SIDES ** (situation.dice + situation.rerolls) if situation.beats is not None else 1
    tested, passing = _agility(situation)
    hit = sum(weight for _, weight in hits)
    weights = [(0, (ways - hit) * tested)]
    for harm, weight in hits:
        for halved, share in ((True, passing), (False, tested - passing)):
            taken = damage.points(replace(harm, halved=halved), situation.ward, rulings)
            weights.append((taken, weight * share))
    return Odds(total=ways * tested, hit=hit * tested, damage=exact.lumped(weights))


def passes(attribute: int, *, again: bool = False) -> tuple[int, int]:
    """Ways to pass an attribute test, and all ways (MARVEL-TEST-01); again: a failure may be rolled again."""
    ways = sum(one + two <= attribute for one, two in product(FACES, FACES))
    if not again:
        return ways, TEST_WAYS
    return ways * TEST_WAYS + (TEST_WAYS - ways) * ways, TEST_WAYS**2


def _agility(situation: Situation) -> tuple[int, int]:
    """All ways of the Agility test, and those in which it is passed; one way, failed, if there is no test."""
    if situation.agility is None:
        return 1, 0
    passing, all_ways = passes(situation.agility, again=situation.acrobat)
    return all_ways, passing


def _hits(situation: Situation, rulings: Rulings) -> tuple[tuple[Harm, int], ...]:
    """What hits deal, with their weights."""
    if situation.beats is None:
        return ((situation.harm, 1),)
    weights: dict[Harm, int] = {}
    for faces, weight in final_faces(situation.beats, situation.dice, situation.rerolls):
        harm = replace(
            situation.harm,
            critical=criticals.is_critical(faces, rulings),
            doubled=situation.assassin and criticals.shows_double_eight(faces, rulings),
        )
        weights[harm] = weights.get(harm, 0) + weight
    return tuple(weights.items())


@lru_cache(maxsize=256)
def final_faces(beats: int, dice: int, rerolls: int) -> tuple[tuple[tuple[Face, ...], int], ...]:
    """The rolls that hit, re-rolls over, each with its weight of all ``8 ** (dice + rerolls)``.

    A miss is rolled again with the lowest die that has not been rolled again, while re-rolls are left.
    """
    weights: dict[tuple[Face, ...], int] = {}
    for faces in product(FACES, repeat=dice):
        for final, weight in _rolled_again(faces, tuple(range(dice)), beats=beats, rerolls=rerolls):
            weights[final] = weights.get(final, 0) + weight
    return tuple(weights.items())


def _rolled_again(
    faces: tuple[Face, ...], fresh: tuple[int, ...], *, beats: int, rerolls: int
) -> Iterator[tuple[tuple[Face, ...], int]]:
    """What a roll becomes, hits only. fresh: places of dice that may still be rolled again."""
    if sum(faces) > beats:
        yield faces, SIDES**rerolls
    elif rerolls:
        worst = min(fresh, key=faces.__getitem__)
        left = tuple(place for place in fresh if place != worst)
        for face in FACES:
            new = (*faces[:worst], face, *faces[worst + 1 :])
            yield from _rolled_again(new, left, beats=beats, rerolls=rerolls - 1)
