"""What each event changes and, as the whole record is compared, what it leaves alone."""

from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels import events as e
from rules_engine.duels.commands import EndMatch, SetDial, SetDieZone, SetPlace, Walk
from rules_engine.duels.components import TerrainPiece
from rules_engine.duels.evolve import evolve
from rules_engine.duels.state import (
    AttackPending,
    Cargo,
    Clock,
    GroundGear,
    HealPending,
    Held,
    MatchState,
    Measured,
    MovePending,
    SkillTestPending,
    SpillPending,
    Turn,
)
from rules_engine.kernel.dice import Die, Roll
from rules_engine.kernel.errors import CorruptHistory
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import Outcome, Placing
from rules_engine.kernel.rule_ids import RuleId
from tests.support.duels import F1, F2, entry, gear, in_turn, make_setup, opened

RULE = RuleId("DUELS-ATK-14")
FACT = Measured(a="A1", b="B1", distance=100)
OTHER = Measured(a="A2", b="B1", distance=200)
ON_GROUND = GroundGear(gear="B1/rig", beside=("A1", "B1"))
ATTACK = AttackPending(attacker="A1", target="B1", distance=100, dice=("A1/W6", "A1/U6"))


def match(**changes: Any) -> MatchState:
    """A1's turn in a match of two against one; all dice lie on bases."""
    setup = make_setup(
        entry("A1", F1, "W6 U6", gear("vest", 3, "Y6")),
        entry("A2", F1, "W6"),
        entry("B1", F2, "W6", gear("rig", 2, "K6")),
    )
    return replace(in_turn(setup, "A1"), **changes)


def roll(*faces: int, names: tuple[str, ...]) -> Roll:
    return Roll(n=1, purpose="test", names=names, sides=(6,) * len(names), faces=faces, source="fixed")


def after(state: MatchState, event: Any, **changes: Any) -> None:
    """The event changes these fields of the state and no others; ``figures``: changes by figure."""
    figures = changes.pop("figures", {})
    wanted = replace(state, **changes, ply=state.ply + 1)
    for figure_id, fields in figures.items():
        wanted = wanted.changed(figure_id, **fields)
    assert evolve(state, event) == wanted


def test_a_match_begins_with_its_opening() -> None:
    with pytest.raises(CorruptHistory, match=r"duels\.match_opened"):
        evolve(None, e.RoundEnded(round=1))
    state = opened(match().setup)
    assert (state.ply, state.phase, state.to_roll_alpha) == (1, "alpha", ("A", "B"))
    assert evolve(match(), e.MatchOpened(setup=state.setup)) == state


def test_alpha_and_placement() -> None:
    state = opened(match().setup)
    after(
        state, e.AlphaRolled(team="A", roll=roll(3, 4, names=("a", "b")), total=7),
        alpha_rolls=(("A", 7),), to_roll_alpha=("B",),
    )  # fmt: skip
    tied = replace(state, alpha_rolls=(("A", 7), ("B", 7)), to_roll_alpha=())
    after(tied, e.AlphaTied(teams=("A", "B")), alpha_rolls=(), to_roll_alpha=("A", "B"))
    after(tied, e.AlphaDecided(team="B", to_place=("B", "A")), alpha="B", phase="terrain", to_place=("B", "A"))
    piece = TerrainPiece(id="T1", kind="blocking")
    placing = replace(state, to_place=("B", "B", "A"))
    after(
        placing, e.TerrainPlaced(team="B", piece=piece), terrain=(piece,), terrain_placed=1, to_place=("B", "A"),
    )  # fmt: skip
    after(placing, e.TerrainPassed(team="B"), to_place=("A",))
    after(placing, e.PlacementBegan(to_place=("B", "A")), phase="placement", to_place=("B", "A"))
    place = Place(100, 200, 1)
    after(
        placing, e.FigurePlaced(figure="B1", place=place, level=1), to_place=("B", "A"),
        figures={"B1": {"place": place, "level": 1, "placed": True}},
    )  # fmt: skip


