"""What can have happened in a match of Duels. Events carry outcomes; applying one needs no rule and no dice."""

from typing import TypeAlias

from rules_engine.duels.commands import Change, Leg
from rules_engine.duels.components import ActionName, DialName, PassPoint, Setup, TerrainPiece
from rules_engine.duels.state import Boon, Clock, GroundGear, Measured
from rules_engine.kernel.dice import Die, Roll
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import Event, Outcome, Record, snake
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import Length


class DuelsEvent(Event, frozen=True, kw_only=True, tag=lambda name: "duels." + snake(name)):
    """Base of this game's events."""


# --- setup and rounds -------------------------------------------------------------------------------------------------


class MatchOpened(DuelsEvent, frozen=True, kw_only=True):
    """The setup is accepted; every team now rolls for alpha."""

    setup: Setup


class AlphaRolled(DuelsEvent, frozen=True, kw_only=True):
    """A team rolled 2d6 (DUELS-SETUP-09)."""

    team: str
    roll: Roll
    total: int


class AlphaTied(DuelsEvent, frozen=True, kw_only=True):
    """These teams roll again (DUELS-SETUP-10)."""

    teams: tuple[str, ...]


class AlphaDecided(DuelsEvent, frozen=True, kw_only=True):
    """A team is alpha; terrain or figures are placed next: ``to_place`` lists the placing teams, one entry an act."""

    team: str
    to_place: tuple[str, ...]


class TerrainPlaced(DuelsEvent, frozen=True, kw_only=True):
    """A team put down a piece (DUELS-SETUP-11)."""

    team: str
    piece: TerrainPiece


class TerrainPassed(DuelsEvent, frozen=True, kw_only=True):
    """A team places no more, or has no room (DUELS-RULING-016, DUELS-RULING-017)."""

    team: str


class PlacementBegan(DuelsEvent, frozen=True, kw_only=True):
    """All terrain stands; figures are placed by these teams, one entry a figure (DUELS-SETUP-17)."""

    to_place: tuple[str, ...]


class FigurePlaced(DuelsEvent, frozen=True, kw_only=True):
    """A figure stands on the table; ``place`` is None on the declared board."""

    figure: str
    place: Place | None = None
    level: int = 0


class RoundStarted(DuelsEvent, frozen=True, kw_only=True):
    """A round begins; dice are chosen next (DUELS-ROUND-02)."""

    round: int
    alpha: str


class DiceChosen(DuelsEvent, frozen=True, kw_only=True):
    """A figure's dice for the round lie on its base (DUELS-ROUND-04, DUELS-ROUND-05)."""

    figure: str
    dice: tuple[str, ...]


class InitiativeBegan(DuelsEvent, frozen=True, kw_only=True):
    """All dice are chosen; initiative dice are declared next (DUELS-INIT-03)."""


class InitiativeDeclared(DuelsEvent, frozen=True, kw_only=True):
    """Dice for the initiative roll lie in front of a base."""

    figure: str
    dice: tuple[str, ...]


class InitiativeTotal(Record, frozen=True, kw_only=True):
    """The modified initiative of a figure, and the part of it that dice gave (DUELS-INIT-04)."""

    figure: str
    total: int
    dice: int = 0


class InitiativeRolled(DuelsEvent, frozen=True, kw_only=True):
    """All declared dice were rolled at once; ``roll`` is None when there were none. ties: for controllers to settle."""

    totals: tuple[InitiativeTotal, ...]
    ties: tuple[tuple[str, ...], ...] = ()
    roll: Roll | None = None


class TieRolled(DuelsEvent, frozen=True, kw_only=True):
    """A tie inside a team was rolled, a plain d6 each (DUELS-RULING-028 ``reroll``); ties: what is left to settle."""

    figures: tuple[str, ...]
    roll: Roll
    ties: tuple[tuple[str, ...], ...] = ()


class TieSettled(DuelsEvent, frozen=True, kw_only=True):
    """A team's tied figures act in this order (DUELS-INIT-08); ties: what is left to settle."""

    order: tuple[str, ...]
    ties: tuple[tuple[str, ...], ...] = ()


class TurnsBegan(DuelsEvent, frozen=True, kw_only=True):
    """The order of the round is fixed: figures (advanced) or teams (basic), first to act first."""

    order: tuple[str, ...]


class OrderChanged(DuelsEvent, frozen=True, kw_only=True):
    """The figures yet to act were put in a new order (DUELS-RULING-029 ``initiative_recalculated``)."""

    order: tuple[str, ...]


class TeamTurnStarted(DuelsEvent, frozen=True, kw_only=True):
    """Basic: a team takes the turns of all its figures (DUELS-ROUND-08)."""

    team: str


