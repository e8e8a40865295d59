"""Events → the next state. Applies what has happened: never refuses, rolls or looks up a rule that could change."""

from collections.abc import Collection, Iterable
from typing import Final, TypeAlias, assert_never

from msgspec.structs import replace

from rules_engine.duels import events as e
from rules_engine.duels import pass_changes
from rules_engine.duels.commands import Change, EndMatch, SetDial, SetDieZone, SetPlace
from rules_engine.duels.components import DIALS, FreePickUp, TerrainPiece
from rules_engine.duels.opening import opened
from rules_engine.duels.state import (
    AttackPending,
    Cargo,
    Figure,
    GroundGear,
    HealPending,
    Held,
    MatchState,
    Measured,
    MovePending,
    Pending,
    SkillTestPending,
    SpillPending,
    Turn,
)
from rules_engine.kernel.errors import CorruptHistory


def evolve(state: MatchState | None, event: e.DuelsEvents) -> MatchState:
    """The state after an event; None is the state before the first. Raises CorruptHistory for a match never opened."""
    if isinstance(event, e.MatchOpened):
        return opened(event.setup)
    if state is None:
        raise CorruptHistory("A match of Duels starts with the event duels.match_opened.")
    after = replace(state, ply=state.ply + 1, **_changes(state, event))
    return pass_changes.expired(after, event) if after.setup.passes else after


CARD_HEALS: Final = "DUELS-PASS-02"  # the rule of dials that a pass turns back
Changes: TypeAlias = dict[str, object]
"""Fields of a record that an event changes, with their new values."""


