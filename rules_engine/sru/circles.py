"""The circle graph: how far a rumor travels (SRU-RUMOR-12 to SRU-RUMOR-14)."""

import heapq
from collections.abc import Iterator

from rules_engine.kernel.errors import MalformedInput
from rules_engine.sru.components import Circle, Graph, Rumor
from rules_engine.sru.rulings import Rulings

STEP = 1  # what a step between a circle and its parent costs


def circle(graph: Graph, circle_id: str) -> Circle:
    """A circle of a graph. Raises MalformedInput."""
    for each in graph.circles:
        if each.id == circle_id:
            return each
    raise MalformedInput(f"There is no circle {circle_id}.")


def check(graph: Graph) -> None:
    """Raise MalformedInput for a graph that is none: unknown circles, a cycle of parents, a link without its cost."""
    ids = [each.id for each in graph.circles]
    if len(set(ids)) < len(ids):
        raise MalformedInput("Two circles have the same id.")
    for link in graph.links:
        circle(graph, link.a), circle(graph, link.b)
        if link.a == link.b or not 1 <= link.cost <= 9:
            raise MalformedInput(f"A link joins two circles at a cost of 1 to 9, unlike {link.a} and {link.b}.")
    for each in graph.circles:
        if each.extra_cost is not None and not 0 <= each.extra_cost <= 5:
            raise MalformedInput(f"The extra cost of the circle {each.id} must be 0 to 5.")
        _check_parents(graph, each)


def _check_parents(graph: Graph, start: Circle) -> None:
    seen, each = {start.id}, start
    while each.parent:
        each = circle(graph, each.parent)
        if each.id in seen:
            raise MalformedInput(f"The circle {start.id} contains itself.")
        seen.add(each.id)


def extra_cost(each: Circle, rulings: Rulings) -> int:
    """What a step into (or out of) an obscure or isolated circle costs more: SRU-RUMOR-13, SRU-RULING-11."""
    if each.extra_cost is not None:
        return each.extra_cost
    return rulings.rumors_obscure_extra_cost if each.obscure or each.isolated else 0


def costs(graph: Graph, source: str, rulings: Rulings) -> dict[str, int]:
    """What it costs a rumor to get from a circle to each that it can reach, by the cheapest way: SRU-RULING-12."""
    found: dict[str, int] = {}
    queue = [(0, source)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here not in found:
            found[here] = cost
            for there, step in _steps(graph, here, rulings):
                heapq.heappush(queue, (cost + step, there))
    return found


def _steps(graph: Graph, here: str, rulings: Rulings) -> Iterator[tuple[str, int]]:
    """Up to the parent, along links, and down only where a league says so: SRU-RULING-10."""
    by_id = {each.id: each for each in graph.circles}
    if by_id[here].parent:
        yield by_id[here].parent, _cost(by_id, here, by_id[here].parent, rulings=rulings)
    for link in graph.links:
        if here in {link.a, link.b}:
            there = link.b if here == link.a else link.a
            yield there, _cost(by_id, here, there, rulings=rulings, step=link.cost)
    if rulings.rumors_propagate_down:
        for each in graph.circles:
            if each.parent == here:
                yield each.id, _cost(by_id, here, each.id, rulings=rulings)


def _cost(by_id: dict[str, Circle], here: str, there: str, *, rulings: Rulings, step: int = STEP) -> int:
    into, out_of = extra_cost(by_id[there], rulings), extra_cost(by_id[here], rulings)
    return step + (into if rulings.rumors_obscure_applies == "receiving_end" else max(into, out_of))


def index_there(rumor: Rumor, circle_id: str, graph: Graph, rulings: Rulings) -> int:
    """A rumor's index in a circle, computed and never stored: SRU-RUMOR-12, SRU-RUMOR-14, SRU-RULING-13; 0: not told.

    Where each circle keeps a rumor of its own, it counts in its circle only. Raises MalformedInput for no circle.
    """
    circle(graph, circle_id)
    if rumor.state != "active":
        return 0
    if rumor.circle == circle_id:
        return rumor.index
    if rulings.rumors_spread_mode == "own_copies":
        return 0
    return _arriving(rumor, costs(graph, rumor.circle, rulings), circle_id)


def indices(rumor: Rumor, graph: Graph, rulings: Rulings) -> dict[str, int]:
    """A rumor's index in every circle where it is told, in the order of the graph."""
    found = {each.id: index_there(rumor, each.id, graph, rulings) for each in graph.circles}
    return {circle_id: index for circle_id, index in found.items() if index}


def copies(rumor: Rumor, graph: Graph, rulings: Rulings) -> tuple[Rumor, ...]:
    """The rumors of their own that other circles get under SRU-RULING-13 ``own_copies``; else none."""
    if rulings.rumors_spread_mode == "follow_source":
        return ()
    way = costs(graph, rumor.circle, rulings)
    return tuple(
        Rumor(
            id=f"{rumor.id}@{each.id}", character=rumor.character, domain=rumor.domain, circle=each.id,
            adjective=rumor.adjective, index=index, polarity=rumor.polarity, origin=rumor.origin, session=rumor.session,
        )
        for each in graph.circles
        if each.id != rumor.circle and (index := _arriving(rumor, way, each.id))
    )  # fmt: skip


def _arriving(rumor: Rumor, way: dict[str, int], circle_id: str) -> int:
    return max(0, rumor.index - way.get(circle_id, rumor.index))