def test_a_round_begins_afresh_and_ends_with_all_dice_in_cups() -> None:
    worn = {
        "dice_chosen": True, "initiative_declared": True, "initiative": 9, "initiative_dice": 3, "tie_break": (1,),
    }  # fmt: skip
    clean = {
        "dice_chosen": False, "initiative_declared": False, "initiative": 0, "initiative_dice": 0, "tie_break": (),
    }  # fmt: skip
    state = match(rolled=("A1/W6",), acted=("A1",), ties=(("A1", "A2"),), team_turn="A").changed("A1", **worn)
    after(
        state, e.RoundStarted(round=2, alpha="B"), round=2, alpha="B", phase="dice", rolled=(), acted=(), order=(),
        ties=(), team_turn="", turn=None, figures={"A1": clean, "A2": clean, "B1": clean},
    )  # fmt: skip
    state = match().changed("A1", base=("A1/W6",), declared=("A1/U6",), cup=("A1/vest/Y6",))
    after(
        state, e.RoundEnded(round=1),
        figures={
            "A1": {"cup": ("A1/vest/Y6", "A1/W6", "A1/U6"), "base": (), "declared": ()},
            "A2": {"cup": ("A2/W6",), "base": ()}, "B1": {"cup": ("B1/W6", "B1/rig/K6"), "base": ()},
        },
    )  # fmt: skip


def test_dice_and_initiative() -> None:
    state = match().changed("A1", base=(), cup=("A1/W6", "A1/U6"), dice_chosen=False)
    after(
        state, e.DiceChosen(figure="A1", dice=("A1/U6",)),
        figures={"A1": {"base": ("A1/U6",), "cup": ("A1/W6",), "dice_chosen": True}},
    )  # fmt: skip
    after(match(), e.InitiativeBegan(), phase="declaring")
    undeclared = match().changed("A1", initiative_declared=False)
    after(
        undeclared, e.InitiativeDeclared(figure="A1", dice=("A1/W6",)),
        figures={"A1": {"base": ("A1/U6", "A1/vest/Y6"), "declared": ("A1/W6",), "initiative_declared": True}},
    )  # fmt: skip
    declared = match().changed("A1", base=("A1/U6",), declared=("A1/W6",), cup=())
    totals = (e.InitiativeTotal(figure="A1", total=9, dice=3), e.InitiativeTotal(figure="A2", total=6))
    rolled = {
        "A1": {"initiative": 9, "initiative_dice": 3, "cup": ("A1/W6",), "declared": ()}, "A2": {"initiative": 6},
    }  # fmt: skip
    event = e.InitiativeRolled(totals=totals, ties=(("A1", "A2"),), roll=roll(3, names=("A1/W6",)))
    after(declared, event, phase="ties", ties=(("A1", "A2"),), rolled=("A1/W6",), figures=rolled)
    after(declared, replace(event, ties=(), roll=None), phase="ties", figures=rolled)


def test_ties_and_the_order() -> None:
    state = match(ties=(("A1", "A2"),)).changed("A1", tie_break=(4,)).changed("A2", tie_break=(4,))
    after(
        state, e.TieRolled(figures=("A1", "A2"), roll=roll(2, 5, names=("a", "b"))), ties=(),
        figures={"A1": {"tie_break": (4, 2)}, "A2": {"tie_break": (4, 5)}},
    )  # fmt: skip
    after(
        state, e.TieSettled(order=("A2", "A1")), ties=(),
        figures={"A1": {"tie_break": (4, 0)}, "A2": {"tie_break": (4, 1)}},
    )  # fmt: skip
    after(match(phase="ties"), e.TurnsBegan(order=("B1", "A1")), phase="turns", order=("B1", "A1"))
    after(match(), e.OrderChanged(order=("B1", "A2")), order=("B1", "A2"))


def test_turns() -> None:
    after(match(order=("A", "B")), e.TeamTurnStarted(team="A"), team_turn="A", order=("B",))
    after(match(team_turn="A"), e.TeamTurnEnded(team="A"), team_turn="")
    after(match(turn=None), e.TurnStarted(figure="A2"), turn=Turn(figure="A2"), order=("B1",))
    after(match(), e.TurnEnded(figure="A1"), turn=None, acted=("A1",))


def test_a_measurement_replaces_the_one_between_the_same_two() -> None:
    state = match(measured=(FACT, OTHER))
    again = Measured(a="B1", b="A1", distance=300)
    after(state, e.MeasurementStated(measured=again), measured=(OTHER, again))


