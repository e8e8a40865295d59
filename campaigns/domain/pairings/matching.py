"""The cheapest perfect matching by several costs in order: each cost packed into one whole number."""

from collections.abc import Sequence
from math import prod
from typing import Final, TypeAlias

import msgspec
import rustworkx

Edge: TypeAlias = tuple[int, int]
Column: TypeAlias = tuple[int, Sequence[int]]  # how many pairs can have the cost, and the cost of each edge

BITS: Final = 120  # rustworkx computes in 128 bits and doubles weights on the way


class Matching(msgspec.Struct, frozen=True, kw_only=True):
    """The pairs of a matching, lower vertex first, and how many bits each column was shortened by."""

    pairs: tuple[Edge, ...]
    lost: tuple[int, ...]


def best_matching(edges: Sequence[Edge], columns: Sequence[Column], *, coarse_from: int) -> Matching:
    """Match all vertices so that the first column's sum is least, then the second's, and so on.

    Rules: CAMP-SWISS-02, CAMP-SWISS-05. edges: lower vertex first, of a graph with a perfect matching. columns: whole
    costs from 0, as long as ``edges``. coarse_from: the columns from this one on may be made coarser, the last first.
    Errors: AssertionError if there is no perfect matching.
    """
    lost = _lost([(pairs, max(costs, default=0)) for pairs, costs in columns], coarse_from)
    fitted = [(pairs, [cost >> bits for cost in costs]) for (pairs, costs), bits in zip(columns, lost, strict=True)]
    costs = _packed(fitted)
    greatest = max(costs, default=0)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * (1 + max((other for _, other in edges), default=-1)))
    graph.add_edges_from([(one, other, greatest - cost) for (one, other), cost in zip(edges, costs, strict=True)])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    assert 2 * len(found) == len(graph), "the graph has a perfect matching"
    return Matching(pairs=tuple(sorted((min(pair), max(pair)) for pair in found)), lost=tuple(lost))


def _lost(greatest: Sequence[tuple[int, int]], coarse_from: int) -> list[int]:
    """How many bits each column has to lose so that all of them fit into BITS together."""
    lost = [0] * len(greatest)

    def product() -> int:
        return prod(pairs * (cost >> bits) + 1 for (pairs, cost), bits in zip(greatest, lost, strict=True))

    for at in range(len(greatest) - 1, coarse_from - 1, -1):
        while product() >> BITS and greatest[at][1] >> lost[at]:
            lost[at] += 1
    assert not product() >> BITS, "what may not be coarser fits"
    return lost


def _packed(columns: Sequence[Column]) -> list[int]:
    """One number for each edge: a unit of a column outweighs all later columns together."""
    telling = [column for column in columns if any(column[1])]
    ranges = [pairs * max(costs) + 1 for pairs, costs in telling]  # one more than the greatest sum of each
    factors = [prod(ranges[at + 1 :]) for at in range(len(telling))]
    packed = [0] * len(columns[0][1])
    for factor, (_, costs) in zip(factors, telling, strict=True):
        packed = [sum_ + factor * cost for sum_, cost in zip(packed, costs, strict=True)]
    return packed
