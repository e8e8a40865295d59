"""Deployment (MARVEL-RULING-01): in the team's zone, or by Infiltration anywhere but in contact with an enemy."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias, TypeVar

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Outline, Place, Point, bases_touch, outline, wholly_inside
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import Length, inches
from rules_engine.marvel import abilities, measuring, surfaces
from rules_engine.marvel.commands import Deploy
from rules_engine.marvel.events import CharacterDeployed
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story

ZONE, INFILTRATION = RuleId("MARVEL-RULING-01"), RuleId("MARVEL-ABILITY-INFILTRATION")
FITTING = RuleId("MARVEL-JUMP-02")
NET: Final = inches(3)  # between the spots that are listed
STEPS: Final = NET, NET // 2, NET // 6  # closer and closer, until there is a spot
LISTED: Final = 12  # spots that are listed for one character
T = TypeVar("T")
Box: TypeAlias = tuple[Length, Length, Length, Length]
"""The left, low, right and high end of something."""


def awaiting(state: MatchState) -> tuple[Decision, ...]:
    """The next character of the team whose turn it is to deploy: one decision for each seat that has some left."""
    if not state.to_deploy:
        return ()
    team = state.to_deploy[0]
    seats = dict.fromkeys(character.seat for character in _waiting(state, team))
    return tuple([state.ask("deploy", seat, seat) for seat in seats])


def _waiting(state: MatchState, team: str) -> tuple[Character, ...]:
    return tuple([character for character in state.team(team) if not character.deployed])


def deploy(story: Story, command: Deploy, decision: Decision) -> None:
    """Put a character on the table.

    Rules: MARVEL-RULING-01 (in the team's zone, as the scenario has it), MARVEL-ABILITY-INFILTRATION, MARVEL-JUMP-02.
    Errors: RuleViolation for a place where it may not be; MalformedInput for a character that is not the seat's to
    deploy now, or a place that does not suit the board.
    """
    state = story.state
    character = next((other for other in _waiting(state, state.to_deploy[0]) if other.id == command.character), None)
    if character is None or character.seat != decision.seat:
        raise MalformedInput(f"{command.character} is not {decision.seat}'s to deploy now.")
    if state.tracked:
        _check_tracked(state, character, command)
    else:
        _check_declared(state, character, command)
    elevation = command.place.level if command.place else command.elevation
    story.tell(CharacterDeployed(character=character.id, place=command.place, elevation=elevation))


def _check_tracked(state: MatchState, character: Character, command: Deploy) -> None:
    place = command.place
    if place is None or place.level < 0:
        raise MalformedInput("On the tracked board a character is deployed at a place.")
    if not surfaces.fits(state, character, place):
        raise RuleViolation(FITTING, character=character.id)
    if not abilities.has(state, character, "infiltration"):
        if not _is_in_zone(state, character, place) and _has_room(state, character):
            raise RuleViolation(ZONE, character=character.id)
    elif touches_enemy(state, character, place):
        raise RuleViolation(INFILTRATION, character=character.id)


def _check_declared(state: MatchState, character: Character, command: Deploy) -> None:
    if command.place is not None or not 0 <= command.elevation <= measuring.farthest(state):
        raise MalformedInput("On the declared board a character is deployed at a height, not a place.")
    if abilities.has(state, character, "infiltration"):
        if command.enemy_contact:
            raise RuleViolation(INFILTRATION, character=character.id)
    elif not command.in_zone:
        raise RuleViolation(ZONE, character=character.id)


def touches_enemy(state: MatchState, character: Character, place: Place) -> bool:
    """Whether a base would be in contact with an enemy (MARVEL-ABILITY-INFILTRATION)."""
    return any(
        other.place.level == place.level and bases_touch(place, character.card.radius, other.place, other.card.radius)
        for other in state.enemies(character.team)
        if other.place is not None
    )


def _zones(state: MatchState, team: str) -> list[Outline]:
    return [outline(zone.outline) for zone in state.setup.zones if zone.team == team]


def _is_in_zone(state: MatchState, character: Character, place: Place) -> bool:
    """Whether a base is wholly in its team's zone; a team without one deploys anywhere."""
    zones = _zones(state, character.team)
    return not zones or any(wholly_inside(place, character.card.radius, zone) for zone in zones)


@lru_cache(maxsize=64)
def _has_room(state: MatchState, character: Character) -> bool:
    """Whether there is a spot left in a character's zones; where there is none they do not bind it."""
    boxes = _boxes(state, character)
    places = (Place(*point) for step in STEPS for point in _net(character, boxes, step))
    return any(_is_in_zone(state, character, place) and surfaces.fits(state, character, place) for place in places)


# --- samples ----------------------------------------------------------------------------------------------------------


def options(state: MatchState, decision: Decision) -> Legal:
    """Samples: spots on a net over where each of the seat's characters may be deployed."""
    waiting = [other for other in _waiting(state, state.to_deploy[0]) if other.seat == decision.seat]
    if not state.tracked:
        found = [Deploy(seat=decision.seat, decision=decision.id, character=other.id) for other in waiting]
    else:
        found = [
            Deploy(seat=decision.seat, decision=decision.id, character=other.id, place=place)
            for other in waiting
            for place in _spots(state, other)
        ]
    return Legal(commands=tuple(found), complete=False)


def _spots(state: MatchState, character: Character) -> list[Place]:
    """A few spots, evenly from all there are; from a net twice as close where a wide one catches none."""
    whole = [(0, 0, state.setup.table.width, state.setup.table.depth)]
    boxes = _boxes(state, character) if _has_room(state, character) else whole
    for step in STEPS:
        points = list(_net(character, boxes, step))
        for some in (_thinned(points), points):
            places = [place for point in some if (place := _place(state, character, point))]
            if places:
                return _thinned(places)
    return []


def _thinned(items: list[T]) -> list[T]:
    """A few of many, spread evenly."""
    return items[:: -(-len(items) // LISTED) or 1]


def _boxes(state: MatchState, character: Character) -> list[Box]:
    """Around the zones of a character's team; around the table for one without zones, or who infiltrates."""
    infiltrates = abilities.has(state, character, "infiltration")
    zones = [] if infiltrates else _zones(state, character.team)
    return [zone.box for zone in zones] or [(0, 0, state.setup.table.width, state.setup.table.depth)]


def _net(character: Character, boxes: list[Box], step: Length) -> Iterator[Point]:
    radius = character.card.radius
    for left, low, right, high in boxes:
        for y in _stops(low + radius, high - radius, step):
            for x in _stops(left + radius, right - radius, step):
                yield x, y


def _stops(start: Length, end: Length, step: Length) -> range:
    """Whole steps between two ends, as far from the one as from the other: no team's zone is the better one."""
    return range(start + max(end - start, 0) % step // 2, end + 1, step)


def _place(state: MatchState, character: Character, point: Point) -> Place | None:
    place = Place(*point)
    try:
        _check_tracked(state, character, Deploy(seat=character.seat, character=character.id, place=place))
    except RuleViolation:
        return None
    return place
