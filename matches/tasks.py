"""Celery tasks of matches."""

from uuid import UUID

from celery import shared_task

from matches.services import computer


@shared_task
def play_computer_turns(match_id: str) -> None:
    """Play a match's computer players until a person must decide or it ends."""
    computer.play(UUID(match_id))
