from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.domain.pairings import matching
from campaigns.domain.pairings.matching import best_matching

EDGES = list(combinations(range(6), 2))
FOURS = [(pair, rest) for pair in EDGES[:5] for rest in [tuple(v for v in range(6) if v not in pair)]]
PERFECT = [
    (pair, *two) for pair, (a, b, c, d) in FOURS for two in [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
]
COLUMN = st.lists(st.integers(0, 9), min_size=15, max_size=15)


@given(st.lists(COLUMN, min_size=1, max_size=4))
def test_camp_swiss_05_an_earlier_column_outweighs_all_later_ones(columns: list[list[int]]) -> None:
    made = best_matching(EDGES, [(3, column) for column in columns], coarse_from=len(columns))

    def sums(pairs: tuple[tuple[int, int], ...]) -> list[int]:
        return [sum(column[EDGES.index(pair)] for pair in pairs) for column in columns]

    assert sums(made.pairs) == min(map(sums, PERFECT))
    assert made.lost == (0,) * len(columns)


def test_nobody_is_matched_where_nobody_is() -> None:
    assert best_matching([], [(0, [])], coarse_from=1).pairs == ()


def test_camp_swiss_05_the_last_columns_are_made_coarser_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "BITS", 10)
    edges = list(product([0, 1], [2, 3]))
    first, later = [0, 5, 5, 9], [1, 2, 3, 200]
    assert best_matching(edges, [(2, first), (2, later), (2, later)], coarse_from=1).lost == (0, 3, 8)
    with pytest.raises(AssertionError, match="fits"):
        best_matching(edges, [(2, [0, 5, 5, 9]), (2, [9**9] * 4)], coarse_from=2)


def test_a_graph_without_a_perfect_matching_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(AssertionError, match="perfect matching"):
        best_matching([(0, 1), (0, 2), (0, 3)], [(2, [0, 0, 0])], coarse_from=1)


def test_the_widest_costs_that_are_let_through_are_computed_exactly() -> None:
    edges = list(combinations(range(4), 2))
    least = best_matching(edges, [(2, [2**57, 1, 2**57, 2**57, 0, 2**57]), (2, [2**58, 7, 0, 0, 8, 1])], coarse_from=2)
    assert least.pairs == ((0, 2), (1, 3))
