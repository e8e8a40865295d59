"""Throwing what was grabbed (MARVEL-THROW): the target, the path, the hit roll, and what all that suffer."""

from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Decision, Legal, Record
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import INCH, Length
from rules_engine.marvel import (
    abilities,
    attribute_tests,
    down,
    endurance,
    falling,
    hit_rolls,
    landing,
    measuring,
    scenery,
    seeing,
)
from rules_engine.marvel.commands import Throw
from rules_engine.marvel.damage import Harm
from rules_engine.marvel.events import (
    GrabEnded,
    ItemArrived,
    ItemFlew,
    ItemThrown,
    PathReached,
    TargetReached,
    TestEnded,
)
from rules_engine.marvel.pending import GrabPending, HitPending, Manner
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story

THROW_01 = RuleId("MARVEL-THROW-01")


class Route(Record, frozen=True, kw_only=True):
    """What is on the way of a throw: characters who test, and whether a thrown piece breaks, there or on its target."""

    path: tuple[str, ...] = ()
    blocked: bool = False
    broken: bool = False


def awaiting(state: MatchState, pending: GrabPending) -> tuple[Decision, ...]:
    """Whither to throw."""
    return (state.ask("throw", state.character(pending.attacker).seat, pending.attacker),)


def throw(story: Story, command: Throw, decision: Decision) -> None:  # noqa: ARG001 -- the shape of all answers
    """Throw the grabbed item at a target, or let it go: throwing is optional (MARVEL-RULING-58).

    Rules: MARVEL-THROW-01 to MARVEL-THROW-03, MARVEL-THROW-06, MARVEL-THROW-07. Errors: RuleViolation for a target out
    of sight or reach, or an ally where the league forbids it; MalformedInput for what is no other target.
    """
    state, pending = story.state, _pending(story.state)
    if not command.target:
        story.tell(GrabEnded(attacker=pending.attacker, item=pending.item))
        return
    _check_target(state, pending, command.target)
    way = route(state, pending, command.target)
    story.tell(
        ItemThrown(
            attacker=pending.attacker,
            item=pending.item,
            target=command.target,
            rolls=_needs_roll(state, pending, command.target),
            path=way.path,
            blocked=way.blocked,
            broken=way.broken,
        )
    )


def _check_target(state: MatchState, pending: GrabPending, target_id: str) -> None:
    """Another target in line of sight and reach (MARVEL-THROW-01, MARVEL-RULING-58)."""
    target, attacker = state.find(target_id), state.character(pending.attacker)
    if target_id in {pending.item, attacker.id} or (target is None and state.find_scenery(target_id) is None):
        raise MalformedInput(f"{target_id} is no other target on the table.")
    if target is not None and target.team == attacker.team and state.rulings.throw_at_ally == "forbidden":
        raise RuleViolation(RuleId("MARVEL-RULING-58"), target=target_id)
    measuring.check_reach(state, attacker.id, target_id, reach(state, pending), rule_id=THROW_01)
    barred = seeing.bars_attack(_lifted(state, pending.item), attacker.id, target_id)
    if barred is not None:
        raise RuleViolation(barred, attacker=attacker.id, target=target_id)


def _lifted(state: MatchState, item_id: str) -> MatchState:
    """The match as it looks while a piece of scenery is held: it hides nobody."""
    pieces = [replace(piece, outline=()) if piece.id == item_id else piece for piece in state.scenery]
    return replace(state, scenery=tuple(pieces))


def reach(state: MatchState, pending: GrabPending) -> Length:
    """How far the item can be thrown: twice the Strength, less its Toughness.

    Rules: MARVEL-THROW-01, MARVEL-ABILITY-TOUGHNESS-02.
    """
    most = 2 * state.character(pending.attacker).card.strength * INCH
    item = state.find(pending.item)
    return most if item is None else abilities.shortened(state, item, most)


def _needs_roll(state: MatchState, pending: GrabPending, target_id: str) -> bool:
    """Whether a hit roll is made: at enemies, at allies by ``throw_at_ally``, never at scenery.

    Rules: MARVEL-THROW-02, MARVEL-THROW-03, MARVEL-RULING-58.
    """
    target = state.find(target_id)
    if target is None:
        return False
    return target.team != state.character(pending.attacker).team or state.rulings.throw_at_ally == "hit_roll"


