"""Team events: line-ups by the captain, a match a board, and what a team match is worth."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from campaigns.domain.pairings.protocol import Fact, Number, Reason


class Team(msgspec.Struct, frozen=True, kw_only=True):
    """A team: its members in enrolment order, which is also the order of a fixed line-up.

    deputies: whom the captain named to act for the team.
    """

    id: str
    captain: str
    members: tuple[str, ...]
    deputies: tuple[str, ...] = ()


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """One match of a team match: who sits there for each team, in the order of the table's seats; None forfeits."""

    number: int
    seats: tuple[str | None, str | None]


class TeamScore(msgspec.Struct, frozen=True, kw_only=True):
    """What a team match gave one team.

    board_count: the sum of board number × game points, fewer is better. top: game points of the first board;
    all_but_last: of all boards but the last.
    """

    game_points: Fraction
    match_points: Number
    board_count: Fraction
    top: Fraction
    all_but_last: Fraction


def why_not_enrolled(team: Team, others: Sequence[Team]) -> Reason | None:
    """Why a team cannot be enrolled: a member of another team, or a captain from outside; nothing if it can.

    Rules: CAMP-TEAM-01.
    """
    taken = {member for other in others if other.id != team.id for member in other.members}
    if twice := tuple(member for member in team.members if member in taken):
        return Reason(code="in_another_team", facts={"who": twice})
    if team.captain not in team.members:
        return Reason(code="captain_is_no_member", facts={"who": team.captain})
    return None


def may_act(person: str, team: Team) -> bool:
    """Whether somebody hands in line-ups and confirms results for a team (CAMP-TEAM-03, CAMP-TEAM-07)."""
    return person == team.captain or person in team.deputies


def why_no_line_up(line_up: Sequence[str], team: Team, boards: int, *, is_fixed: bool) -> Reason | None:
    """Why a line-up cannot be handed in; nothing if it can.

    Rules: CAMP-TEAM-03, CAMP-RULING-50. is_fixed: members keep the team's order.
    """
    facts: dict[str, Fact] = {"who": tuple(line_up), "boards": boards}
    if len(line_up) > boards:
        return Reason(code="too_many_for_boards", facts=facts)
    if len(set(line_up)) != len(line_up):
        return Reason(code="stands_twice", facts=facts)
    if not set(line_up) <= set(team.members):
        return Reason(code="no_member", facts=facts)
    if is_fixed and list(line_up) != [member for member in team.members if member in line_up]:
        return Reason(code="out_of_order", facts=facts)
    return None


def line_up(
    team: Team, boards: int, *, handed_in: Sequence[str], last: Sequence[str], available: Sequence[str]
) -> tuple[str | None, ...]:
    """Who sits at each board at the deadline.

    Rules: CAMP-TEAM-05: what was handed in, else the last line-up, else members in order; whoever is missing is left
    out and boards are filled from the first. Returns ``boards`` entries, None for a board that is forfeited.
    """
    wanted = handed_in or last or team.members
    there = [who for who in wanted if who in available][:boards]
    return (*there, *[None] * (boards - len(there)))


def are_shown(handed_in: Sequence[Sequence[str]], *, deadline_passed: bool) -> bool:
    """Whether the line-ups of both teams may be seen: both are there, or nothing more can come (CAMP-TEAM-04)."""
    return deadline_passed or all(handed_in)


def boards(one: Sequence[str | None], other: Sequence[str | None]) -> tuple[Board, ...]:
    """The matches of two line-ups: board i of one team meets board i of the other (CAMP-TEAM-02)."""
    pairs = zip(one, other, strict=True)
    return tuple(Board(number=number, seats=seats) for number, seats in enumerate(pairs, start=1))


def score(
    own: Sequence[Number | None],
    others: Sequence[Number | None],
    *,
    match_points: tuple[Number, Number, Number] = (2, 1, 0),
) -> TeamScore | None:
    """What a team match gave a team, once all boards count; nothing before.

    Rules: CAMP-TEAM-06, CAMP-TEAM-08, CAMP-TEAM-09. own, others: points by board, None for one that does not count
    yet. match_points: for more, equal and fewer game points.
    """
    mine = [Fraction(points) for points in own if points is not None]
    theirs = [Fraction(points) for points in others if points is not None]
    if not len(mine) == len(theirs) == len(own):
        return None
    total, against = sum(mine, Fraction(0)), sum(theirs, Fraction(0))
    return TeamScore(
        game_points=total,
        match_points=match_points[(total <= against) + (total < against)],
        board_count=sum((number * points for number, points in enumerate(mine, start=1)), Fraction(0)),
        top=mine[0],
        all_but_last=total - mine[-1],
    )