class TurnStarted(DuelsEvent, frozen=True, kw_only=True):
    """A figure's turn begins."""

    figure: str


class TurnEnded(DuelsEvent, frozen=True, kw_only=True):
    """A figure's turn is over (DUELS-ACT-08)."""

    figure: str


class TeamTurnEnded(DuelsEvent, frozen=True, kw_only=True):
    """Basic: all figures of a team have had their turn."""

    team: str


class RoundEnded(DuelsEvent, frozen=True, kw_only=True):
    """All figures have had their turn; dice on bases go back to cups (DUELS-ROUND-10)."""

    round: int


class MeasurementStated(DuelsEvent, frozen=True, kw_only=True):
    """Players said what they measured; it lapses when either of the two moves."""

    measured: Measured


# --- moving -----------------------------------------------------------------------------------------------------------


class MoveStarted(DuelsEvent, frozen=True, kw_only=True):
    """A Move began; ``allowance`` is None while its dice wait for the roll (DUELS-MOVE-02)."""

    figure: str
    dice: tuple[str, ...] = ()
    allowance: Length | None = None


class MoveRolled(DuelsEvent, frozen=True, kw_only=True):
    """The Move's dice were rolled; the figure may move as far as ``allowance``."""

    figure: str
    roll: Roll
    allowance: Length


class FigureMoved(DuelsEvent, frozen=True, kw_only=True):
    """A figure moved and its Move is over: the way, where it stands now, inches spent.

    stopped_by: the rule that ended the Move early (DUELS-MOVE-12). climb_paid: kept for its next Move
    (DUELS-RULING-044).
    """

    figure: str
    legs: tuple[Leg, ...]
    spent: Length
    place: Place | None = None
    level: int = 0
    stopped_by: RuleId | None = None
    climb_paid: Length = 0


class Jumped(DuelsEvent, frozen=True, kw_only=True):
    """A figure jumped down; its clicks follow as DialsTurned (DUELS-ELEV-12)."""

    figure: str
    levels: int
    place: Place | None = None
    level: int = 0


# --- attacks ----------------------------------------------------------------------------------------------------------


class AttackDeclared(DuelsEvent, frozen=True, kw_only=True):
    """Step 3: the dice are shown; distance and terrain modifiers of the line of fire are fixed (steps 1 and 2)."""

    attacker: str
    target: str
    dice: tuple[str, ...]
    distance: Length
    attack_bonus: int = 0
    terrain_dice: tuple[Die, ...] = ()


class AttackImpossible(DuelsEvent, frozen=True, kw_only=True):
    """An attack that cannot be made is spent all the same (DUELS-RULING-032 ``true``)."""

    attacker: str
    target: str
    rule_id: RuleId


class DodgeChosen(DuelsEvent, frozen=True, kw_only=True):
    """Step 4: the target shows its dodge dice, none for no dodge."""

    target: str
    dice: tuple[str, ...] = ()
    terrain_dice: tuple[Die, ...] = ()


class AttackRolled(DuelsEvent, frozen=True, kw_only=True):
    """Step 5: all dice in one roll: attack dice, then dodge dice, then terrain dice, each in the order shown."""

    attacker: str
    target: str
    roll: Roll


class KarmaStruck(DuelsEvent, frozen=True, kw_only=True):
    """Steps 6 and 7: which attack dice count, which bad karma removed, which are aces (DUELS-ATK-14, DUELS-ATK-16)."""

    kept: tuple[str, ...]
    lost: tuple[str, ...]
    aces: tuple[str, ...]


class AttackCompared(DuelsEvent, frozen=True, kw_only=True):
    """Steps 8 and 9: the two totals; a hit, or a miss."""

    attack: int
    defence: int
    hit: bool


class DiceBlocked(DuelsEvent, frozen=True, kw_only=True):
    """Steps 10 and 11: attack dice that shields blocked, maybe none."""

    dice: tuple[str, ...]


class DamageCounted(DuelsEvent, frozen=True, kw_only=True):
    """Steps 12 and 13: clicks dealt, aces and bonus included, and what the aces do.

    bonus: colour of the damage bonus used, "" for none. stunned: the dice that a blue ace sends to the cup, None
    without one. gear_owed: pieces that black aces take. called_shot: a green ace lets the attacker choose.
    """

    clicks: int
    bonus: str = ""
    stunned: tuple[str, ...] | None = None
    gear_owed: int = 0
    called_shot: bool = False


class GearGivenUp(DuelsEvent, frozen=True, kw_only=True):
    """A black ace took a piece: it lies on the table (advanced), or is out of the game (basic: ``ground`` is None)."""

    figure: str
    gear: str
    ground: GroundGear | None = None


