"""What the sentence of an event needs to know: names, dice with their faces, inches, totals, values.

The facts are the same in every language. ``case`` picks between the sentences of one kind: the sentence is then that of
``<kind>.<case>``. Colours, dials and kinds of terrain are told in English words that a language's texts translate.
"""

from collections.abc import Iterable
from typing import Final, assert_never

from rules_engine.duels import events as e
from rules_engine.duels.commands import EndMatch
from rules_engine.duels.components import DIALS, JudgeRules
from rules_engine.duels.pass_rolls import thrown
from rules_engine.duels.passes import PASS, team_of
from rules_engine.duels.state import AttackPending, HealPending, MatchState
from rules_engine.kernel.dice import Die, Roll
from rules_engine.kernel.errors import Facts
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.units import show

LANGUAGES: Final = ("en", "fr", "es")  # in which a card has its name and text


def narrate(state: MatchState | None, event: e.DuelsEvents) -> Facts:
    """The facts of an event's sentence; ``state`` is the one before it, None before the first event."""
    if isinstance(event, e.MatchOpened):
        return {"teams": ", ".join(team.id for team in event.setup.teams), "variant": event.setup.variant}
    assert state is not None, "a match of Duels starts with the event duels.match_opened"
    return _facts(state, event)


def _facts(state: MatchState, event: e.DuelsEvents) -> Facts:
    match event:
        case e.AlphaRolled():
            return {"team": event.team, "dice": _rolled(state, event.roll), "total": event.total}
        case e.AlphaTied():
            return {"teams": ", ".join(event.teams)}
        case e.AlphaDecided() | e.TerrainPassed() | e.TeamTurnStarted() | e.TeamTurnEnded():
            return {"team": event.team}
        case e.TerrainPlaced():
            piece = event.piece
            told: dict[str, str | int] = {"team": event.team, "terrain": piece.kind, "levels": piece.levels}
            return _case("elevated" if piece.levels else "", told)
        case e.PlacementBegan() | e.InitiativeBegan():
            return {}
        case e.FigurePlaced():
            return _at(event.place) | {"figure": _name(state, event.figure)}
        case e.RoundStarted():
            return {"round": event.round, "team": event.alpha}
        case e.RoundEnded():
            return {"round": event.round}
        case e.DiceChosen() | e.InitiativeDeclared():
            return _with_dice(state, event.dice, {"figure": _name(state, event.figure)})
        case e.InitiativeRolled():
            totals = ", ".join(f"{_name(state, entry.figure)} {entry.total}" for entry in event.totals)
            dice = _rolled(state, event.roll) if event.roll else ""
            return _case("" if event.roll else "plain", {"totals": totals, "dice": dice})
        case e.TieRolled():
            pairs = zip(event.figures, event.roll.faces, strict=True)
            return {"rolls": ", ".join(f"{_name(state, figure)} {face}" for figure, face in pairs)}
        case e.TurnsBegan():
            return {"order": _names(state, event.order) if state.advanced else ", ".join(event.order)}
        case e.TieSettled() | e.OrderChanged():
            return {"order": _names(state, event.order)}
        case e.TurnStarted() | e.TurnEnded() | e.FigureLeft():
            return {"figure": _name(state, event.figure)}
        case e.MeasurementStated():
            return _measured(state, event)
        case e.MoveStarted() | e.MoveRolled() | e.FigureMoved() | e.Jumped():
            return _moving(state, event)
        case e.DialsTurned() | e.SpillOwed() | e.FigureEliminated():
            return _hurt(state, event)
        case e.GearDropped() | e.GearGivenUp() | e.GearPickedUp() | e.DiceExchanged() | e.GearTraded():
            return _gear(state, event)
        case e.HealDeclared() | e.HealRolled():
            return _healing(state, event)
        case e.SkillTestDeclared() | e.SkillTestRolled():
            return _test(state, event)
        case e.SkillDiceRolled() | e.SkillTestSettled():
            return _test_with_passes(state, event)
        case e.PassPlayed() | e.PassesKept() | e.FacesChanged() | e.FigureReplaced():
            return _passes(state, event)
        case e.ObjectiveScored():
            return {"team": event.team, "test": _thing(state, event.test), "points": event.points}
        case e.CargoTaken() | e.CargoDropped() | e.CargoDelivered() | e.AreaHeld():
            return _objective(state, event)
        case e.ClockChanged():
            clock = event.clock
            told = {"team": clock.team, "left": clock.left} if clock else {}
            return _case("" if clock else "stopped", told)
        case e.TeamBeaten():
            return {"team": event.team, "rule": event.rule_id}
        case e.MatchEnded():
            winners = event.outcome.winners()
            told = {"teams": ", ".join(winners), "rule": event.outcome.rule_id}
            return _case("draw" if len(winners) > 1 else "", told)
        case e.Overridden():
            figures = dict.fromkeys(change.figure for change in event.changes if not isinstance(change, EndMatch))
            return _case("" if figures else "end", {"figures": _names(state, figures)})
        case e.MatchOpened():  # pragma: no cover -- handled by `narrate`
            raise AssertionError
        case _:
            return _attack(state, event)


