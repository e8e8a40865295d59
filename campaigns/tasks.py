"""Celery tasks of campaigns: results and standings follow the feed, whose task is the ledger's."""
