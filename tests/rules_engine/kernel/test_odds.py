from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.kernel.odds import (
    NOTHING,
    Distribution,
    Slots,
    added,
    at_most,
    die,
    lumped,
    superset_sums,
    ways,
    without,
)

POOLS = st.lists(st.integers(2, 10), max_size=5)


def pool(sides: list[int]) -> Distribution:
    return added(*(die(range(1, number + 1)) for number in sides))


@given(POOLS)
def test_a_pool_is_what_icepool_says(sides: list[int]) -> None:
    rolled = sum((icepool.d(number) for number in sides), icepool.Die([0]))
    assert pool(sides).weights == tuple(rolled.items())


def test_chances_are_exact_fractions() -> None:
    two = pool([6, 6])
    assert (two.mean, two.chance(7)) == (Fraction(7), Fraction(1, 6))
    assert two.total == 36


def test_equal_outcomes_are_lumped_and_weights_of_0_left_out() -> None:
    assert lumped([(2, 1), (0, 3), (2, 4), (5, 0)]) == Distribution(((0, 3), (2, 5)))


def test_no_dice_add_up_to_0() -> None:
    assert added() == NOTHING


def test_at_most_counts_up_to_its_size() -> None:
    assert at_most(die([0, 2, 2, 9]), size=4) == [1, 1, 3, 3]


@given(st.lists(st.integers(0, 99), min_size=16, max_size=16), st.sets(st.sampled_from([1, 2, 4, 8])))
def test_superset_sums_are_sums_over_supersets(table: list[int], bits: set[int]) -> None:
    some = sum(bits)
    expected = [
        sum(table[other] for other in range(16) if other & mask == mask and not (other ^ mask) & ~some)
        for mask in range(16)
    ]
    assert superset_sums(table, sorted(bits)) == expected


def test_sets_without_an_element() -> None:
    assert without(8, 2) == (0, 1, 4, 5)


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=9), st.integers(0, 3))
def test_slots_give_back_what_was_packed(counters: list[int], by: int) -> None:
    slots = Slots.for_weights_up_to(10**12)
    packed = sum(counter << slots.shift(place) for place, counter in enumerate(counters))
    assert slots.unpack(packed, len(counters)) == tuple(counters)
    assert slots.unpack(packed << slots.shift(by), len(counters) + by) == (*[0] * by, *counters)


@given(st.integers(1, 2**40))
def test_slots_are_wide_enough_for_the_most(most: int) -> None:
    slots = Slots.for_weights_up_to(most)
    assert most < 1 << slots.shift(1) <= most << 16


def test_ways_to_fall_are_counted() -> None:
    assert ways([4, 6]) == len(Counter(product(range(4), range(6))))