def _measured(state: MatchState, event: e.MeasurementStated) -> Facts:
    fact = event.measured
    told: dict[str, str | int] = {
        "figure": _name(state, fact.a),
        "other": _thing(state, fact.b),
        "distance": show(fact.distance),
        "through": fact.through,
    }
    return _case("through" if fact.through and fact.in_sight else "" if fact.in_sight else "blocked", told)


def _moving(state: MatchState, event: e.MoveStarted | e.MoveRolled | e.FigureMoved | e.Jumped) -> Facts:
    told: dict[str, str | int] = {"figure": _name(state, event.figure)}
    match event:
        case e.MoveStarted():
            if event.allowance is not None:
                return told | {"case": "plain", "allowance": show(event.allowance)}
            return told | {"dice": _labels(state, event.dice)}
        case e.MoveRolled():
            return told | {"dice": _rolled(state, event.roll), "allowance": show(event.allowance)}
        case e.FigureMoved():
            told |= {"distance": show(event.spent), "level": event.level, "rule": event.stopped_by or ""}
            return _case(_move_case(state, event), told)
        case e.Jumped():
            return told | {"levels": event.levels, "level": event.level}
        case _:
            assert_never(event)


def _move_case(state: MatchState, event: e.FigureMoved) -> str:
    if event.climb_paid:
        return "partly"
    if event.stopped_by:
        return "stopped"
    if event.level != state.figure(event.figure).level:
        return "level"
    return "" if event.legs else "stayed"


def _attack(
    state: MatchState,
    event: e.AttackDeclared
    | e.AttackImpossible
    | e.DodgeChosen
    | e.AttackRolled
    | e.KarmaStruck
    | e.AttackCompared
    | e.DiceBlocked
    | e.DamageCounted
    | e.AttackEnded,
) -> Facts:
    match event:
        case e.AttackDeclared():
            return _pair(state, event.attacker, event.target) | {
                "distance": show(event.distance),
                "dice": _labels(state, event.dice),
            }
        case e.AttackImpossible():
            return _pair(state, event.attacker, event.target) | {"rule": event.rule_id}
        case e.AttackEnded():
            told = _pair(state, event.attacker, event.target) | {"clicks": event.clicks}
            return _case("" if event.clicks else "harmless", told)
        case _:
            pending = state.attack
            return _pair(state, pending.attacker, pending.target) | _step(state, pending, event)


def _step(
    state: MatchState,
    pending: AttackPending,
    event: e.DodgeChosen | e.AttackRolled | e.KarmaStruck | e.AttackCompared | e.DiceBlocked | e.DamageCounted,
) -> dict[str, str | int]:
    match event:
        case e.DodgeChosen():
            return _with_dice(state, event.dice, {}, event.terrain_dice)
        case e.AttackRolled():
            dice, number = _each_rolled(state, event.roll), len(pending.dice)
            told: dict[str, str | int] = {"dice": ", ".join(dice[:number]), "dodge": ", ".join(dice[number:])}
            return _case("" if dice[number:] else "no_dodge", told)
        case e.KarmaStruck():
            faces = dict(zip(pending.dice, pending.faces, strict=False))
            told = {name: _faced(state, getattr(event, name), faces) for name in ("kept", "lost", "aces")}
            return _case("" if event.lost else "none", told)
        case e.AttackCompared():
            return _case("hit" if event.hit else "miss", {"attack": event.attack, "defence": event.defence})
        case e.DiceBlocked():
            return _with_dice(state, event.dice, {})
        case e.DamageCounted():
            told = {"clicks": event.clicks, "colour": event.bonus, "gear": event.gear_owed}
            return _case(_damage_case(event), told)
        case _:
            assert_never(event)


