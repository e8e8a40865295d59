"""What each effect of a pass does (DUELS-PASS-02): whether it works now, what there is to choose, and what happens."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any, Final, assert_never

from rules_engine.duels import components as c
from rules_engine.duels import gear, karma, pass_rolls, surfaces
from rules_engine.duels.commands import PlayPass
from rules_engine.duels.components import DIALS, Effect, HeldPass, PassPoint
from rules_engine.duels.events import DialsTurned, DialTurn, FigureReplaced, GearPickedUp, PassPlayed
from rules_engine.duels.pass_rules import dial_at_hand, lasting, overridden
from rules_engine.duels.state import AttackPending, Boon, Figure, MatchState, MovePending, SkillTestPending, Turn
from rules_engine.duels.story import Story
from rules_engine.kernel.dice import Die, Face
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Place, point_distance
from rules_engine.kernel.messages import Decision
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import INCH, Length, inches

PASS: Final = RuleId("DUELS-PASS-02")
ATTACKS_A_TURN: Final = 2  # DUELS-ACT-03
SAMPLES: Final = 24  # ways to play a pass that are listed at most
ANYWHERE: Final = inches(24)  # how far away spots are listed where a pass sets no limit
COMPASS: Final = ((0, 100), (70, 70), (100, 0), (70, -70), (0, -100), (-70, -70), (-100, 0), (-70, 70))  # hundredths
Fields = dict[str, Any]  # fields of a PlayPass


# --- whether it works -------------------------------------------------------------------------------------------------


def works(state: MatchState, held: HeldPass, effect: Effect, *, point: PassPoint, figure: Figure) -> bool:
    """Whether an effect would do something for a figure at a point of the rules that is at hand."""
    match effect:
        case c.ExtraDie():
            return not any(_is_in_play(state, die) for die in lent_by(state, held))
        case c.DialBonus():
            return effect.lasts != "now" or _counts(state, effect.dial, point, figure)
        case c.ExtraAction():
            return state.turn is not None and figure.id == state.turn.figure and _has_used(state, state.turn, effect)
        case c.HealClicks():
            return any(figure.clicks)
        case c.FreePickUp():
            return state.advanced and any(_can_pick_up(state, figure, piece.gear) for piece in state.ground)
        case c.ReRoll() | c.SetFace():
            return bool(pass_rolls.within_reach(state, figure, effect.whose))
        case c.IgnoreKarma():
            return _attacks(state, figure) and (point == "attack" or bool(karma.matching_groups(state, state.attack)))
        case c.ExtraClicks():
            return _attacks(state, figure)
        case c.FewerClicks():
            return not _attacks(state, figure)
        case c.ExtraShield():
            return point != "hit" or not _attacks(state, figure)
        case c.MoreDice() | c.GearPoints() | c.RePlace() | c.JudgeRules():
            return True
        case _:
            assert_never(effect)


def lent_by(state: MatchState, held: HeldPass) -> tuple[str, ...]:
    """The dice of a pass, in the order of its effects."""
    return tuple(die.id for die in state.parts.dice.values() if die.card == held.id)


def _is_in_play(state: MatchState, die: str) -> bool:
    lying = any(die in (*figure.cup, *figure.base, *figure.declared) for figure in state.figures)
    about = state.pending.dice if isinstance(state.pending, AttackPending | SkillTestPending) else ()
    return lying or die in (*about, *state.burned, *state.rolled)


def _counts(state: MatchState, dial: c.DialName, point: PassPoint, figure: Figure) -> bool:
    """Whether a dial counts for the roll at hand; in a turn, and from the setup on, any may."""
    if isinstance(state.pending, SkillTestPending):
        return _tested(state, state.pending).attribute == dial
    at_hand = dial_at_hand(point, attacks=_attacks(state, figure))
    return at_hand in {None, dial}


def _tested(state: MatchState, pending: SkillTestPending) -> c.SkillTest:
    return next(test for test in state.setup.skill_tests if test.id == pending.test)


def _attacks(state: MatchState, figure: Figure) -> bool:
    return isinstance(state.pending, AttackPending) and state.pending.attacker == figure.id


def _has_used(state: MatchState, turn: Turn, effect: c.ExtraAction) -> bool:
    """Whether an action of the acting figure is used up, so that one more is worth something."""
    match effect.action:
        case "move":
            return turn.moved
        case "attack":
            return turn.attacks >= ATTACKS_A_TURN
        case "gear":
            return state.advanced and turn.geared and not turn.gear_open
        case "heal":
            return turn.healed
        case "test":
            return turn.tested
        case _:
            assert_never(effect.action)


def _can_pick_up(state: MatchState, figure: Figure, piece: str) -> bool:
    try:
        gear.check_pick_up(state, figure, piece)
    except RuleViolation:
        return False
    return True


# --- what there is to choose ------------------------------------------------------------------------------------------


def samples(state: MatchState, held: HeldPass, figure: Figure, *, decision: Decision) -> Iterator[PlayPass]:
    """The ways to play a pass for a figure: all where they are few, else good ones."""
    ways = product(*(tuple(_choices(state, effect, figure)) for effect in held.card.effects))
    for way in islice(ways, SAMPLES):
        chosen = {name: value for fields in way for name, value in fields.items()}
        yield PlayPass(seat=decision.seat, decision=decision.id, card=held.id, figure=figure.id, **chosen)


def _choices(state: MatchState, effect: Effect, figure: Figure) -> Iterator[Fields]:
    match effect:
        case c.HealClicks():
            yield from ({"dial": dial} for dial, at in zip(DIALS, figure.clicks, strict=True) if at)
        case c.FreePickUp():
            pieces = (piece.gear for piece in state.ground)
            yield from ({"gear": piece} for piece in pieces if _can_pick_up(state, figure, piece))
        case c.RePlace():
            yield from _spots(state, effect, figure)
        case c.ReRoll():
            lying = pass_rolls.within_reach(state, figure, effect.whose)
            yield from ({"dice": dice} for dice in pass_rolls.sets_of(lying, effect.dice, effect.whose))
        case c.SetFace():
            yield from _turnings(state, effect, figure)
        case _:
            yield {}


def _turnings(state: MatchState, effect: c.SetFace, figure: Figure) -> Iterator[Fields]:
    """One die each: to the face of the pass, or high and low."""
    lying = pass_rolls.within_reach(state, figure, effect.whose)
    for (name,) in pass_rolls.sets_of(lying, 1, effect.whose):
        die = next(die for die, _ in lying if die.name == name)
        shown = (die.sides, die.sides - 1, 1) if effect.face is None else (min(effect.face, die.sides),)
        yield from ({"dice": (name,), "shows": (face,)} for face in shown)


def _spots(state: MatchState, effect: c.RePlace, figure: Figure) -> Iterator[Fields]:
    """Spots around where the figure stands, at the whole and half the way; on the declared board, its level."""
    if figure.place is None:
        yield {"level": figure.level}
        return
    reach, at = effect.within or ANYWHERE, figure.place
    for far, (east, north) in product((reach, reach // 2), COMPASS):
        spot = Place(at.x + far * east // 100, at.y + far * north // 100, at.level)
        if _may_stand(state, effect, figure, spot):
            yield {"place": spot, "level": spot.level}


# --- choices that are none --------------------------------------------------------------------------------------------


def check_choices(state: MatchState, held: HeldPass, command: PlayPass, *, figure: Figure) -> None:
    """Refuse choices that the effects of a pass do not ask for, or that cannot be made.

    Errors: RuleViolation for a spot where the base cannot stand; MalformedInput for anything else.
    """
    asked = {field for effect in held.card.effects for field in _ASKED.get(type(effect), ())}
    given = {name for name in ("dice", "shows", "dial", "gear", "place", "level") if getattr(command, name)}
    if not given <= asked:
        raise MalformedInput(f"{held.card.name.en} leaves nothing to choose for: {', '.join(sorted(given - asked))}.")
    for effect in held.card.effects:
        _check_choice(state, effect, command, figure)


_ASKED: Final[dict[type[c.PassEffect], tuple[str, ...]]] = {
    c.HealClicks: ("dial",),
    c.FreePickUp: ("gear",),
    c.RePlace: ("place", "level"),
    c.ReRoll: ("dice",),
    c.SetFace: ("dice", "shows"),
}


def _check_choice(state: MatchState, effect: Effect, command: PlayPass, figure: Figure) -> None:
    match effect:
        case c.HealClicks():
            if command.dial is None or not figure.clicks[DIALS.index(command.dial)]:
                raise MalformedInput(f"A dial of {figure.id} that has turned is chosen.")
        case c.FreePickUp():
            gear.check_pick_up(state, figure, command.gear)
        case c.RePlace():
            _check_spot(state, effect, command, figure)
        case c.ReRoll() | c.SetFace():
            _check_dice(state, effect, command, figure)
        case _:
            return


def _check_dice(state: MatchState, effect: c.ReRoll | c.SetFace, command: PlayPass, figure: Figure) -> None:
    lying = {die.name: die for die, _ in pass_rolls.within_reach(state, figure, effect.whose)}
    number = len(command.dice)
    if not 1 <= number <= effect.dice or len(set(command.dice)) < number or not lying.keys() >= set(command.dice):
        raise MalformedInput(f"Up to {effect.dice} of these dice are chosen, each once: {', '.join(lying)}.")
    if isinstance(effect, c.SetFace):
        pairs = zip(command.dice, command.shows, strict=False)
        if len(command.shows) != number or not all(_may_show(effect, lying[die], face) for die, face in pairs):
            raise MalformedInput("Each die is turned to a face that it has and that the pass allows.")


def _may_show(effect: c.SetFace, die: Die, face: Face) -> bool:
    """A die that lacks the face of the pass is turned to its highest."""
    return 1 <= face <= die.sides if effect.face is None else face == min(effect.face, die.sides)


def _check_spot(state: MatchState, effect: c.RePlace, command: PlayPass, figure: Figure) -> None:
    place = command.place
    if (place is not None) != state.tracked or not 0 <= command.level <= state.setup.rulings.max_level:
        raise MalformedInput("A place is given on the tracked board, and only there, on a level that there may be.")
    if place is not None and (place.level != command.level or not _may_stand(state, effect, figure, place)):
        raise RuleViolation(PASS, card=command.card, figure=figure.id)


def _may_stand(state: MatchState, effect: c.RePlace, figure: Figure, spot: Place) -> bool:
    at = figure.place
    assert at is not None, "a tracked figure in play stands on the table"
    near = effect.within is None or point_distance(at, 0, *spot.point) <= effect.within
    return near and spot != at and surfaces.fits(state, figure, spot)


# --- what happens -----------------------------------------------------------------------------------------------------


def played(
    state: MatchState, held: HeldPass, point: PassPoint, figure: Figure, *, again: tuple[str, ...] = ()
) -> PassPlayed:
    """The event of a pass that is played at a point; again: the dice that are rolled again, if it lets them be."""
    effects, dice = held.card.effects, lent_by(state, held)
    zone = {"setup": "cup", "attack": "roll_with", "test": "roll_with"}.get(point, "base")
    kept = ((effect, lasting(effect, point)) for effect in effects)
    rules = (rule for effect in effects for rule in overridden(effect, point, state.setup.variant))
    rolls = any(isinstance(effect, c.ReRoll) for effect in effects)
    lying = {die.name: die for die, _ in pass_rolls.thrown(state)} if rolls else {}
    return PassPlayed(
        card=held.id,
        seat=held.seat,
        figure=figure.id,
        point=point,
        overrides=tuple(dict.fromkeys(rules)),
        boons=tuple(Boon(card=held.id, effect=effect, until=until) for effect, until in kept if until is not None),
        base=dice if zone == "base" else (),
        cup=dice if zone == "cup" else (),
        roll_with=dice if zone == "roll_with" else (),
        regained=tuple(effect.action for effect in effects if isinstance(effect, c.ExtraAction)),
        rerolls=tuple(lying[name] for name in again) if rolls else (),
        allowance=_allowance(state, effects),
        value=_value(state, effects),
    )


def _allowance(state: MatchState, effects: tuple[Effect, ...]) -> Length | None:
    """How far the Move at hand may go with what is added to Head."""
    pending = state.pending
    if not isinstance(pending, MovePending) or pending.allowance is None:
        return None
    return pending.allowance + _added(effects, "head") * INCH


def _value(state: MatchState, effects: tuple[Effect, ...]) -> int | None:
    """The value of the dial in the test at hand with what is added to it."""
    pending = state.pending
    if not isinstance(pending, SkillTestPending):
        return None
    return pending.value + _added(effects, _tested(state, pending).attribute)


def _added(effects: tuple[Effect, ...], dial: c.DialName) -> int:
    return sum(effect.amount for effect in effects if isinstance(effect, c.DialBonus) and effect.dial == dial)


def carry_out(story: Story, held: HeldPass, command: PlayPass, *, figure: Figure) -> None:
    """Tell what a pass does at once, effect by effect."""
    for effect in held.card.effects:
        match effect:
            case c.HealClicks():
                assert command.dial is not None, "the choice has been checked"
                story.tell(_healed(figure, command.dial, effect.clicks))
            case c.FreePickUp():
                gained = gear.dice_gained(story.state, command.gear)
                story.tell(GearPickedUp(figure=figure.id, gear=command.gear, paid=(), gained=gained))
            case c.RePlace():
                story.tell(FigureReplaced(figure=figure.id, place=command.place, level=command.level))
            case c.SetFace():
                changed = dict(zip(command.dice, command.shows, strict=True))
                story.tell(pass_rolls.faces_changed(story.state, held.id, figure.id, changed))
            case _:
                continue


def _healed(figure: Figure, dial: c.DialName, clicks: int) -> DialsTurned:
    before = figure.clicks[DIALS.index(dial)]
    after = max(before - clicks, 0)
    turn = DialTurn(dial=dial, before=before, after=after)
    return DialsTurned(figure=figure.id, rule_id=PASS, turns=(turn,), lost=clicks - (before - after))
