"""Movement (MARVEL-MOVE, MARVEL-JUMP): how far, at what cost, and by which ways; on both boards."""

from collections.abc import Iterable
from itertools import groupby
from typing import Final, Literal, NamedTuple, TypeAlias, assert_never

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import Decision, Record
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import INCH, Length, show
from rules_engine.marvel import abilities, down, legs
from rules_engine.marvel.activations import acting
from rules_engine.marvel.commands import Climb, Jump, Leg, Move, Walk
from rules_engine.marvel.events import CharacterMoved
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.state import Activation, Character, MatchState
from rules_engine.marvel.story import Story

MOVE_01, MOVE_03 = RuleId("MARVEL-MOVE-01"), RuleId("MARVEL-MOVE-03")
JUMP_02 = RuleId("MARVEL-JUMP-02")
MOST: Final = 3  # POW for one movement
Kind: TypeAlias = Literal["walk", "up", "down", "jump", "flight"]
CLIMBS: Final[tuple[Kind, ...]] = ("up", "down")
STEEP: Final[tuple[Kind, ...]] = ("up", "down", "jump")


class Stretch(NamedTuple):
    """A part of a way: its kind, its length, and how much of that can count double."""

    kind: Kind
    length: Length
    steep: Length = 0


# --- how far ----------------------------------------------------------------------------------------------------------


def speeds(state: MatchState, character: Character) -> tuple[Length, ...]:
    """The Speeds for 1, 2 and 3 POW, less what Ensnare takes, each to 0 at least.

    Rules: MARVEL-MOVE-03, MARVEL-SPECIAL-ENSNARE, MARVEL-RULING-14 (``ensnare_applies_to``).
    """
    taken = sum(entry.x for entry in character.reductions if entry.rule == "ensnare") * INCH
    printed = character.card.speeds
    if not taken:
        return printed
    every = state.rulings.ensnare_applies_to == "all_speeds"
    return tuple([max(speed - taken, 0) if every or not place else speed for place, speed in enumerate(printed)])


def movements(state: MatchState, activation: Activation, character: Character) -> int:
    """How many movements an activation has: one, one more with Agile, and those that powers added.

    Rules: MARVEL-MOVE-01, MARVEL-MOVE-02, MARVEL-ABILITY-AGILE.
    """
    return 1 + abilities.has(state, character, "agile") + activation.extra_moves


def is_free(state: MatchState, activation: Activation, character: Character) -> bool:
    """Whether the next movement is free: Agile's second one without ``agile_move_costs_pow`` (MARVEL-RULING-15)."""
    agile = abilities.has(state, character, "agile") and not state.rulings.agile_move_costs_pow
    return agile and activation.moves == 1


def allowance(state: MatchState, activation: Activation, character: Character, spend: int) -> Length:
    """How far a movement may go for some POW.

    Rules: MARVEL-MOVE-03, MARVEL-SPECIAL-ENSNARE-02, MARVEL-RULING-14. Errors: RuleViolation for a cost without a
    Speed, one that Ensnare took all of, or more POW than there is; MalformedInput for no such cost at all.
    """
    if not 1 <= spend <= MOST:
        raise MalformedInput(f"A movement is made for 1, 2 or 3 POW, not for {spend}.")
    found = speeds(state, character)
    if spend > len(found):
        raise RuleViolation(MOVE_03, character=character.id, pow=spend, most=len(found))
    if found[spend - 1] == 0:
        raise RuleViolation(RuleId("MARVEL-SPECIAL-ENSNARE-02"), character=character.id, pow=spend)
    if spend > character.pow and not is_free(state, activation, character):
        raise RuleViolation(MOVE_03, character=character.id, pow=spend, held=character.pow)
    return found[spend - 1]


# --- what it costs ----------------------------------------------------------------------------------------------------


def needed(state: MatchState, character: Character, stretches: Iterable[Stretch]) -> Length:
    """The inches that a way takes a character."""
    return cost(stretches, character.card.height, state.rulings, doubled=doubled_kinds(state, character))


def cost(
    stretches: Iterable[Stretch], height: Length, rulings: Rulings, *, doubled: tuple[Kind, ...] = STEEP
) -> Length:
    """The inches that a way takes: a climb or jump of more than half the height counts double.

    Rules: MARVEL-JUMP-01, MARVEL-RULING-16 (``climb_double_scope``): that stretch, or the whole movement. Climbs one
    right after the other are one stretch. doubled: the kinds of stretches that can count double.
    """
    joined = [(kind, list(parts)) for kind, parts in groupby(stretches, key=lambda stretch: stretch.kind)]
    total = sum(part.length for _, parts in joined for part in parts)
    steep = [sum(part.steep for part in parts) for kind, parts in joined if kind in doubled]
    extra = [length for length in steep if 2 * length > height]
    if extra and rulings.climb_double_scope == "whole_move":
        return 2 * total
    return total + sum(extra)