def _damage_case(event: e.DamageCounted) -> str:
    """What matters most about a damage count, for its sentence."""
    if event.stunned is not None:
        return "stunned"
    if event.called_shot:
        return "called_shot"
    return "bonus" if event.bonus else ""


def _hurt(state: MatchState, event: e.DialsTurned | e.SpillOwed | e.FigureEliminated) -> Facts:
    told: dict[str, str | int] = {"figure": _name(state, event.figure)}
    match event:
        case e.DialsTurned():
            return told | _turned(state, event)
        case e.SpillOwed():
            return told | {"clicks": event.clicks}
        case e.FigureEliminated():
            by = _name(state, event.by) if event.by else ""
            return _case("by" if by else "", told | {"by": by})
        case _:
            assert_never(event)


def _turned(state: MatchState, event: e.DialsTurned) -> dict[str, str | int]:
    """One dial with its values and clicks, or the values of all three."""
    figure, told = (
        state.figure(event.figure),
        dict[str, str | int](rule=event.rule_id, left=event.left, lost=event.lost),
    )
    after = {turn.dial: turn.after for turn in event.turns}
    if len(event.turns) > 1:
        for dial, position in zip(DIALS, figure.clicks, strict=True):
            told[dial] = getattr(figure.profile, dial)[after.get(dial, position)].value or 0
        return told | {"case": "all"}
    for turn in event.turns:
        window = getattr(figure.profile, turn.dial)[turn.after]
        told |= {"dial": turn.dial, "clicks": abs(turn.after - turn.before)}
        told |= {"before": figure.window(turn.dial).value or 0, "after": window.value or 0}
        healed = isinstance(state.pending, HealPending) or event.rule_id == PASS
        return _case("healed" if healed else "", told)
    return told | {"case": "none"}


def _gear(
    state: MatchState, event: e.GearDropped | e.GearGivenUp | e.GearPickedUp | e.DiceExchanged | e.GearTraded
) -> Facts:
    told: dict[str, str | int] = {"figure": _name(state, event.figure)}
    match event:
        case e.GearDropped():
            return told | {"gear": _thing(state, event.ground.gear)}
        case e.GearGivenUp():
            return _case("" if event.ground else "gone", told | {"gear": _thing(state, event.gear)})
        case e.GearPickedUp():
            return _with_dice(state, event.paid, told | {"gear": _thing(state, event.gear)})
        case e.DiceExchanged():
            return told | {"dice": _labels(state, (one for one, _ in event.pairs))}
        case e.GearTraded():
            given, taken = (", ".join(_thing(state, piece) for piece in side) for side in (event.given, event.taken))
            told |= {"ally": _name(state, event.ally), "given": given, "taken": taken}
            return _case("" if given and taken else "given" if given else "taken", told)
        case _:
            assert_never(event)


def _healing(state: MatchState, event: e.HealDeclared | e.HealRolled) -> Facts:
    told: dict[str, str | int] = {"figure": _name(state, event.healer), "healed": _name(state, event.healed)}
    if isinstance(event, e.HealRolled):
        return told | {"dice": _rolled(state, event.roll), "clicks": event.clicks}
    told["dice"] = _labels(state, (event.die,))
    return _case("self" if event.healer == event.healed else "", told)


def _test(state: MatchState, event: e.SkillTestDeclared | e.SkillTestRolled) -> Facts:
    told: dict[str, str | int] = {"figure": _name(state, event.figure), "test": _thing(state, event.test)}
    if isinstance(event, e.SkillTestDeclared):
        dice = _labels(state, event.dice)
        return told | {"dice": dice, "difficulty": event.difficulty, "value": event.value}
    told |= {"dice": _rolled(state, event.roll), "total": event.total}
    return _case("passed" if event.passed else "failed", told)


def _test_with_passes(state: MatchState, event: e.SkillDiceRolled | e.SkillTestSettled) -> Facts:
    told: dict[str, str | int] = {"figure": _name(state, event.figure), "test": _thing(state, event.test)}
    if isinstance(event, e.SkillDiceRolled):
        return told | {"dice": _rolled(state, event.roll)}
    return _case("passed" if event.passed else "failed", told | {"total": event.total})


