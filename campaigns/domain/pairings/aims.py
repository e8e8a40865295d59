"""The aims of a Swiss round, in their order: what each costs for two who meet, and for whoever gets the bye."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Final

import msgspec

from campaigns.domain.pairings import past
from campaigns.domain.pairings.lots import lot_of_pair, scatter
from campaigns.domain.pairings.protocol import FORBIDDEN_TAGS, History, Number, Options, Participant


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """Those who are to be paired, by vertex 0 … n − 1 in the order of pairing numbers, and what aims ask about them.

    points: in whole steps (CAMP-SWISS-06), shifted so that the least is not below 0. place, size: in the score group
    and of it. full_rounds: full-point rounds without play. up, down: what floating that way costs. met, forbidden,
    separated: by pair of vertices, lower first; missing ones count nothing.
    """

    people: tuple[Participant, ...]
    seed: str
    round: int
    options: Options
    points: tuple[int, ...]
    place: tuple[int, ...]
    size: tuple[int, ...]
    full_rounds: tuple[int, ...]
    up: tuple[int, ...]
    down: tuple[int, ...]
    met: Mapping[tuple[int, int], int]
    forbidden: frozenset[tuple[int, int]]
    separated: frozenset[tuple[int, int]]

    @property
    def bye(self) -> int | None:
        """The vertex of the bye, if the number is odd."""
        return len(self.people) if len(self.people) % 2 else None


def field_of(people: Sequence[Participant], history: History, options: Options, seed: str) -> Field:
    """Gather what the aims ask about. people: by pairing number."""
    ids = [who.id for who in people]
    vertex = {who: at for at, who in enumerate(ids)}
    points = whole_steps([history.points.get(who, 0) for who in ids])
    sizes: Counter[int] = Counter()
    places = []
    for worth in points:
        places.append(sizes[worth])
        sizes[worth] += 1
    full_rounds, floats = past.full_point_rounds(history, options), past.floats(history, options)
    number = len(history.rounds) + 1
    apart = number <= options.separation_rounds and options.separate_tag != "none"
    return Field(
        people=tuple(people),
        seed=seed,
        round=number,
        options=options,
        points=points,
        place=tuple(places),
        size=tuple(sizes[worth] for worth in points),
        full_rounds=tuple(full_rounds.get(who, 0) for who in ids),
        up=tuple(floats.get((who, "up"), 0) for who in ids),
        down=tuple(floats.get((who, "down"), 0) for who in ids),
        met={
            _edge(vertex[one], vertex[other]): times
            for (one, other), times in past.meetings(history).items()
            if one in vertex and other in vertex
        },
        forbidden=_sharing(people, FORBIDDEN_TAGS),
        separated=_sharing(people, (options.separate_tag,) if apart else ()),
    )


def whole_steps(points: Sequence[Number]) -> tuple[int, ...]:
    """Points as whole numbers from 0 or more: by the smallest factor that makes all whole (CAMP-SWISS-06)."""
    exact = [Fraction(worth) for worth in points]
    factor = lcm(*(worth.denominator for worth in exact))
    least = min([Fraction(0), *exact])
    return tuple(int((worth - least) * factor) for worth in exact)


def _edge(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _sharing(people: Sequence[Participant], kinds: Sequence[str]) -> frozenset[tuple[int, int]]:
    """Pairs of vertices that share a tag of some kinds."""
    holders: dict[str, list[int]] = defaultdict(list)
    for at, who in enumerate(people):
        for tag in who.tags:
            if tag.partition(":")[0] in kinds:
                holders[tag].append(at)
    return frozenset((one, other) for group in holders.values() for one in group for other in group if one < other)


class Aim(msgspec.Struct, frozen=True, kw_only=True):
    """One aim: its number in CAMP-SWISS-03, a code, and its cost for two vertices and for a bye's receiver."""

    number: int
    code: str
    pair: Callable[[Field, int, int], int] | None = None
    bye: Callable[[Field, int], int] | None = None


def _distance(field: Field, one: int, other: int) -> int:
    distance = abs(field.points[one] - field.points[other])
    return distance if field.options.float_cost == "linear" else distance * distance


