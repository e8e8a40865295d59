"""Events → the next state. Applies what has happened: never refuses, rolls or looks up a rule that could change."""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from rules_engine.duels import events as e
from rules_engine.duels.commands import Change, EndMatch, SetDial, SetDieZone, SetPlace
from rules_engine.duels.components import DIALS, DieSpec, FigureSetup, Setup
from rules_engine.duels.state import (
    AttackPending,
    DieInPlay,
    Figure,
    GearInPlay,
    GroundGear,
    HealPending,
    MatchState,
    MovePending,
    Parts,
    Pending,
    SkillTestPending,
    SpillPending,
    Turn,
)
from rules_engine.kernel.errors import CorruptHistory


def evolve(state: MatchState | None, event: e.DuelsEvents) -> MatchState:
    """The state after an event; None is the state before the first. Raises CorruptHistory for a match never opened."""
    if isinstance(event, e.MatchOpened):
        return _opened(event.setup)
    if state is None:
        raise CorruptHistory("A match of Duels starts with the event duels.match_opened.")
    after = _apply(state, event)
    return replace(after, ply=state.ply + 1)


def _apply(state: MatchState, event: e.DuelsEvents) -> MatchState:
    match event:
        case e.DialsTurned():
            return _dials_turned(state, event)
        case e.MoveStarted():
            pending: Pending = MovePending(figure=event.figure, dice=event.dice, allowance=event.allowance)
            return replace(state, turn=_turn(state, moved=True), pending=pending)
        case e.MoveRolled():
            state = _spend(state, event.roll.names)
            return replace(state, pending=_pending(state, MovePending, allowance=event.allowance))
        case e.FigureMoved():
            return _moved(state, event)
        case e.Jumped():
            state = _lapse(state, event.figure)
            state = replace(state, turn=_turn(state))
            return state.changed(event.figure, place=event.place, level=event.level, climb_paid=0)
        case e.AttackDeclared():
            return _attack_declared(state, event)
        case e.AttackImpossible():
            return replace(state, turn=_turn(state, attacks=_acting(state).attacks + 1))
        case e.DodgeChosen():
            dodge = _pending(state, AttackPending, dodge=event.dice, dodge_terrain=event.terrain_dice)
            return replace(state, pending=dodge)
        case e.AttackRolled():
            state = _spend(state, event.roll.names)
            return replace(state, pending=_pending(state, AttackPending, faces=event.roll.faces, rolled=True))
        case e.KarmaStruck():
            changes = {"kept": event.kept, "lost": event.lost, "aces": event.aces, "karma_done": True}
            return replace(state, pending=_pending(state, AttackPending, **changes))
        case e.AttackCompared():
            totals = _pending(state, AttackPending, attack=event.attack, defence=event.defence, hit=event.hit)
            return replace(state, pending=totals)
        case e.DiceBlocked():
            return replace(state, pending=_pending(state, AttackPending, blocked=event.dice, shields_done=True))
        case e.DamageCounted():
            return _damage_counted(state, event)
        case e.GearGivenUp():
            owed = _attack(state).gear_owed - 1
            state = replace(state, pending=_pending(state, AttackPending, gear_owed=owed))
            return _lay_down(state, event.figure, event.gear, event.ground)
        case e.AttackEnded():
            return replace(state, pending=None)
        case e.TurnStarted():
            order = tuple(name for name in state.order if name != event.figure)
            return replace(state, turn=Turn(figure=event.figure), order=order)
        case e.TurnEnded():
            return replace(state, turn=None, acted=(*state.acted, event.figure))
        case e.DiceChosen():
            figure = state.figure(event.figure)
            cup = _without(figure.cup, event.dice)
            return state.changed(event.figure, cup=cup, base=(*figure.base, *event.dice), dice_chosen=True)
        case e.InitiativeDeclared():
            base = _without(state.figure(event.figure).base, event.dice)
            return state.changed(event.figure, base=base, declared=event.dice, initiative_declared=True)
        case e.InitiativeRolled():
            return _initiative_rolled(state, event)
        case e.TieRolled():
            for figure_id, face in zip(event.figures, event.roll.faces, strict=True):
                tie_break = (*state.figure(figure_id).tie_break, face)
                state = state.changed(figure_id, tie_break=tie_break)
            return replace(state, ties=event.ties)
        case e.TieSettled():
            for rank, figure_id in enumerate(reversed(event.order)):
                tie_break = (*state.figure(figure_id).tie_break, rank)
                state = state.changed(figure_id, tie_break=tie_break)
            return replace(state, ties=event.ties)
        case e.InitiativeBegan():
            return replace(state, phase="declaring")
        case e.TurnsBegan():
            return replace(state, phase="turns", order=event.order)
        case e.OrderChanged():
            return replace(state, order=event.order)
        case e.TeamTurnStarted():
            return replace(state, team_turn=event.team, order=_without(state.order, (event.team,)))
        case e.TeamTurnEnded():
            return replace(state, team_turn="")
        case e.RoundStarted():
            return _round_started(state, event)
        case e.RoundEnded():
            figures = tuple(
                replace(figure, cup=(*figure.cup, *figure.base, *figure.declared), base=(), declared=())
                for figure in state.figures
            )
            return replace(state, figures=figures)
        case e.MeasurementStated():
            pair = {event.measured.a, event.measured.b}
            kept = tuple(fact for fact in state.measured if {fact.a, fact.b} != pair)
            return replace(state, measured=(*kept, event.measured))
        case e.ClockChanged():
            last = event.clock.team if event.clock else state.clock_last
            return replace(state, clock=event.clock, clock_last=last, reversals=event.reversals)
        case e.FigureEliminated():
            return _gone(_credit(state, event), event.figure, event.ground)
        case e.FigureLeft():
            return _gone(state, event.figure, event.ground)
        case e.TeamBeaten():
            return replace(state, beaten=(*state.beaten, event.team), order=_without(state.order, (event.team,)))
        case e.MatchEnded():
            return replace(state, result=event.outcome, phase="over", turn=None, pending=None)
        case e.GearDropped():
            state = replace(state, turn=_gearing(state))
            return _lay_down(state, event.figure, event.ground.gear, event.ground)
        case e.GearPickedUp():
            return _picked_up(state, event)
        case e.DiceExchanged():
            return _exchanged(state, event)
        case e.GearTraded():
            state = replace(state, turn=_gearing(state))
            state = _hand_over(state, event.figure, event.ally, event.given)
            return _hand_over(state, event.ally, event.figure, event.taken)
        case e.HealDeclared():
            pending = HealPending(healer=event.healer, healed=event.healed, die=event.die)
            return replace(state, turn=_turn(state, healed=True), pending=pending)
        case e.HealRolled():
            state = _burn(state, event.healer, event.roll.names)
            return replace(state, pending=_pending(state, HealPending, clicks=event.clicks))
        case e.SkillTestDeclared():
            pending = SkillTestPending(
                figure=event.figure,
                test=event.test,
                dice=event.dice,
                difficulty=event.difficulty,
                value=event.value,
            )
            return replace(state, turn=_turn(state, tested=True), pending=pending)
        case e.SkillTestRolled():
            state = _spend(state, event.roll.names)
            won = (*state.tests_won, event.test) if event.passed else state.tests_won
            return replace(state, pending=None, tests_won=won)
        case e.ObjectiveScored():
            return replace(state, objectives=_add(state.objectives, event.team, event.points))
        case e.SpillOwed():
            pending = SpillPending(figure=event.figure, seat=event.seat, clicks=event.clicks)
            return replace(state, pending=pending)
        case e.AlphaRolled():
            rolls = (*state.alpha_rolls, (event.team, event.total))
            return replace(state, alpha_rolls=rolls, to_roll_alpha=_without(state.to_roll_alpha, (event.team,)))
        case e.AlphaTied():
            return replace(state, alpha_rolls=(), to_roll_alpha=event.teams)
        case e.AlphaDecided():
            return replace(state, alpha=event.team, phase="terrain", to_place=event.to_place)
        case e.TerrainPlaced():
            return replace(
                state,
                terrain=(*state.terrain, event.piece),
                terrain_placed=state.terrain_placed + 1,
                to_place=state.to_place[1:],
            )
        case e.TerrainPassed():
            return replace(state, to_place=tuple(team for team in state.to_place if team != event.team))
        case e.PlacementBegan():
            return replace(state, phase="placement", to_place=event.to_place)
        case e.FigurePlaced():
            state = replace(state, to_place=state.to_place[1:])
            return state.changed(event.figure, place=event.place, level=event.level, placed=True)
        case e.Overridden():
            for change in event.changes:
                state = _override(state, change)
            return state
        case e.MatchOpened():  # pragma: no cover -- handled by `evolve`
            raise AssertionError
        case _:
            assert_never(event)


