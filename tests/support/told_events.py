"""One event of every kind and case of Duels, with the state before it: what narration is tested with."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules_engine.duels import events as e
from rules_engine.duels.commands import EndMatch, SetDial, Walk
from rules_engine.duels.components import HeldPass, TerrainPiece
from rules_engine.duels.state import AttackPending, Clock, GroundGear, HealPending, MatchState, Measured
from rules_engine.kernel.dice import Die, Roll
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import Outcome, Placing
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import inches
from tests.support.duels import sample_passes
from tests.support.scenes import scene

RULE = RuleId("DUELS-WIN-03")
STATE = scene(
    {
        "figures": {
            "A1": {"as": "F1", "dice": "U6 G8 K6 W6", "gear": [{"slug": "rig"}]},
            "A2": {"as": "F2"},
            "B1": {"as": "F4", "dice": "W4", "dials": [1, 0, 5]},
        },
        "tests": [{"id": "files", "colour": "K", "difficulty": 15, "bring_to": ["dock"]}],
        "areas": [{"id": "dock"}],
        "holds": [{"id": "hold-dock", "area": "dock", "rounds": 2, "objective_points": 1}],
    }
)
ATTACK = replace(
    STATE,
    pending=AttackPending(
        attacker="A1", target="B1", distance=700, dice=("A1/U6", "A1/G8"), dodge=("B1/W4",), faces=(3, 1, 2),
        rolled=True,
    ),
)  # fmt: skip
HEAL = replace(STATE, pending=HealPending(healer="A1", healed="A1", die="A1/K6", clicks=2))
HOLDING = replace(
    ATTACK,
    setup=replace(
        ATTACK.setup, passes=tuple(HeldPass(id=f"A/{card.slug}", seat="A", card=card) for card in sample_passes())
    ),
)
BASIC = replace(STATE, setup=replace(STATE.setup, variant="basic"))


def roll(**faces: int) -> Roll:
    """``roll(A1_U6=4)``: the dice by owner and label."""
    names = tuple(name.replace("_", "/") for name in faces)
    sides = tuple(int(name[-1]) for name in faces)
    return Roll(n=1, purpose="test", names=names, sides=sides, faces=tuple(faces.values()), source="fixed")


def outcome(*places: int) -> Outcome:
    placings = tuple(
        Placing(team=team, place=place, points_left=50, points_destroyed=0)
        for team, place in zip("AB", places, strict=True)
    )
    return Outcome(placings=placings, rule_id=RULE)


def turned(*turns: tuple[str, int, int]) -> e.DialsTurned:
    told = tuple(e.DialTurn(dial=dial, before=before, after=after) for dial, before, after in turns)  # type: ignore[arg-type]
    return e.DialsTurned(figure="B1", rule_id=RULE, turns=told, lost=1)


def samples() -> Iterator[tuple[MatchState | None, e.DuelsEvents]]:
    """Every event, in the order of the union, each case of its sentence once."""
    yield None, e.MatchOpened(setup=STATE.setup)
    yield STATE, e.AlphaRolled(team="A", roll=roll(alpha_a6=4, alpha_b6=1), total=5)
    yield STATE, e.AlphaTied(teams=("A", "B"))
    yield STATE, e.AlphaDecided(team="A", to_place=("A", "B"))
    yield STATE, e.TerrainPlaced(team="A", piece=TerrainPiece(id="t1", kind="blocking"))
    yield STATE, e.TerrainPlaced(team="A", piece=TerrainPiece(id="t1", kind="elevated", levels=2))
    yield STATE, e.TerrainPassed(team="B")
    yield STATE, e.PlacementBegan(to_place=("A", "B"))
    yield STATE, e.FigurePlaced(figure="A1")
    yield STATE, e.FigurePlaced(figure="A1", place=Place(inches("20.5"), inches(3)))
    yield STATE, e.RoundStarted(round=2, alpha="B")
    yield STATE, e.DiceChosen(figure="A1", dice=("A1/U6", "A1/G8"))
    yield STATE, e.DiceChosen(figure="A1", dice=())
    yield STATE, e.InitiativeBegan()
    yield STATE, e.InitiativeDeclared(figure="A1", dice=("A1/W6",))
    yield STATE, e.InitiativeDeclared(figure="A1", dice=())
    totals = (e.InitiativeTotal(figure="A1", total=9), e.InitiativeTotal(figure="B1", total=5))
    yield STATE, e.InitiativeRolled(totals=totals, roll=roll(A1_W6=3))
    yield STATE, e.InitiativeRolled(totals=totals)
    yield STATE, e.TieRolled(figures=("A1", "A2"), roll=roll(tie_a6=5, tie_b6=2))
    yield STATE, e.TieSettled(order=("A2", "A1"))
    yield STATE, e.TurnsBegan(order=("A1", "B1"))
    yield STATE, e.OrderChanged(order=("B1", "A2"))
    yield STATE, e.TeamTurnStarted(team="A")
    yield STATE, e.TurnStarted(figure="A1")
    yield STATE, e.TurnEnded(figure="A1")
    yield STATE, e.TeamTurnEnded(team="A")
    yield STATE, e.RoundEnded(round=2)
    for changes in ({}, {"in_sight": False, "through": 1}, {"through": 2}):
        yield STATE, e.MeasurementStated(measured=Measured(a="A1", b="B1", distance=810, author="A", **changes))  # type: ignore[arg-type]
    yield from moves()
    yield from attacks()
    yield from hurts()
    yield from others()


def passes() -> Iterator[tuple[MatchState, e.DuelsEvents]]:
    for slug, rule in (("clean-karma", "DUELS-ATK-14"), ("fixer-favour", "DUELS-RULING-119")):
        yield HOLDING, e.PassPlayed(card=f"A/{slug}", seat="A", figure="A1", point="attack", overrides=(RuleId(rule),))
    yield HOLDING, e.PassesKept(seat="A", figure="A1", point="hit")
    changed = e.FacesChanged(card="A/lucky-charm", figure="A1", dice=("A1/G8",), faces=(3, 4, 2))
    yield HOLDING, replace(changed, roll=roll(A1_G8=4))
    yield HOLDING, changed
    yield HOLDING, e.FigureReplaced(figure="A1", level=1)
    yield HOLDING, e.FigureReplaced(figure="A1", place=Place(inches("20.5"), inches(3)))


def moves() -> Iterator[tuple[MatchState, e.DuelsEvents]]:
    yield STATE, e.MoveStarted(figure="A1", dice=("A1/W6",))
    yield STATE, e.MoveStarted(figure="A1", allowance=600)
    yield STATE, e.MoveRolled(figure="A1", roll=roll(A1_W6=4), allowance=1000)
    legs = (Walk(distance=350),)
    yield STATE, e.FigureMoved(figure="A1", legs=legs, spent=350)
    yield STATE, e.FigureMoved(figure="A1", legs=(), spent=0)
    yield STATE, e.FigureMoved(figure="A1", legs=legs, spent=1350, level=1)
    yield STATE, e.FigureMoved(figure="A1", legs=legs, spent=350, stopped_by=RuleId("DUELS-MOVE-12"))
    yield STATE, e.FigureMoved(figure="A1", legs=(), spent=350, climb_paid=350)
    yield STATE.changed("A1", level=2), e.Jumped(figure="A1", levels=1, level=1)


def attacks() -> Iterator[tuple[MatchState, e.DuelsEvents]]:
    yield STATE, e.AttackDeclared(attacker="A1", target="B1", dice=("A1/U6", "A1/G8"), distance=700)
    yield STATE, e.AttackImpossible(attacker="A1", target="B1", rule_id=RuleId("DUELS-MEAS-04"))
    yield ATTACK, e.DodgeChosen(target="B1", dice=("B1/W4",), terrain_dice=(Die("T4", 4),))
    yield ATTACK, e.DodgeChosen(target="B1")
    yield ATTACK, e.AttackRolled(attacker="A1", target="B1", roll=roll(A1_U6=3, A1_G8=1, B1_W4=2, T4=2))
    yield ATTACK, e.AttackRolled(attacker="A1", target="B1", roll=roll(A1_U6=3, A1_G8=1))
    yield ATTACK, e.KarmaStruck(kept=(), lost=("A1/U6",), aces=("A1/G8",))
    yield ATTACK, e.KarmaStruck(kept=("A1/U6",), lost=(), aces=("A1/G8",))
    yield ATTACK, e.AttackCompared(attack=11, defence=10, hit=True)
    yield ATTACK, e.AttackCompared(attack=9, defence=10, hit=False)
    yield ATTACK, e.DiceBlocked(dice=("A1/U6",))
    yield ATTACK, e.DiceBlocked(dice=())
    yield ATTACK, e.DamageCounted(clicks=2)
    yield ATTACK, e.DamageCounted(clicks=3, bonus="blue")
    yield ATTACK, e.DamageCounted(clicks=3, bonus="blue", called_shot=True)
    yield ATTACK, e.DamageCounted(clicks=2, stunned=(), called_shot=True, gear_owed=1)
    yield ATTACK, e.GearGivenUp(figure="A1", gear="A1/rig", ground=GroundGear(gear="A1/rig"))
    yield ATTACK, e.GearGivenUp(figure="A1", gear="A1/rig")
    yield ATTACK, e.AttackEnded(attacker="A1", target="B1", clicks=2)
    yield ATTACK, e.AttackEnded(attacker="A1", target="B1", clicks=0)


def hurts() -> Iterator[tuple[MatchState, e.DuelsEvents]]:
    yield ATTACK, turned(("head", 1, 3))
    yield HEAL, turned(("body", 5, 3))
    yield STATE, turned(("head", 1, 2), ("weapon", 0, 1))
    yield STATE, turned()
    yield STATE, e.SpillOwed(figure="B1", seat="B", clicks=2)
    yield STATE, e.FigureEliminated(figure="B1", by="A1")
    yield STATE, e.FigureEliminated(figure="B1")
    yield STATE, e.FigureLeft(figure="B1")


def others() -> Iterator[tuple[MatchState, e.DuelsEvents]]:
    lying = GroundGear(gear="A1/rig")
    yield STATE, e.GearDropped(figure="A1", ground=lying)
    yield STATE, e.GearPickedUp(figure="A2", gear="A1/rig", paid=("A1/W6",), gained=())
    yield STATE, e.GearPickedUp(figure="A2", gear="A1/rig", paid=(), gained=())
    yield STATE, e.DiceExchanged(figure="A1", pairs=(("A1/W6", "A1/W6#2"),))
    for given, taken in ((("A1/rig",), ("A1/rig",)), (("A1/rig",), ()), ((), ("A1/rig",))):
        yield STATE, e.GearTraded(figure="A1", ally="A2", given=given, taken=taken)
    yield STATE, e.HealDeclared(healer="A1", healed="A2", die="A1/K6")
    yield STATE, e.HealDeclared(healer="A1", healed="A1", die="A1/K6")
    yield STATE, e.HealRolled(healer="A1", healed="A2", roll=roll(A1_K6=1), clicks=6)
    yield STATE, e.SkillTestDeclared(figure="A1", test="files", dice=("A1/K6",), difficulty=15, value=7)
    yield STATE, e.SkillTestRolled(figure="A1", test="files", roll=roll(A1_K6=5), total=15, passed=True)
    yield STATE, e.SkillTestRolled(figure="A1", test="files", roll=roll(A1_K6=4), total=14, passed=False)
    yield STATE, e.SkillDiceRolled(figure="A1", test="files", roll=roll(A1_K6=5))
    yield STATE, e.SkillTestSettled(figure="A1", test="files", total=15, passed=True)
    yield STATE, e.SkillTestSettled(figure="A1", test="files", total=14, passed=False)
    yield STATE, e.ObjectiveScored(team="A", test="files", points=2)
    yield STATE, e.CargoTaken(figure="A1", test="files")
    yield STATE, e.CargoDropped(figure="A1", test="files")
    yield STATE, e.CargoDelivered(figure="A1", test="files", area="dock")
    yield STATE, e.AreaHeld(hold="hold-dock", team="A", rounds=1)
    yield STATE, e.AreaHeld(hold="hold-dock", team="", rounds=0)
    yield STATE, e.ClockChanged(clock=Clock(team="B", left=2))
    yield STATE, e.ClockChanged(clock=None)
    yield STATE, e.TeamBeaten(team="B", rule_id=RULE)
    yield STATE, e.MatchEnded(outcome=outcome(1, 2))
    yield STATE, e.MatchEnded(outcome=outcome(1, 1))
    yield from passes()
    yield STATE, e.Overridden(changes=(SetDial(figure="B1", dial="head", position=2), EndMatch(winners=("A",))))
    yield STATE, e.Overridden(changes=(EndMatch(winners=("A",)),))
