"""What the setups of all games must keep: ids of their own, and seats that play for one team."""

from collections.abc import Iterable

from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import JUDGE, Seat


def check_unique(what: str, ids: Iterable[str]) -> None:
    """Raise MalformedInput for an id that is empty or stands twice; what: it names, in words."""
    seen: set[str] = set()
    for name in ids:
        if not name or name in seen:
            raise MalformedInput(f"Every {what} has an id of its own; {name!r} is not one.")
        seen.add(name)


def check_seats(seated: Iterable[tuple[Seat, str]]) -> None:
    """Raise MalformedInput for a seat that would play for two teams, or is the judge's. seated: seat and team."""
    teams: dict[Seat, str] = {}
    for seat, team in seated:
        if seat == JUDGE or teams.setdefault(seat, team) != team:
            raise MalformedInput(f"The seat {seat!r} cannot play for {team}.")
