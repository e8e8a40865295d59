"""The commands of the processes of the server tier: one source for docker-compose.yml, the tests and the documents."""

from typing import Final

QUEUES: Final = ("celery", "standings", "demo", "notify")


def migrate() -> tuple[str, ...]:
    """Bring the database up to date; safe when several start it at once."""
    return ("python", "manage.py", "migrate_locked")


def web(*, host: str = "0.0.0.0", port: int = 8000, workers: int = 2) -> tuple[str, ...]:  # noqa: S104 -- in a container
    """Serve pages, API and event streams. Without the time-out an open stream would hold up a shutdown for ever."""
    return (
        *("uvicorn", "config.asgi:application", "--host", host, "--port", str(port), "--workers", str(workers)),
        *("--lifespan", "off", "--timeout-graceful-shutdown", "10", "--proxy-headers"),
    )


def worker(*, concurrency: int = 2) -> tuple[str, ...]:
    """Run tasks from every queue."""
    return (
        *("celery", "-A", "config", "worker", "--loglevel", "info"),
        *("--concurrency", str(concurrency), "-Q", ",".join(QUEUES)),
    )


def beat(*, schedule: str = "/tmp/celerybeat-schedule") -> tuple[str, ...]:  # noqa: S108 -- in a container
    """Start the periodic tasks; one process only."""
    return ("celery", "-A", "config", "beat", "--loglevel", "info", "--schedule", schedule)