class AttackEnded(DuelsEvent, frozen=True, kw_only=True):
    """The attack is over; its dice are in the cups."""

    attacker: str
    target: str
    clicks: int


class DialTurn(Record, frozen=True, kw_only=True):
    """A dial turned from one position to another."""

    dial: DialName
    before: int
    after: int


class DialsTurned(DuelsEvent, frozen=True, kw_only=True):
    """Clicks on a figure's dials, by damage or healing. left: clicks for another dial; lost: clicks without effect."""

    figure: str
    rule_id: RuleId
    turns: tuple[DialTurn, ...]
    left: int = 0
    lost: int = 0


class SpillOwed(DuelsEvent, frozen=True, kw_only=True):
    """Somebody must put left-over clicks on another dial (``spill_to_chosen_dial``)."""

    figure: str
    seat: str
    clicks: int


class FigureEliminated(DuelsEvent, frozen=True, kw_only=True):
    """A figure is out (DUELS-ELIM-01); its gear lies on the table, or leaves the game with it (basic: none).

    by: the figure that eliminated it; credited: the team whose destroyed points grow; each empty where there is none.
    """

    figure: str
    by: str = ""
    credited: str = ""
    ground: tuple[GroundGear, ...] = ()


class FigureLeft(DuelsEvent, frozen=True, kw_only=True):
    """A figure of a beaten team leaves the table (DUELS-RULING-094)."""

    figure: str
    ground: tuple[GroundGear, ...] = ()


# --- other actions ----------------------------------------------------------------------------------------------------


class GearDropped(DuelsEvent, frozen=True, kw_only=True):
    """A piece lies on the table with its dice (DUELS-GEAR-02)."""

    figure: str
    ground: GroundGear


class GearPickedUp(DuelsEvent, frozen=True, kw_only=True):
    """A piece was taken up: dice paid to the cup, dice gained onto the base, its other dice to the cup.

    Rules: DUELS-GEAR-06, DUELS-GEAR-07, DUELS-RULING-102.
    """

    figure: str
    gear: str
    paid: tuple[str, ...]
    gained: tuple[str, ...]


class DiceExchanged(DuelsEvent, frozen=True, kw_only=True):
    """Dice on a base changed places with dice in the cup that look the same (DUELS-RULING-101), pair by pair."""

    figure: str
    pairs: tuple[tuple[str, str], ...]


class GearTraded(DuelsEvent, frozen=True, kw_only=True):
    """Pieces changed hands between allies; their dice went to the new owners' cups (DUELS-GEAR-09)."""

    figure: str
    ally: str
    given: tuple[str, ...]
    taken: tuple[str, ...]


class HealDeclared(DuelsEvent, frozen=True, kw_only=True):
    """A die will be burned to heal a figure (DUELS-HEAL-02)."""

    healer: str
    healed: str
    die: str


class HealRolled(DuelsEvent, frozen=True, kw_only=True):
    """The healing die was rolled and is burned; ``clicks`` are to be healed (DUELS-HEAL-05)."""

    healer: str
    healed: str
    roll: Roll
    clicks: int


class SkillTestDeclared(DuelsEvent, frozen=True, kw_only=True):
    """A test is tried: its difficulty, range added, and the value of the dial, bonuses added."""

    figure: str
    test: str
    dice: tuple[str, ...]
    difficulty: int
    value: int


class SkillTestRolled(DuelsEvent, frozen=True, kw_only=True):
    """A test was rolled; a failure's clicks follow as DialsTurned (DUELS-SKILL-07)."""

    figure: str
    test: str
    roll: Roll
    total: int
    passed: bool


class SkillDiceRolled(DuelsEvent, frozen=True, kw_only=True):
    """The dice of a test lie, and passes may be played before it is settled; only where somebody holds passes."""

    figure: str
    test: str
    roll: Roll


class SkillTestSettled(DuelsEvent, frozen=True, kw_only=True):
    """After SkillDiceRolled: how the test ended; a failure's clicks follow as DialsTurned (DUELS-SKILL-07)."""

    figure: str
    test: str
    total: int
    passed: bool


class ObjectiveScored(DuelsEvent, frozen=True, kw_only=True):
    """A team gained objective points by a test, or by an area that it held (DUELS-SKILL-10)."""

    team: str
    test: str
    points: int


class CargoTaken(DuelsEvent, frozen=True, kw_only=True):
    """A figure carries off what a test was about (DUELS-SKILL-10)."""

    figure: str
    test: str


class CargoDropped(DuelsEvent, frozen=True, kw_only=True):
    """The bearer is about to leave the table; what it carried lies where it stood."""

    figure: str
    test: str
    place: Place | None = None


