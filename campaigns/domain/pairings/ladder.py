"""Ladders and free leagues: who may challenge whom, what results do to positions, and which matches count."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from campaigns.domain.pairings import past
from campaigns.domain.pairings.entries import in_order
from campaigns.domain.pairings.protocol import (
    Fact,
    History,
    Impossible,
    Number,
    Options,
    Pairing,
    Participant,
    PastRound,
    PastTable,
    Reason,
    Round,
)

TWO: Final = range(2, 3)


def pair(participants: Sequence[Participant], history: History, options: Options, seed: str) -> Round | Impossible:
    """Let the challenges of ``options.locked`` be played on a ladder, challenger first, if all are allowed.

    Rules: CAMP-LADDER-01 (no rounds: whoever wants to play is named), CAMP-LADDER-02, CAMP-LADDER-04, CAMP-LADDER-06;
    CAMP-RULING-39 (a ladder of points has the play limits alone).
    """
    del seed  # who plays whom is chosen by people
    return _wanted(participants, history, options, TWO, is_ladder=options.ladder_kind == "positions")


def free_league(
    participants: Sequence[Participant], history: History, options: Options, seed: str
) -> Round | Impossible:
    """Let the tables of ``options.locked`` be played in a free league, if all are allowed (CAMP-LADDER-09)."""
    del seed
    return _wanted(participants, history, options, TWO, is_ladder=False)


def free_tables(
    participants: Sequence[Participant], history: History, options: Options, seed: str
) -> Round | Impossible:
    """Let tables of three to seven be played in a free league (CAMP-LADDER-09, CAMP-MULTI-01)."""
    del seed
    return _wanted(participants, history, options, range(options.smallest, options.largest + 1), is_ladder=False)


def _wanted(
    participants: Sequence[Participant], history: History, options: Options, sizes: range, *, is_ladder: bool
) -> Round | Impossible:
    people = in_order(participants)
    if not options.locked:
        return Impossible(reason=Reason(code="no_rounds"))
    made: list[Pairing] = []
    asked: list[PastTable] = []
    for table, wanted in enumerate(options.locked, start=1):
        so_far = History(rounds=(*history.rounds, PastRound(tables=tuple(asked))))
        refused = _why_not(people, so_far, options, wanted.seats, sizes)
        if refused is None and is_ladder:
            refused = _why_not_on_ladder(people, so_far, options, *wanted.seats)
        if refused is not None:
            return Impossible(reason=refused, participants=wanted.seats)
        made.append(Pairing(seats=wanted.seats, reason=Reason(code="challenge"), table=table, by_hand=wanted.by_hand))
        asked.append(PastTable(seats=wanted.seats, state="open", day=options.today))
    return Round(number=len(history.rounds) + 1, pairings=tuple(made))


def _why_not(
    people: Sequence[Participant], history: History, options: Options, seats: Sequence[str], sizes: range
) -> Reason | None:
    """Why some may not play at a table today; nothing if it is allowed (CAMP-LADDER-06 as CAMP-RULING-43)."""
    present = {who.id for who in people if who.state == "present"}
    facts: dict[str, Fact] = {"who": tuple(seats)}
    if len(set(seats)) != len(seats) or not present.issuperset(seats):
        return Reason(code="two_places", facts=facts)
    if len(seats) not in sizes:
        return Reason(code="table_size", facts=facts | {"least": sizes[0], "most": sizes[-1]})
    recent = [table for table in past.tables(history) if past.is_meeting(table) and _is_recent(table, options)]
    met = past.meetings(History(rounds=(PastRound(tables=tuple(recent)),)))
    if any(met.get(past.two(*pair), 0) >= options.same_opponent_limit for pair in combinations(seats, 2)):
        return Reason(code="same_opponent", facts=facts | {"limit": options.same_opponent_limit})
    busy = [who for who in seats if options.match_limit and _matches(who, recent) >= options.match_limit]
    if busy:
        return Reason(code="match_limit", facts={"who": tuple(busy), "limit": options.match_limit})
    return None


def _is_recent(table: PastTable, options: Options) -> bool:
    return options.today - table.day < options.period_days


def _matches(who: str, tables: Sequence[PastTable]) -> int:
    return sum(who in table.seats for table in tables)


def _why_not_on_ladder(
    participants: Sequence[Participant], history: History, options: Options, challenger: str, challenged: str
) -> Reason | None:
    """Why a challenge is not allowed on a ladder of positions (CAMP-LADDER-02 as CAMP-RULING-40, CAMP-LADDER-04)."""
    facts: dict[str, Fact] = {"challenger": challenger, "challenged": challenged}
    for table in past.tables(history):
        if table.state == "open" and (table.seats[0] == challenger or table.seats[1] == challenged):
            return Reason(code="challenge_open", facts=facts)
    order = positions(participants, history, options)
    above = order.index(challenger) - order.index(challenged)
    if not 1 <= above <= options.ladder_reach:
        return Reason(code="out_of_reach", facts=facts | {"positions": above, "reach": options.ladder_reach})
    return None


def positions(participants: Sequence[Participant], history: History, options: Options) -> tuple[str, ...]:
    """The ladder today, the best first: results in the order in which they were first recorded move people.

    Rules: CAMP-LADDER-03 as CAMP-RULING-41, CAMP-LADDER-07 as CAMP-RULING-44, CAMP-LADDER-08. The first seat of a table
    is the challenger's.
    """
    people = sorted(participants, key=lambda who: (who.since, who.number))
    order: list[str] = []
    last = {who.id: who.since for who in people}  # the day of the last match
    day = people[0].since if people else options.today
    order.extend(_entering(people, day))
    for table in past.tables(history):
        if table.state in ("played", "forfeited"):
            _pass_days(order, people, last, (day, table.day), options)
            day = max(day, table.day)
            last.update(dict.fromkeys(table.seats, table.day))
            if table.winner == table.seats[0]:
                _move(order, table.seats[0], table.seats[1], options)
    _pass_days(order, people, last, (day, options.today), options)
    gone = {who.id for who in participants if who.state in ("dropped", "removed")}
    return tuple(who for who in order if who not in gone)


def _entering(people: Sequence[Participant], day: int) -> Iterator[str]:
    return (who.id for who in people if who.since == day)


def _move(order: list[str], winner: str, beaten: str, options: Options) -> None:
    """Let the winner of a challenge take the place of the beaten one."""
    here, there = order.index(winner), order.index(beaten)
    if here < there:
        return
    if options.ladder_move == "swap":
        order[here], order[there] = order[there], order[here]
    else:
        order.insert(there, order.pop(here))


def _pass_days(
    order: list[str], people: Sequence[Participant], last: Mapping[str, int], days: tuple[int, int], options: Options
) -> None:
    """Let new entries come in at the bottom and idle ones go down, day by day after the first of both days."""
    for day in range(days[0] + 1, days[1] + 1):
        order.extend(_entering(people, day))
        for who in reversed(order.copy()):
            if _goes_down(day - last[who], options.ladder_idle_days):
                at = order.index(who)
                order[at : at + 2] = reversed(order[at : at + 2])


def _goes_down(idle: int, allowed: int) -> bool:
    """Whether today ends another period after the one that is allowed (CAMP-LADDER-07)."""
    return bool(allowed) and idle >= 2 * allowed and idle % allowed == 0


def is_overdue(challenged_on: int, options: Options) -> bool:
    """Whether a challenge that nobody answered is a forfeit win of the challenger by now.

    Rules: CAMP-LADDER-05, CAMP-RULING-42. challenged_on: a day, counted as ``Options.today``.
    """
    return options.today - challenged_on > options.ladder_answer_days


def counting(matches: Sequence[tuple[Number, Number]], options: Options) -> tuple[int, ...]:
    """Which of a participant's matches count, as places in the order given, ascending.

    Rules: CAMP-LADDER-11. matches: points and margin of each, in order of recording.
    """
    best = sorted(range(len(matches)), key=lambda at: (-matches[at][0], -matches[at][1], at))
    return tuple(sorted(best[: options.best_matches or None]))


def has_rank(matches: int, options: Options) -> bool:
    """Whether somebody with so many matches is ranked (CAMP-LADDER-10, CAMP-RULING-45)."""
    return matches >= options.league_minimum_matches