def _opened(setup: Setup) -> MatchState:
    parts = Parts(dice={}, gear={})
    figures = tuple(_enter(parts, entry, team.id) for team in setup.teams for entry in team.figures)
    teams = tuple(team.id for team in setup.teams)
    return MatchState(setup=setup, parts=parts, figures=figures, terrain=setup.terrain, to_roll_alpha=teams, ply=1)


def _enter(parts: Parts, entry: FigureSetup, team: str) -> Figure:
    """A figure with all its dice in the cup (DUELS-SETUP-07) and its dials at the start (DUELS-SETUP-08)."""
    cup = list(_dice(parts, entry.id, entry.profile.starting_dice, gear=""))
    carried = []
    for gear in entry.gear:
        gear_id = _fresh(parts.gear, f"{entry.id}/{gear.slug}")
        dice = _dice(parts, gear_id, gear.dice, gear=gear_id)
        parts.gear[gear_id] = GearInPlay(id=gear_id, gear=gear, dice=dice)
        carried.append(gear_id)
        cup += dice
    return Figure(id=entry.id, team=team, seat=entry.seat, profile=entry.profile, cup=tuple(cup), gear=tuple(carried))


def _dice(parts: Parts, owner: str, specs: tuple[DieSpec, ...], *, gear: str) -> tuple[str, ...]:
    made = []
    for spec in specs:
        die_id = _fresh(parts.dice, f"{owner}/{spec.label}")
        parts.dice[die_id] = DieInPlay(id=die_id, spec=spec, gear=gear)
        made.append(die_id)
    return tuple(made)


