"""One event of every kind and case of Marvel, with the state before it: what narration is tested with."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules_engine.kernel.dice import Roll
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import Outcome, Placing
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import inches
from rules_engine.marvel import commands as c
from rules_engine.marvel import events as e
from rules_engine.marvel.components import Power, SpecialRule
from rules_engine.marvel.pending import Drop, HitResult, Overload
from rules_engine.marvel.setup import Objective
from rules_engine.marvel.state import MatchState, Measured, Reduction
from tests.support.marvel import ALPHA, BRAVO, CHARLIE, in_action, make_setup, piece

POWERED = replace(ALPHA, powers=(Power(id="veil", name="VEIL", kind="active", cost=1),))
SETUP = make_setup(
    (POWERED,),
    (BRAVO, CHARLIE),
    scenery=(piece("van", "T2", 4, 0, 3),),
    objectives=(Objective(id="dock", name="Dock"),),
)
STATE = in_action(SETUP)
ROLL = Roll(n=1, purpose="test", names=("ALPHA/D8#1", "ALPHA/D8#2"), sides=(8, 8), faces=(3, 5), source="fixed")
A, B, C = "ALPHA", "BRAVO", "CHARLIE"


def outcome(*places: int) -> Outcome:
    placings = tuple(
        Placing(team=team, place=place, points_left=5, points_destroyed=0)
        for team, place in zip(("one", "two"), places, strict=True)
    )
    return Outcome(placings=placings, rule_id=RuleId("MARVEL-RULING-01"))


def samples() -> Iterator[tuple[MatchState | None, e.MarvelEvents]]:
    """Every event that can happen, each case of its sentence once."""
    yield None, e.MatchOpened(setup=SETUP, bag=(("one", 2), ("two", 2)))
    for event in (*turn(), *conditions(), *attacks(), *by_hand(), *board(), *throws()):
        yield STATE, event


def turn() -> Iterator[e.MarvelEvents]:
    yield e.CharacterDeployed(character=A)
    yield e.CharacterDeployed(character=A, place=Place(inches(3), 250))
    yield e.TurnStarted(turn=2)
    yield e.Regenerated(character=A, endurance=7)
    yield e.PowGenerated(counters=(e.Counters(character=A, pow=6), e.Counters(character=B, pow=5)))
    yield e.PlanUsed(character=A)
    yield e.PlanDeclined(team="two")
    yield e.PlanCountered(character=B)
    yield e.InitiativeDrawn(team="one", bag=(), roll=ROLL)
    yield e.InitiativeDrawn(team="one", bag=())
    yield e.FirstChosen(team="two")
    yield e.GoStarted(team="one")
    yield e.Passed(team="one")
    yield e.Passed(team="one", strategist=A)
    yield e.ActivationStarted(character=A)
    yield e.ActivationStarted(character=C, by=B, ability="order", chain=2)
    yield e.Followed(character=C, leader=B, pow=4)
    yield e.Followed(character=C, pow=3)
    yield e.CountersGained(character=A, ability="rage", pow=4)
    yield e.ActivationEnded(character=A)
    yield e.OfferDeclined(character=B)
    yield e.EndPhaseBegan(counters=(), to_test=())
    yield e.EndPhaseBegan(counters=(), to_test=(A, B))
    yield e.ObjectiveScored(objective="dock", team="one", points=1)
    yield e.TurnEnded(turn=2)
    yield e.MatchEnded(outcome=outcome(1, 2))
    yield e.MatchEnded(outcome=outcome(1, 1))


def conditions() -> Iterator[e.MarvelEvents]:
    yield e.TestBegan(character=B, attribute="stamina", purpose="red_zone", limit=9)
    yield e.TestRolled(character=B, roll=ROLL)
    yield e.RerollChosen(character=B, ability="soldier", dice=(0, 1))
    yield e.Rerolled(character=B, roll=ROLL, faces=(3, 5))
    yield e.DiceKept(character=B)
    yield e.TestEnded(character=B, attribute="stamina", purpose="red_zone", total=8, passed=True)
    yield e.TestEnded(character=B, attribute="stamina", purpose="red_zone", total=10, passed=False)
    yield e.KnockedOut(character=B)
    yield e.KnockedDown(character=B)
    yield e.Recovered(character=B, pow=2)
    yield e.RecoveryFailed(character=B, activated=False)
    yield e.RecoveryFailed(character=B, activated=True)
    yield e.StoodUp(character=B, pow=4)
    yield e.CharacterLost(character=B)
    yield e.CharacterLost(character=B, by="one", points=8)
    yield e.DamageTaken(character=B, damage=3, left=7)
    yield e.DamageTaken(character=B, damage=3, left=1, cruel=1)
    yield e.DamageTaken(character=B, damage=0, left=10)


def attacks() -> Iterator[e.MarvelEvents]:
    yield e.AttackDeclared(attacker=A, attack="jab", target=B, targets=(B,), pow=5)
    yield e.AttackDeclared(attacker=A, attack="pulse", targets=(B, C), pow=3)
    yield e.DefenceEnhanced(character=B, defence="physical", pow=4)
    yield e.ReactionEnded(character=B)
    yield e.OverloadChosen(attacker=A, overload=Overload(), pow=5)
    yield e.OverloadChosen(attacker=A, overload=Overload(die=True), pow=4)
    yield e.OverloadChosen(attacker=A, overload=Overload(option=0), pow=4)
    yield e.TargetsAdded(attacker=A, targets=(B, C))
    yield e.TargetTaken(attacker=A, target=B)
    yield e.HitBegan(attacker=A, target=B, purpose="attack", manner="melee", defence="physical")
    yield e.HitBegan(attacker=A, target=B, purpose="attack", manner="ranged", defence="energy", cover=True)
    yield e.HitRolled(attacker=A, roll=ROLL)
    for result in (
        HitResult(target=B, hit=False, faces=(1, 2), total=8, defence=15),
        HitResult(target=B, hit=True, faces=(5, 7), total=17, defence=15),
        HitResult(target=B, hit=True, faces=(6, 6), total=17, defence=15, critical=True),
        HitResult(target="van", hit=True),
    ):
        yield e.HitEnded(attacker=A, result=result)
    yield e.CriticalTaken(attacker=A, target=B)
    yield e.CriticalTaken(attacker=A, target=B, push=True)
    yield e.CriticalTaken(attacker=A, target=B, effect=True)
    yield e.CriticalTextDue(attacker=A, attack="jab", target=B, seat="one")
    yield e.TargetStruck(attacker=A, target=B, effects=(SpecialRule(rule="stun", x=2),))
    yield e.TargetStruck(attacker=A, target=B, blast=(C,))
    yield e.EffectBegan(attacker=A, target=B, rule="stun", x=2)
    yield e.Weakened(character=B, reduction=Reduction(rule="dazzle", x=2))
    yield e.CountersLost(character=B, lost=2, pow=3)
    yield e.AttackEnded(attacker=A, attack="jab")


def by_hand() -> Iterator[e.MarvelEvents]:
    yield e.PowerUsed(character=A, power="veil", target=A, pow=5)
    yield e.PowerUsed(character=A, power="veil", target=B, pow=5)
    yield e.EffectEntered(character=A, power="veil")
    changes: tuple[c.Change, ...] = (
        c.SetEndurance(character=A, endurance=3),
        c.SetPow(character=A, pow=3),
        c.SetCondition(character=A, ko=True, down=True),
        c.SetCondition(character=A, down=True),
        c.SetCondition(character=A),
        c.SetPlace(character=A, elevation=300),
        c.SetStructure(scenery="van", sp=1),
        c.AwardPoints(team="one", points=2),
        c.EndMatch(winners=("one",)),
    )
    for change in changes:
        yield e.Changed(change=change, author="judge")


def board() -> Iterator[e.MarvelEvents]:
    yield e.MeasurementStated(measured=Measured(a=A, b=B, distance=810))
    yield e.MeasurementStated(measured=Measured(a=A, b=B, distance=810, hidden=60))
    yield e.MeasurementStated(measured=Measured(a=A, b="van", distance=810, in_sight=False))
    yield e.CharacterMoved(character=A, legs=(), spent=450, pow=4)
    yield e.CharacterMoved(character=A, legs=(), spent=0, pow=5)
    yield e.Leapt(character=A, pow=5, height=700, damage=1)
    yield e.FallsBegan(falls=(Drop(character=B, height=400),), by="one")
    yield e.FallsBegan(seat="two")
    yield e.FallsStated(falls=(Drop(character=B, height=400),))
    yield e.FallsStated(falls=())
    yield e.CharacterFell(character=B, height=400, damage=1)
    yield e.FallsEnded()
    yield e.SceneryDamaged(scenery="van", damage=2, left=1)
    yield e.SceneryDestroyed(scenery="van")
    yield e.PushBegan(attacker=A, target=B, distance=300)
    yield e.CharacterPushed(character=B, distance=300)
    yield e.CharacterPushed(character=B, distance=200, met="van")
    yield e.CharacterPushed(character=B, distance=100, edge=True)
    yield e.PushMet(character=B, met=C)
    yield e.PushEnded(character=B)


def throws() -> Iterator[e.MarvelEvents]:
    yield e.GrabBegan(attacker=A, item=C, pow=4)
    yield e.ItemGrabbed(attacker=A, item=C)
    yield e.ItemThrown(attacker=A, item=C, target=B, rolls=True)
    yield e.ItemFlew(item=C)
    yield e.ItemFlew(item=C, harmless=True)
    yield e.PathReached(item="van", character=C)
    yield e.ItemArrived(item=C, target=B)
    yield e.TargetReached(item=C, target=B)
    yield e.GrabEnded(attacker=A, item=C)
