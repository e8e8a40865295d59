"""``manage.py run``: a demo league on first use, an organizer with a password, and pages on a port."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from contextlib import closing, suppress
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.services import free_port, wait_for_port

ROOT = Path(__file__).parents[4]


def start(folder: Path, port: int, players: int = 2) -> "subprocess.Popen[str]":
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{folder / 'run.sqlite3'}", "REDIS_URL": ""}
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    command = [sys.executable, "-u", "manage.py", "run", "--port", str(port), "--players", str(players)]
    return subprocess.Popen(command, env=environment, cwd=ROOT, text=True, stdout=subprocess.PIPE)


def stop(process: "subprocess.Popen[str]") -> str:
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    return out


@pytest.mark.timeout(280)
def test_first_use_plays_a_league_and_later_uses_serve_it(tmp_path: Path) -> None:
    port = free_port()
    process = start(tmp_path, port)
    try:
        wait_for_port(port, 240)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as response:
            assert "Standings" in response.read().decode()
    finally:
        first = stop(process)
    assert "First use: a demo league is played." in first
    assert re.search(r"Organizers log in at /admin/ as organizer with the password \S{16}\n", first)
    started = time.monotonic()
    process = start(tmp_path, port)
    try:
        wait_for_port(port, 60)
    finally:
        again = stop(process)
    assert time.monotonic() - started < 120  # a bound for a hang, not a measurement
    assert "First use" not in again
    assert "password" not in again


@pytest.mark.timeout(280)
def test_a_league_that_was_killed_in_its_midst_is_played_on(tmp_path: Path) -> None:
    process = start(tmp_path, free_port(), players=3)
    database, finished = tmp_path / "run.sqlite3", 0
    while not finished:
        time.sleep(0.2)
        with suppress(sqlite3.OperationalError), closing(sqlite3.connect(database)) as connection:
            (finished,) = connection.execute("SELECT count(DISTINCT match) FROM campaigns_result").fetchone()
    process.kill()
    process.communicate()
    port = free_port()
    process = start(tmp_path, port, players=3)
    try:
        wait_for_port(port, 240)
    finally:
        told = stop(process)
    with closing(sqlite3.connect(database)) as connection:
        (finished,) = connection.execute("SELECT count(DISTINCT match) FROM campaigns_result").fetchone()
    assert finished == 3
    assert "There are leagues already" in told


@pytest.mark.parametrize("port", ["0", "65536", "99999999", "-1", "x"])
def test_a_port_that_there_cannot_be_is_refused(port: str) -> None:
    with pytest.raises(CommandError, match=r"a port is 1 to 65535"):
        call_command("run", f"--port={port}")


def test_a_taken_port_is_refused_before_anything_is_played() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        with pytest.raises(CommandError, match=f"Nothing can be served at 127.0.0.1:{port}"):
            call_command("run", f"--port={port}")
