"""Groups of round robins, then a knockout of those who go on."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from campaigns.domain.pairings import elimination, round_robin
from campaigns.domain.pairings.bracket import size_for, unfolded
from campaigns.domain.pairings.entries import in_order
from campaigns.domain.pairings.lots import lot_of_number, scatter
from campaigns.domain.pairings.matching import best_matching
from campaigns.domain.pairings.protocol import History, Impossible, Number, Options, Pairing, Participant, Reason, Round

Seeds: TypeAlias = tuple[str, ...]


def deal(participants: Sequence[Participant], options: Options, seed: str) -> tuple[tuple[Participant, ...], ...]:
    """Deal seeds to the groups in a snake, or by a lot within each row of it.

    Rules: CAMP-GROUP-01, CAMP-GROUP-02: row by row, tags of the kind that is kept apart go where fewest of them are,
    moving as few people of the row as that takes.
    """
    people = in_order(participants)
    dealt: tuple[list[Participant], ...] = tuple([] for _ in range(options.groups))
    for row, start in enumerate(range(0, len(people), options.groups)):
        members = people[start : start + options.groups]
        if options.group_draw == "lot":
            members = tuple(sorted(members, key=lambda who: lot_of_number(seed, who.number)))
        order = range(options.groups) if row % 2 == 0 else range(options.groups - 1, -1, -1)
        wanted = list(order)[: len(members)]
        for who, group in zip(members, _spread(members, wanted, dealt, options), strict=True):
            dealt[group].append(who)
    return tuple(tuple(sorted(group, key=lambda who: who.number)) for group in dealt)


def _spread(
    members: Sequence[Participant], wanted: Sequence[int], dealt: Sequence[Sequence[Participant]], options: Options
) -> list[int]:
    """A group for each member of a row: fewest shared tags with those already there, then fewest moved."""
    count = len(members)
    edges = [(one, count + at) for one in range(count) for at in range(count)]
    shared = [_shared(members[one], dealt[wanted[at - count]], options) for one, at in edges]
    moved = [int(at - count != one) for one, at in edges]
    if not any(shared):
        return list(wanted)
    far = [(at - count - one) ** 2 for one, at in edges]
    settled = [scatter(one + 1, at) for one, at in edges]
    columns = [(count, shared), (count, moved), (count, far), (count, settled)]
    chosen = best_matching(edges, columns, coarse_from=3).pairs
    return [wanted[at - count] for _, at in chosen]


def _shared(who: Participant, group: Sequence[Participant], options: Options) -> int:
    own = {tag for tag in who.tags if tag.partition(":")[0] == options.separate_tag}
    return sum(not own.isdisjoint(other.tags) for other in group)


def pair(participants: Sequence[Participant], history: History, options: Options, seed: str) -> Round | Impossible:
    """Pair the next round: of every group, or of the knockout once ``options.qualified`` names who plays it.

    Rules: CAMP-GROUP-03, CAMP-GROUP-07. A pairing's ``place`` is ``group-1`` …, or that of the bracket.
    """
    people = in_order(participants)
    if len(people) < 2 * options.groups:
        who = tuple(one.id for one in people)
        return Impossible(reason=Reason(code="too_few", facts={"who": who}), participants=who)
    if options.qualified:
        return _knockout(people, history, options, seed)
    number = len(history.rounds) + 1
    found = list(_group_rounds(people, history, options, seed))
    pairings = list(chain.from_iterable(found))
    if not pairings:
        return Impossible(reason=Reason(code="groups_complete", facts={"rounds": number - 1}))
    tables = (one for one in pairings if not one.bye)
    numbered = [replace(one, table=table) for table, one in enumerate(tables, start=1)]
    return Round(number=number, pairings=(*numbered, *(one for one in pairings if one.bye)))


def _group_rounds(
    people: Sequence[Participant], history: History, options: Options, seed: str
) -> Iterator[tuple[Pairing, ...]]:
    for group, members in enumerate(deal(people, options, seed), start=1):
        made = round_robin.single(members, history, options, seed)
        if isinstance(made, Round):
            yield tuple(replace(pairing, place=f"group-{group}") for pairing in made.pairings)


def _knockout(people: Sequence[Participant], history: History, options: Options, seed: str) -> Round | Impossible:
    known = {who.id: who for who in people}
    seeded = [replace(known[who], number=number) for number, who in enumerate(options.qualified, start=1)]
    return elimination.single(seeded, history, options, seed)


class Finisher(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody finished in a group.

    rank: in the group, from 1. numbers: of the order of tie-breaks, without those that mean nothing between groups;
    totals over ``matches`` matches, or already without those against the last of larger groups (CAMP-RULING-38).
    """

    participant: str
    number: int
    group: int
    rank: int
    numbers: tuple[Number, ...]
    matches: int


def qualified(finishers: Sequence[Finisher], options: Options) -> Seeds:
    """Who goes on, in the order of the knockout's seeds.

    Rules: CAMP-GROUP-04, CAMP-GROUP-05 as CAMP-RULING-38, CAMP-GROUP-06 as CAMP-RULING-37. Who is equal in all numbers
    stands by pairing number.
    """
    unequal = len(set(Counter(one.group for one in finishers).values())) > 1
    by_match = unequal and options.unequal_groups == "average"
    ordered = sorted(finishers, key=lambda one: _compared(one, by_match=by_match))
    sure = [one for one in ordered if one.rank <= options.advance]
    next_ = [one for one in ordered if one.rank == options.advance + 1][: options.best_next]
    chosen = [*sure, *next_]
    if options.groups_apart:
        group = {one.participant: one.group for one in chosen}
        return apart(tuple(one.participant for one in chosen), tuple(group[one.participant] for one in chosen))
    return tuple(one.participant for one in chosen)


def _compared(one: Finisher, *, by_match: bool) -> tuple[int, tuple[Number, ...], int]:
    divisor = max(1, one.matches) if by_match else 1
    return one.rank, tuple(-Fraction(number) / divisor for number in one.numbers), one.number


def apart(seeds: Seeds, groups: Sequence[int]) -> Seeds:
    """Exchange lower seeds so that nobody meets somebody of the same group in the first round.

    Rules: CAMP-RULING-37: the fewest exchanges, the lowest seeds first; as they are if none help. groups: by seed.
    """
    order = unfolded(size_for(max(2, len(seeds))))
    meets = {max(pair): min(pair) for pair in zip(order[::2], order[1::2], strict=True) if max(pair) <= len(seeds)}
    for most in range(len(meets) + 1):
        if (found := _exchanged(list(range(len(seeds))), groups, meets, most)) is not None:
            return tuple(seeds[at] for at in found)
    return seeds


def _exchanged(order: list[int], groups: Sequence[int], meets: dict[int, int], left: int) -> list[int] | None:
    """An order of seeds without clashes after so many exchanges; each one moves the lowest seed that clashes."""
    clashing = [low for low, high in meets.items() if groups[order[low - 1]] == groups[order[high - 1]]]
    if not clashing:
        return order
    lowest = max(clashing)
    for other in sorted(meets, reverse=True) if 2 * left >= len(clashing) else ():
        if other != lowest:
            swapped = order.copy()
            swapped[lowest - 1], swapped[other - 1] = swapped[other - 1], swapped[lowest - 1]
            if (found := _exchanged(swapped, groups, meets, left - 1)) is not None:
                return found
    return None
