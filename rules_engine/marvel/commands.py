"""What a seat can ask for. Ids are those of the state; a command answers the decision whose kind is named with it."""

from typing import TypeAlias

from rules_engine.kernel.geometry import Place, Point
from rules_engine.kernel.messages import Command, Id, Record, RollCommand
from rules_engine.kernel.units import Length
from rules_engine.marvel.components import DefenceName
from rules_engine.marvel.pending import Drop


class Roll(RollCommand, frozen=True, kw_only=True):
    """Roll the pools of an open roll decision: any decision whose kind starts with ``roll_``."""


# --- the turn ---------------------------------------------------------------------------------------------------------


class Deploy(Command, frozen=True, kw_only=True):
    """``deploy``: put a character on the table.

    place: tracked board. elevation, in_zone, enemy_contact: declared board, what the players see.
    """

    character: Id
    place: Place | None = None
    elevation: Length = 0
    in_zone: bool = True
    enemy_contact: bool = False


class UsePlan(Command, frozen=True, kw_only=True):
    """``use_plan``, ``counter_plan``: use a character's Perfect Plan (MARVEL-ABILITY-PERFECT-PLAN); empty: do not."""

    character: Id = ""


class TakeCounter(Command, frozen=True, kw_only=True):
    """``take_counter``: the team whose counter a Perfect Plan takes from the bag."""

    team: Id


class ChooseFirst(Command, frozen=True, kw_only=True):
    """``choose_first``: the team that has the first go of the turn (MARVEL-RULING-10)."""

    team: Id


class Activate(Command, frozen=True, kw_only=True):
    """``activate``: activate a character (MARVEL-TURN-04)."""

    character: Id


class Pass(Command, frozen=True, kw_only=True):
    """``activate``: pass with a Strategist's ability; with nobody named it is a general pass (MARVEL-RULING-11)."""

    strategist: Id = ""


class Follow(Command, frozen=True, kw_only=True):
    """``follow``: take a Leadership counter from a leader, or, with none named, leave it (MARVEL-RULING-69)."""

    leader: Id = ""


class Stand(Command, frozen=True, kw_only=True):
    """``act``: stand up (MARVEL-DOWN-05). With ``stand_up_outside_activation`` at any time, answering no decision."""

    character: Id


class UsePower(Command, frozen=True, kw_only=True):
    """``act``: use an active power of the acting character."""

    power: Id
    target: Id = ""


class EndActivation(Command, frozen=True, kw_only=True):
    """``act``: the character does no more in this activation."""


class ChooseNext(Command, frozen=True, kw_only=True):
    """``choose_next``: another character acts at once, by an ability of the one that has acted (MARVEL-RULING-12).

    With Master Tactician the first answer names nobody: it is the Willpower test. No ability: nobody acts.
    """

    ability: Id = ""
    character: Id = ""


# --- rolls ------------------------------------------------------------------------------------------------------------


class Reroll(Command, frozen=True, kw_only=True):
    """``reroll_test``, ``reroll_hit``: roll dice again by an ability; dice: places in the roll, from 0 on."""

    ability: Id
    dice: tuple[int, ...]


class Keep(Command, frozen=True, kw_only=True):
    """``reroll_test``, ``reroll_hit``: let the dice lie as they are."""


# --- attacks ----------------------------------------------------------------------------------------------------------


class DeclareAttack(Command, frozen=True, kw_only=True):
    """``act``: use an attack of the card against a target; an area has none (MARVEL-ATK-01, MARVEL-ATK-02).

    order: the other targets, in the order in which they are resolved, as far as the attacker names them
    (MARVEL-RULING-04); on the declared board also who is under a breath's template. aim: tracked board, where that
    template points.
    """

    attack: Id
    target: Id = ""
    order: tuple[Id, ...] = ()
    aim: Point | None = None


class React(Command, frozen=True, kw_only=True):
    """``react``: the defender buys an enhancement of a defence, uses a power of its card, or does neither."""

    enhance: DefenceName | None = None
    power: Id = ""


class ChooseOverload(Command, frozen=True, kw_only=True):
    """``overload``: add a die, or take an option of the attack by its place; neither: no overload (MARVEL-OVL-02)."""

    die: bool = False
    option: int | None = None


class ChooseCritical(Command, frozen=True, kw_only=True):
    """``choose_critical``: the attack's own effect instead of +1 damage (MARVEL-CRIT-02); push: Brutal's Push 4."""

    effect: bool = False
    push: bool = False


# --- grab and throw ---------------------------------------------------------------------------------------------------


class Grab(Command, frozen=True, kw_only=True):
    """``act``: grab a character or a piece of scenery in base contact (MARVEL-GRAB-01)."""

    item: Id


class Throw(Command, frozen=True, kw_only=True):
    """``throw``: throw what was grabbed at a character or a piece of scenery; none: let it go (MARVEL-THROW-01)."""

    target: Id = ""


