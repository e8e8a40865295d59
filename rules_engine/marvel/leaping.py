"""Leaping off an edge (MARVEL-LEAP)."""

from typing import Final

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import show
from rules_engine.marvel import down, falling, surfaces
from rules_engine.marvel.activations import acting
from rules_engine.marvel.commands import Leap
from rules_engine.marvel.events import Leapt
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story

COST: Final = 1  # POW
LEAP_01 = RuleId("MARVEL-LEAP-01")


def leap(story: Story, command: Leap, decision: Decision) -> None:  # noqa: ARG001 -- the shape of all answers
    """Spend 1 POW to be placed at the foot of what one stands on; the drop counts as one row milder.

    Rules: MARVEL-LEAP-01, MARVEL-LEAP-02, MARVEL-DOWN-01, MARVEL-RULING-63: besides the movement unless
    ``leap_counts_as_movement``. Errors: MalformedInput for a spot or a drop that does not suit the board.
    """
    state = story.state
    activation, character = acting(state)
    down.check_standing(character)
    counts = state.rulings.leap_counts_as_movement
    if character.pow < COST:
        raise RuleViolation(LEAP_01, character=character.id, pow=character.pow)
    if counts and activation.moves:
        raise RuleViolation(RuleId("MARVEL-MOVE-01"), character=character.id)
    place = landing(state, character, command)
    height = command.drop if place is None else character.elevation - place.level
    damage = falling.damage_of(height, state.rulings, milder=1)
    story.tell(
        Leapt(
            character=character.id,
            pow=character.pow - COST,
            height=height,
            damage=damage,
            place=place,
            elevation=character.elevation - height,
            counts=counts,
        )
    )
    falling.land(story, character.id, damage)


def landing(state: MatchState, character: Character, command: Leap) -> Place | None:
    """Where a leap ends; None on the declared board, where only the drop is checked.

    Errors: RuleViolation away from an edge, or where the base does not fit below (MARVEL-JUMP-02).
    """
    place = character.place
    if place is None:
        if command.to is not None or not 0 < command.drop <= character.elevation:
            raise MalformedInput(
                f"{character.id} stands {show(character.elevation)} high; a leap says how deep it goes."
            )
        return None
    if command.drop:
        raise MalformedInput("On the tracked board the drop is computed, not stated.")
    spots = feet(state, character, place)
    if not spots:
        raise RuleViolation(LEAP_01, character=character.id)
    fitting = [spot for spot in spots if command.to in {None, spot.point} and surfaces.fits(state, character, spot)]
    if not fitting:
        raise RuleViolation(RuleId("MARVEL-JUMP-02"), character=character.id)
    return fitting[0]


def feet(state: MatchState, character: Character, place: Place) -> list[Place]:
    """The spots at the foot of the edges that a base touches, straight across, the nearest first."""
    surface = surfaces.bearing(state, place)
    if surface is None or not surfaces.is_at_edge(place, character.card.radius, surface.shape):
        return []
    spots = surfaces.spots_over_edge(place, character.card.radius, surface.shape)
    return [Place(*spot, surfaces.height_below(state, spot, place.level - 1)) for spot in spots]


def options(state: MatchState, decision: Decision) -> Legal:
    """The leaps that the acting character can make: off each edge that it touches; declared board: all the way down."""
    _, character = acting(state)
    place = character.place
    if place is None:
        offers = [Leap(seat=decision.seat, decision=decision.id, drop=character.elevation)]
    else:
        spots = feet(state, character, place)
        offers = [Leap(seat=decision.seat, decision=decision.id, to=spot.point) for spot in spots]
    found = tuple([offer for offer in offers if _is_possible(state, offer, decision)])
    return Legal(commands=found, complete=not character.elevation or place is not None)


def _is_possible(state: MatchState, offer: Leap, decision: Decision) -> bool:
    if state.character(decision.subject).elevation == 0:
        return False
    try:
        leap(Story(state), offer, decision)
    except RuleViolation:
        return False
    return True
