"""Changes to a round that a person makes: what is set stays, is marked, and is told what it breaks."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, count

import msgspec
from msgspec.structs import replace

from campaigns.domain.pairings import past
from campaigns.domain.pairings.protocol import (
    FORBIDDEN_TAGS,
    Fact,
    History,
    Impossible,
    Locked,
    Options,
    Pairing,
    Participant,
    Reason,
    Round,
)


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """A round as changed by hand, and what the changes break."""

    round: Round
    broken: tuple[Reason, ...]


def change(
    round_: Round, wanted: Sequence[Locked], participants: Sequence[Participant], history: History, options: Options
) -> Changed | Impossible:
    """Set places of a round: they replace the places whose people they take, all of which must find one.

    Rules: CAMP-ROUND-06; CAMP-ROUND-04 is the only one that refuses: a place twice, or none.
    """
    moved = Counter(who for place in wanted for who in place.seats)
    touched = [one for one in round_.pairings if not moved.keys().isdisjoint(one.seats)]
    before = Counter(who for one in touched for who in one.seats)
    if moved != before:
        who = tuple(sorted((moved - before) or (before - moved)))
        return Impossible(reason=Reason(code="two_places", facts={"who": who}), participants=who)
    kept = [one for one in round_.pairings if one not in touched]
    made = [_set(place) for place in wanted]
    pairings = sorted(_numbered([*made, *kept]), key=lambda one: (bool(one.bye), one.table))
    people = {who.id: who for who in participants}
    told = [reason for place in wanted for reason in _broken(place, people, history, options)]
    return Changed(round=replace(round_, pairings=tuple(pairings)), broken=tuple(told))


def _set(place: Locked) -> Pairing:
    return Pairing(
        seats=place.seats, reason=Reason(code="by_hand"), table=place.table, bye=place.bye, by_hand=place.by_hand
    )


def _numbered(pairings: Sequence[Pairing]) -> Iterator[Pairing]:
    """Give a free number to every table that has none, or one that an earlier pairing has, too."""
    taken = {one.table: one for one in reversed(pairings) if one.table}
    free = (number for number in count(1) if number not in taken)
    for one in pairings:
        yield one if one.bye or taken.get(one.table) is one else replace(one, table=next(free))


def _broken(place: Locked, people: Mapping[str, Participant], history: History, options: Options) -> Iterator[Reason]:
    """What a place that was set breaks; the reader decides whether that matters."""
    facts: dict[str, Fact] = {"who": place.seats}
    if place.bye:
        if place.bye in ("pairing_allocated", "full") and past.full_point_rounds(history, options).get(
            place.seats[0], 0
        ):
            yield Reason(code="second_bye", facts=facts)
        return
    met = past.meetings(history)
    for one, other in combinations(place.seats, 2):
        if times := met.get(past.two(one, other), 0):
            yield Reason(code="rematch", facts=facts | {"times": times})
        shared = [tag for tag in people[one].tags if tag in people[other].tags]
        for tag in shared:
            if tag.partition(":")[0] in (*FORBIDDEN_TAGS, options.separate_tag):
                yield Reason(code="same_tag", facts=facts | {"tag": tag})
        if distance := abs(history.points.get(one, 0) - history.points.get(other, 0)):
            yield Reason(code="float", facts=facts | {"points": str(distance)})
