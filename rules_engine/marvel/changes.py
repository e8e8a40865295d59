"""What events change, in terms that all areas of the rules share: the words of `evolve`."""

from typing import TypeAlias

from msgspec.structs import replace

from rules_engine.kernel.geometry import Place
from rules_engine.kernel.units import Length
from rules_engine.marvel.pending import Faces, Pending
from rules_engine.marvel.state import MatchState

Changes: TypeAlias = dict[str, object]
"""Fields of a record that an event changes, with their new values."""


def of(state: MatchState, character_id: str, **changes: object) -> Changes:
    """A character changes."""
    return {"characters": state.with_character(replace(state.character(character_id), **changes))}


def on_top(state: MatchState, **changes: object) -> Changes:
    """What is being resolved changes."""
    return {"pending": (*state.pending[:-1], replace(state.pending[-1], **changes))}


def pushed(state: MatchState, pending: Pending) -> Changes:
    """Something is to be resolved before the rest."""
    return {"pending": (*state.pending, pending)}


def rolled(state: MatchState, faces: tuple[int, ...]) -> Changes:
    """The dice of what is being resolved lie on the table."""
    return on_top(state, dice=Faces(faces=faces))


def hurt(state: MatchState, character_id: str, endurance: int) -> Changes:
    """A character's endurance changes; being pale or red at some time of the turn is kept (MARVEL-RULING-48)."""
    character = replace(state.character(character_id), endurance=endurance)
    return {"characters": state.with_character(replace(character, hurt=character.hurt or character.band != "green"))}


def moved(state: MatchState, character_id: str, place: Place | None, elevation: Length) -> Changes:
    """A character stands somewhere else, and what was measured from and to it lapses."""
    return lapsed(state, character_id) | of(state, character_id, place=place, elevation=elevation)


def lapsed(state: MatchState, name: str) -> Changes:
    """What was measured from, to or across something holds no longer."""
    return {"measured": tuple([fact for fact in state.measured if name not in {fact.a, fact.b, *fact.crossed}])}


def add(counts: tuple[tuple[str, int], ...], name: str, number: int) -> tuple[tuple[str, int], ...]:
    """Counts with a number added to one of them."""
    totals = dict(counts)
    return tuple({**totals, name: totals.get(name, 0) + number}.items())
