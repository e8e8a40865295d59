"""Who is to be paired in a round, and which of its places are settled before: locked ones, byes asked for, absences."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from campaigns.domain.pairings import past
from campaigns.domain.pairings.protocol import History, Impossible, Locked, Options, Pairing, Participant, Reason


class Entries(msgspec.Struct, frozen=True, kw_only=True):
    """What there is to do in a round.

    free: who is to be paired, by pairing number. tables, byes: the places that are settled, in the same order. notes:
    what the round has to say.
    """

    number: int
    free: tuple[Participant, ...]
    tables: tuple[Pairing, ...]
    byes: tuple[Pairing, ...]
    notes: tuple[Reason, ...]


def entries(participants: Sequence[Participant], history: History, options: Options) -> Entries | Impossible:
    """Sort out who is to be paired.

    Rules: CAMP-PAIR-02 (by pairing number, whatever the order given), CAMP-PAIR-04, CAMP-ROUND-04, CAMP-ROUND-05 as
    CAMP-RULING-17, CAMP-ROUND-08, CAMP-SWISS-12, CAMP-BYE-06.
    Errors: ValueError for two participants with one id or number.
    """
    everybody = in_order(participants)
    present = tuple(who for who in everybody if who.state == "present")
    is_open = any(table.state == "open" for table in past.tables(history))
    if is_open and options.pair_with_open_results == "false":
        return _open_results(history)
    if misplaced := _misplaced(present, options.locked):
        return Impossible(reason=Reason(code="two_places", facts={"who": misplaced}), participants=misplaced)
    settled = {who for place in options.locked for who in place.seats}
    asking = tuple(who for who in present if who.asks_for and who.id not in settled)
    absent = (who for who in everybody if who.state == "absent")
    byes = (
        *(_kept(place) for place in options.locked if place.bye),
        *(_bye(who, "asked_for") for who in asking),
        *(_bye(msgspec.structs.replace(who, asks_for="absent"), "absent") for who in absent),
    )
    return Entries(
        number=len(history.rounds) + 1,
        free=tuple(who for who in present if who.id not in settled and not who.asks_for),
        tables=tuple(_kept(place) for place in options.locked if not place.bye),
        byes=byes,
        notes=(Reason(code="open_as_draws"),) if is_open else (),
    )


def in_order(participants: Sequence[Participant]) -> tuple[Participant, ...]:
    """Participants by pairing number. Errors: ValueError for two with one id or number."""
    ids, numbers = {who.id for who in participants}, {who.number for who in participants}
    if not len(ids) == len(numbers) == len(participants):
        raise ValueError("Participants need ids and pairing numbers of their own.")
    return tuple(sorted(participants, key=lambda who: who.number))


def _open_results(history: History) -> Impossible:
    waiting = tuple(who for table in past.tables(history) if table.state == "open" for who in table.seats)
    return Impossible(reason=Reason(code="open_results", facts={"who": waiting}), participants=waiting)


def _misplaced(present: Sequence[Participant], locked: Sequence[Locked]) -> tuple[str, ...]:
    """Who is locked twice, though not present, or alone without a bye."""
    named = Counter(who for place in locked for who in place.seats)
    known = {who.id for who in present}
    alone = {who for place in locked if (len(place.seats) == 1) != bool(place.bye) for who in place.seats}
    return tuple(who for who in sorted(named) if named[who] > 1 or who not in known or who in alone)


def _kept(place: Locked) -> Pairing:
    reason = Reason(code="by_hand" if place.by_hand else "kept")
    return Pairing(seats=place.seats, reason=reason, table=place.table, bye=place.bye, by_hand=place.by_hand)


def _bye(who: Participant, code: str) -> Pairing:
    reason = Reason(code=code, facts={"who": who.id, "kind": who.asks_for})
    return Pairing(seats=(who.id,), reason=reason, bye=who.asks_for)
