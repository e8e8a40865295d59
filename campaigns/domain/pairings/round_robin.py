"""Round robin by the circle method: everyone meets everyone once, over the fewest rounds."""

from collections.abc import Sequence
from typing import TypeAlias

Pair: TypeAlias = tuple[str, str | None]  # None: the first has a bye


def round_robin(participants: Sequence[str]) -> tuple[tuple[Pair, ...], ...]:
    """The rounds of a single round robin, each with its pairs in table order.

    participants: ids in seeding order, two or more, each once. With an odd number each has one bye. Who is named first
    (and so takes the first seat) alternates as evenly as the number allows.
    Errors: ValueError for fewer than two participants or one named twice.
    """
    if len(participants) < 2 or len(set(participants)) != len(participants):
        raise ValueError("A round robin needs two or more participants, each named once.")
    ring: list[str | None] = [*participants]
    if len(ring) % 2:
        ring.append(None)
    half = len(ring) // 2
    rounds = []
    for number in range(len(ring) - 1):
        tables = [_seated(ring[i], ring[-1 - i], swap=(number if i == 0 else i) % 2 == 1) for i in range(half)]
        rounds.append(tuple(sorted(tables, key=lambda pair: pair[1] is None)))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return tuple(rounds)


def _seated(one: str | None, other: str | None, *, swap: bool) -> Pair:
    if other is None:
        assert one is not None, "only one place of the ring is empty"
        return one, None
    if one is None or swap:
        return other, one
    return one, other
