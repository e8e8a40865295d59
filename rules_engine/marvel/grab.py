"""Grabbing (MARVEL-GRAB): what may be grabbed, and whether it is."""

from typing import Final

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel import abilities, attack, down, hit_rolls, measuring, throw
from rules_engine.marvel.activations import acting
from rules_engine.marvel.commands import Grab
from rules_engine.marvel.events import GrabBegan, GrabEnded, ItemGrabbed
from rules_engine.marvel.pending import GrabPending, HitPending
from rules_engine.marvel.state import Activation, Character, MatchState
from rules_engine.marvel.story import Story

COST: Final = 2  # POW
GRAB_01, GRAB_02 = RuleId("MARVEL-GRAB-01"), RuleId("MARVEL-GRAB-02")


def grab(story: Story, command: Grab, decision: Decision) -> None:  # noqa: ARG001 -- the shape of all answers
    """Spend 2 POW to grab something in base contact: an enemy by a melee hit roll, all else automatically.

    Rules: MARVEL-GRAB-01 to MARVEL-GRAB-04, MARVEL-DOWN-01, MARVEL-RULING-19, MARVEL-RULING-55, MARVEL-RULING-56.
    Errors: RuleViolation for what may not be grabbed; MalformedInput for what is not on the table.
    """
    state = story.state
    activation, attacker = acting(state)
    _check_attacker(state, activation, attacker)
    _check_item(state, attacker, command.item)
    story.tell(GrabBegan(attacker=attacker.id, item=command.item, pow=attacker.pow - COST))
    item = state.find(command.item)
    if item is not None and item.team != attacker.team:
        defence = state.rulings.grab_defence
        hit = HitPending(attacker=attacker.id, target=item.id, purpose="grab", manner="melee", defence=defence)
        hit_rolls.begin(story, hit)
    else:
        story.tell(ItemGrabbed(attacker=attacker.id, item=command.item))


def _check_attacker(state: MatchState, activation: Activation, attacker: Character) -> None:
    """Once an activation, standing, with 2 POW, as one of the attacks (MARVEL-GRAB-01, MARVEL-RULING-19)."""
    down.check_standing(attacker)
    if activation.grabbed:
        raise RuleViolation(GRAB_01, character=attacker.id)
    if attacker.pow < COST:
        raise RuleViolation(GRAB_01, character=attacker.id, pow=attacker.pow)
    attack.check_attack_action(state, attacker)


def _check_item(state: MatchState, attacker: Character, item_id: str) -> None:
    """In base contact, not stood on, and not too large (MARVEL-GRAB-02, MARVEL-RULING-55)."""
    if item_id == attacker.id or (state.find(item_id) is None and state.find_scenery(item_id) is None):
        raise MalformedInput(f"There is no {item_id} on the table that {attacker.id} could grab.")
    size, most = throw.size_of(state, item_id), limit(state, attacker)
    if size > most:
        raise RuleViolation(GRAB_02, item=item_id, size=size, most=most)
    if not measuring.in_contact(state, attacker.id, item_id) or _stands_on(state, attacker, item_id):
        raise RuleViolation(GRAB_02, item=item_id)


def _stands_on(state: MatchState, attacker: Character, item_id: str) -> bool:
    """Whether somebody stands on what it wants to grab, on the tracked board."""
    piece = state.find_scenery(item_id)
    return piece is not None and attacker.place is not None and attacker.place.level == measuring.highest(piece) > 0


def limit(state: MatchState, attacker: Character) -> int:
    """The largest Size that a character can grab (MARVEL-RULING-55, ``grab_size_limit``)."""
    by_strength = state.rulings.grab_size_limit == "strength"
    return attacker.card.strength if by_strength else abilities.size(state, attacker)


def step(story: Story) -> bool:
    """Tell what follows a grab roll, and all of a throw; False while somebody must decide.

    A failed grab is over (MARVEL-RULING-57); on a success the item may be thrown (MARVEL-GRAB-03).
    """
    pending = story.state.top
    assert isinstance(pending, GrabPending), "something is being grabbed"
    if pending.stage != "grab":
        return throw.step(story, pending)
    assert pending.hit is not None, "a grab waits for its hit roll only"
    if pending.hit.hit:
        story.tell(ItemGrabbed(attacker=pending.attacker, item=pending.item))
    else:
        story.tell(GrabEnded(attacker=pending.attacker, item=pending.item))
    return True


def options(state: MatchState, decision: Decision) -> Legal:
    """All that the acting character may grab."""
    activation, attacker = acting(state)
    things = [other.id for other in state.characters if other.in_play and other.id != attacker.id]
    things += [piece.id for piece in state.scenery if not piece.destroyed]
    try:
        _check_attacker(state, activation, attacker)
    except RuleViolation:
        return Legal(commands=())
    commands = [
        Grab(seat=decision.seat, decision=decision.id, item=name) for name in things if _may(state, attacker, name)
    ]
    return Legal(commands=tuple(commands))


def _may(state: MatchState, attacker: Character, item_id: str) -> bool:
    try:
        _check_item(state, attacker, item_id)
    except RuleViolation:
        return False
    return True
