"""Round robins by the Berger tables: everyone meets everyone once, or twice, over the fewest rounds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from campaigns.domain.pairings.entries import in_order
from campaigns.domain.pairings.lots import lot_of_number
from campaigns.domain.pairings.past import two
from campaigns.domain.pairings.protocol import (
    ByeKind,
    History,
    Impossible,
    Options,
    Pairing,
    Participant,
    Reason,
    Round,
    State,
)

Pair: TypeAlias = tuple[str, str | None]  # None: the first rests
GONE: Final[tuple[State, ...]] = ("dropped", "removed")


def round_robin(
    participants: Sequence[str], *, double: bool = False, swap_last_two: bool = True
) -> tuple[tuple[Pair, ...], ...]:
    """The rounds of a round robin, each with its pairs in table order, a rest last, the first seat named first.

    Rules: CAMP-ROBIN-01 to CAMP-ROBIN-04. participants: ids by number, two or more, each once. swap_last_two: of the
    first cycle of two (CAMP-RULING-29).
    Errors: ValueError for fewer than two participants or one named twice.
    """
    if len(participants) < 2 or len(set(participants)) != len(participants):
        raise ValueError("A round robin needs two or more participants, each named once.")
    size = len(participants) + len(participants) % 2
    rounds = [_named(_berger(size, number), participants) for number in range(1, size)]
    if not double:
        return tuple(rounds)
    second = [tuple((pair if pair[1] is None else (pair[1], pair[0])) for pair in played) for played in rounds]
    if swap_last_two:
        rounds[-2:] = rounds[-2:][::-1]
    return (*rounds, *second)


def _berger(size: int, number: int) -> Iterator[tuple[int, int]]:
    """The tables of a round of an even size by numbers from 1 (CAMP-ROBIN-02)."""
    others, half = size - 1, size // 2
    pivot = (number - 1) * half % others
    yield (pivot + 1, size) if number % 2 else (size, pivot + 1)
    for step in range(1, half):
        yield (pivot + step) % others + 1, (pivot - step) % others + 1


def _named(tables: Iterator[tuple[int, int]], participants: Sequence[str]) -> tuple[Pair, ...]:
    """Participants for numbers; the number after the last is the rest (CAMP-ROBIN-03)."""
    rest = len(participants) + 1
    seated: list[Pair] = []
    resting: list[Pair] = []
    for one, other in tables:
        if rest in (one, other):
            resting.append((participants[min(one, other) - 1], None))
        else:
            seated.append((participants[one - 1], participants[other - 1]))
    return (*seated, *resting)


def withdrawal(played: int, matches: int, options: Options) -> Literal["annul", "keep"]:
    """What becomes of the results of somebody who leaves after so many of all matches.

    Rules: CAMP-ROBIN-07 as CAMP-RULING-06. ``annul``: they count for nobody; ``keep``: the remaining ones are forfeits.
    """
    if options.round_robin_withdrawal == "half":
        return "keep" if 2 * played >= matches else "annul"
    return options.round_robin_withdrawal


def single(participants: Sequence[Participant], history: History, options: Options, seed: str) -> Round | Impossible:
    """Pair the next round of a single round robin (CAMP-ROBIN-06)."""
    return pair(participants, history, options, seed, double=False)


def double(participants: Sequence[Participant], history: History, options: Options, seed: str) -> Round | Impossible:
    """Pair the next round of a double round robin (CAMP-ROBIN-04)."""
    return pair(participants, history, options, seed, double=True)


def pair(
    participants: Sequence[Participant], history: History, options: Options, seed: str, *, double: bool
) -> Round | Impossible:
    """Pair the next round: whoever has nobody to meet rests, because of the number or since the other is not there.

    Rules: CAMP-ROBIN-05 as CAMP-RULING-28, CAMP-ROBIN-06, CAMP-PAIR-04. What is locked plays no part: all is fixed.
    Errors: ValueError for two participants with one id or number.
    """
    people = in_order(participants)
    if options.robin_numbers == "lot":
        people = tuple(sorted(people, key=lambda who: -lot_of_number(seed, who.number)))
    if len(people) < 2:
        alone = tuple(who.id for who in people)
        return Impossible(reason=Reason(code="too_few", facts={"who": alone}), participants=alone)
    ids = [who.id for who in people]
    rounds = round_robin(ids, double=double, swap_last_two=options.robin_swap_last_two)
    number = len(history.rounds) + 1
    if number > len(rounds):
        return Impossible(reason=Reason(code="complete", facts={"rounds": len(rounds)}))
    if late := _misfits(rounds, history, ids):
        return Impossible(reason=Reason(code="no_place_left", facts={"who": late}), participants=late)
    states = {who.id: who.state for who in people}
    places = [place for table in rounds[number - 1] for place in _places(table, states, number)]
    tables = [replace(place, table=table) for table, place in enumerate((p for p in places if not p.bye), start=1)]
    return Round(number=number, pairings=(*tables, *(place for place in places if place.bye)))


def _misfits(rounds: Sequence[Sequence[Pair]], history: History, ids: Sequence[str]) -> tuple[str, ...]:
    """Who met in a round of the past other than the table says: somebody came for whom there was no place."""
    known = set(ids)
    found: set[str] = set()
    for planned, past in zip(rounds, history.rounds, strict=False):
        fits = {two(one, other) for one, other in planned if other is not None}
        for table in past.tables:
            if table.state == "played" and known.issuperset(table.seats) and two(*table.seats) not in fits:
                found.update(table.seats)
    return tuple(who for who in ids if who in found)


def _places(table: Pair, states: Mapping[str, State], number: int) -> Iterator[Pairing]:
    """A table as it can be played: apart if one of both is not there, and without who is gone."""
    one, other = table
    if other is not None and states[one] == states[other] == "present":
        yield Pairing(seats=(one, other), reason=Reason(code="berger", facts={"round": number}))
        return
    for who, opponent in ((one, other), (other, one)):
        if who is not None and states[who] not in GONE:
            yield _alone(who, opponent, states)


def _alone(who: str, opponent: str | None, states: Mapping[str, State]) -> Pairing:
    kind: ByeKind = "rest"
    if opponent is None:
        reason = Reason(code="rest", facts={"who": who})
    elif states[who] == "absent":
        kind, reason = "absent", Reason(code="absent", facts={"who": who, "kind": "absent"})
    else:
        reason = Reason(code="opponent_missing", facts={"who": who, "opponent": opponent, "state": states[opponent]})
    return Pairing(seats=(who,), reason=reason, bye=kind)