def route(state: MatchState, pending: GrabPending, target_id: str) -> Route:
    """Who is on the path, and where the Sizes of what is on it reach that of a thrown piece.

    Rules: MARVEL-THROW-06, MARVEL-THROW-07, MARVEL-RULING-59 (``throw_blockers``); characters that are thrown never
    break. Characters beyond the point where a piece breaks do not test.
    """
    blockers = state.rulings.throw_blockers
    limit = None if state.find(pending.item) else size_of(state, pending.item)
    total, path = 0, []
    for name in measuring.crossed(state, pending.attacker, target_id):
        if name == pending.item:
            continue
        is_piece = state.find_scenery(name) is not None
        if not is_piece:
            path.append(name)
        total += size_of(state, name) if is_piece or blockers == "everything" else 0
        if limit is not None and total >= limit:
            return Route(path=tuple(path), blocked=True)
    at_scenery = state.find(target_id) is None and blockers == "scenery_including_target"
    total += size_of(state, target_id) if at_scenery or blockers == "everything" else 0
    return Route(path=tuple(path), broken=limit is not None and total >= limit)


def size_of(state: MatchState, name: str) -> int:
    """The Size of a character, as it is now, or of a piece of scenery (MARVEL-RULING-61)."""
    piece = state.find_scenery(name)
    return abilities.size(state, state.character(name)) if piece is None else piece.piece.size


def options(state: MatchState, decision: Decision) -> Legal:
    """All targets that the item may be thrown at, and to let it go."""
    pending = _pending(state)
    things = [other.id for other in state.characters if other.in_play]
    things += [piece.id for piece in state.scenery if not piece.destroyed]
    none = Throw(seat=decision.seat, decision=decision.id)
    return Legal(commands=(*[replace(none, target=name) for name in things if _may(state, pending, name)], none))


def _may(state: MatchState, pending: GrabPending, target_id: str) -> bool:
    try:
        _check_target(state, pending, target_id)
    except (RuleViolation, MalformedInput):
        return False
    return True


# --- what follows -----------------------------------------------------------------------------------------------------


def step(story: Story, pending: GrabPending) -> bool:
    """Tell what follows by itself, in the order of MARVEL-RULING-59; False while somebody must decide."""
    match pending.stage:
        case "roll":
            _roll(story, pending)
        case "path":
            _fly(story, pending)
        case "target":
            _reach_target(story, pending)
        case "item":
            _end(story, pending)
        case _:
            return False
    return True


def _roll(story: Story, pending: GrabPending) -> None:
    """Make the throw roll, against physical defence; a failed one ends the action, or lands the item harmlessly.

    Rules: MARVEL-THROW-02, MARVEL-RULING-56 (``throw_roll_counts_as_ranged``), MARVEL-RULING-57 (``throw_miss``).
    """
    state = story.state
    if pending.hit is None:
        manner = _manner(state)
        cover = manner == "ranged" and seeing.in_cover(_lifted(state, pending.item), pending.attacker, pending.target)
        hit = HitPending(
            attacker=pending.attacker,
            target=pending.target,
            purpose="throw",
            manner=manner,
            defence="physical",
            cover=cover,
            first=not pending.rolled,
        )
        hit_rolls.begin(story, hit)
    elif pending.hit.hit:
        story.tell(ItemFlew(item=pending.item))
    elif state.rulings.throw_miss == "land_harmless":
        story.tell(ItemFlew(item=pending.item, harmless=True))
    else:
        story.tell(GrabEnded(attacker=pending.attacker, item=pending.item))


def _manner(state: MatchState) -> Manner:
    return "ranged" if state.rulings.throw_roll_counts_as_ranged else "throw"


def _fly(story: Story, pending: GrabPending) -> None:
    """Let the next one on the path test, then break the item there, or let it arrive (MARVEL-RULING-60)."""
    if pending.path:
        name = pending.path[0]
        story.tell(PathReached(item=pending.item, character=name))
        if story.state.find(name) is not None:
            attribute_tests.begin(story, name, "agility", "path")
    elif pending.blocked:
        story.tell(GrabEnded(attacker=pending.attacker, item=pending.item))
        scenery.destroy(story, pending.item)
    else:
        story.tell(_arrival(story.state, pending))
        if story.state.find(pending.item) is None:  # who stood on a thrown piece falls
            falling.let_fall(story)


