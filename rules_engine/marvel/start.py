"""The start of a match: what it may start from, and the opening events."""

from typing import assert_never

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import outline
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.setups import check_seats, check_unique
from rules_engine.marvel import flow, initiative
from rules_engine.marvel.events import MarvelEvents, MatchOpened
from rules_engine.marvel.evolve import evolve
from rules_engine.marvel.setup import CharacterSetup, Objective, Setup
from rules_engine.marvel.story import Story


def start(setup: Setup) -> tuple[MarvelEvents, ...]:
    """Check a setup and open the match; with everybody deployed the first turn begins.

    Rules: MARVEL-RULING-01 (two sides or more, each with characters), MARVEL-RULING-09. Errors: RuleViolation;
    MalformedInput for ids given twice or unknown, a card without endurance or a base, a table or an outline that is
    none.
    """
    _check_teams(setup)
    _check_ids(setup)
    for team in setup.teams:
        for member in team.characters:
            _check_card(member)
    _check_table(setup)
    for objective in setup.objectives:
        _check_objective(setup, objective)
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
    check_unique("team", (team.id for team in setup.teams))
    check_unique("thing on the table", [*(member.id for member in members), *things])
    check_seats((member.seat, team.id) for team in setup.teams for member in team.characters)


def _check_card(member: CharacterSetup) -> None:
    """A character starts alive, and takes up room on a table (section 17: what is *hard* there)."""
    card = member.card
    zones = (card.endurance.green, card.endurance.pale, card.endurance.red)
    if min(zones) < 0 or sum(zones) < 1 or min(card.pow.green, card.pow.pale, card.pow.red) < 0:
        raise MalformedInput(f"{member.id} needs endurance, and POW of 0 or more.")
    if min(card.radius, card.height, card.base_height) <= 0:
        raise MalformedInput(f"{member.id} needs a base and a height.")


def _check_table(setup: Setup) -> None:
    """A table with sides, zones of teams that play, shapes that go round an area, an end that comes."""
    if min(setup.table.width, setup.table.depth) <= 0:
        raise MalformedInput("A table has a width and a depth.")
    if setup.victory.turn_limit is not None and setup.victory.turn_limit < 1:
        raise MalformedInput("A match has one turn or more.")
    for zone in setup.zones:
        if zone.team not in {team.id for team in setup.teams}:
            raise MalformedInput(f"There is no team {zone.team} for a zone.")
    standing = (piece.outline for piece in setup.scenery if piece.outline)  # a declared board knows none
    for shape in (*standing, *(zone.outline for zone in setup.zones)):
        try:
            outline(shape)
        except ValueError as error:
            raise MalformedInput(str(error)) from error


def _check_objective(setup: Setup, objective: Objective) -> None:
    """What an objective is about is there (MARVEL-TURN-05)."""
    teams = {team.id: {member.id for member in team.characters} for team in setup.teams}
    if objective.team and objective.team not in teams:
        raise MalformedInput(f"There is no team {objective.team} for {objective.id}.")
    match objective.kind:
        case "hold":
            there = objective.place is not None or setup.board == "declared"
        case "destroy":
            there = objective.target in {piece.piece.id for piece in setup.scenery}
        case "survive":
            there = objective.target in teams.get(objective.team, set())
        case _:
            assert_never(objective.kind)
    if not there:
        raise MalformedInput(f"{objective.id} is about {objective.target or 'a place'}, which is not there.")


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
