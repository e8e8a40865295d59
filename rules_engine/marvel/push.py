"""Pushes (MARVEL-SPECIAL-PUSH, MARVEL-RULING-37): a straight way, what stops it, and what that costs whom."""

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.lanes import Body, Met, lane, run_until
from rules_engine.kernel.messages import Decision, Legal, Record
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import INCH, Length, show
from rules_engine.marvel import abilities, attribute_tests, down, endurance, falling, scenery, surfaces
from rules_engine.marvel.commands import StatePush
from rules_engine.marvel.damage import Harm
from rules_engine.marvel.events import CharacterPushed, PushBegan, PushEnded, PushMet, TestEnded
from rules_engine.marvel.pending import Drop, PushPending
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story

PUSH = RuleId("MARVEL-RULING-37")


class Course(Record, frozen=True, kw_only=True):
    """What a push comes to on the tracked board."""

    place: Place
    travelled: Length
    met: str = ""
    edge: bool = False
    drop: Length = 0


def begin(story: Story, attacker_id: str, target_id: str, x: int) -> None:
    """Push a target X inches, less its Toughness, straight away from the attacker.

    Rules: MARVEL-SPECIAL-PUSH, MARVEL-ABILITY-TOUGHNESS-02, MARVEL-RULING-37. Nobody is pushed who is no longer in
    play, by one who is not, or whose Toughness leaves nothing of the distance. On the declared board the attacker's
    player says what it came to.
    """
    state, attacker = story.state, story.state.find(attacker_id)
    target = state.find(target_id)
    if target is None or attacker is None:
        return
    distance = abilities.shortened(state, target, x * INCH)
    if not distance:
        return
    seat = "" if state.tracked else attacker.seat
    story.tell(PushBegan(attacker=attacker_id, target=target_id, distance=distance, seat=seat))
    if not seat:
        course = run(state, attacker, target, distance)
        story.tell(
            CharacterPushed(
                character=target_id,
                distance=course.travelled,
                met=course.met,
                edge=course.edge,
                drop=course.drop,
                place=course.place,
                elevation=course.place.level,
            )
        )


def run(state: MatchState, attacker: Character, target: Character, distance: Length) -> Course:
    """How far a push gets on the tracked board: to the first scenery, figure or table edge (MARVEL-RULING-37).

    Lower pieces stop nobody: who ends where nothing bears it any more has a drop.
    """
    start, origin = target.place, attacker.place
    assert start is not None, "a tracked character in play stands somewhere"
    assert origin is not None, "a tracked character in play stands somewhere"
    if start.point == origin.point:
        return Course(place=start, travelled=0)
    met = _way(state, target, start, origin, distance)
    place = (surfaces.room_near(state, target, met.at, start.level) if met.travelled else None) or start
    return Course(
        place=place,
        travelled=0 if place == start else met.travelled,
        met=met.name,
        edge=met.edge,
        drop=start.level - place.level,
    )


def _way(state: MatchState, target: Character, start: Place, origin: Place, distance: Length) -> Met:
    away = 2 * start.x - origin.x, 2 * start.y - origin.y
    bodies = [Body(solid.id, solid.shape) for solid in surfaces.in_the_way(state, target, start.level)]
    bodies += [Body(name, disc) for name, disc in surfaces.bases_in_the_way(state, target, start.level)]
    table = state.setup.table
    line = lane(start.point, away)
    return run_until(line, target.card.radius, distance, bodies, width=table.width, depth=table.depth)


# --- the declared board -----------------------------------------------------------------------------------------------


def awaiting(state: MatchState, pending: PushPending) -> tuple[Decision, ...]:
    """What the push came to."""
    return (state.ask("state_push", pending.seat, pending.target),)


