"""What can have happened in a match of Marvel. Events carry outcomes; applying one needs no rule and no dice."""

from typing import TypeAlias

from rules_engine.kernel.dice import Roll
from rules_engine.kernel.geometry import Place, Point
from rules_engine.kernel.messages import Event, Outcome, Record, Seat, snake
from rules_engine.kernel.units import Length
from rules_engine.marvel.commands import Change, Leg
from rules_engine.marvel.components import Attribute, CardAbility, DefenceName, SpecialName, SpecialRule
from rules_engine.marvel.pending import Drop, HitPurpose, HitResult, Manner, Overload, TestPurpose
from rules_engine.marvel.setup import Setup
from rules_engine.marvel.state import Measured, Reduction

Bag: TypeAlias = tuple[tuple[str, int], ...]
"""Initiative counters of each team in the bag."""


class MarvelEvent(Event, frozen=True, kw_only=True, tag=lambda name: "marvel." + snake(name)):
    """Base of this game's events."""


# --- the turn ---------------------------------------------------------------------------------------------------------


class MatchOpened(MarvelEvent, frozen=True, kw_only=True):
    """The setup is accepted; bag: the initiative counters (MARVEL-RULING-09); to_deploy: one entry a character."""

    setup: Setup
    bag: Bag
    to_deploy: tuple[str, ...] = ()


class CharacterDeployed(MarvelEvent, frozen=True, kw_only=True):
    """A character stands on the table; ``place`` is None on the declared board."""

    character: str
    place: Place | None = None
    elevation: Length = 0


class TurnStarted(MarvelEvent, frozen=True, kw_only=True):
    """A turn begins with its Power phase (MARVEL-TURN-01)."""

    turn: int


class Regenerated(MarvelEvent, frozen=True, kw_only=True):
    """A character has recovered endurance; ``endurance`` is what it has now (MARVEL-ABILITY-REGENERATION)."""

    character: str
    endurance: int


class Counters(Record, frozen=True, kw_only=True):
    """The POW counters that a character holds now."""

    character: str
    pow: int


class PowGenerated(MarvelEvent, frozen=True, kw_only=True):
    """Characters have generated POW counters (MARVEL-TURN-02); the Initiative phase begins."""

    counters: tuple[Counters, ...]


class PlanUsed(MarvelEvent, frozen=True, kw_only=True):
    """A Perfect Plan is announced; it may be countered (MARVEL-ABILITY-PERFECT-PLAN)."""

    character: str


class PlanDeclined(MarvelEvent, frozen=True, kw_only=True):
    """A team uses no Perfect Plan this turn, or does not counter the announced one."""

    team: str


class PlanCountered(MarvelEvent, frozen=True, kw_only=True):
    """A Perfect Plan is countered: both are used up, and the draw is random (MARVEL-ABILITY-PERFECT-PLAN-02)."""

    character: str


class InitiativeDrawn(MarvelEvent, frozen=True, kw_only=True):
    """A team controls the turn (MARVEL-TURN-03); bag: what is in it now; roll: None for a counter taken by plan."""

    team: str
    bag: Bag
    roll: Roll | None = None


class FirstChosen(MarvelEvent, frozen=True, kw_only=True):
    """The Action phase begins with a team's go (MARVEL-RULING-10)."""

    team: str


class GoStarted(MarvelEvent, frozen=True, kw_only=True):
    """It is a team's go (MARVEL-TURN-04)."""

    team: str


class Passed(MarvelEvent, frozen=True, kw_only=True):
    """A team passed its go; strategist: by whose ability, none for a general pass (MARVEL-RULING-11)."""

    team: str
    strategist: str = ""


class ActivationStarted(MarvelEvent, frozen=True, kw_only=True):
    """A character acts; reductions: those that go on. follow: it may take a Leadership counter; the rest as in
    `Activation`."""

    character: str
    reductions: tuple[Reduction, ...] = ()
    follow: bool = False
    by: str = ""
    ability: str = ""
    chain: int = 1


