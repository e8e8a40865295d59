"""Swiss rounds: the pairing that is best by the aims of CAMP-SWISS-03, found as a matching of least cost."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from campaigns.domain.pairings import aims
from campaigns.domain.pairings.aims import Field
from campaigns.domain.pairings.entries import Entries, entries
from campaigns.domain.pairings.lots import lot_of_pair
from campaigns.domain.pairings.matching import Edge, Matching, best_matching
from campaigns.domain.pairings.protocol import (
    Alternative,
    Fact,
    History,
    Impossible,
    Options,
    Pairing,
    Participant,
    Reason,
    Round,
)
from campaigns.domain.pairings.tables import place

FULL: Final = 512  # up to so many people every edge is looked at
WINDOW: Final = 48  # beyond, so many neighbours in the standing on either side
FIRST_AIMS: Final = 4
NO_EDGES: Final[frozenset[Edge]] = frozenset()
Costs: TypeAlias = tuple[int, ...]


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """A pairing of a field, its cost by aim, whether it is the optimum, and which aims were made coarser."""

    pairs: tuple[Edge, ...]
    costs: Costs
    exact: bool
    coarse: tuple[str, ...]


def rounds_proposed(participants: int) -> int:
    """The smallest k with 2^k ≥ participants (CAMP-STAGE-05, CAMP-RULING-16)."""
    return (participants - 1).bit_length()


def pair(participants: Sequence[Participant], history: History, options: Options, seed: str) -> Round | Impossible:
    """Pair the next round of a Swiss stage.

    Rules: CAMP-SWISS-01, CAMP-SWISS-11 to CAMP-SWISS-14, CAMP-PAIR-03, CAMP-PAIR-06, CAMP-PAIR-07.
    """
    found = entries(participants, history, options)
    if isinstance(found, Impossible):
        return found
    if len(found.free) < 2 and not found.tables:
        lonely = tuple(who.id for who in found.free)
        return Impossible(reason=Reason(code="too_few", facts={"who": lonely}), participants=lonely)
    field = aims.field_of(found.free, history, options, seed)
    solution = solve(field)
    if solution.costs[0] and not options.allow_forbidden:
        return _forbidden(field, solution)
    return _round(found, field, solution, participants, history)


def alternative(
    participants: Sequence[Participant], history: History, options: Options, seed: str, pairing: Pairing
) -> Alternative | None:
    """The best round in which this pairing is not made; none if it was not chosen from several.

    Rules: CAMP-PAIR-05. pairing: one of the round that ``pair`` gives for the same arguments.
    """
    found = entries(participants, history, options)
    if isinstance(found, Impossible):
        return None
    field = aims.field_of(found.free, history, options, seed)
    vertex = {who.id: at for at, who in enumerate(field.people)}
    ends = [vertex[who] for who in pairing.seats if who in vertex]
    if len(ends) != len(pairing.seats) or len(field.people) <= 2:
        return None
    one, other = sorted([*ends, len(field.people)][:2])
    best, second = solve(field), solve(field, without=frozenset({(one, other)}))
    worse = (
        (aim.code, cost, least) for aim, cost, least in zip(aims.aims(options), second.costs, best.costs, strict=True)
    )
    aim, cost, least = next((row for row in worse if row[1] != row[2]), ("", 0, 0))
    seats = tuple(tuple(who.id for who in _people(field, edge)) for edge in second.pairs)
    return Alternative(seats=seats, aim=aim, cost=cost, best=least)


def solve(field: Field, *, without: frozenset[Edge] = NO_EDGES) -> Solution:
    """The best pairing of a field that uses none of some edges.

    Rules: CAMP-SWISS-13: large fields look at near edges only, and at all if the first aims could then be better.
    """
    size = len(field.people)
    if size > FULL:
        near = _solve(field, [edge for edge in _near(field) if edge not in without])
        if near.costs[:FIRST_AIMS] <= _bound(field):
            return replace(near, exact=False)
    vertices = size + size % 2
    every = ((one, other) for one in range(vertices) for other in range(one + 1, vertices))
    return _solve(field, [edge for edge in every if edge not in without])


def _solve(field: Field, edges: Sequence[Edge]) -> Solution:
    order = aims.aims(field.options)
    pairs = [edge for edge in edges if edge[1] != field.bye]
    byes = [one for one, other in edges if other == field.bye]
    edges = [*pairs, *((one, len(field.people)) for one in byes)]
    most = (len(field.people) + 1) // 2
    columns = [(most if aim.pair else 1, aims.column(aim, field, pairs, byes)) for aim in order]
    matching = best_matching(edges, columns, coarse_from=len(order) - 3)
    at = {edge: index for index, edge in enumerate(edges)}
    chosen = [at[edge] for edge in matching.pairs]
    costs = tuple(sum(column[index] for index in chosen) for _, column in columns)
    coarse = _coarse(order, matching)
    return Solution(pairs=matching.pairs, costs=costs, exact=not coarse, coarse=coarse)


def _coarse(order: Sequence[aims.Aim], matching: Matching) -> tuple[str, ...]:
    """The aims of the document that were made coarser (CAMP-SWISS-05)."""
    return tuple(aim.code for aim, lost in zip(order[:-1], matching.lost, strict=False) if lost)


def _bound(field: Field) -> Costs:
    """What no pairing can be better than at the first aims: nothing forbidden, nobody met, the bye where it belongs."""
    if field.bye is None:
        return (0,) * FIRST_AIMS
    return (0, 0, *min(zip(field.full_rounds, field.points, strict=True)))


def _near(field: Field) -> list[Edge]:
    """Edges between neighbours in the standing, those close in the order that is aimed at side by side."""
    line = sorted(range(len(field.people)), key=lambda at: (-field.points[at], *_rank(field, at)))
    near = ((one, other) for at, one in enumerate(line) for other in line[at + 1 : at + 1 + WINDOW])
    edges = dict.fromkeys((min(pair), max(pair)) for pair in chain(near, _middles(field)))
    return [*edges] if field.bye is None else [*edges, *((at, field.bye) for at in line)]


def _middles(field: Field) -> Iterator[Edge]:
    """The middle of each odd group with the last: they meet if the first one floats, though they stand far apart."""
    seats = {(points, place): at for at, (points, place) in enumerate(zip(field.points, field.place, strict=True))}
    for points, size in sorted(set(zip(field.points, field.size, strict=True))):
        if size % 2 and size > 1:
            yield seats[points, size // 2], seats[points, size - 1]


def _rank(field: Field, at: int) -> tuple[int, int]:
    """Where somebody stands in the score group so that good partners are neighbours."""
    place_in_group = field.place[at]
    if field.options.within_group == "random":
        return lot_of_pair(field.seed, field.round, 0, field.people[at].number), place_in_group
    half = field.size[at] // 2
    if field.options.within_group == "fold" and place_in_group >= half:
        return place_in_group - half, place_in_group
    return place_in_group, place_in_group


def _people(field: Field, edge: Edge) -> tuple[Participant, ...]:
    return tuple(field.people[at] for at in edge if at != field.bye)


def _forbidden(field: Field, solution: Solution) -> Impossible:
    """Refuse a round that no pairing without a forbidden pair exists for (CAMP-PAIR-07)."""
    who = tuple(who.id for edge in solution.pairs if edge in field.forbidden for who in _people(field, edge))
    return Impossible(reason=Reason(code="forbidden", facts={"who": who}), participants=who)


def _round(
    found: Entries, field: Field, solution: Solution, participants: Sequence[Participant], history: History
) -> Round:
    ordered = sorted(solution.pairs, key=lambda edge: _standing(field, edge))
    made = [_pairing(field, edge) for edge in ordered]
    tables = (*found.tables, *(pairing for pairing in made if not pairing.bye))
    byes = (*(pairing for pairing in made if pairing.bye), *found.byes)
    notes = tuple(Reason(code="coarser", facts={"aim": code}) for code in solution.coarse)
    return Round(
        number=found.number,
        pairings=(*place(tables, participants, history, field.options), *byes),
        exact=solution.exact,
        notes=(*found.notes, *notes),
    )


def _standing(field: Field, edge: Edge) -> tuple[int, int, int]:
    """Higher score groups first: by the points of both, the higher one before the lower, then by pairing number."""
    points = sorted((field.points[at] for at in edge if at != field.bye), reverse=True)
    return -points[0], -points[-1], min(edge)


def _pairing(field: Field, edge: Edge) -> Pairing:
    people = _people(field, edge)
    seats = tuple(who.id for who in people)
    if len(people) == 1:
        return Pairing(seats=seats, reason=_bye_reason(field, edge[0]), bye="pairing_allocated")
    code, facts = _reason(field, *edge)
    return Pairing(seats=seats, reason=Reason(code=code, facts=facts))


def _bye_reason(field: Field, at: int) -> Reason:
    facts: dict[str, Fact] = {"who": field.people[at].id, "earlier": field.full_rounds[at]}
    return Reason(code="bye_again" if field.full_rounds[at] else "bye", facts=facts)


def _reason(field: Field, one: int, other: int) -> tuple[str, dict[str, Fact]]:
    """What was aimed at in a pair and what stood in the way, the gravest first (CAMP-PAIR-03)."""
    edge = (one, other)
    upper, lower = sorted(edge, key=lambda at: -field.points[at])
    facts: dict[str, Fact] = {"upper": field.people[upper].id, "lower": field.people[lower].id}
    if edge in field.forbidden:
        return "forbidden_allowed", facts
    if times := field.met.get(edge, 0):
        return "rematch", facts | {"times": times}
    if edge in field.separated:
        return "same_tag", facts | {"tag": field.options.separate_tag}
    if distance := field.points[upper] - field.points[lower]:
        return "float", facts | {"steps": distance}
    return ("first_round" if field.round == 1 else "same_points"), facts | {"order": field.options.within_group}