# --- the board --------------------------------------------------------------------------------------------------------


class Walk(Record, frozen=True, kw_only=True, tag_field="leg", tag="walk"):
    """A stretch at one height: its corners on the tracked board, its length on the declared one."""

    points: tuple[Point, ...] = ()
    distance: Length = 0


class Climb(Record, frozen=True, kw_only=True, tag_field="leg", tag="climb"):
    """Straight up, or, where ``rise`` is negative, down, over an edge; to: the spot there, else the nearest one."""

    rise: Length
    to: Point | None = None


class Jump(Record, frozen=True, kw_only=True, tag_field="leg", tag="jump"):
    """Straight through the air: to a place on the tracked board, so far and so much higher on the declared one."""

    to: Place | None = None
    distance: Length = 0
    rise: Length = 0


Leg: TypeAlias = Walk | Climb | Jump


class Move(Command, frozen=True, kw_only=True):
    """``act``: spend 1, 2 or 3 POW for a movement (MARVEL-MOVE-03).

    fits: declared board, whether the base fits where it stops, as the players see it (MARVEL-JUMP-02).
    """

    spend: int
    legs: tuple[Leg, ...]
    fits: bool = True


class Leap(Command, frozen=True, kw_only=True):
    """``act``: leap off an edge (MARVEL-LEAP-01). to: where, else at the nearest foot; drop: declared board."""

    to: Point | None = None
    drop: Length = 0


class StatePush(Command, frozen=True, kw_only=True):
    """``state_push``, declared board: what a push came to (MARVEL-RULING-37).

    distance: how far. met: the character or piece of scenery that was met; edge: the table's edge was. drop: how deep
    it then falls.
    """

    distance: Length
    met: Id = ""
    edge: bool = False
    drop: Length = 0


class StateFalls(Command, frozen=True, kw_only=True):
    """``state_falls``, declared board: who falls since a piece of scenery is gone (MARVEL-RULING-65)."""

    falls: tuple[Drop, ...] = ()


class StateMeasurement(Command, frozen=True, kw_only=True):
    """At any time, on the declared board: what was measured; the fields are those of ``state.Measured``."""

    a: Id
    b: Id
    distance: Length
    in_sight: bool = True
    hidden: int = 0
    crossed: tuple[Id, ...] = ()


# --- by hand ----------------------------------------------------------------------------------------------------------


class SetEndurance(Record, frozen=True, kw_only=True, tag_field="change", tag="set_endurance"):
    """Set a character's endurance boxes left; at 0 it is a loss."""

    character: Id
    endurance: int


class SetPow(Record, frozen=True, kw_only=True, tag_field="change", tag="set_pow"):
    """Set the POW counters that a character holds."""

    character: Id
    pow: int


class SetCondition(Record, frozen=True, kw_only=True, tag_field="change", tag="set_condition"):
    """Set whether a character is KO and knocked down."""

    character: Id
    ko: bool = False
    down: bool = False


class SetPlace(Record, frozen=True, kw_only=True, tag_field="change", tag="set_place"):
    """Put a character somewhere."""

    character: Id
    place: Place | None = None
    elevation: Length = 0


class SetStructure(Record, frozen=True, kw_only=True, tag_field="change", tag="set_structure"):
    """Set a piece of scenery's structure points; at 0 it is gone."""

    scenery: Id
    sp: int


class AwardPoints(Record, frozen=True, kw_only=True, tag_field="change", tag="award_points"):
    """Give a team objective points."""

    team: Id
    points: int


class EndMatch(Record, frozen=True, kw_only=True, tag_field="change", tag="end_match"):
    """End the match; the teams named share the first place."""

    winners: tuple[Id, ...]


Effect: TypeAlias = SetEndurance | SetPow | SetCondition | SetPlace | SetStructure | AwardPoints
Change: TypeAlias = Effect | EndMatch


class EnterEffect(Command, frozen=True, kw_only=True):
    """``enter_effect``: what a power does whose card has only text; none for nothing."""

    effects: tuple[Effect, ...] = ()


class Override(Command, frozen=True, kw_only=True):
    """The judge's seat, at any time: set things as ruled, whatever the rules say."""

    changes: tuple[Change, ...]


MarvelCommand: TypeAlias = (
    Roll
    | Deploy
    | UsePlan
    | TakeCounter
    | ChooseFirst
    | Activate
    | Pass
    | Follow
    | Stand
    | UsePower
    | EndActivation
    | ChooseNext
    | Reroll
    | Keep
    | DeclareAttack
    | React
    | ChooseOverload
    | ChooseCritical
    | Grab
    | Throw
    | Move
    | Leap
    | StatePush
    | StateFalls
    | StateMeasurement
    | EnterEffect
    | Override
)
