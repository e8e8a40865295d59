"""Tables of three to seven: how many there are, who sits at which, and what places are worth."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, combinations, pairwise
from typing import Final, TypeAlias

import msgspec

from campaigns.domain.pairings import past
from campaigns.domain.pairings.aims import whole_steps
from campaigns.domain.pairings.entries import Entries, entries
from campaigns.domain.pairings.protocol import (
    Alternative,
    History,
    Impossible,
    Number,
    Options,
    Pairing,
    Participant,
    Reason,
    Round,
)
from campaigns.domain.pairings.tables import place

SEARCHED: Final = 12  # up to so many people every way to seat them is tried
AIMS: Final = ("meetings", "spread")
Tables: TypeAlias = tuple[tuple[int, ...], ...]  # vertices
Matrix: TypeAlias = tuple[tuple[int, ...], ...]


def sizes(people: int, options: Options) -> tuple[int, tuple[int, ...]]:
    """How many byes are needed, and the sizes of the tables, the larger ones first.

    Rules: CAMP-MULTI-01, CAMP-MULTI-02, CAMP-RULING-48.
    """
    for byes in range(people + 1):
        fitting = (_split(people - byes, tables) for tables in range(1, (people - byes) // options.smallest + 1))
        allowed = [split for split in fitting if options.smallest <= split[-1] and split[0] <= options.largest]
        if allowed:
            return byes, min(allowed, key=lambda split: sum((size - options.table_size) ** 2 for size in split))
    return people, ()


def _split(people: int, tables: int) -> tuple[int, ...]:
    larger = people % tables
    return (people // tables + 1,) * larger + (people // tables,) * (tables - larger)


class Seating(msgspec.Struct, frozen=True, kw_only=True):
    """Who is to be seated, by vertex in the order of points and numbers, and what it costs to put two together.

    met: by pair of vertices, meetings squared; distance: of points, squared.
    """

    people: tuple[Participant, ...]
    sizes: tuple[int, ...]
    met: Matrix
    distance: Matrix

    def costs(self, tables: Tables) -> tuple[int, int]:
        """The aims of CAMP-MULTI-04 for some tables: repeated meetings, spread of points."""
        pairs = [pair for table in tables for pair in combinations(table, 2)]
        return sum(self.met[one][other] for one, other in pairs), sum(self.distance[one][other] for one, other in pairs)


def pair(
    participants: Sequence[Participant],
    history: History,
    options: Options,
    seed: str,  # noqa: ARG001 -- of the protocol; nothing is left to a lot here
) -> Round | Impossible:
    """Seat the next round at tables of three to seven.

    Rules: CAMP-MULTI-02, CAMP-MULTI-04, CAMP-ROBIN-08, CAMP-PAIR-03, CAMP-PAIR-06.
    """
    found = entries(participants, history, options)
    if isinstance(found, Impossible):
        return found
    byes, seating = _seating(found, history, options)
    if not seating.sizes and not found.tables:
        who = tuple(one.id for one in found.free)
        return Impossible(reason=Reason(code="too_few", facts={"who": who}), participants=who)
    tables, is_exact = solve(seating)
    made = [*found.tables, *(_pairing(seating, table) for table in sorted(tables))]
    given = (
        Pairing(seats=(who.id,), reason=Reason(code="bye", facts={"who": who.id}), bye="pairing_allocated")
        for who in byes
    )
    return Round(
        number=found.number,
        pairings=(*place(made, participants, history, options), *given, *found.byes),
        exact=is_exact,
        notes=found.notes,
    )


def until_all_met(
    participants: Sequence[Participant], history: History, options: Options, seed: str
) -> Round | Impossible:
    """Seat the next round of a round robin at larger tables, which ends when all have met or the rounds are played.

    Rules: CAMP-ROBIN-08.
    """
    met = past.meetings(history)
    present = [who.id for who in participants if who.state == "present"]
    is_done = all(met.get(past.two(*pair), 0) for pair in combinations(present, 2))
    if (present and is_done) or (options.rounds and len(history.rounds) >= options.rounds):
        return Impossible(reason=Reason(code="complete", facts={"rounds": len(history.rounds)}))
    return pair(participants, history, options, seed)


def alternative(
    participants: Sequence[Participant], history: History, options: Options, pairing: Pairing
) -> Alternative | None:
    """The best round in which not all of a table meet; none if there is only one table (CAMP-PAIR-05)."""
    found = entries(participants, history, options)
    if isinstance(found, Impossible):
        return None
    _, seating = _seating(found, history, options)
    vertex = {who.id: at for at, who in enumerate(seating.people)}
    if len(seating.sizes) < 2 or not set(pairing.seats) <= set(vertex):
        return None
    best = seating.costs(solve(seating)[0])
    apart = (solve(seating, apart=(vertex[one], vertex[other]))[0] for one, other in combinations(pairing.seats, 2))
    second = min(apart, key=seating.costs)
    aims = zip(AIMS, seating.costs(second), best, strict=True)
    aim, cost, least = next((row for row in aims if row[1] != row[2]), ("", 0, 0))
    return Alternative(seats=tuple(_ids(seating, table) for table in second), aim=aim, cost=cost, best=least)


def _seating(found: Entries, history: History, options: Options) -> tuple[tuple[Participant, ...], Seating]:
    """Who gets a bye (as in CAMP-SWISS-04), and what there is to seat."""
    free = found.free
    byes, split = sizes(len(free), options)
    worth = dict(zip(free, whole_steps([history.points.get(who.id, 0) for who in free]), strict=True))
    full = past.full_point_rounds(history, options)
    last = sorted(free, key=lambda who: (full.get(who.id, 0), worth[who], -who.number))[:byes]
    people = sorted((who for who in free if who not in last), key=lambda who: (-worth[who], who.number))
    met = past.meetings(history)

    def matrix(cost: Callable[[Participant, Participant], int]) -> Matrix:
        return tuple(tuple(0 if one is other else cost(one, other) for other in people) for one in people)

    return tuple(last), Seating(
        people=tuple(people),
        sizes=split,
        met=matrix(lambda one, other: met.get(past.two(one.id, other.id), 0) ** 2),
        distance=matrix(lambda one, other: (worth[one] - worth[other]) ** 2),
    )


def solve(seating: Seating, *, apart: tuple[int, int] | None = None) -> tuple[Tables, bool]:
    """Tables of least cost, and whether nothing is better: by trying all up to SEARCHED people, else by exchanges.

    Rules: CAMP-MULTI-04. apart: two vertices that may not meet.
    """
    costs = _packed(seating, apart)
    if len(seating.people) <= SEARCHED:
        return _searched(costs, seating.sizes), True
    bounds = [0, *accumulate(seating.sizes)]
    tables = [list(range(start, end)) for start, end in pairwise(bounds)]
    numbers = [who.number for who in seating.people]
    while exchange := _best_exchange(costs, tables, numbers):
        (one, here), (other, there) = exchange
        tables[here].remove(one)
        tables[there].remove(other)
        tables[here].append(other)
        tables[there].append(one)
    return tuple(tuple(sorted(table)) for table in tables), False


def _packed(seating: Seating, apart: tuple[int, int] | None) -> list[list[int]]:
    """One cost of putting two together: a meeting outweighs all distances, two who may not meet outweigh all."""
    unit = 1 + sum(map(sum, seating.distance))
    rows = [
        [unit * met + distance for met, distance in zip(*row, strict=True)]
        for row in zip(seating.met, seating.distance, strict=True)
    ]
    if apart is not None:
        one, other = apart
        rows[one][other] = rows[other][one] = 1 + sum(map(sum, rows))
    return rows


def _searched(costs: Sequence[Sequence[int]], split: Sequence[int]) -> Tables:
    """The cheapest of all ways to seat everybody; the first one found among equals."""
    best: list[tuple[int, Tables]] = []

    def seat(free: tuple[int, ...], left: Counter[int], tables: Tables, cost: int) -> None:
        if best and cost >= best[0][0]:
            return
        if not free:
            best[:] = [(cost, tables)]
            return
        for size in sorted(left, reverse=True):
            for others in combinations(free[1:], size - 1):
                table = (free[0], *others)
                rest = tuple(at for at in free if at not in table)
                more = sum(costs[one][other] for one, other in combinations(table, 2))
                seat(rest, left - Counter([size]), (*tables, table), cost + more)

    seat(tuple(range(sum(split))), Counter(split), (), 0)
    return best[0][1]


Seat: TypeAlias = tuple[int, int]  # vertex and table


def _best_exchange(
    costs: Sequence[Sequence[int]], tables: Sequence[Sequence[int]], numbers: Sequence[int]
) -> tuple[Seat, Seat] | None:
    """The exchange of two people of different tables that saves most, lowest pairing numbers first, if any does."""
    together = [[sum(row[at] for at in table) for table in tables] for row in costs]
    seats = sorted(((at, here) for here, table in enumerate(tables) for at in table), key=lambda seat: numbers[seat[0]])
    best, found = 0, None
    for (one, here), (other, there) in combinations(seats, 2):
        if here != there:
            ones, others = together[one], together[other]
            more = ones[there] - ones[here] + others[here] - others[there] - 2 * costs[one][other]
            if more < best:
                best, found = more, ((one, here), (other, there))
    return found


def _pairing(seating: Seating, table: Sequence[int]) -> Pairing:
    alone = seating.costs((tuple(table),))
    code = "rematch" if alone[0] else "float" if alone[1] else "same_points"
    return Pairing(
        seats=_ids(seating, table), reason=Reason(code=code, facts={"meetings": alone[0], "spread": alone[1]})
    )


def _ids(seating: Seating, table: Iterable[int]) -> tuple[str, ...]:
    return tuple(seating.people[at].id for at in table)


def place_points(places: Sequence[int], scale: Sequence[Number] = ()) -> tuple[Fraction, ...]:
    """What the places at a table are worth, by seat; who shares places shares the sum of their points.

    Rules: CAMP-MULTI-03, CAMP-RULING-46. places: 1 is best, shared ones equal, such as 1 2 2 4. scale: points from
    the first place to the last (``list``); without one 60 × (n − p) / (n − 1) (``sixty``).
    """
    size = len(places)
    worth = [Fraction(points) for points in scale] or [
        Fraction(60 * (size - at), size - 1) for at in range(1, size + 1)
    ]
    shared = Counter(places)
    return tuple(sum(worth[at - 1 : at - 1 + shared[at]], Fraction(0)) / shared[at] for at in places)


def pairwise_results(places: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """For each two seats at a table: both, and 1, 0 or −1 for the first being better, equal or worse.

    Rules: CAMP-MULTI-05, CAMP-TIE-10, CAMP-RULING-47.
    """
    for one, other in combinations(range(len(places)), 2):
        yield one, other, (places[one] < places[other]) - (places[one] > places[other])


def final_places(finished: Mapping[str, int], out: Sequence[str], missing: Sequence[str]) -> Mapping[str, int]:
    """The place of everybody at a table.

    Rules: CAMP-MULTI-06 (who is eliminated or concedes takes the lowest free place), CAMP-MULTI-07 (the missing ones
    share the last). finished: places among those who played to the end, from 1. out: who left before, the first first.
    """
    places = dict(finished)
    for at, who in enumerate(reversed(out), start=len(finished) + 1):
        places[who] = at
    places.update(dict.fromkeys(missing, len(places) + 1))
    return places


def is_forfeit(seats: int, missing: int) -> bool:
    """Whether a table is a forfeit: all but one have not come (CAMP-MULTI-07)."""
    return seats - missing < 2