def _fresh(taken: Iterable[str], name: str) -> str:
    """The name itself, or the first of ``name#2``, ``name#3`` … that is not taken."""
    number, fresh = 1, name
    while fresh in taken:
        number += 1
        fresh = f"{name}#{number}"
    return fresh


def _round_started(state: MatchState, event: e.RoundStarted) -> MatchState:
    figures = tuple(
        replace(figure, dice_chosen=False, initiative_declared=False, initiative=0, initiative_dice=0, tie_break=())
        for figure in state.figures
    )
    return replace(
        state,
        figures=figures,
        round=event.round,
        alpha=event.alpha,
        phase="dice",
        rolled=(),
        acted=(),
        order=(),
        ties=(),
        team_turn="",
        turn=None,
    )


def _initiative_rolled(state: MatchState, event: e.InitiativeRolled) -> MatchState:
    for entry in event.totals:
        figure = state.figure(entry.figure)
        state = state.with_figure(
            replace(
                figure,
                initiative=entry.total,
                initiative_dice=entry.dice,
                cup=(*figure.cup, *figure.declared),
                declared=(),
            )
        )
    names = event.roll.names if event.roll else ()
    return replace(state, rolled=(*state.rolled, *names), ties=event.ties, phase="ties")


def _moved(state: MatchState, event: e.FigureMoved) -> MatchState:
    if event.legs:
        state = _lapse(state, event.figure)
    state = replace(state, pending=None)
    return state.changed(event.figure, place=event.place, level=event.level, climb_paid=event.climb_paid)