def test_a_move() -> None:
    state = match(turn=Turn(figure="A1", gear_open=True))
    pending = MovePending(figure="A1", dice=("A1/W6",))
    after(
        state, e.MoveStarted(figure="A1", dice=("A1/W6",)), turn=Turn(figure="A1", moved=True), pending=pending,
    )  # fmt: skip
    after(
        match(pending=pending), e.MoveRolled(figure="A1", roll=roll(3, names=("A1/W6",)), allowance=900),
        pending=replace(pending, allowance=900), rolled=("A1/W6",),
        figures={"A1": {"base": ("A1/U6", "A1/vest/Y6"), "cup": ("A1/W6",)}},
    )  # fmt: skip
    elsewhere = GroundGear(gear="A2/rig", beside=("B1",))
    moving = match(pending=pending, measured=(FACT, OTHER), ground=(ON_GROUND, elsewhere))
    place = Place(900, 900, 1)
    moved = e.FigureMoved(figure="A1", legs=(Walk(distance=100),), spent=100, place=place, level=1, climb_paid=50)
    after(
        moving, moved, pending=None, measured=(OTHER,), ground=(replace(ON_GROUND, beside=("B1",)), elsewhere),
        figures={"A1": {"place": place, "level": 1, "climb_paid": 50}},
    )  # fmt: skip
    after(moving, replace(moved, legs=(), place=None, level=0, climb_paid=0), pending=None)


def test_a_jump_lapses_what_was_measured() -> None:
    state = match(measured=(FACT, OTHER)).changed("A1", level=2, climb_paid=100)
    place = Place(900, 900)
    after(
        state, e.Jumped(figure="A1", levels=2, place=place), measured=(OTHER,),
        figures={"A1": {"place": place, "level": 0, "climb_paid": 0}},
    )  # fmt: skip


def test_an_attack_up_to_its_roll() -> None:
    terrain_die = Die("terrain", 4)
    after(
        match(),
        e.AttackDeclared(attacker="A1", target="B1", dice=ATTACK.dice, distance=100, terrain_dice=(terrain_die,)),
        turn=Turn(figure="A1", attacks=1), pending=replace(ATTACK, terrain_dice=(terrain_die,)),
    )  # fmt: skip
    after(match(), e.AttackImpossible(attacker="A1", target="B1", rule_id=RULE), turn=Turn(figure="A1", attacks=1))
    state = match(pending=ATTACK)
    after(
        state, e.DodgeChosen(target="B1", dice=("B1/W6",), terrain_dice=(terrain_die,)),
        pending=replace(ATTACK, dodge=("B1/W6",), dodge_terrain=(terrain_die,)),
    )  # fmt: skip
    names = ("A1/W6", "A1/U6", "B1/W6", "terrain")
    after(
        state, e.AttackRolled(attacker="A1", target="B1", roll=roll(1, 2, 3, 4, names=names)),
        pending=replace(ATTACK, faces=(1, 2, 3, 4), rolled=True), rolled=names[:3],
        figures={
            "A1": {"base": ("A1/vest/Y6",), "cup": ("A1/W6", "A1/U6")},
            "B1": {"base": ("B1/rig/K6",), "cup": ("B1/W6",)},
        },
    )  # fmt: skip


def test_an_attack_after_its_roll() -> None:
    state = match(pending=ATTACK)
    after(
        state, e.KarmaStruck(kept=("A1/W6",), lost=("A1/U6",), aces=()),
        pending=replace(ATTACK, kept=("A1/W6",), lost=("A1/U6",), karma_done=True),
    )  # fmt: skip
    after(
        state, e.AttackCompared(attack=9, defence=8, hit=True),
        pending=replace(ATTACK, attack=9, defence=8, hit=True),
    )  # fmt: skip
    after(
        state, e.DiceBlocked(dice=("A1/W6",)), pending=replace(ATTACK, blocked=("A1/W6",), shields_done=True)
    )  # fmt: skip
    counted = replace(ATTACK, clicks=3, left=3, gear_owed=1, called_shot=True)
    after(state, e.DamageCounted(clicks=3, gear_owed=1, called_shot=True), pending=counted)
    after(
        state, e.DamageCounted(clicks=3, stunned=("B1/W6", "B1/rig/K6")), pending=replace(ATTACK, clicks=3, left=3),
        figures={"B1": {"base": (), "cup": ("B1/W6", "B1/rig/K6")}},
    )  # fmt: skip
    owing = match(pending=replace(ATTACK, gear_owed=2))
    for ground in (GroundGear(gear="B1/rig"), None):
        after(
            owing, e.GearGivenUp(figure="B1", gear="B1/rig", ground=ground), pending=replace(ATTACK, gear_owed=1),
            ground=(ground,) if ground else (), figures={"B1": {"gear": (), "base": ("B1/W6",)}},
        )  # fmt: skip
    after(state, e.AttackEnded(attacker="A1", target="B1", clicks=3), pending=None)


