"""Loads the Celery app, so that ``shared_task`` finds it in every process."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