def _attack_declared(state: MatchState, event: e.AttackDeclared) -> MatchState:
    pending = AttackPending(
        attacker=event.attacker,
        target=event.target,
        distance=event.distance,
        dice=event.dice,
        attack_bonus=event.attack_bonus,
        terrain_dice=event.terrain_dice,
    )
    return replace(state, turn=_turn(state, attacks=_acting(state).attacks + 1), pending=pending)


def _damage_counted(state: MatchState, event: e.DamageCounted) -> MatchState:
    if event.stunned is not None:
        target = state.figure(_attack(state).target)
        cup = (*target.cup, *event.stunned)
        state = state.changed(target.id, base=_without(target.base, event.stunned), cup=cup)
    pending = _pending(
        state,
        AttackPending,
        clicks=event.clicks,
        left=event.clicks,
        gear_owed=event.gear_owed,
        called_shot=event.called_shot,
    )
    return replace(state, pending=pending)


def _dials_turned(state: MatchState, event: e.DialsTurned) -> MatchState:
    figure = state.figure(event.figure)
    clicks = list(figure.clicks)
    for turn in event.turns:
        clicks[DIALS.index(turn.dial)] = turn.after
    climb_paid = figure.climb_paid if isinstance(state.pending, HealPending) else 0
    match state.pending:
        case AttackPending():
            state = replace(state, pending=replace(state.pending, left=event.left))
        case HealPending() | SpillPending():
            left = replace(state.pending, clicks=event.left) if event.left else None
            state = replace(state, pending=left)
        case _:
            pass
    return state.changed(event.figure, clicks=tuple(clicks), climb_paid=climb_paid)


def _picked_up(state: MatchState, event: e.GearPickedUp) -> MatchState:
    figure = state.figure(event.figure)
    ground = tuple(piece for piece in state.ground if piece.gear != event.gear)
    state = replace(state, turn=_gearing(state), ground=ground)
    return state.changed(
        event.figure,
        gear=(*figure.gear, event.gear),
        cup=(*figure.cup, *event.paid, *_without(state.gear(event.gear).dice, (*event.gained, *state.burned))),
        base=(*_without(figure.base, event.paid), *event.gained),
    )


def _exchanged(state: MatchState, event: e.DiceExchanged) -> MatchState:
    other = {one: two for pair in event.pairs for one, two in (pair, pair[::-1])}
    figure = state.figure(event.figure)
    cup, base, rolled = (tuple(other.get(die, die) for die in zone) for zone in (figure.cup, figure.base, state.rolled))
    return replace(state.changed(event.figure, cup=cup, base=base), rolled=rolled)


def _hand_over(state: MatchState, giver_id: str, taker_id: str, gear: tuple[str, ...]) -> MatchState:
    dice = tuple(die for piece in gear for die in state.gear(piece).dice if die not in state.burned)
    giver, taker = state.figure(giver_id), state.figure(taker_id)
    state = state.with_figure(_strip(giver, gear, dice))
    return state.changed(taker_id, gear=(*taker.gear, *gear), cup=(*taker.cup, *dice))


def _lay_down(state: MatchState, figure_id: str, gear: str, ground: GroundGear | None) -> MatchState:
    """Take a piece and its dice from a figure; it lies on the table, or, without ``ground``, is out of the game."""
    figure = _strip(state.figure(figure_id), (gear,), state.gear(gear).dice)
    lying = state.ground if ground is None else (*state.ground, ground)
    return replace(state.with_figure(figure), ground=lying)


def _credit(state: MatchState, event: e.FigureEliminated) -> MatchState:
    points = state.figure(event.figure).profile.army_points
    return replace(state, destroyed=_add(state.destroyed, event.credited, points)) if event.credited else state


def _add(score: tuple[tuple[str, int], ...], team: str, points: int) -> tuple[tuple[str, int], ...]:
    total = dict(score)
    total[team] = total.get(team, 0) + points
    return tuple(total.items())