TURNS = (e.DialTurn(dial="head", before=0, after=2), e.DialTurn(dial="body", before=0, after=1))


@pytest.mark.parametrize(
    ("pending", "left", "then"),
    [
        (None, 0, None),
        (ATTACK, 2, replace(ATTACK, left=2)),
        (HealPending(healer="A1", healed="B1", die="A1/W6", clicks=4), 0, None),
        (HealPending(healer="A1", healed="B1", die="A1/W6", clicks=4), 1,
         HealPending(healer="A1", healed="B1", die="A1/W6", clicks=1)),
        (SpillPending(figure="B1", seat="B", clicks=3), 1, SpillPending(figure="B1", seat="B", clicks=1)),
        (SpillPending(figure="B1", seat="B", clicks=3), 0, None),
    ],
)  # fmt: skip
def test_dials_turn(pending: Any, left: int, then: Any) -> None:
    event = e.DialsTurned(figure="B1", rule_id=RULE, turns=TURNS, left=left)
    changed = evolve(match(pending=pending), event)
    assert (changed.figure("B1").clicks, changed.pending) == ((2, 0, 1), then)


def test_clicks_that_spill_wait_for_a_dial() -> None:
    after(
        match(), e.SpillOwed(figure="B1", seat="A", clicks=2),
        pending=SpillPending(figure="B1", seat="A", clicks=2),
    )  # fmt: skip


GONE = {"in_play": False, "place": None, "gear": (), "cup": (), "base": (), "declared": ()}


def test_figures_leave() -> None:
    state = match(measured=(FACT, OTHER), ties=(("A1", "A2"), ("A2", "B1", "A1")), destroyed=(("A", 10),))
    left = GroundGear(gear="B1/rig")
    lapsed = {"measured": (), "order": ("A2",), "ties": (("A1", "A2"), ("A2", "A1")), "ground": (left,)}
    after(
        state, e.FigureEliminated(figure="B1", by="A1", credited="A", ground=(left,)),
        **lapsed, destroyed=(("A", 60),), figures={"B1": GONE},
    )  # fmt: skip
    after(state, e.FigureEliminated(figure="B1", ground=(left,)), **lapsed, figures={"B1": GONE})
    after(
        state, e.FigureLeft(figure="A2"), measured=(FACT,), order=("B1",), ties=(("B1", "A1"),), figures={"A2": GONE},
    )  # fmt: skip
    after(match(), e.FigureLeft(figure="A2"), order=("B1",), figures={"A2": GONE})


def test_gear_changes_hands() -> None:
    state = match()
    used = Turn(figure="A1", geared=True, gear_open=True, gear_operations=1)
    dropped = GroundGear(gear="A1/vest", beside=("A1",))
    after(
        state, e.GearDropped(figure="A1", ground=dropped), turn=used, ground=(dropped,),
        figures={"A1": {"gear": (), "base": ("A1/W6", "A1/U6")}},
    )  # fmt: skip
    after(
        match(ground=(ON_GROUND, dropped)),
        e.GearPickedUp(figure="A2", gear="A1/vest", paid=("A2/W6",), gained=("A1/vest/Y6",)),
        turn=used, ground=(ON_GROUND,),
        figures={"A2": {"gear": ("A1/vest",), "base": ("A1/vest/Y6",), "cup": ("A2/W6",)}},
    )  # fmt: skip
    after(
        state, e.GearTraded(figure="A1", ally="A2", given=("A1/vest",), taken=()), turn=used,
        figures={
            "A1": {"gear": (), "base": ("A1/W6", "A1/U6")}, "A2": {"gear": ("A1/vest",), "cup": ("A1/vest/Y6",)},
        },
    )  # fmt: skip


def test_duels_ruling_101_dice_that_look_the_same_change_places() -> None:
    state = match(rolled=("A1/W6",)).changed("A1", base=("A1/U6",), cup=("A1/W6",))
    after(
        state, e.DiceExchanged(figure="A1", pairs=(("A1/U6", "A1/W6"),)), rolled=("A1/U6",),
        figures={"A1": {"base": ("A1/W6",), "cup": ("A1/U6",)}},
    )  # fmt: skip


