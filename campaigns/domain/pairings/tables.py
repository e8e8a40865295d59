"""Where those who meet play: the number of each table, and the order of its seats."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from campaigns.domain.pairings import past
from campaigns.domain.pairings.lots import scatter
from campaigns.domain.pairings.matching import best_matching
from campaigns.domain.pairings.protocol import History, Options, Pairing, Participant

REACH: Final = 20  # how far from its place in the order a table is looked for, which more than suffices for fresh ones


def place(
    pairings: Sequence[Pairing], participants: Sequence[Participant], history: History, options: Options
) -> tuple[Pairing, ...]:
    """Give every pairing of a round its table, and two who meet their seats; pairings come out by table.

    Rules: CAMP-ROUND-09 as CAMP-RULING-21, CAMP-ROUND-10. pairings: tables alone, higher score groups first; one that
    has a table keeps table and seats.
    """
    known = {who.id: who for who in participants}
    taken: dict[int, Pairing] = {}
    for pairing in pairings:
        if pairing.table:
            taken.setdefault(pairing.table, pairing)
    number, had = len(history.rounds) + 1, past.first_seats(history)
    left = [_seated(pairing, known, number, had) for pairing in pairings if taken.get(pairing.table) is not pairing]
    wishes = [(*_least_fixed(pairing, known), at) for at, pairing in enumerate(left)]
    for _, table, at in sorted(wish for wish in wishes if wish[1]):
        taken.setdefault(table, replace(left[at], table=table))
    placed = {pairing.seats for pairing in taken.values()}
    loose = [pairing for pairing in left if pairing.seats not in placed]
    free = [table for table in range(1, len(pairings) + 1) if table not in taken][: len(loose)]
    for pairing, table in zip(loose, _tables(loose, free, history, options), strict=True):
        taken[table] = replace(pairing, table=table)
    return tuple(taken[table] for table in sorted(taken))


def _least_fixed(pairing: Pairing, known: Mapping[str, Participant]) -> tuple[int, int]:
    """The least pairing number with a fixed table at this pairing, and that table."""
    people = (known[who] for who in pairing.seats)
    return min(((who.number, who.fixed_table) for who in people if who.fixed_table), default=(0, 0))


def _tables(loose: Sequence[Pairing], free: Sequence[int], history: History, options: Options) -> list[int]:
    """A table for each pairing: fewest earlier visits, then in order."""
    visits = past.visits(history) if options.fresh_tables else {}
    if not visits:
        return list(free)
    count = len(loose)
    edges = [(i, count + at) for i in range(count) for at in range(max(0, i - REACH), min(count, i + REACH + 1))]
    seen = [sum(visits.get((who, free[at - count]), 0) for who in loose[i].seats) for i, at in edges]
    moved = [(at - count - i) ** 2 for i, at in edges]
    settled = [scatter(i + 1, at) for i, at in edges]
    chosen = best_matching(edges, [(count, seen), (count, moved), (count, settled)], coarse_from=2).pairs
    return [free[at - count] for _, at in sorted(chosen)]


def _seated(
    pairing: Pairing, known: Mapping[str, Participant], round_number: int, had: Mapping[str, tuple[int, bool]]
) -> Pairing:
    """Order the seats of two who meet; by-hand pairs and larger tables stay as they are (CAMP-ROUND-10)."""
    if len(pairing.seats) != 2 or pairing.by_hand:
        return pairing
    sign = 1 if round_number % 2 else -1
    seats = sorted(pairing.seats, key=lambda who: (*had.get(who, (0, False)), sign * known[who].number))
    return replace(pairing, seats=tuple(seats))
