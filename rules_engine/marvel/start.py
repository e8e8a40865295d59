"""The start of a match: what it may start from, and the opening events."""

from collections.abc import Iterable

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import JUDGE
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel import flow, initiative
from rules_engine.marvel.events import MarvelEvents, MatchOpened
from rules_engine.marvel.evolve import evolve
from rules_engine.marvel.setup import CharacterSetup, Setup
from rules_engine.marvel.story import Story


def start(setup: Setup) -> tuple[MarvelEvents, ...]:
    """Check a setup and open the match; with everybody deployed the first turn begins.

    Rules: MARVEL-RULING-01 (two sides or more, each with characters), MARVEL-RULING-09. Errors: RuleViolation,
    MalformedInput for ids given twice or unknown.
    """
    _check_teams(setup)
    _check_ids(setup)
    opening = MatchOpened(setup=setup, bag=initiative.starting_bag(setup), to_deploy=_to_deploy(setup))
    story = Story(evolve(None, opening))
    flow.go_on(story)
    return (opening, *story.events)


def _check_teams(setup: Setup) -> None:
    """Two teams or more, each with characters."""
    if len(setup.teams) < 2:
        raise RuleViolation(RuleId("MARVEL-RULING-01"), teams=len(setup.teams))
    for team in setup.teams:
        if not team.characters:
            raise RuleViolation(RuleId("MARVEL-RULING-01"), team=team.id, characters=0)


def _check_ids(setup: Setup) -> None:
    members = [member for team in setup.teams for member in team.characters]
    things = [piece.piece.id for piece in setup.scenery] + [objective.id for objective in setup.objectives]
    _check_unique("team", (team.id for team in setup.teams))
    _check_unique("thing on the table", [*(member.id for member in members), *things])
    seats: dict[str, str] = {}
    for team in setup.teams:
        for member in team.characters:
            if member.seat == JUDGE or seats.setdefault(member.seat, team.id) != team.id:
                raise MalformedInput(f"The seat {member.seat!r} cannot play for {team.id}.")


def _check_unique(what: str, ids: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in ids:
        if not name or name in seen:
            raise MalformedInput(f"Every {what} has an id of its own; {name!r} is not one.")
        seen.add(name)


# --- deployment -------------------------------------------------------------------------------------------------------


def _to_deploy(setup: Setup) -> tuple[str, ...]:
    """The teams that deploy, one entry a character, in turn from the first team on."""
    left = {team.id: sum(not _stands(setup, member) for member in team.characters) for team in setup.teams}
    order: list[str] = []
    while any(left.values()):
        for team, number in left.items():
            if number:
                order.append(team)
                left[team] -= 1
    return tuple(order)


def _stands(setup: Setup, member: CharacterSetup) -> bool:
    """Whether a character is on the table from the start."""
    return member.place is not None if setup.board == "tracked" else member.deployed
