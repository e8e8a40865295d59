"""Celery tasks of the ledger."""

from celery import shared_task

from ledger import subscriptions


@shared_task
def run_subscriber(name: str) -> None:
    """Let one subscriber catch up."""
    subscriptions.catch_up(name)


@shared_task
def sweep() -> None:
    """Let all subscribers catch up, in case a wake-up was lost."""
    subscriptions.sweep()
