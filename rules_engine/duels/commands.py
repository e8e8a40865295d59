"""What a seat can ask for. Ids are those of the state; a command answers the decision whose kind is named with it."""

from typing import TypeAlias

from rules_engine.duels.components import Colour, DialName, TerrainKind
from rules_engine.kernel.geometry import Place, Point
from rules_engine.kernel.messages import Command, Id, Record, RollCommand
from rules_engine.kernel.units import Length


class Roll(RollCommand, frozen=True, kw_only=True):
    """Roll the pools of an open roll decision: any decision whose kind starts with ``roll_``."""


class PlaceTerrain(Command, frozen=True, kw_only=True):
    """``place_terrain``: put down a piece (DUELS-SETUP-11).

    clearance: declared board, to the nearest other piece, None where there is none. no_room: declared board, no spot
    keeps the spacing (DUELS-RULING-017).
    """

    terrain: TerrainKind
    outline: tuple[Point, ...] = ()
    levels: int = 0
    stands_on: Id = ""
    clearance: Length | None = None
    no_room: bool = False


class PassTerrain(Command, frozen=True, kw_only=True):
    """``place_terrain``: place no more (DUELS-RULING-016)."""


class PlaceFigure(Command, frozen=True, kw_only=True):
    """``place_figure``: put a figure on the table (DUELS-SETUP-17).

    place: tracked board. enemy_distance, terrain_distance: declared board, measured to the nearest, None where there is
    none. no_room: declared board, no spot keeps the distances (DUELS-RULING-019). level: declared board, where a
    scenario lets figures start higher.
    """

    figure: Id
    place: Place | None = None
    level: int = 0
    enemy_distance: Length | None = None
    terrain_distance: Length | None = None
    no_room: bool = False


class ChooseDice(Command, frozen=True, kw_only=True):
    """``choose_dice``: dice from the cup to the base for this round (DUELS-ROUND-04, DUELS-ROUND-05)."""

    figure: Id
    dice: tuple[Id, ...]


class DeclareInitiative(Command, frozen=True, kw_only=True):
    """``declare_initiative``: dice from the base for the initiative roll, none for none (DUELS-INIT-03)."""

    figure: Id
    dice: tuple[Id, ...] = ()


class SettleTie(Command, frozen=True, kw_only=True):
    """``settle_tie``: the order of a team's tied figures, first to act first (DUELS-INIT-08)."""

    order: tuple[Id, ...]


class StartTurn(Command, frozen=True, kw_only=True):
    """``start_turn``: basic, which of the team's figures acts next (DUELS-ROUND-08)."""

    figure: Id


class StateMeasurement(Command, frozen=True, kw_only=True):
    """At any time in a turn, on the declared board: what was measured from a figure to another, or to an object.

    The fields are those of ``state.Measured``; an object is a skill test, or gear that lies on the table.
    """

    a: Id
    b: Id
    distance: Length
    in_sight: bool = True
    through: int = 0
    inside_a: bool = False
    inside_b: bool = False
    edge: Length | None = None


class StartMove(Command, frozen=True, kw_only=True):
    """``act``: begin the Move, with or without dice (DUELS-MOVE-02). touching_obstructing: declared board (MOVE-11)."""

    figure: Id
    dice: tuple[Id, ...] = ()
    touching_obstructing: bool = False


class Walk(Record, frozen=True, kw_only=True, tag_field="leg", tag="walk"):
    """A stretch on one level: the centre's way from where it is (tracked), or its length (declared)."""

    points: tuple[Point, ...] = ()
    distance: Length = 0


class Climb(Record, frozen=True, kw_only=True, tag_field="leg", tag="climb"):
    """Up by some levels of a piece that the base touches, to a spot at its edge (DUELS-ELEV-03, DUELS-ELEV-05)."""

    levels: int
    to: Point | None = None


class Descend(Record, frozen=True, kw_only=True, tag_field="leg", tag="descend"):
    """Down by some levels, the standard way (DUELS-ELEV-10)."""

    levels: int
    to: Point | None = None


Leg: TypeAlias = Walk | Climb | Descend


class MoveTo(Command, frozen=True, kw_only=True):
    """``move``: the way of a started Move, none to stay. swallowed: declared board, it ended wholly inside obstructing
    terrain (DUELS-MOVE-12)."""

    legs: tuple[Leg, ...] = ()
    swallowed: bool = False


class Jump(Command, frozen=True, kw_only=True):
    """``act``: jump down (DUELS-ELEV-11)."""

    figure: Id
    levels: int
    to: Point | None = None


class DeclareAttack(Command, frozen=True, kw_only=True):
    """``act``: attack a target with dice from the base (DUELS-ATK-09)."""

    attacker: Id
    target: Id
    dice: tuple[Id, ...]


class ChooseDodge(Command, frozen=True, kw_only=True):
    """``choose_dodge``: dice from the target's base and terrain dice by name, none for no dodge (DUELS-ATK-11)."""

    dice: tuple[Id, ...] = ()
    terrain_dice: tuple[Id, ...] = ()