def state_push(story: Story, command: StatePush, decision: Decision) -> None:  # noqa: ARG001 -- the shape of all answers
    """Say what a push came to at a real table (MARVEL-RULING-37).

    Errors: RuleViolation where it goes too far, or stops short without having met anything; MalformedInput for what is
    not on the table, or a drop deeper than the character stands.
    """
    state, pending = story.state, _pending(story.state)
    target = state.character(pending.target)
    things = {other.id for other in state.characters if other.in_play} | {piece.id for piece in state.scenery}
    if command.met and command.met not in things - {pending.target}:
        raise MalformedInput(f"{command.met} is nothing that {pending.target} can meet.")
    if (command.met and command.edge) or not 0 <= command.drop <= target.elevation or command.distance < 0:
        raise MalformedInput("A push ends at one thing, and nobody falls deeper than it stands.")
    stopped = bool(command.met) or command.edge
    if command.distance > pending.distance or (command.distance < pending.distance and not stopped):
        raise RuleViolation(PUSH, character=target.id, distance=show(command.distance), most=show(pending.distance))
    story.tell(
        CharacterPushed(
            character=target.id,
            distance=command.distance,
            met=command.met,
            edge=command.edge,
            drop=command.drop,
            elevation=target.elevation,
        )
    )


def options(state: MatchState, decision: Decision) -> Legal:
    """Samples: all the way with nothing met, or stopped at once by each other character in play."""
    pending = _pending(state)
    free = StatePush(seat=decision.seat, decision=decision.id, distance=pending.distance)
    others = [other.id for other in state.characters if other.in_play and other.id != pending.target]
    met = [StatePush(seat=decision.seat, decision=decision.id, distance=0, met=name) for name in others]
    return Legal(commands=(free, *met), complete=False)


# --- what it comes to -------------------------------------------------------------------------------------------------


def step(story: Story) -> bool:
    """Deal with what was met, then with the pushed character; False while players have to say what was met."""
    state, pending = story.state, _pending(story.state)
    if pending.seat:
        return False
    if pending.met and not pending.done:
        _strike(story, pending)
        return True
    story.tell(PushEnded(character=pending.target))
    target = state.find(pending.target)
    if target is not None:
        if _knocks_down(state, pending):
            down.knock_down(story, target.id)
        if pending.drop:
            by = state.character(pending.attacker).team
            falling.begin(story, (Drop(character=target.id, height=pending.drop),), by=by)
    return True


def _strike(story: Story, pending: PushPending) -> None:
    """What is met takes the pushed character's Size as damage, a figure unless its Agility test is passed.

    Rules: MARVEL-SPECIAL-PUSH-02, MARVEL-RULING-37 (``push_contact_damage``). Who was pushed takes no crushing damage
    (MARVEL-SPECIAL-PUSH-03).
    """
    state = story.state
    story.tell(PushMet(character=pending.target, met=pending.met))
    if state.find_scenery(pending.met) is not None:
        size = abilities.size(state, state.character(pending.target))
        scenery.damage(story, pending.met, size, state.rulings.throw_damage_kind)
    elif state.find(pending.met) is not None:
        if state.rulings.push_contact_damage == "agility_test":
            attribute_tests.begin(story, pending.met, "agility", "push")
        else:
            _hurt(story, pending)


def tested(story: Story, test: TestEnded) -> None:
    """Who was met and fails its Agility test takes the damage; it is not knocked down (MARVEL-RULING-37)."""
    if not test.passed:
        _hurt(story, _pending(story.state))


def _hurt(story: Story, pending: PushPending) -> None:
    state = story.state
    size = abilities.size(state, state.character(pending.target))
    by = state.character(pending.attacker).team
    endurance.hurt(story, pending.met, Harm(damage=size), state.rulings.throw_damage_kind, by=by)


def _knocks_down(state: MatchState, pending: PushPending) -> bool:
    """Whether the pushed character lies on the ground then: ``push_knockdown``, by default if it met something."""
    when = state.rulings.push_knockdown
    return when == "always" or (when == "on_contact" and bool(pending.met))


def _pending(state: MatchState) -> PushPending:
    assert isinstance(state.top, PushPending), "somebody is pushed"
    return state.top
