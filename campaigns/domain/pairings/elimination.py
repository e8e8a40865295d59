"""Single and double elimination: the matches of a bracket that can be played now, and the ranks that it gives."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from campaigns.domain.pairings import bracket, past
from campaigns.domain.pairings.bracket import FINAL, SECOND_FINAL, THIRD, LoserOf, Place, Seed, Source, WinnerOf
from campaigns.domain.pairings.entries import in_order
from campaigns.domain.pairings.protocol import (
    History,
    Impossible,
    Options,
    Pairing,
    Participant,
    PastTable,
    Reason,
    Round,
)
from campaigns.domain.pairings.tables import place as place_tables

NOBODY: Final = ""  # a place that nobody will ever come to
Who: TypeAlias = str | None  # None: not decided yet
Shape: TypeAlias = Callable[[int, Options], tuple[Place, ...]]


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a place: who was to meet, and who went on and who was beaten, as far as that is known."""

    place: Place
    seats: tuple[Who, Who]
    winner: Who
    loser: Who
    table: PastTable | None = None


def single(participants: Sequence[Participant], history: History, options: Options, seed: str) -> Round | Impossible:
    """Pair what can be played of a single elimination (CAMP-ELIM-01 to CAMP-ELIM-06)."""
    return pair(participants, history, options, seed, shape=bracket.single)


def double(participants: Sequence[Participant], history: History, options: Options, seed: str) -> Round | Impossible:
    """Pair what can be played of a double elimination (CAMP-ELIM-07 to CAMP-ELIM-11)."""
    return pair(participants, history, options, seed, shape=bracket.double)


def pair(
    participants: Sequence[Participant],
    history: History,
    options: Options,
    seed: str,  # noqa: ARG001 -- of the protocol; a bracket has no lots
    *,
    shape: Shape,
) -> Round | Impossible:
    """Pair every match of a bracket whose participants are known.

    Rules: CAMP-ELIM-02 (byes are no tables), CAMP-ELIM-04, CAMP-ELIM-12, CAMP-ROUND-05, CAMP-PAIR-04 (whoever is absent
    is waited for).
    """
    people = in_order(participants)
    if len(people) < 2:
        alone = tuple(who.id for who in people)
        return Impossible(reason=Reason(code="too_few", facts={"who": alone}), participants=alone)
    played = progress(people, history, options, shape=shape)
    waiting = [one for one in played if one.table is not None and one.winner is None]
    if waiting and options.bracket_draw != "extra_match":
        who = tuple(seat for one in waiting for seat in one.seats if seat)
        code = "open_results" if any(table.state == "open" for table in past.tables(history)) else "draw_waits"
        return Impossible(reason=Reason(code=code, facts={"who": who}), participants=who)
    known = [one for one in played if one.winner is None and all(one.seats)]
    if not known:
        return Impossible(reason=Reason(code="complete", facts={"rounds": len(history.rounds)}))
    absent = {who.id for who in people if who.state == "absent"}
    made = [_pairing(one) for one in _of_this_round(played, known) if absent.isdisjoint(one.seats)]
    if not made:
        return Impossible(reason=Reason(code="absent", facts={"who": tuple(sorted(absent))}))
    return Round(number=len(history.rounds) + 1, pairings=place_tables(made, people, history, options))


def _of_this_round(played: Sequence[Played], known: Sequence[Played]) -> Iterator[Played]:
    """Matches of the upper bracket round by round, though byes let some meet earlier; the others when they can be."""
    upper_rounds = [one.place.name.split("-")[1] for one in played if one.winner is None and _is_upper(one)]
    current = min(map(int, upper_rounds), default=0)
    return (one for one in known if not _is_upper(one) or int(one.place.name.split("-")[1]) == current)


def _is_upper(one: Played) -> bool:
    return one.place.name.startswith("upper")


def progress(people: Sequence[Participant], history: History, options: Options, *, shape: Shape) -> tuple[Played, ...]:
    """What became of every place of a bracket so far; a winner without a table had a bye or a walkover.

    Rules: CAMP-ELIM-09, CAMP-ELIM-12, CAMP-ELIM-13, CAMP-FIX-06 (a table that was played stands as it was).
    """
    field = _Field(people=tuple(people), history=history, options=options)
    for place in shape(len(people), options):
        played = field.play(place)
        final_won_from_below = place.name == FINAL and played.winner and played.winner == played.seats[1]
        if final_won_from_below and all(played.seats) and options.second_final:
            field.play(Place(name=SECOND_FINAL, sources=(LoserOf(FINAL), WinnerOf(FINAL))))
    return tuple(field.played.values())