def doubled_kinds(state: MatchState, character: Character) -> tuple[Kind, ...]:
    """The kinds of stretches that can count double for a character.

    Rules: MARVEL-ABILITY-WALL-CRAWLER (climbs never), MARVEL-ABILITY-FLY as MARVEL-RULING-17: with
    ``fly_ignores_climb_double`` off, climbs and the vertical part of a flight.
    """
    flies = abilities.has(state, character, "fly")
    if flies and state.rulings.fly_ignores_climb_double:
        return ()
    kinds: tuple[Kind, ...] = ("up", "down", "flight") if flies else STEEP
    crawls = abilities.has(state, character, "wall_crawler")
    return tuple([kind for kind in kinds if not (crawls and kind in CLIMBS)])


class Way(Record, frozen=True, kw_only=True):
    """Where a way leads: place (tracked board), height above the table, and its stretches."""

    place: Place | None
    elevation: Length
    stretches: tuple[Stretch, ...] = ()

    def after(self, stretch: Stretch, place: Place | None, elevation: Length) -> "Way":
        """The way with one more stretch, and where that leads."""
        return Way(place=place, elevation=elevation, stretches=(*self.stretches, stretch))


def follow(state: MatchState, character: Character, steps: tuple[Leg, ...]) -> Way:
    """Where the legs of a movement lead. Raises RuleViolation where one of them cannot be taken."""
    way = Way(place=character.place, elevation=character.elevation)
    for leg in steps:
        way = _step(state, character, way, leg)
    return way


def _step(state: MatchState, character: Character, way: Way, leg: Leg) -> Way:
    match leg:
        case Walk():
            length, place = legs.walk(state, character, way.place, leg)
            return way.after(Stretch("walk", length), place, way.elevation)
        case Climb():
            place = legs.climb(state, character, way.place, leg, height=way.elevation)
            kind: Kind = "up" if leg.rise > 0 else "down"
            return way.after(Stretch(kind, abs(leg.rise), abs(leg.rise)), place, way.elevation + leg.rise)
        case Jump():
            length, place = legs.jump(state, character, way.place, leg, height=way.elevation)
            elevation = way.elevation + leg.rise if place is None else place.level
            return way.after(_jumped(state, character, length, abs(elevation - way.elevation)), place, elevation)
        case _:
            assert_never(leg)


def _jumped(state: MatchState, character: Character, length: Length, rise: Length) -> Stretch:
    """A jump, or, of one that flies, a flight: only what is vertical of it can count double (MARVEL-RULING-17)."""
    flies = abilities.has(state, character, "fly")
    return Stretch("flight", length, rise) if flies else Stretch("jump", length, length)


def move(story: Story, command: Move, decision: Decision) -> None:  # noqa: ARG001 -- the shape of all answers
    """Make the movement that some POW pays for; it may be shorter than its Speed.

    Rules: MARVEL-MOVE-01, MARVEL-MOVE-02, MARVEL-MOVE-03, MARVEL-JUMP-01, MARVEL-JUMP-02, MARVEL-DOWN-01,
    MARVEL-ABILITY-AGILE. Errors: RuleViolation; MalformedInput for legs that do not suit the board.
    """
    state = story.state
    activation, character = acting(state)
    check_may_move(state, activation, character)
    most = allowance(state, activation, character, command.spend)
    if not command.legs:
        raise MalformedInput("A movement has a leg or more.")
    way = follow(state, character, command.legs)
    spent = needed(state, character, way.stretches)
    if spent > most:
        raise RuleViolation(MOVE_03, character=character.id, needed=show(spent), most=show(most))
    _check_end(state, character, way, fits=command.fits)
    price = 0 if is_free(state, activation, character) else command.spend
    story.tell(
        CharacterMoved(
            character=character.id,
            legs=command.legs,
            spent=spent,
            pow=character.pow - price,
            place=way.place,
            elevation=way.elevation,
        )
    )


def check_may_move(state: MatchState, activation: Activation, character: Character) -> None:
    """Raise RuleViolation for one that lies on the ground, or has made all its movements (MARVEL-DOWN-01)."""
    down.check_standing(character)
    most = movements(state, activation, character)
    if activation.moves >= most:
        raise RuleViolation(MOVE_01, character=character.id, moves=activation.moves, most=most)


def _check_end(state: MatchState, character: Character, way: Way, *, fits: bool) -> None:
    """The base must fit where it stops; a Wall-Crawler may stop nearly anywhere.

    Rules: MARVEL-JUMP-02, MARVEL-ABILITY-WALL-CRAWLER-02, -03, MARVEL-ABILITY-PHASE-SHIFT-02.
    """
    if way.place is None:
        if not fits and not abilities.has(state, character, "wall_crawler"):
            raise RuleViolation(JUMP_02, character=character.id)
        return
    rule_id = legs.bars_stop(state, character, way.place)
    if rule_id is not None:
        raise RuleViolation(rule_id, character=character.id)