def _changes(state: MatchState, event: e.DuelsEvents) -> Changes:
    """What an event changes; the cases that occur most come first."""
    match event:
        case e.TurnStarted():
            return {"turn": Turn(figure=event.figure), "order": _without(state.order, (event.figure,))}
        case e.TurnEnded():
            return {"turn": None, "acted": (*state.acted, event.figure)}
        case e.DiceChosen():
            return _dice_chosen(state, event)
        case e.InitiativeDeclared():
            return _initiative_declared(state, event)
        case e.MoveStarted():
            return _move_started(state, event)
        case e.MoveRolled():
            faces = event.roll.faces if state.setup.passes else ()
            return _spent(state, event.roll.names) | _pending(
                state, MovePending, allowance=event.allowance, faces=faces
            )
        case e.FigureMoved():
            return _figure_moved(state, event)
        case e.AttackDeclared():
            return _attack_declared(state, event)
        case e.DodgeChosen():
            return _pending(state, AttackPending, dodge=event.dice, dodge_terrain=event.terrain_dice)
        case e.AttackRolled():
            return _spent(state, event.roll.names) | _pending(state, AttackPending, faces=event.roll.faces, rolled=True)
        case e.KarmaStruck():
            return _pending(state, AttackPending, kept=event.kept, lost=event.lost, aces=event.aces, karma_done=True)
        case e.AttackCompared():
            return _pending(state, AttackPending, attack=event.attack, defence=event.defence, hit=event.hit)
        case e.AttackEnded():
            return {"pending": None}
        case e.DiceBlocked():
            return _pending(state, AttackPending, blocked=event.dice, shields_done=True)
        case e.DamageCounted():
            return _damage_counted(state, event)
        case e.DialsTurned():
            return _dials_turned(state, event)
        case e.GearDropped():
            return {"turn": _gearing(state)} | _laid_down(state, event.figure, event.ground.gear, event.ground)
        case e.GearPickedUp():
            return _picked_up(state, event)
        case e.RoundStarted():
            return _round_started(state, event)
        case e.RoundEnded():
            return _round_ended(state)
        case e.InitiativeBegan():
            return {"phase": "declaring"}
        case e.InitiativeRolled():
            return _initiative_rolled(state, event)
        case e.TieSettled():
            return {"figures": _ranked(state, event.order, reversed(range(len(event.order)))), "ties": event.ties}
        case e.TieRolled():
            return {"figures": _ranked(state, event.figures, event.roll.faces), "ties": event.ties}
        case e.TurnsBegan():
            return {"phase": "turns", "order": event.order}
        case e.OrderChanged():
            return {"order": event.order}
        case e.TeamTurnStarted():
            return {"team_turn": event.team, "order": _without(state.order, (event.team,))}
        case e.TeamTurnEnded():
            return {"team_turn": ""}
        case e.AttackImpossible():
            return {"turn": _turn(state, attacks=_acting(state).attacks + 1)}
        case e.GearGivenUp():
            return _gear_given_up(state, event)
        case e.Jumped():
            return _jumped(state, event)
        case e.HealDeclared():
            return _heal_declared(state, event)
        case e.HealRolled():
            faces = event.roll.faces if state.setup.passes else ()
            burned = _burned(state, event.healer, event.roll.names)
            return burned | _pending(state, HealPending, clicks=event.clicks, faces=faces)
        case e.SkillTestDeclared():
            return _skill_test_declared(state, event)
        case e.SkillTestRolled():
            return _skill_test_rolled(state, event)
        case e.SkillDiceRolled():
            return _spent(state, event.roll.names) | _pending(state, SkillTestPending, faces=event.roll.faces)
        case e.SkillTestSettled():
            won = (*state.tests_won, event.test) if event.passed else state.tests_won
            return {"pending": None, "tests_won": won}
        case e.SpillOwed():
            return {"pending": SpillPending(figure=event.figure, seat=event.seat, clicks=event.clicks)}
        case e.GearTraded():
            return _traded(state, event)
        case e.DiceExchanged():
            return _exchanged(state, event)
        case e.MeasurementStated():
            return _measured(state, event.measured)
        case e.ClockChanged():
            return _clock_changed(state, event)
        case e.FigureEliminated():
            return _credited(state, event) | _gone(state, event.figure, event.ground)
        case e.FigureLeft():
            return _gone(state, event.figure, event.ground)
        case e.ObjectiveScored():
            return {"objectives": _add(state.objectives, event.team, event.points)}
        case e.CargoTaken():
            return {"cargo": _with_cargo(state, Cargo(test=event.test, bearer=event.figure))}
        case e.CargoDropped():
            return _cargo_dropped(state, event)
        case e.CargoDelivered():
            cargo = Cargo(test=event.test, delivered=True)
            return {"cargo": _without_cargo(state, event.test) if event.back else _with_cargo(state, cargo)}
        case e.AreaHeld():
            held = Held(hold=event.hold, team=event.team, rounds=event.rounds)
            return {"held": (*(other for other in state.held if other.hold != event.hold), held)}
        case e.TeamBeaten():
            return {"beaten": (*state.beaten, event.team), "order": _without(state.order, (event.team,))}
        case e.MatchEnded():
            return {"result": event.outcome, "phase": "over", "turn": None, "pending": None, "rerolling": None}
        case e.AlphaRolled():
            return _alpha_rolled(state, event)
        case e.AlphaTied():
            return {"alpha_rolls": (), "to_roll_alpha": event.teams}
        case e.AlphaDecided():
            return {"alpha": event.team, "phase": "terrain", "to_place": event.to_place}
        case e.TerrainPlaced():
            return _terrain_placed(state, event.piece)
        case e.TerrainPassed():
            return {"to_place": _without(state.to_place, (event.team,))}
        case e.PlacementBegan():
            return {"phase": "placement", "to_place": event.to_place}
        case e.FigurePlaced():
            return _figure_placed(state, event)
        case e.PassPlayed():
            return pass_changes.played(state, event)
        case e.PassesKept():
            return pass_changes.kept(state, event)
        case e.FacesChanged():
            return pass_changes.faces_changed(state, event)
        case e.FigureReplaced():
            moved = _changed(state, event.figure, place=event.place, level=event.level, climb_paid=0)
            return _lapsed(state, event.figure) | moved
        case e.Overridden():
            return _overridden(state, event.changes)
        case e.MatchOpened():  # pragma: no cover -- handled by `evolve`
            raise AssertionError
        case _:
            assert_never(event)