class _Field:
    """The bracket as far as it has been walked through, by the names of its places."""

    def __init__(self, *, people: tuple[Participant, ...], history: History, options: Options) -> None:
        self.people, self.options = people, options
        self.number = {who.id: who.number for who in people}
        self.state = {who.id: who.state for who in people}
        self.tables = {table.place: table for table in past.tables(history) if table.state != "void"}
        self.played: dict[str, Played] = {}

    def play(self, place: Place) -> Played:
        """Find out who meets at a place and who went on, and remember it."""
        table, (one, other) = self.tables.get(place.name), self._seats(place)
        if table and {one, other} != set(table.seats):
            one, other = table.seats[0], table.seats[1]
        winner, loser = self._result(one, other, table)
        found = Played(place=place, seats=(one, other), winner=winner, loser=loser, table=table)
        self.played[place.name] = found
        return found

    def _seats(self, place: Place) -> tuple[Who, Who]:
        if self.options.reseed and place.name.startswith("upper") and isinstance(place.sources[0], WinnerOf):
            return self._seeded_again(place)
        return self._comes(place.sources[0]), self._comes(place.sources[1])

    def _comes(self, source: Source) -> Who:
        if isinstance(source, Seed):
            return self.people[source.number - 1].id if source.number <= len(self.people) else NOBODY
        played = self.played[source.place]
        return played.winner if isinstance(source, WinnerOf) else played.loser

    def _seeded_again(self, place: Place) -> tuple[Who, Who]:
        """The best of those who go on meets the last, and so on (CAMP-RULING-34)."""
        _, number, match = place.name.split("-")
        before = [one for one in self.played.values() if one.place.name.startswith(f"upper-{int(number) - 1}-")]
        winners = [one.winner for one in before]
        if None in winners:
            return None, None
        ranked = sorted(winners, key=lambda who: self.number.get(who or NOBODY, len(self.people) + 1))
        seeds = bracket.unfolded(len(ranked))
        return ranked[seeds[2 * int(match) - 2] - 1], ranked[seeds[2 * int(match) - 1] - 1]

    def _result(self, one: Who, other: Who, table: PastTable | None) -> tuple[Who, Who]:
        """Winner and loser of a place; None for what is not decided."""
        if table is not None:
            return self._result_at(table)
        if one is None or other is None:
            return None, None
        if NOBODY in (one, other):
            return one or other, NOBODY
        gone = [who for who in (one, other) if self.state[who] in ("dropped", "removed")]
        if not gone:
            return None, None
        return (NOBODY, NOBODY) if len(gone) == 2 else (other if gone == [one] else one, gone[0])

    def _result_at(self, table: PastTable) -> tuple[Who, Who]:
        if table.state == "open":
            return None, None
        winner = table.winner or (self._decided(table) if table.state == "played" else NOBODY)
        if not winner:
            return (None, None) if table.state == "played" else (NOBODY, NOBODY)
        return winner, next(who for who in table.seats if who != winner)

    def _decided(self, table: PastTable) -> str:
        """Who goes on after a draw, as far as a setting says it (CAMP-ELIM-04 as CAMP-RULING-33)."""
        one, other = table.seats
        if self.options.bracket_draw == "higher_seed":
            return min(table.seats, key=lambda who: self.number[who])
        if self.options.bracket_draw == "army_points_left" and table.left[0] != table.left[1]:
            return one if table.left[0] > table.left[1] else other
        return NOBODY


def _pairing(one: Played) -> Pairing:
    codes = {FINAL: "final", SECOND_FINAL: "second_final", THIRD: "third_place"}
    name = one.place.name
    reason = Reason(code=codes.get(name, "extra_match" if one.table else "bracket"), facts={"place": name})
    return Pairing(seats=tuple(who for who in one.seats if who), reason=reason, place=name)


class Rank(msgspec.Struct, frozen=True, kw_only=True):
    """A participant's rank in a bracket, and its label: ``5–8`` for one that four share."""

    participant: str
    rank: int
    label: str


def ranks(participants: Sequence[Participant], history: History, options: Options, *, shape: Shape) -> tuple[Rank, ...]:
    """Everybody's rank: those beaten in the same round share it, those still in it share the first.

    Rules: CAMP-ELIM-06 as CAMP-RULING-36 (``tie_breaks`` sorts each shared rank afterwards), CAMP-ELIM-11.
    """
    people = in_order(participants)
    levels = dict(_levels(progress(people, history, options, shape=shape), is_double=shape is bracket.double))
    top = max(levels.values(), default=0) + 1
    reached = {who.id: levels.get(who.id, top) for who in people}
    found = []
    for who in sorted(people, key=lambda who: -reached[who.id]):
        rank = 1 + sum(level > reached[who.id] for level in reached.values())
        last = rank - 1 + sum(level == reached[who.id] for level in reached.values())
        label = str(rank) if last == rank else f"{rank}–{last}"
        found.append(Rank(participant=who.id, rank=rank, label=label))
    return tuple(found)


def _levels(played: Sequence[Played], *, is_double: bool) -> Mapping[str, int]:
    """How far each one came who is out: more is further."""
    levels: dict[str, int] = {}
    finals = 4 * len(played)  # beyond every round
    for one in played:
        if one.place.name == THIRD:
            levels.update({one.winner: levels[one.winner] + 1} if one.winner else {})
            continue
        levels.pop(one.winner or NOBODY, None)
        level = _level(one.place.name, finals, is_double=is_double)
        levels.update(dict.fromkeys(_out(one, is_double=is_double), level))
    return levels


def _out(one: Played, *, is_double: bool) -> Iterator[str]:
    """Who is out after a place: its loser unless there is a lower bracket to go to; both after a double forfeit."""
    if one.winner == NOBODY:
        yield from (seat for seat in one.seats if seat)
    elif one.loser and not (is_double and _is_upper(one)):
        yield one.loser


def _level(name: str, finals: int, *, is_double: bool) -> int:
    if name in (FINAL, SECOND_FINAL):
        return finals
    side, number, _ = name.split("-")
    if is_double and side == "upper":
        return max(1, 2 * int(number) - 2)  # as in the lower round that comes next
    return 2 * int(number) if side == "upper" else int(number)