class Followed(MarvelEvent, frozen=True, kw_only=True):
    """The acting character's player took a Leadership counter, or, with no leader, did not; pow: what it holds now."""

    character: str
    leader: str = ""
    pow: int = 0


class CountersGained(MarvelEvent, frozen=True, kw_only=True):
    """An ability gave a character action counters; pow: what it holds now (MARVEL-RULING-52)."""

    character: str
    ability: str
    pow: int


class ActivationEnded(MarvelEvent, frozen=True, kw_only=True):
    """A character has acted."""

    character: str


class OfferDeclined(MarvelEvent, frozen=True, kw_only=True):
    """Nobody acts out of turn after a character (MARVEL-RULING-12)."""

    character: str


class EndPhaseBegan(MarvelEvent, frozen=True, kw_only=True):
    """The End phase begins with its clean-up (MARVEL-RULING-13).

    counters: POW that is kept; to_test: who makes the KO test, the side that controlled the turn first.
    """

    counters: tuple[Counters, ...]
    to_test: tuple[str, ...]


class ObjectiveScored(MarvelEvent, frozen=True, kw_only=True):
    """A team scores an objective of the scenario; once: nobody scores it again."""

    objective: str
    team: str
    points: int
    once: bool = False


class TurnEnded(MarvelEvent, frozen=True, kw_only=True):
    """The End phase is over."""

    turn: int


class MatchEnded(MarvelEvent, frozen=True, kw_only=True):
    """The match is over."""

    outcome: Outcome


# --- tests, conditions and losses -------------------------------------------------------------------------------------


class TestBegan(MarvelEvent, frozen=True, kw_only=True):
    """A character tests an attribute (MARVEL-TEST-01)."""

    __test__ = False  # no test class of pytest's

    character: str
    attribute: Attribute
    purpose: TestPurpose
    limit: int


class TestRolled(MarvelEvent, frozen=True, kw_only=True):
    """The dice of the test were rolled."""

    __test__ = False

    character: str
    roll: Roll


class RerollChosen(MarvelEvent, frozen=True, kw_only=True):
    """Some dice of the roll being resolved are rolled again by an ability; dice: their places (MARVEL-RULING-02)."""

    character: str
    ability: str
    dice: tuple[int, ...]


class Rerolled(MarvelEvent, frozen=True, kw_only=True):
    """Dice were rolled again; faces: all dice of the roll as they lie now."""

    character: str
    roll: Roll
    faces: tuple[int, ...]


class DiceKept(MarvelEvent, frozen=True, kw_only=True):
    """The dice of the roll being resolved stay as they are."""

    character: str


class TestEnded(MarvelEvent, frozen=True, kw_only=True):
    """A test is over; purpose: what follows from it."""

    __test__ = False

    character: str
    attribute: Attribute
    purpose: TestPurpose
    total: int
    passed: bool


class KnockedOut(MarvelEvent, frozen=True, kw_only=True):
    """A character is KO: its POW and enhancements are gone, and it lies on the ground (MARVEL-KO-03 to -08)."""

    character: str


class KnockedDown(MarvelEvent, frozen=True, kw_only=True):
    """A character lies on the ground: its enhancements end (MARVEL-DOWN-03)."""

    character: str


class Recovered(MarvelEvent, frozen=True, kw_only=True):
    """A character is no longer KO; pow: what it holds now (MARVEL-REC-02, MARVEL-REC-03)."""

    character: str
    pow: int


class RecoveryFailed(MarvelEvent, frozen=True, kw_only=True):
    """A character stays KO; activated: whether that was its activation of the turn (MARVEL-RULING-51)."""

    character: str
    activated: bool


class StoodUp(MarvelEvent, frozen=True, kw_only=True):
    """A character stands again; pow: what it holds now (MARVEL-DOWN-05)."""

    character: str
    pow: int


class CharacterLost(MarvelEvent, frozen=True, kw_only=True):
    """A character is removed from play (MARVEL-LOSS-01); by: the team that took it out, points: what it was worth."""

    character: str
    by: str = ""
    points: int = 0