def _alpha_rolled(state: MatchState, event: e.AlphaRolled) -> Changes:
    rolls = (*state.alpha_rolls, (event.team, event.total))
    return {"alpha_rolls": rolls, "to_roll_alpha": _without(state.to_roll_alpha, (event.team,))}


def _terrain_placed(state: MatchState, piece: TerrainPiece) -> Changes:
    return {
        "terrain": (*state.terrain, piece),
        "terrain_placed": state.terrain_placed + 1,
        "to_place": state.to_place[1:],
    }


def _figure_placed(state: MatchState, event: e.FigurePlaced) -> Changes:
    placed = _changed(state, event.figure, place=event.place, level=event.level, placed=True)
    return placed | {"to_place": state.to_place[1:]}


def _round_started(state: MatchState, event: e.RoundStarted) -> Changes:
    figures = tuple(
        replace(figure, dice_chosen=False, initiative_declared=False, initiative=0, initiative_dice=0, tie_break=())
        for figure in state.figures
    )
    return {
        "figures": figures,
        "round": event.round,
        "alpha": event.alpha,
        "phase": "dice",
        "rolled": (),
        "acted": (),
        "order": (),
        "ties": (),
        "team_turn": "",
        "turn": None,
    }


def _round_ended(state: MatchState) -> Changes:
    figures = (
        replace(figure, cup=(*figure.cup, *figure.base, *figure.declared), base=(), declared=())
        for figure in state.figures
    )
    return {"figures": tuple(figures)}


def _dice_chosen(state: MatchState, event: e.DiceChosen) -> Changes:
    figure = state.figure(event.figure)
    cup, base = _without(figure.cup, event.dice), (*figure.base, *event.dice)
    return _changed(state, figure.id, cup=cup, base=base, dice_chosen=True)


def _initiative_declared(state: MatchState, event: e.InitiativeDeclared) -> Changes:
    base = _without(state.figure(event.figure).base, event.dice)
    return _changed(state, event.figure, base=base, declared=event.dice, initiative_declared=True)


def _initiative_rolled(state: MatchState, event: e.InitiativeRolled) -> Changes:
    totals = {entry.figure: entry for entry in event.totals}
    figures = tuple(
        replace(
            figure,
            initiative=totals[figure.id].total,
            initiative_dice=totals[figure.id].dice,
            cup=(*figure.cup, *figure.declared),
            declared=(),
        )
        if figure.id in totals
        else figure
        for figure in state.figures
    )
    names = event.roll.names if event.roll else ()
    return {"figures": figures, "rolled": (*state.rolled, *names), "ties": event.ties, "phase": "ties"}


def _ranked(state: MatchState, order: Iterable[str], numbers: Iterable[int]) -> tuple[Figure, ...]:
    """The figures, those of a tie each with one more number that settles it."""
    more = dict(zip(order, numbers, strict=True))
    return tuple(
        replace(figure, tie_break=(*figure.tie_break, more[figure.id])) if figure.id in more else figure
        for figure in state.figures
    )


def _move_started(state: MatchState, event: e.MoveStarted) -> Changes:
    move = MovePending(figure=event.figure, dice=event.dice, allowance=event.allowance)
    return {"turn": _turn(state, moved=True), "pending": move}


def _figure_moved(state: MatchState, event: e.FigureMoved) -> Changes:
    lapsed = _lapsed(state, event.figure) if event.legs else {}
    figures = _changed(state, event.figure, place=event.place, level=event.level, climb_paid=event.climb_paid)
    return lapsed | figures | {"pending": None}