def test_duels_heal_02_a_healing_die_is_burned() -> None:
    pending = HealPending(healer="A1", healed="B1", die="A1/W6")
    after(
        match(), e.HealDeclared(healer="A1", healed="B1", die="A1/W6"), turn=Turn(figure="A1", healed=True),
        pending=pending,
    )  # fmt: skip
    after(
        match(pending=pending), e.HealRolled(healer="A1", healed="B1", roll=roll(3, names=("A1/W6",)), clicks=3),
        pending=replace(pending, clicks=3), burned=("A1/W6",), figures={"A1": {"base": ("A1/U6", "A1/vest/Y6")}},
    )  # fmt: skip


def test_a_skill_test() -> None:
    pending = SkillTestPending(figure="A1", test="lock", dice=("A1/W6",), difficulty=9, value=6)
    after(
        match(), e.SkillTestDeclared(figure="A1", test="lock", dice=("A1/W6",), difficulty=9, value=6),
        turn=Turn(figure="A1", tested=True), pending=pending,
    )  # fmt: skip
    spent = {"A1": {"base": ("A1/U6", "A1/vest/Y6"), "cup": ("A1/W6",)}}
    for passed, won in ((True, ("lock",)), (False, ())):
        after(
            match(pending=pending),
            e.SkillTestRolled(figure="A1", test="lock", roll=roll(3, names=("A1/W6",)), total=9, passed=passed),
            pending=None, tests_won=won, rolled=("A1/W6",), figures=spent,
        )  # fmt: skip
    after(match(), e.ObjectiveScored(team="A", test="lock", points=2), objectives=(("A", 2),))
    after(match(objectives=(("A", 2),)), e.ObjectiveScored(team="A", test="lock", points=2), objectives=(("A", 4),))


def test_objectives() -> None:
    borne, lies, home = (
        Cargo(test="case", bearer="A1"),
        Cargo(test="case", place=Place(100, 200)),
        Cargo(test="case", delivered=True),
    )
    after(match(), e.CargoTaken(figure="A1", test="case"), cargo=(borne,))
    after(match(cargo=(lies,)), e.CargoTaken(figure="A1", test="case"), cargo=(borne,))
    dropped = e.CargoDropped(figure="A1", test="case", place=Place(100, 200))
    after(match(cargo=(borne,)), dropped, cargo=(lies,))
    for back, cargo in ((False, (home,)), (True, ())):
        delivered = e.CargoDelivered(figure="A1", test="case", area="dock", back=back)
        after(match(cargo=(borne,)), delivered, cargo=cargo)
    other, before, now = (
        Held(hold="other", team="B", rounds=1),
        Held(hold="rule", team="A", rounds=1),
        Held(hold="rule", team="A", rounds=2),
    )
    after(match(held=(before, other)), e.AreaHeld(hold="rule", team="A", rounds=2), held=(other, now))


def test_the_end() -> None:
    clock = Clock(team="A", left=2)
    after(match(), e.ClockChanged(clock=clock, reversals=1), clock=clock, clock_last="A", reversals=1)
    after(match(clock=clock, clock_last="A"), e.ClockChanged(clock=None), clock=None)
    after(match(order=("A", "B")), e.TeamBeaten(team="B", rule_id=RULE), beaten=("B",), order=("A",))
    outcome = Outcome(placings=(Placing(team="A", place=1, points_left=1, points_destroyed=1),), rule_id=RULE)
    after(match(pending=ATTACK), e.MatchEnded(outcome=outcome), result=outcome, phase="over", turn=None, pending=None)


def test_a_judges_changes() -> None:
    state = match(measured=(FACT, OTHER))
    place = Place(100, 100, 1)
    changes = (
        SetDial(figure="B1", dial="weapon", position=4), SetPlace(figure="A1", place=place, level=1),
        SetDieZone(figure="A1", die="A1/W6", zone="cup"), EndMatch(winners=("A",)),
    )  # fmt: skip
    after(
        state, e.Overridden(changes=changes), measured=(OTHER,),
        figures={
            "B1": {"clicks": (0, 4, 0)},
            "A1": {"place": place, "level": 1, "base": ("A1/U6", "A1/vest/Y6"), "cup": ("A1/W6",)},
        },
    )  # fmt: skip
    cupped = match().changed("A1", base=("A1/W6",), cup=("A1/U6",))
    after(
        cupped, e.Overridden(changes=(SetDieZone(figure="A1", die="A1/U6", zone="base"),)),
        figures={"A1": {"base": ("A1/W6", "A1/U6"), "cup": ()}},
    )  # fmt: skip