def _height(field: Field, one: int, other: int) -> int:
    """The points of the higher one of two who float."""
    upper, lower = field.points[one], field.points[other]
    return 0 if upper == lower else max(upper, lower)


def _upper_first(field: Field, one: int, other: int) -> tuple[int, int]:
    return (one, other) if field.points[one] > field.points[other] else (other, one)


def _repeated(field: Field, one: int, other: int) -> int:
    """Floating again in the direction of one of the two rounds before (CAMP-SWISS-07)."""
    if field.points[one] == field.points[other]:
        return 0
    upper, lower = _upper_first(field, one, other)
    return field.down[upper] + field.up[lower]


def _order(field: Field, one: int, other: int) -> int:
    """How far two are from the order asked for (CAMP-SWISS-08 as CAMP-RULING-20); one has the lower number."""
    if field.options.within_group == "random":
        return 0
    if field.points[one] == field.points[other]:
        aim = field.size[one] // 2 if field.options.within_group == "fold" else 1
        return (field.place[other] - field.place[one] - aim) ** 2
    upper, lower = _upper_first(field, one, other)
    return _below(field, upper) ** 2 + field.place[lower] ** 2


def _below(field: Field, vertex: int) -> int:
    return field.size[vertex] - 1 - field.place[vertex]


def _order_of_bye(field: Field, vertex: int) -> int:
    return 0 if field.options.within_group == "random" else _below(field, vertex) ** 2


def _lot(field: Field, one: int, other: int) -> int:
    return lot_of_pair(field.seed, field.round, field.people[one].number, field.people[other].number)


def _lot_of_bye(field: Field, vertex: int) -> int:
    return lot_of_pair(field.seed, field.round, 0, field.people[vertex].number)


def _scatter(field: Field, one: int, other: int) -> int:
    """No aim of its own: equal sums of lots are common in large fields."""
    return scatter(field.people[one].number, field.people[other].number)


_SEPARATED: Final = Aim(number=9, code="separated", pair=lambda field, one, other: (one, other) in field.separated)
_SEPARATED_FIRST: Final = Aim(number=5, code=_SEPARATED.code, pair=_SEPARATED.pair)
_BEFORE: Final = (
    Aim(number=1, code="forbidden", pair=lambda field, one, other: (one, other) in field.forbidden),
    Aim(number=2, code="meetings", pair=lambda field, one, other: field.met.get((one, other), 0)),
    Aim(number=3, code="full_point_rounds", bye=lambda field, one: field.full_rounds[one]),
    Aim(number=4, code="bye_points", bye=lambda field, one: field.points[one]),
)
_SCORE: Final = (
    Aim(number=6, code="distance", pair=_distance),
    Aim(number=7, code="float_height", pair=_height),
    Aim(number=8, code="repeated_floats", pair=_repeated, bye=lambda field, one: field.down[one]),
)
_AFTER: Final = (
    Aim(number=10, code="order", pair=_order, bye=_order_of_bye),
    Aim(number=11, code="lot", pair=_lot, bye=_lot_of_bye),
    Aim(number=12, code="scatter", pair=_scatter),
)


def aims(options: Options) -> tuple[Aim, ...]:
    """The aims in their order.

    Rules: CAMP-SWISS-03; CAMP-SWISS-09 as CAMP-RULING-23 (separation before or after score).
    """
    if options.separation_priority == "before_score":
        return (*_BEFORE, _SEPARATED_FIRST, *_SCORE, *_AFTER)
    return (*_BEFORE, *_SCORE, _SEPARATED, *_AFTER)


def column(aim: Aim, field: Field, pairs: Sequence[tuple[int, int]], byes: Sequence[int]) -> list[int]:
    """What an aim costs for each of some pairs of vertices, lower first, and then for each receiver of the bye."""
    pair, bye = aim.pair, aim.bye
    of_pairs = [pair(field, one, other) for one, other in pairs] if pair else [0] * len(pairs)
    return of_pairs + ([bye(field, one) for one in byes] if bye else [0] * len(byes))
