"""Exact distributions: whole-number weights, counted value by value; no sampling, no fractions until somebody asks.

A roll with rules about which dice show which numbers is counted from the highest value down: a table holds, for each
set of dice that have not shown a value yet, the weight of all the ways to get there. `superset_sums` moves every
possible group of dice out of the set at once. `Slots` packs many counters into one integer, so that adding a value to
a whole distribution is one shift.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate
from math import prod

from msgspec import Struct

from rules_engine.kernel.dice import Face


class Distribution(Struct, frozen=True):
    """Whole-number outcomes with whole-number weights, lowest outcome first; no weight is 0."""

    weights: tuple[tuple[int, int], ...]

    @property
    def total(self) -> int:
        """The sum of all weights."""
        return sum(weight for _, weight in self.weights)

    def chance(self, outcome: int) -> Fraction:
        """How likely an outcome is."""
        return Fraction(sum(weight for value, weight in self.weights if value == outcome), self.total)

    @property
    def mean(self) -> Fraction:
        """The expected outcome."""
        return Fraction(sum(value * weight for value, weight in self.weights), self.total)


def lumped(pairs: Iterable[tuple[int, int]]) -> Distribution:
    """A distribution from outcomes with weights, equal outcomes added up."""
    weights: dict[int, int] = {}
    for outcome, weight in pairs:
        weights[outcome] = weights.get(outcome, 0) + weight
    return Distribution(tuple(sorted((outcome, weight) for outcome, weight in weights.items() if weight)))


def die(values: Iterable[Face]) -> Distribution:
    """One die whose faces count these values, each face as likely as another."""
    return lumped((value, 1) for value in values)


NOTHING = Distribution(((0, 1),))  # the sum of no dice


def added(*parts: Distribution) -> Distribution:
    """The sum of independent rolls."""
    return reduce(_added, parts, NOTHING)


def _added(one: Distribution, two: Distribution) -> Distribution:
    return lumped((value + other, weight * more) for value, weight in one.weights for other, more in two.weights)


def at_most(distribution: Distribution, *, size: int) -> list[int]:
    """For each number from 0 to ``size`` - 1, the weight of outcomes up to it; outcomes are not negative."""
    weights = [0] * size
    for value, weight in distribution.weights:
        if value < size:
            weights[value] += weight
    return list(accumulate(weights))


@lru_cache
def without(size: int, bit: int) -> tuple[int, ...]:
    """The sets that lack an element: of all masks below ``size``, those without ``bit``."""
    return tuple(mask for mask in range(size) if not mask & bit)


def superset_sums(table: Sequence[int], bits: Iterable[int]) -> list[int]:
    """For each set, the sum over it and all its supersets by some of ``bits``.

    table: one weight a set of dice, indexed by the set's bit mask; its length is a power of two. bits: masks of one
    bit each. With all bits this is the zeta transform on the subset lattice, n * 2**n additions instead of 3**n.
    """
    sums = list(table)
    for bit in bits:
        for mask in without(len(sums), bit):
            more = sums[mask | bit]
            if more:
                sums[mask] += more
    return sums


class Slots(Struct, frozen=True):
    """Counters packed side by side into one integer: counter ``i`` lies ``i * octets`` bytes from the low end."""

    octets: int

    @classmethod
    def for_weights_up_to(cls, most: int) -> "Slots":
        """Slots wide enough that no sum of weights up to ``most`` overflows into the next one."""
        return cls(octets=most.bit_length() // 8 + 1)

    def shift(self, by: int) -> int:
        """How many bits a packed integer is shifted to move each counter up by some places."""
        return 8 * self.octets * by

    def unpack(self, packed: int, count: int) -> tuple[int, ...]:
        """The first ``count`` counters."""
        size = self.octets * count
        data = (packed & ((1 << 8 * size) - 1)).to_bytes(size, "little")
        return tuple(int.from_bytes(data[at : at + self.octets], "little") for at in range(0, size, self.octets))


def ways(sides: Iterable[int]) -> int:
    """How many ways dice can fall."""
    return prod(sides)