class DamageTaken(MarvelEvent, frozen=True, kw_only=True):
    """A character has lost endurance; left: boxes left, cruel: the part that is Cruel's (MARVEL-RULING-31)."""

    character: str
    damage: int
    left: int
    cruel: int = 0


# --- attacks ----------------------------------------------------------------------------------------------------------


class AttackDeclared(MarvelEvent, frozen=True, kw_only=True):
    """An attack is declared and paid (MARVEL-ATK-01 to MARVEL-ATK-03); pow: what the attacker holds now.

    targets, crossed, named, reactors: as in `AttackPending`.
    """

    attacker: str
    attack: str
    pow: int
    target: str = ""
    targets: tuple[str, ...] = ()
    crossed: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    reactors: tuple[str, ...] = ()


class DefenceEnhanced(MarvelEvent, frozen=True, kw_only=True):
    """A defender has bought +2 for a defence (MARVEL-ATK-05); pow: what it holds now."""

    character: str
    defence: DefenceName
    pow: int


class ReactionEnded(MarvelEvent, frozen=True, kw_only=True):
    """A defender does no more before the hit roll."""

    character: str


class OverloadChosen(MarvelEvent, frozen=True, kw_only=True):
    """The attacker has said whether it boosts (MARVEL-OVL-01); pow: what it holds now."""

    attacker: str
    overload: Overload
    pow: int


class TargetsAdded(MarvelEvent, frozen=True, kw_only=True):
    """An overload's range brings more characters into a wave (MARVEL-OVL-02).

    targets: all that are to be resolved. reactors: those of the new ones that may react.
    """

    attacker: str
    targets: tuple[str, ...]
    reactors: tuple[str, ...] = ()


class TargetTaken(MarvelEvent, frozen=True, kw_only=True):
    """The next target of an attack is resolved (MARVEL-RULING-04)."""

    attacker: str
    target: str


class HitBegan(MarvelEvent, frozen=True, kw_only=True):
    """Somebody rolls to hit (MARVEL-ATK-08); the fields are those of `HitPending`."""

    attacker: str
    target: str
    purpose: HitPurpose
    manner: Manner
    defence: DefenceName
    cover: bool = False
    bonus: int = 0
    reacted: bool = False
    first: bool = True


class HitRolled(MarvelEvent, frozen=True, kw_only=True):
    """The dice of a hit roll were rolled."""

    attacker: str
    roll: Roll


class HitEnded(MarvelEvent, frozen=True, kw_only=True):
    """A hit roll is over, or a target is hit without one (MARVEL-ATK-09)."""

    attacker: str
    result: HitResult


class CriticalTaken(MarvelEvent, frozen=True, kw_only=True):
    """What is made of a critical: +1 damage or the attack's own effect (MARVEL-CRIT-02); push: Brutal's as well."""

    attacker: str
    target: str
    effect: bool = False
    push: bool = False


class CriticalTextDue(MarvelEvent, frozen=True, kw_only=True):
    """A critical effect is taken that the card tells in words only; the attacker's player enters what it does."""

    attacker: str
    attack: str
    target: str
    seat: Seat


class TargetStruck(MarvelEvent, frozen=True, kw_only=True):
    """A hit has its damage, then these effects; blast: who is in the circle around it (MARVEL-SPECIAL-EXPLOSIVE)."""

    attacker: str
    target: str
    effects: tuple[SpecialRule, ...] = ()
    blast: tuple[str, ...] = ()


class EffectBegan(MarvelEvent, frozen=True, kw_only=True):
    """A special rule of an attack takes effect on its target (section 15)."""

    attacker: str
    target: str
    rule: SpecialName
    x: int = 0


class Weakened(MarvelEvent, frozen=True, kw_only=True):
    """A special rule lowers a defence or the Speeds of a character (MARVEL-RULING-33, MARVEL-RULING-14)."""

    character: str
    reduction: Reduction