def _jumped(state: MatchState, event: e.Jumped) -> Changes:
    figures = _changed(state, event.figure, place=event.place, level=event.level, climb_paid=0)
    return _lapsed(state, event.figure) | figures | {"turn": _turn(state)}


def _measured(state: MatchState, fact: Measured) -> Changes:
    """A fact takes the place of an older one between the same two."""
    pair = {fact.a, fact.b}
    return {"measured": (*(known for known in state.measured if {known.a, known.b} != pair), fact)}


def _attack_declared(state: MatchState, event: e.AttackDeclared) -> Changes:
    attack = AttackPending(
        attacker=event.attacker,
        target=event.target,
        distance=event.distance,
        dice=event.dice,
        attack_bonus=event.attack_bonus,
        terrain_dice=event.terrain_dice,
    )
    return {"turn": _turn(state, attacks=_acting(state).attacks + 1), "pending": attack}


def _damage_counted(state: MatchState, event: e.DamageCounted) -> Changes:
    counted = _pending(
        state,
        AttackPending,
        clicks=event.clicks,
        left=event.clicks,
        gear_owed=event.gear_owed,
        called_shot=event.called_shot,
    )
    if event.stunned is None:
        return counted
    target = state.figure(state.attack.target)
    base, cup = _without(target.base, event.stunned), (*target.cup, *event.stunned)
    return counted | _changed(state, target.id, base=base, cup=cup)


def _dials_turned(state: MatchState, event: e.DialsTurned) -> Changes:
    figure, pending = state.figure(event.figure), state.pending
    clicks = list(figure.clicks)
    for turn in event.turns:
        clicks[DIALS.index(turn.dial)] = turn.after
    heals = isinstance(pending, HealPending) or event.rule_id == CARD_HEALS
    climb_paid = figure.climb_paid if heals else 0
    changes = _changed(state, figure.id, clicks=tuple(clicks), climb_paid=climb_paid)
    match pending:
        case AttackPending():
            return changes | {"pending": replace(pending, left=event.left)}
        case HealPending() | SpillPending():
            return changes | {"pending": replace(pending, clicks=event.left) if event.left else None}
        case _:
            return changes


def _gear_given_up(state: MatchState, event: e.GearGivenUp) -> Changes:
    owed = _pending(state, AttackPending, gear_owed=state.attack.gear_owed - 1)
    return owed | _laid_down(state, event.figure, event.gear, event.ground)


def _heal_declared(state: MatchState, event: e.HealDeclared) -> Changes:
    heal = HealPending(healer=event.healer, healed=event.healed, die=event.die)
    return {"turn": _turn(state, healed=True), "pending": heal}


def _skill_test_declared(state: MatchState, event: e.SkillTestDeclared) -> Changes:
    test = SkillTestPending(
        figure=event.figure,
        test=event.test,
        dice=event.dice,
        difficulty=event.difficulty,
        value=event.value,
    )
    return {"turn": _turn(state, tested=True), "pending": test}


def _skill_test_rolled(state: MatchState, event: e.SkillTestRolled) -> Changes:
    won = (*state.tests_won, event.test) if event.passed else state.tests_won
    return _spent(state, event.roll.names) | {"pending": None, "tests_won": won}


def _cargo_dropped(state: MatchState, event: e.CargoDropped) -> Changes:
    """What was measured to it when it lay elsewhere does not hold any more."""
    measured = tuple(fact for fact in state.measured if event.test not in (fact.a, fact.b))
    return {"cargo": _with_cargo(state, Cargo(test=event.test, place=event.place)), "measured": measured}


def _with_cargo(state: MatchState, cargo: Cargo) -> tuple[Cargo, ...]:
    return (*_without_cargo(state, cargo.test), cargo)


def _without_cargo(state: MatchState, test: str) -> tuple[Cargo, ...]:
    return tuple(cargo for cargo in state.cargo if cargo.test != test)


