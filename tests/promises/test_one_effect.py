"""R4: a command has one effect and one answer, however often it is sent and whatever is cut or killed meanwhile."""

import random
import time
import uuid
from collections import Counter, defaultdict
from typing import Any

import psycopg

from tests.promises.counts import count
from tests.promises.databases import Database, reports

COMMANDS = count(60, 10_000)
Command = tuple[str, str, int]


def new_commands(number: int) -> list[Command]:
    return [(f"match/{i % 6}", str(uuid.uuid4()), 1 + i % 3) for i in range(number)]


def send_through_trouble(database: Database, commands: list[Command]) -> list[Any]:
    """Send every command five times from two processes at a time, while connections are cut and processes killed."""
    choose, answers = random.Random(5), []
    for times in (2, 2, 1):
        clients = [database.client("send", commands=commands, seed=seed, times=times, pause=0.01) for seed in range(2)]
        while any(client.poll() is None for client in clients):
            time.sleep(0.05)
            if database.is_postgresql:
                cut_connections(database)
            if choose.random() < 0.02:
                clients[0].kill()
        answers += reports(clients, killed=True)
    return answers


def cut_connections(database: Database) -> None:
    with psycopg.connect(database.url, autocommit=True) as server:
        server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.3"
        )


def violations(database: Database, commands: list[Command], answers: list[Any]) -> list[str]:
    """Commands with more or less than one effect, or with answers that differ."""
    found = []
    effects = Counter(
        (stream, command_id) for stream, command_id in database.execute("SELECT stream, command_id FROM ledger_event")
    )
    given = defaultdict[str, set[str]](set)
    for command_id, answer in answers:
        given[command_id].add(answer)
    for stream, command_id, events in commands:
        if effects[stream, command_id] != events:
            found.append(f"{command_id} made {effects[stream, command_id]} events of {events}")
        if len(given[command_id]) != 1:
            found.append(f"{command_id} got {len(given[command_id])} answers")
    return found


def test_each_command_has_one_effect_and_one_answer(database: Database) -> None:
    commands = new_commands(COMMANDS)
    answers = send_through_trouble(database, commands)
    answers += database.run("send", commands=commands, seed=9)  # and once more, long after
    assert len(answers) >= 2 * COMMANDS
    assert violations(database, commands, answers) == []
    assert database.run("misuse", commands=commands) == [[True]] * len(commands)


def test_canary_without_the_key_of_command_ids_effects_repeat(database: Database) -> None:
    database.execute("DROP INDEX ledger_event_command")
    if not database.is_postgresql:
        database.execute("DROP TRIGGER ledger_event_replace")
    commands = new_commands(20)
    answers = database.run("send", commands=commands, seed=1) + database.run("send", commands=commands, seed=2)
    assert len(violations(database, commands, answers)) == 2 * len(commands)
