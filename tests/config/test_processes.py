import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from config import processes

ROOT = Path(__file__).parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = ("migrate", "web", "worker", "beat")


@pytest.mark.parametrize("name", OURS)
def test_compose_starts_the_commands_that_the_tests_start(name: str) -> None:
    assert tuple(SERVICES[name]["command"]) == getattr(processes, name)()


def test_compose_runs_the_server_tier_and_nothing_else() -> None:
    assert set(SERVICES) == {"db", "redis", *OURS}
    assert [SERVICES[name]["image"] for name in ("db", "redis")] == ["postgres:18", "redis:8"]


def test_processes_start_after_the_migrations() -> None:
    for name in ("web", "worker", "beat"):
        assert SERVICES[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
    assert SERVICES["migrate"]["depends_on"] == {"db": {"condition": "service_healthy"}}


def test_a_worker_serves_every_queue_that_tasks_are_sent_to() -> None:
    routed = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    assert routed | {settings.CELERY_TASK_DEFAULT_QUEUE} <= set(processes.QUEUES)


def test_the_example_environment_and_compose_give_every_required_setting() -> None:
    source = (ROOT / "config" / "env.py").read_text()
    required = {"SECRET_KEY", *re.findall(r'required\(\s*"(\w+)"', source)}
    assert required == {"SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "LEDGER_SIGNING_SEED"}
    example = set(re.findall(r"^(\w+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert required <= example | set(SERVICES["web"]["environment"])


def test_ports_and_counts_can_be_chosen() -> None:
    assert "9000" in processes.web(host="127.0.0.1", port=9000, workers=1)
    assert "1" in processes.worker(concurrency=1)
    assert processes.beat(schedule="here")[-1] == "here"