def _passes(state: MatchState, event: e.PassPlayed | e.PassesKept | e.FacesChanged | e.FigureReplaced) -> Facts:
    told: dict[str, str | int] = {"figure": _name(state, event.figure)}
    match event:
        case e.PassPlayed():
            held = next(held for held in state.setup.passes if held.id == event.card)
            told |= {"team": team_of(state, event.seat), "rules": ", ".join(event.overrides)}
            told |= {f"card_{language}": getattr(held.card.name, language) for language in LANGUAGES}
            told |= {f"text_{language}": getattr(held.card.text, language).rstrip(".") for language in LANGUAGES}
            by_judge = any(isinstance(effect, JudgeRules) for effect in held.card.effects)
            return _case("judge" if by_judge else "", told)
        case e.PassesKept():
            return told | {"team": team_of(state, event.seat)}
        case e.FacesChanged():
            shown = dict(zip((die.name for die, _ in thrown(state)), event.faces, strict=True))
            sides = {die.name: die.sides for die, _ in thrown(state)}
            dice = ", ".join(_face(state, die, sides[die], shown[die]) for die in event.dice)
            return _case("rolled" if event.roll else "turned", told | {"dice": dice})
        case e.FigureReplaced():
            return _at(event.place) | told | {"level": event.level}
        case _:
            assert_never(event)


def _objective(state: MatchState, event: e.CargoTaken | e.CargoDropped | e.CargoDelivered | e.AreaHeld) -> Facts:
    if isinstance(event, e.AreaHeld):
        told: dict[str, str | int] = {"area": _thing(state, event.hold), "team": event.team, "rounds": event.rounds}
        return _case("" if event.team else "open", told)
    told = {"figure": _name(state, event.figure), "test": _thing(state, event.test)}
    if isinstance(event, e.CargoDelivered):
        return told | {"area": _thing(state, event.area)}
    return told


# --- pieces -----------------------------------------------------------------------------------------------------------


def _case(case: str, told: dict[str, str | int]) -> dict[str, str | int]:
    return told | {"case": case} if case else told


def _name(state: MatchState, figure_id: str) -> str:
    return f"{state.figure(figure_id).profile.name} ({figure_id})"


def _names(state: MatchState, figure_ids: Iterable[str]) -> str:
    return ", ".join(_name(state, figure_id) for figure_id in figure_ids)


def _pair(state: MatchState, attacker: str, target: str) -> dict[str, str | int]:
    return {"figure": _name(state, attacker), "target": _name(state, target)}


def _thing(state: MatchState, thing_id: str) -> str:
    """The name of a figure, a piece of gear, an area, or what a skill test is about."""
    setup = state.setup
    if thing_id in state.parts.gear:
        return state.gear(thing_id).gear.name
    named = {test.id: test.name for test in setup.skill_tests} | {area.id: area.name for area in setup.areas}
    named |= {hold.id: named[hold.area] for hold in setup.holds}
    return named.get(thing_id) or _name(state, thing_id)


def _at(place: Place | None) -> dict[str, str | int]:
    return {"case": "at", "x": show(place.x), "y": show(place.y), "level": place.level} if place else {}


def _labels(state: MatchState, dice: Iterable[str]) -> str:
    return ", ".join(state.die(die).spec.label for die in dice)


def _with_dice(
    state: MatchState, dice: tuple[str, ...], told: dict[str, str | int], terrain_dice: tuple[Die, ...] = ()
) -> dict[str, str | int]:
    shown = [_labels(state, dice)] if dice else []
    shown += [f"d{die.sides}" for die in terrain_dice]
    return _case("" if shown else "none", told | {"dice": ", ".join(shown)})


def _rolled(state: MatchState, roll: Roll) -> str:
    return ", ".join(_each_rolled(state, roll))


def _each_rolled(state: MatchState, roll: Roll) -> list[str]:
    return [
        _face(state, name, sides, face) for name, sides, face in zip(roll.names, roll.sides, roll.faces, strict=True)
    ]


def _face(state: MatchState, name: str, sides: int, face: int) -> str:
    """``U6 4``, ``U6 A`` for an ace; a die that belongs to nobody is ``d6 4``."""
    die = state.parts.dice.get(name)
    if die is None:
        return f"d{sides} {face}"
    return f"{die.spec.label} {'A' if die.is_ace(face) else face}"


def _faced(state: MatchState, dice: tuple[str, ...], faces: dict[str, int]) -> str:
    return ", ".join(_face(state, die, 0, faces[die]) for die in dice)
