"""Falling (MARVEL-FALL): the fall table, who falls and where it lands."""

from typing import Final

from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.units import Length, inches
from rules_engine.marvel import abilities, down, endurance, surfaces
from rules_engine.marvel.commands import StateFalls
from rules_engine.marvel.components import DamageKind
from rules_engine.marvel.damage import Harm
from rules_engine.marvel.events import CharacterFell, FallsBegan, FallsEnded, FallsStated
from rules_engine.marvel.pending import Drop, FallPending
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story

BOUNDS: Final = (inches(3), inches(6), inches(9), inches(12), inches(16))
"""Between the rows of the fall table; 3 belongs to the row above it, 16 to the one below (MARVEL-RULING-64)."""
DAMAGE: Final = (0, 1, 2, 3, 5, 7)
"""Of each row: MARVEL-FALL-01 to MARVEL-FALL-06."""
BLUNT: Final = DamageKind()  # physical blunt


def row(height: Length, rulings: Rulings) -> int:
    """The row of the fall table, 0 for the mildest.

    Rules: MARVEL-FALL-01, MARVEL-FALL-02, MARVEL-FALL-03, MARVEL-FALL-04, MARVEL-FALL-05, MARVEL-FALL-06;
    MARVEL-RULING-64 (``fall_boundary``): a height in two rows.
    """
    least, *shared, most = BOUNDS
    if rulings.fall_boundary == "higher_row":
        inner = sum(height >= bound for bound in shared)
    else:
        inner = sum(height > bound for bound in shared)
    return (height >= least) + inner + (height > most)


def damage_of(height: Length, rulings: Rulings, *, milder: int = 0) -> int:
    """The damage of a fall; milder: so many rows up, the first row staying first (MARVEL-RULING-63)."""
    return DAMAGE[max(row(height, rulings) - milder, 0)]


def land(story: Story, character_id: str, damage: int, *, by: str = "") -> None:
    """Let a character that fell take the damage of its row; whoever takes some is knocked down, reduced to 0 or not.

    Rules: MARVEL-FALL-01 (nothing at all), MARVEL-RULING-65. by: the team that is credited with a loss.
    """
    if damage == 0:
        return
    endurance.hurt(story, character_id, Harm(damage=damage), BLUNT, by=by)
    if story.state.find(character_id) is not None:
        down.knock_down(story, character_id)


# --- involuntary falls ------------------------------------------------------------------------------------------------


def begin(story: Story, falls: tuple[Drop, ...], *, by: str = "") -> None:
    """Let characters fall: by an unshifted row (MARVEL-RULING-65)."""
    if falls:
        story.tell(FallsBegan(falls=falls, by=by))


def let_fall(story: Story) -> None:
    """Let all fall that nothing bears any more, since a piece of scenery is gone; players of a declared board say who.

    Rules: MARVEL-RULING-65, MARVEL-RULING-68. Who is acting is credited with losses.
    """
    state = story.state
    high = [character for character in state.characters if character.in_play and character.elevation]
    if not high:
        return
    actor = state.character(state.activation.character) if state.activation else high[0]
    if not state.tracked:
        story.tell(FallsBegan(seat=actor.seat, by=actor.team))
        return
    begin(story, tuple([drop for other in high if (drop := _drop(state, other))]), by=actor.team)


def _drop(state: MatchState, character: Character) -> Drop | None:
    place = character.place
    assert place is not None, "a tracked character in play stands somewhere"
    if surfaces.is_borne(state, place):
        return None
    if abilities.has(state, character, "wall_crawler") and surfaces.clings(state, character, place):
        return None
    return Drop(character=character.id, height=place.level - spot_below(state, character).level)


def spot_below(state: MatchState, character: Character) -> Place:
    """Where a character lands that nothing bears: near, on what is below, where its base fits if it does anywhere."""
    place = character.place
    assert place is not None, "a tracked character in play stands somewhere"
    below = surfaces.height_below(state, place.point, place.level)
    return surfaces.room_near(state, character, place.point, below) or Place(place.x, place.y, below)


def awaiting(state: MatchState, pending: FallPending) -> tuple[Decision, ...]:
    """Declared board: who falls."""
    return (state.ask("state_falls", pending.seat, pending.by),)


def step(story: Story) -> bool:
    """Let the next one fall; False while players have to say who does."""
    pending, state = _pending(story.state), story.state
    if pending.seat:
        return False
    if not pending.falls:
        story.tell(FallsEnded())
        return True
    drop = pending.falls[0]
    character = state.character(drop.character)
    spot = spot_below(state, character) if state.tracked else None
    damage = damage_of(drop.height, state.rulings)
    elevation = spot.level if spot else max(character.elevation - drop.height, 0)
    story.tell(
        CharacterFell(character=character.id, height=drop.height, damage=damage, place=spot, elevation=elevation)
    )
    land(story, character.id, damage, by=pending.by)
    return True


def _pending(state: MatchState) -> FallPending:
    assert isinstance(state.top, FallPending), "somebody falls"
    return state.top


def state_falls(story: Story, command: StateFalls, decision: Decision) -> None:  # noqa: ARG001 -- the shape of all answers
    """Say who falls on the declared board, and how deep (MARVEL-RULING-65).

    Errors: MalformedInput for one that stands no higher than it falls, or is named twice.
    """
    fallers = [drop.character for drop in command.falls]
    for drop in command.falls:
        character = story.state.find(drop.character)
        if character is None or not 0 < drop.height <= character.elevation:
            raise MalformedInput(f"{drop.character} cannot fall so deep.")
    if len(set(fallers)) < len(fallers):
        raise MalformedInput("A character falls once.")
    story.tell(FallsStated(falls=command.falls))


def options(state: MatchState, decision: Decision) -> Legal:
    """Samples: nobody falls, or each one that stands high all the way down."""
    none = StateFalls(seat=decision.seat, decision=decision.id)
    high = [character for character in state.characters if character.in_play and character.elevation]
    deep = [(Drop(character=character.id, height=character.elevation),) for character in high]
    more = [StateFalls(seat=decision.seat, decision=decision.id, falls=falls) for falls in deep]
    return Legal(commands=(none, *more), complete=False)