def _picked_up(state: MatchState, event: e.GearPickedUp) -> Changes:
    figure = state.figure(event.figure)
    others = _without(state.gear(event.gear).dice, (*event.gained, *state.burned))
    changes = _changed(
        state,
        figure.id,
        gear=(*figure.gear, event.gear),
        cup=(*figure.cup, *event.paid, *others),
        base=(*_without(figure.base, event.paid), *event.gained),
        boons=tuple(boon for boon in figure.boons if not isinstance(boon.effect, FreePickUp)),
    )
    free = any(isinstance(boon.effect, FreePickUp) for boon in figure.boons)  # then it is no gear action
    ground = tuple(piece for piece in state.ground if piece.gear != event.gear)
    return changes | {"turn": _turn(state) if free else _gearing(state), "ground": ground}


def _exchanged(state: MatchState, event: e.DiceExchanged) -> Changes:
    other = {one: two for pair in event.pairs for one, two in (pair, pair[::-1])}
    figure = state.figure(event.figure)
    cup, base, rolled = (tuple(other.get(die, die) for die in zone) for zone in (figure.cup, figure.base, state.rolled))
    return _changed(state, figure.id, cup=cup, base=base) | {"rolled": rolled}


def _traded(state: MatchState, event: e.GearTraded) -> Changes:
    figure, ally = state.figure(event.figure), state.figure(event.ally)
    given, taken = _dice_of(state, event.given), _dice_of(state, event.taken)
    after = {
        figure.id: _carrying(_strip(figure, event.given, given), event.taken, taken),
        ally.id: _carrying(_strip(ally, event.taken, taken), event.given, given),
    }
    return {"turn": _gearing(state), "figures": tuple(after.get(other.id, other) for other in state.figures)}