class CountersLost(MarvelEvent, frozen=True, kw_only=True):
    """A Stun has taken POW counters (MARVEL-SPECIAL-STUN); pow: what the character holds now."""

    character: str
    lost: int
    pow: int


class AttackEnded(MarvelEvent, frozen=True, kw_only=True):
    """An attack is over."""

    attacker: str
    attack: str


# --- powers and things done by hand -----------------------------------------------------------------------------------


class PowerUsed(MarvelEvent, frozen=True, kw_only=True):
    """A character used a power and paid for it; pow: what it holds now. The rest of the fields is what it does.

    bonus: added to the defence against the hit roll at hand. ability, defence, x: a boon until the end of the turn for
    ``target``; moves: additional movements; endurance: what the target has now. seat: who enters an effect that the
    card tells in words only, else empty.
    """

    character: str
    power: str
    target: str
    pow: int
    ability: CardAbility | None = None
    defence: DefenceName | None = None
    x: int = 0
    moves: int = 0
    endurance: int | None = None
    seat: Seat = ""
    bonus: int = 0


class EffectEntered(MarvelEvent, frozen=True, kw_only=True):
    """The effect of a power has been entered by hand; the changes follow, an event each."""

    character: str
    power: str


class Changed(MarvelEvent, frozen=True, kw_only=True):
    """Something was set by hand; author: whose seat did."""

    change: Change
    author: Seat


# --- the board --------------------------------------------------------------------------------------------------------


class MeasurementStated(MarvelEvent, frozen=True, kw_only=True):
    """Somebody at the table measured."""

    measured: Measured


class CharacterMoved(MarvelEvent, frozen=True, kw_only=True):
    """A character has made a movement (MARVEL-MOVE-03): its legs, inches spent; pow: what it holds now."""

    character: str
    legs: tuple[Leg, ...]
    spent: Length
    pow: int
    place: Place | None = None
    elevation: Length = 0


class Leapt(MarvelEvent, frozen=True, kw_only=True):
    """A character has leapt off an edge (MARVEL-LEAP-01); pow: what it holds now; counts: as its movement.

    damage: by the next milder row of the fall table (MARVEL-LEAP-02), before what the character has against it.
    """

    character: str
    pow: int
    height: Length
    damage: int
    place: Place | None = None
    elevation: Length = 0
    counts: bool = False


class FallsBegan(MarvelEvent, frozen=True, kw_only=True):
    """Characters fall (MARVEL-RULING-65); seat: declared board, who has to say which; by: who is credited."""

    falls: tuple[Drop, ...] = ()
    seat: Seat = ""
    by: str = ""


class FallsStated(MarvelEvent, frozen=True, kw_only=True):
    """The players have said who falls, and how deep."""

    falls: tuple[Drop, ...]


class CharacterFell(MarvelEvent, frozen=True, kw_only=True):
    """A character has fallen; damage: by the fall table, before what it has against it (MARVEL-FALL-01 to -06)."""

    character: str
    height: Length
    damage: int
    place: Place | None = None
    elevation: Length = 0


class FallsEnded(MarvelEvent, frozen=True, kw_only=True):
    """All that fell have fallen."""


class SceneryDamaged(MarvelEvent, frozen=True, kw_only=True):
    """A piece of scenery has taken damage (MARVEL-RULING-68); left: structure points, gone at 0."""

    scenery: str
    damage: int
    left: int


class SceneryDestroyed(MarvelEvent, frozen=True, kw_only=True):
    """A piece of scenery broke as it was thrown (MARVEL-THROW-07)."""

    scenery: str


class PushBegan(MarvelEvent, frozen=True, kw_only=True):
    """A target is pushed (MARVEL-SPECIAL-PUSH); seat: declared board, who has to say what it comes to."""

    attacker: str
    target: str
    distance: Length
    seat: Seat = ""


class CharacterPushed(MarvelEvent, frozen=True, kw_only=True):
    """A push has come to its end; met: what stopped it, edge: the table's edge did; drop: how deep it then falls."""

    character: str
    distance: Length
    met: str = ""
    edge: bool = False
    drop: Length = 0
    place: Place | None = None
    elevation: Length = 0