class CargoDelivered(DuelsEvent, frozen=True, kw_only=True):
    """A figure has brought what it carried to an area; ``back``: the next one lies where the first was taken."""

    figure: str
    test: str
    area: str
    back: bool = False


class AreaHeld(DuelsEvent, frozen=True, kw_only=True):
    """At the end of a round a team alone has figures in an area, for so many rounds now; no team: nobody has."""

    hold: str
    team: str
    rounds: int


# --- end --------------------------------------------------------------------------------------------------------------


class ClockChanged(DuelsEvent, frozen=True, kw_only=True):
    """The victory clock started, ran on or stopped (None): DUELS-WIN-02. reversals: how often it has changed hands."""

    clock: Clock | None
    reversals: int = 0


class TeamBeaten(DuelsEvent, frozen=True, kw_only=True):
    """A team has lost: its time is up, or it has no figure left (DUELS-WIN-03, DUELS-RULING-093)."""

    team: str
    rule_id: RuleId


class MatchEnded(DuelsEvent, frozen=True, kw_only=True):
    """The match is over."""

    outcome: Outcome


# --- security passes --------------------------------------------------------------------------------------------------


class PassPlayed(DuelsEvent, frozen=True, kw_only=True):
    """A pass was played for a figure: at which point, and which rules it overrides (DUELS-PASS-02).

    boons: what it does from now on. base, cup, roll_with: its dice that came onto the base, into the cup, or among the
    dice about to be rolled. regained: actions that may be taken once more. rerolls: dice to be rolled again. allowance:
    of the Move at hand, value: of the dial in the test at hand, both None where they stay. What is done at once follows
    as events of its own.
    """

    card: str
    seat: str
    figure: str
    point: PassPoint
    overrides: tuple[RuleId, ...]
    boons: tuple[Boon, ...] = ()
    base: tuple[str, ...] = ()
    cup: tuple[str, ...] = ()
    roll_with: tuple[str, ...] = ()
    regained: tuple[ActionName, ...] = ()
    rerolls: tuple[Die, ...] = ()
    allowance: Length | None = None
    value: int | None = None


class PassesKept(DuelsEvent, frozen=True, kw_only=True):
    """A seat plays no more passes for a figure at this moment of an attack or test."""

    seat: str
    figure: str
    point: PassPoint


class FacesChanged(DuelsEvent, frozen=True, kw_only=True):
    """A pass changed dice that lie: rolled again (``roll``), or turned. faces: of the whole roll, in its order.

    allowance: of the Move, clicks: of the heal that they belong to; None for an attack or a test.
    """

    card: str
    figure: str
    dice: tuple[str, ...]
    faces: tuple[int, ...]
    roll: Roll | None = None
    allowance: Length | None = None
    clicks: int | None = None


class FigureReplaced(DuelsEvent, frozen=True, kw_only=True):
    """A pass put a figure somewhere else; ``place`` is None on the declared board."""

    figure: str
    place: Place | None = None
    level: int = 0


class Overridden(DuelsEvent, frozen=True, kw_only=True):
    """A judge set things as ruled (DUELS-RULING-119)."""

    changes: tuple[Change, ...]


DuelsEvents: TypeAlias = (
    MatchOpened
    | AlphaRolled
    | AlphaTied
    | AlphaDecided
    | TerrainPlaced
    | TerrainPassed
    | PlacementBegan
    | FigurePlaced
    | RoundStarted
    | DiceChosen
    | InitiativeBegan
    | InitiativeDeclared
    | InitiativeRolled
    | TieRolled
    | TieSettled
    | TurnsBegan
    | OrderChanged
    | TeamTurnStarted
    | TurnStarted
    | TurnEnded
    | TeamTurnEnded
    | RoundEnded
    | MeasurementStated
    | MoveStarted
    | MoveRolled
    | FigureMoved
    | Jumped
    | AttackDeclared
    | AttackImpossible
    | DodgeChosen
    | AttackRolled
    | KarmaStruck
    | AttackCompared
    | DiceBlocked
    | DamageCounted
    | GearGivenUp
    | AttackEnded
    | DialsTurned
    | SpillOwed
    | FigureEliminated
    | FigureLeft
    | GearDropped
    | GearPickedUp
    | DiceExchanged
    | GearTraded
    | HealDeclared
    | HealRolled
    | SkillTestDeclared
    | SkillTestRolled
    | SkillDiceRolled
    | SkillTestSettled
    | ObjectiveScored
    | CargoTaken
    | CargoDropped
    | CargoDelivered
    | AreaHeld
    | ClockChanged
    | TeamBeaten
    | MatchEnded
    | PassPlayed
    | PassesKept
    | FacesChanged
    | FigureReplaced
    | Overridden
)