def _dice_of(state: MatchState, gear: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(die for piece in gear for die in state.gear(piece).dice if die not in state.burned)


def _carrying(figure: Figure, gear: tuple[str, ...], dice: tuple[str, ...]) -> Figure:
    return replace(figure, gear=(*figure.gear, *gear), cup=(*figure.cup, *dice))


def _laid_down(state: MatchState, figure_id: str, gear: str, ground: GroundGear | None) -> Changes:
    """A piece and its dice leave a figure; it lies on the table, or, without ``ground``, is out of the game."""
    figure = _strip(state.figure(figure_id), (gear,), state.gear(gear).dice)
    lying = state.ground if ground is None else (*state.ground, ground)
    return {"figures": state.figures_with(figure), "ground": lying}


def _clock_changed(state: MatchState, event: e.ClockChanged) -> Changes:
    last = event.clock.team if event.clock else state.clock_last
    return {"clock": event.clock, "clock_last": last, "reversals": event.reversals}


def _credited(state: MatchState, event: e.FigureEliminated) -> Changes:
    points = state.figure(event.figure).profile.army_points
    return {"destroyed": _add(state.destroyed, event.credited, points)} if event.credited else {}


def _add(score: tuple[tuple[str, int], ...], team: str, points: int) -> tuple[tuple[str, int], ...]:
    total = dict(score)
    total[team] = total.get(team, 0) + points
    return tuple(total.items())


def _gone(state: MatchState, figure_id: str, ground: tuple[GroundGear, ...]) -> Changes:
    """A figure leaves the table, its dice with it (DUELS-RULING-086); nobody waits for it any more."""
    lapsed = _lapsed(state, figure_id)
    ties = tuple(_without(tied, (figure_id,)) for tied in state.ties)
    figures = _changed(
        state,
        figure_id,
        in_play=False,
        place=None,
        gear=(),
        cup=(),
        base=(),
        declared=(),
        climb_paid=0,
        boons=(),
    )
    return {
        **lapsed,
        **figures,
        "ground": (*lapsed.get("ground", ()), *ground),
        "order": _without(state.order, (figure_id,)),
        "ties": tuple(tied for tied in ties if len(tied) > 1),
    }


def _overridden(state: MatchState, changes: tuple[Change, ...]) -> Changes:
    after = state
    for change in changes:
        after = replace(after, **_override(after, change))
    return {"figures": after.figures, "measured": after.measured, "ground": after.ground}


def _override(state: MatchState, change: Change) -> Changes:
    match change:
        case SetDial():
            clicks = list(state.figure(change.figure).clicks)
            clicks[DIALS.index(change.dial)] = change.position
            return _changed(state, change.figure, clicks=tuple(clicks))
        case SetPlace():
            moved = _changed(state, change.figure, place=change.place, level=change.level)
            return _lapsed(state, change.figure) | moved
        case SetDieZone():
            figure = state.figure(change.figure)
            cup, base = _without(figure.cup, (change.die,)), _without(figure.base, (change.die,))
            if change.zone == "cup":
                return _changed(state, figure.id, cup=(*cup, change.die), base=base)
            return _changed(state, figure.id, cup=cup, base=(*base, change.die))
        case EndMatch():
            return {}  # MatchEnded follows
        case _:
            assert_never(change)


# --- pieces -----------------------------------------------------------------------------------------------------------


def _changed(state: MatchState, figure_id: str, **changes: object) -> Changes:
    return {"figures": state.figures_with(replace(state.figure(figure_id), **changes))}


def _without(whole: tuple[str, ...], gone: Collection[str]) -> tuple[str, ...]:
    return tuple([name for name in whole if name not in gone]) if gone else whole


def _strip(figure: Figure, gear: tuple[str, ...], dice: tuple[str, ...]) -> Figure:
    return replace(
        figure,
        gear=_without(figure.gear, gear),
        cup=_without(figure.cup, dice),
        base=_without(figure.base, dice),
        declared=_without(figure.declared, dice),
    )


def _spent(state: MatchState, dice: tuple[str, ...]) -> Changes:
    """Rolled dice leave their base for the cup (DUELS-DICE-15); terrain dice belong to nobody and stay out of it."""
    figures = []
    for figure in state.figures:
        used = tuple([die for die in dice if die in figure.base])
        figures.append(replace(figure, base=_without(figure.base, used), cup=(*figure.cup, *used)) if used else figure)
    own = tuple([die for die in dice if die in state.parts.dice])
    return {"figures": tuple(figures), "rolled": (*state.rolled, *own)}


def _burned(state: MatchState, figure_id: str, dice: tuple[str, ...]) -> Changes:
    figure = _strip(state.figure(figure_id), (), dice)
    return {"figures": state.figures_with(figure), "burned": (*state.burned, *dice)}


def _lapsed(state: MatchState, figure_id: str) -> dict[str, tuple[Measured, ...] | tuple[GroundGear, ...]]:
    """What was measured to or from a figure, and its known contact with gear, holds only until it moves."""
    if not state.measured and not state.ground:
        return {}
    return {
        "measured": tuple([fact for fact in state.measured if figure_id not in (fact.a, fact.b)]),
        "ground": tuple([_apart(piece, figure_id) for piece in state.ground]),
    }


def _apart(piece: GroundGear, figure_id: str) -> GroundGear:
    if figure_id not in piece.beside:
        return piece
    return replace(piece, beside=_without(piece.beside, (figure_id,)))


def _acting(state: MatchState) -> Turn:
    assert state.turn is not None, "only an acting figure can do this"
    return state.turn


def _turn(state: MatchState, **changes: bool | int) -> Turn:
    """The turn with changes; any other action closes an open gear action (DUELS-RULING-034)."""
    return replace(_acting(state), **({"gear_open": False} | changes))


def _gearing(state: MatchState) -> Turn:
    """The turn after one more operation of its gear action."""
    return _turn(state, geared=True, gear_open=True, gear_operations=_acting(state).gear_operations + 1)


def _pending(state: MatchState, type_: type[Pending], **changes: object) -> Changes:
    assert isinstance(state.pending, type_), f"{type_.__name__} was started before"
    return {"pending": replace(state.pending, **changes)}