class KeepDice(Command, frozen=True, kw_only=True):
    """``keep_dice``: the die to keep of each matching group (DUELS-RULING-063 ``all_but_one_of_each``)."""

    dice: tuple[Id, ...]


class ChooseShields(Command, frozen=True, kw_only=True):
    """``choose_shields``: which dice the shields block, one of the largest possible sets (DUELS-RULING-069)."""

    blocked: tuple[Id, ...]


class ChooseBonus(Command, frozen=True, kw_only=True):
    """``choose_bonus``: the one damage bonus to use (DUELS-DMG-07)."""

    colour: Colour


class GiveUpGear(Command, frozen=True, kw_only=True):
    """``give_up_gear``: the piece that a black ace takes (DUELS-ACE-05)."""

    gear: Id
    spot: Point | None = None


class AssignDamage(Command, frozen=True, kw_only=True):
    """``assign_damage``: the dial that takes clicks (DUELS-DMG-08); clicks: with ``called_shot_split``, else all."""

    dial: DialName
    clicks: int | None = None


class DropGear(Command, frozen=True, kw_only=True):
    """``act``: lay a piece on the table at a spot of the base's edge (DUELS-GEAR-02)."""

    figure: Id
    gear: Id
    spot: Point | None = None


class PickUpGear(Command, frozen=True, kw_only=True):
    """``act``: take a piece from the table and pay with dice from the base (DUELS-GEAR-04, DUELS-GEAR-06)."""

    figure: Id
    gear: Id
    pay: tuple[Id, ...] = ()


class TradeGear(Command, frozen=True, kw_only=True):
    """``act``: give pieces to an ally in contact, and take some in return (DUELS-GEAR-08)."""

    figure: Id
    ally: Id
    gives: tuple[Id, ...] = ()
    takes: tuple[Id, ...] = ()


class DeclareHeal(Command, frozen=True, kw_only=True):
    """``act``: burn a red or black die to heal oneself or an ally (DUELS-HEAL-02)."""

    healer: Id
    healed: Id
    die: Id


class ChooseHealedDial(Command, frozen=True, kw_only=True):
    """``choose_healed_dial``: the dial that turns back (DUELS-HEAL-05)."""

    dial: DialName


class DeclareSkillTest(Command, frozen=True, kw_only=True):
    """``act``: try a skill or stealth test with dice from the base (DUELS-SKILL-04, DUELS-STEALTH-01)."""

    figure: Id
    test: Id
    dice: tuple[Id, ...]


class EndTurn(Command, frozen=True, kw_only=True):
    """``act``: the figure does no more this turn (DUELS-ACT-07)."""

    figure: Id


class PlayPass(Command, frozen=True, kw_only=True):
    """In answer to any decision at a point of the pass, which stays open: play a held pass (DUELS-PASS-02).

    figure: whom it serves, empty for the figure that the decision is about. What its effects leave to choose: dice and
    shows: which dice are rolled again, or turned to which faces; dial: which one turns back; gear: the piece that is
    picked up; place (tracked board) and level: where the figure is put.
    """

    card: Id
    figure: Id = ""
    dice: tuple[Id, ...] = ()
    shows: tuple[int, ...] = ()
    dial: DialName | None = None
    gear: Id = ""
    place: Place | None = None
    level: int = 0


class KeepPasses(Command, frozen=True, kw_only=True):
    """``play_pass``: play no more passes at this moment."""


class SetDial(Record, frozen=True, kw_only=True, tag_field="change", tag="set_dial"):
    """Turn a dial to a position."""

    figure: Id
    dial: DialName
    position: int


class SetPlace(Record, frozen=True, kw_only=True, tag_field="change", tag="set_place"):
    """Put a figure somewhere."""

    figure: Id
    place: Place | None = None
    level: int = 0


class SetDieZone(Record, frozen=True, kw_only=True, tag_field="change", tag="set_die_zone"):
    """Put a figure's die into its cup or onto its base."""

    figure: Id
    die: Id
    zone: Id  # "cup" or "base"


class EndMatch(Record, frozen=True, kw_only=True, tag_field="change", tag="end_match"):
    """End the match; the teams named share the first place."""

    winners: tuple[Id, ...]


Change: TypeAlias = SetDial | SetPlace | SetDieZone | EndMatch


class Override(Command, frozen=True, kw_only=True):
    """The judge's seat, at any time: set things as ruled, whatever the rules say (DUELS-RULING-119)."""

    changes: tuple[Change, ...]


DuelsCommand: TypeAlias = (
    Roll
    | PlaceTerrain
    | PassTerrain
    | PlaceFigure
    | ChooseDice
    | DeclareInitiative
    | SettleTie
    | StartTurn
    | StateMeasurement
    | StartMove
    | MoveTo
    | Jump
    | DeclareAttack
    | ChooseDodge
    | KeepDice
    | ChooseShields
    | ChooseBonus
    | GiveUpGear
    | AssignDamage
    | DropGear
    | PickUpGear
    | TradeGear
    | DeclareHeal
    | ChooseHealedDial
    | DeclareSkillTest
    | EndTurn
    | PlayPass
    | KeepPasses
    | Override
)