class PushMet(MarvelEvent, frozen=True, kw_only=True):
    """What a pushed character met suffers it (MARVEL-SPECIAL-PUSH-02)."""

    character: str
    met: str


class PushEnded(MarvelEvent, frozen=True, kw_only=True):
    """A push is over."""

    character: str


class GrabBegan(MarvelEvent, frozen=True, kw_only=True):
    """A character tries to grab something (MARVEL-GRAB-01); pow: what it holds now."""

    attacker: str
    item: str
    pow: int


class ItemGrabbed(MarvelEvent, frozen=True, kw_only=True):
    """Something is grabbed and may be thrown (MARVEL-GRAB-03, MARVEL-GRAB-04)."""

    attacker: str
    item: str


class ItemThrown(MarvelEvent, frozen=True, kw_only=True):
    """Something is thrown at a target (MARVEL-THROW-01); rolls: a hit roll is made. The rest: as in `GrabPending`."""

    attacker: str
    item: str
    target: str
    rolls: bool
    path: tuple[str, ...] = ()
    blocked: bool = False
    broken: bool = False


class ItemFlew(MarvelEvent, frozen=True, kw_only=True):
    """The throw roll is made, and the item on its way; harmless: to the target it does nothing (MARVEL-RULING-57)."""

    item: str
    harmless: bool = False


class PathReached(MarvelEvent, frozen=True, kw_only=True):
    """A thrown item passes a character on its path (MARVEL-THROW-06)."""

    item: str
    character: str


class ItemArrived(MarvelEvent, frozen=True, kw_only=True):
    """A thrown item is in contact with its target (MARVEL-RULING-60); outline, elevation: where it is now."""

    item: str
    target: str
    place: Place | None = None
    outline: tuple[Point, ...] = ()
    elevation: Length = 0


class TargetReached(MarvelEvent, frozen=True, kw_only=True):
    """A thrown item takes effect on its target (MARVEL-THROW-04)."""

    item: str
    target: str


class GrabEnded(MarvelEvent, frozen=True, kw_only=True):
    """A grab and throw is over."""

    attacker: str
    item: str


MarvelEvents: TypeAlias = (
    MatchOpened
    | CharacterDeployed
    | TurnStarted
    | Regenerated
    | PowGenerated
    | PlanUsed
    | PlanDeclined
    | PlanCountered
    | InitiativeDrawn
    | FirstChosen
    | GoStarted
    | Passed
    | ActivationStarted
    | Followed
    | CountersGained
    | ActivationEnded
    | OfferDeclined
    | EndPhaseBegan
    | ObjectiveScored
    | TurnEnded
    | MatchEnded
    | TestBegan
    | TestRolled
    | RerollChosen
    | Rerolled
    | DiceKept
    | TestEnded
    | KnockedOut
    | KnockedDown
    | Recovered
    | RecoveryFailed
    | StoodUp
    | CharacterLost
    | DamageTaken
    | AttackDeclared
    | DefenceEnhanced
    | ReactionEnded
    | OverloadChosen
    | TargetsAdded
    | TargetTaken
    | HitBegan
    | HitRolled
    | HitEnded
    | CriticalTaken
    | CriticalTextDue
    | TargetStruck
    | EffectBegan
    | Weakened
    | CountersLost
    | AttackEnded
    | PowerUsed
    | EffectEntered
    | Changed
    | MeasurementStated
    | CharacterMoved
    | Leapt
    | FallsBegan
    | FallsStated
    | CharacterFell
    | FallsEnded
    | SceneryDamaged
    | SceneryDestroyed
    | PushBegan
    | CharacterPushed
    | PushMet
    | PushEnded
    | GrabBegan
    | ItemGrabbed
    | ItemThrown
    | ItemFlew
    | PathReached
    | ItemArrived
    | TargetReached
    | GrabEnded
)
