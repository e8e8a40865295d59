"""Losses (MARVEL-LOSS): who is at endurance 0 leaves play."""

from rules_engine.marvel.events import CharacterLost
from rules_engine.marvel.state import Character
from rules_engine.marvel.story import Story


def lose(story: Story, character_id: str, *, by: str = "") -> None:
    """Remove a character from play (MARVEL-LOSS-01). by: the team that gets the credit, if one does."""
    character = story.state.character(character_id)
    credit = by if by != character.team else ""
    story.tell(CharacterLost(character=character_id, by=credit, points=points(character)))


def points(character: Character) -> int:
    """What a character counts in results: its level, 1 for a card that prints none."""
    return character.card.level or 1