def path_tested(story: Story, test: TestEnded) -> None:
    """Who fails the test on the path takes damage, and is not knocked down (MARVEL-THROW-06, MARVEL-RULING-59)."""
    if test.passed:
        return
    state, pending = story.state, _pending(story.state)
    harm = Harm(damage=size_of(state, pending.item))
    by = state.character(pending.attacker).team
    endurance.hurt(story, test.character, harm, state.rulings.throw_damage_kind, by=by)


def _arrival(state: MatchState, pending: GrabPending) -> ItemArrived:
    attacker, item, target = state.character(pending.attacker), state.find(pending.item), state.find(pending.target)
    arrived = ItemArrived(item=pending.item, target=pending.target)
    if not state.tracked:
        return replace(arrived, elevation=target.elevation if target else 0)
    if item is not None:
        place = landing.beside(state, item, attacker, pending.target)
        return replace(arrived, place=place, elevation=place.level)
    piece = state.find_scenery(pending.item)
    assert piece is not None, "a thrown item is a character or a piece of scenery on the table"
    outline, floor = landing.set_down(state, piece, attacker, pending.target)
    return replace(arrived, outline=outline, elevation=floor)


def _reach_target(story: Story, pending: GrabPending) -> None:
    """The target takes the item's Size as damage; a character is knocked down, reduced to 0 or not.

    Rules: MARVEL-THROW-04, MARVEL-THROW-05, MARVEL-CRIT-01, MARVEL-ABILITY-CRUEL, MARVEL-RULING-56, MARVEL-RULING-61.
    """
    state = story.state
    story.tell(TargetReached(item=pending.item, target=pending.target))
    if pending.harmless:
        return
    attacker, hit, kind = state.character(pending.attacker), pending.hit, state.rulings.throw_damage_kind
    size = size_of(state, pending.item)
    if state.find_scenery(pending.target) is not None:
        scenery.damage(story, pending.target, size, kind)
    elif state.find(pending.target) is not None:
        harm = Harm(
            damage=size,
            doubled=hit is not None and hit.double_eight and abilities.is_assassin(state, attacker, _manner(state)),
            critical=hit is not None and hit.critical,
            cruel=hit is not None and abilities.has(state, attacker, "cruel"),
        )
        endurance.hurt(story, pending.target, harm, kind, by=attacker.team)
        _knock_down(story, pending.target)


def _end(story: Story, pending: GrabPending) -> None:
    """A thrown character suffers its landing; a thrown piece stays, unless it broke on its target.

    Rules: MARVEL-THROW-07, MARVEL-RULING-59, MARVEL-RULING-60 (``thrown_scenery_after_hit``).
    """
    story.tell(GrabEnded(attacker=pending.attacker, item=pending.item))
    state, item = story.state, story.state.find(pending.item)
    if item is not None:
        _hurt_thrown(story, pending, item)
        return
    shatters = state.rulings.thrown_scenery_after_hit == "destroyed" and not pending.harmless
    if state.find_scenery(pending.item) is not None and (pending.broken or shatters):
        scenery.destroy(story, pending.item)


def _hurt_thrown(story: Story, pending: GrabPending, item: Character) -> None:
    """What a thrown character takes, and that it is knocked down.

    Rules: MARVEL-THROW-08, MARVEL-THROW-09; of an ally MARVEL-THROW-10, MARVEL-THROW-11, MARVEL-RULING-58.
    """
    state, attacker = story.state, story.state.character(pending.attacker)
    if item.team != attacker.team:
        harm = Harm(damage=max(attacker.card.strength - 1, 0))
        endurance.hurt(story, item.id, harm, state.rulings.throw_damage_kind, by=attacker.team)
    elif any(piece.id == pending.target for piece in state.scenery):
        return
    _knock_down(story, item.id)


def _knock_down(story: Story, character_id: str) -> None:
    if story.state.find(character_id) is not None:
        down.knock_down(story, character_id)


def _pending(state: MatchState) -> GrabPending:
    assert isinstance(state.top, GrabPending), "something is grabbed and thrown"
    return state.top
