"""The pieces that sentences are made of: names of what stands on the table, and the case of a sentence."""

from collections.abc import Iterable
from typing import TypeAlias

from rules_engine.marvel.state import MatchState

Told: TypeAlias = dict[str, str | int]


def case(which: str, told: Told) -> Told:
    """Facts with the case of their sentence; none for the usual one."""
    return told | {"case": which} if which else told


def name(state: MatchState, character_id: str) -> str:
    """A character as people read it: ``Night Wren (A1)``."""
    return f"{state.character(character_id).card.name} ({character_id})"


def names(state: MatchState, ids: Iterable[str]) -> str:
    """Several characters."""
    return ", ".join(name(state, each) for each in ids)


def thing(state: MatchState, thing_id: str) -> str:
    """A character, or a piece of scenery: ``Delivery Van (delivery-van-2)``; the bare id of what is neither."""
    if any(character.id == thing_id for character in state.characters):
        return name(state, thing_id)
    found = next((piece for piece in state.scenery if piece.id == thing_id), None)
    return f"{found.piece.name} ({thing_id})" if found else thing_id
