"""What the rounds so far say about the next one: meetings, floats, byes, tables and seats."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import TypeAlias

from campaigns.domain.pairings.protocol import History, Number, Options, PastRound, PastTable

Two: TypeAlias = tuple[str, str]  # ids in alphabetical order


def two(one: str, other: str) -> Two:
    """Two ids as the key of their pair."""
    return (one, other) if one < other else (other, one)


def is_meeting(table: PastTable) -> bool:
    """Whether those at a table have met: played, conceded or still to be played, but no forfeit and nothing void.

    Rules: CAMP-PAIR-08.
    """
    return table.state in ("played", "open")


def tables(history: History) -> Iterator[PastTable]:
    """All tables of the past, in order."""
    return (table for played in history.rounds for table in played.tables)


def meetings(history: History) -> Mapping[Two, int]:
    """How often each two have met.

    Rules: CAMP-PAIR-08, CAMP-RULING-18 (meetings of earlier stages are handed in).
    """
    met = Counter(two(*pair) for pair in history.met_before)
    for table in filter(is_meeting, tables(history)):
        met.update(two(*pair) for pair in combinations(table.seats, 2))
    return met


def full_point_rounds(history: History, options: Options) -> Mapping[str, int]:
    """How often each participant had a pairing-allocated bye or a win's points without playing.

    Rules: CAMP-SWISS-04, CAMP-BYE-08.
    """
    found: Counter[str] = Counter()
    for played in history.rounds:
        for bye in played.byes:
            found[bye.participant] += bye.kind == "pairing_allocated" or bye.gained >= options.win
        for who, gained in _unplayed(played):
            found[who] += gained >= options.win
    return found


def _unplayed(played: PastRound) -> Iterator[tuple[str, Number]]:
    for table in played.tables:
        if table.state == "forfeited":
            yield from zip(table.seats, table.gained, strict=True)


def floats(history: History, options: Options) -> Mapping[tuple[str, str], int]:
    """What floating once more in a direction costs: by participant and ``up`` or ``down``; missing keys cost nothing.

    Rules: CAMP-SWISS-07: the round before counts 2, the one before that 1.
    """
    costs: Counter[tuple[str, str]] = Counter()
    before: Counter[str] = Counter()  # points before a round
    for age, played in zip(range(len(history.rounds), 0, -1), history.rounds, strict=True):
        if age <= 2:
            costs.update(dict.fromkeys(_floats_of(played, before, options), 3 - age))
        for who, gained in gains(played):
            before[who] += gained  # type: ignore[assignment] # points may be fractions
    return costs


def gains(played: PastRound) -> Iterator[tuple[str, Number]]:
    """What each participant gained in a round."""
    for table in played.tables:
        yield from zip(table.seats, table.gained, strict=False)  # an open table gave nothing yet
    for bye in played.byes:
        yield bye.participant, bye.gained


def _floats_of(played: PastRound, before: Mapping[str, Number], options: Options) -> Iterator[tuple[str, str]]:
    for table in filter(is_meeting, played.tables):
        lower, upper = sorted(table.seats[:2], key=lambda who: before[who])
        if before[lower] < before[upper]:
            yield upper, "down"
            yield lower, "up"
    for who, gained in (*_unplayed(played), *((bye.participant, bye.gained) for bye in played.byes)):
        if gained > options.loss:
            yield who, "down"


def visits(history: History) -> Mapping[tuple[str, int], int]:
    """How often each participant sat at each table (CAMP-ROUND-09)."""
    return Counter((who, table.table) for table in tables(history) if table.state != "void" for who in table.seats)


def first_seats(history: History) -> Mapping[str, tuple[int, bool]]:
    """How often each participant had the first seat, and whether at the last table (CAMP-ROUND-10)."""
    found: dict[str, tuple[int, bool]] = {}
    for table in tables(history):
        if table.state != "void":
            for who in table.seats:
                first = who == table.seats[0]
                found[who] = (found.get(who, (0, False))[0] + first, first)
    return found