def _gone(state: MatchState, figure_id: str, ground: tuple[GroundGear, ...]) -> MatchState:
    """A figure leaves the table, its dice with it (DUELS-RULING-086); nobody waits for it any more."""
    state = _lapse(state, figure_id)
    figure = state.figure(figure_id)
    ties = tuple(_without(tied, (figure_id,)) for tied in state.ties)
    state = replace(
        state,
        ground=(*state.ground, *ground),
        order=_without(state.order, (figure_id,)),
        ties=tuple(tied for tied in ties if len(tied) > 1),
    )
    return state.with_figure(
        replace(figure, in_play=False, place=None, gear=(), cup=(), base=(), declared=(), climb_paid=0)
    )


def _override(state: MatchState, change: Change) -> MatchState:
    match change:
        case SetDial():
            clicks = list(state.figure(change.figure).clicks)
            clicks[DIALS.index(change.dial)] = change.position
            return state.changed(change.figure, clicks=tuple(clicks))
        case SetPlace():
            return _lapse(state, change.figure).changed(change.figure, place=change.place, level=change.level)
        case SetDieZone():
            figure = state.figure(change.figure)
            cup, base = _without(figure.cup, (change.die,)), _without(figure.base, (change.die,))
            zones = {"cup": (*cup, change.die), "base": base} if change.zone == "cup" else {}
            return state.changed(change.figure, **(zones or {"cup": cup, "base": (*base, change.die)}))
        case EndMatch():
            return state  # MatchEnded follows
        case _:
            assert_never(change)


# --- pieces -----------------------------------------------------------------------------------------------------------


def _without(whole: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    out = set(gone)
    return tuple(name for name in whole if name not in out)


def _strip(figure: Figure, gear: tuple[str, ...], dice: tuple[str, ...]) -> Figure:
    return replace(
        figure,
        gear=_without(figure.gear, gear),
        cup=_without(figure.cup, dice),
        base=_without(figure.base, dice),
        declared=_without(figure.declared, dice),
    )


def _spend(state: MatchState, dice: tuple[str, ...]) -> MatchState:
    """Rolled dice leave their base for the cup (DUELS-DICE-15); terrain dice belong to nobody and stay out of it."""
    figures = []
    for figure in state.figures:
        used = tuple(die for die in dice if die in figure.base)
        figures.append(replace(figure, base=_without(figure.base, used), cup=(*figure.cup, *used)) if used else figure)
    own = tuple(die for die in dice if die in state.parts.dice)
    return replace(state, figures=tuple(figures), rolled=(*state.rolled, *own))


def _burn(state: MatchState, figure_id: str, dice: tuple[str, ...]) -> MatchState:
    figure = _strip(state.figure(figure_id), (), dice)
    return replace(state.with_figure(figure), burned=(*state.burned, *dice))


def _lapse(state: MatchState, figure_id: str) -> MatchState:
    """What was measured to or from a figure, and its known contact with gear, holds only until it moves."""
    if not state.measured and not state.ground:
        return state
    measured = tuple(fact for fact in state.measured if figure_id not in {fact.a, fact.b})
    ground = tuple(replace(piece, beside=_without(piece.beside, (figure_id,))) for piece in state.ground)
    return replace(state, measured=measured, ground=ground)


def _acting(state: MatchState) -> Turn:
    assert state.turn is not None, "only an acting figure can do this"
    return state.turn


def _turn(state: MatchState, **changes: bool | int) -> Turn:
    """The turn with changes; any other action closes an open gear action (DUELS-RULING-034)."""
    return replace(_acting(state), **({"gear_open": False} | changes))


def _gearing(state: MatchState) -> Turn:
    """The turn after one more operation of its gear action."""
    return _turn(state, geared=True, gear_open=True, gear_operations=_acting(state).gear_operations + 1)


def _attack(state: MatchState) -> AttackPending:
    assert isinstance(state.pending, AttackPending), "an attack is being resolved"
    return state.pending


def _pending(state: MatchState, type_: type[Pending], **changes: object) -> Pending:
    assert isinstance(state.pending, type_), f"{type_.__name__} was started before"
    return replace(state.pending, **changes)
