"""What ``manage.py`` says when it cannot start."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ({"DATABASE_URL": "nonsense"}, "DATABASE_URL must be"),
        ({"DATABASE_URL": "sqlite:////nowhere/to/be/found.sqlite3"}, "The database cannot be used: unable to open"),
        ({"DEBUG": "0", "SECRET_KEY": "short"}, "SECRET_KEY must be"),
        ({"SWEEP_SECONDS": "soon"}, "SWEEP_SECONDS must be"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(setting: dict[str, str], words: str) -> None:
    command = [sys.executable, "manage.py", "demo", "--players", "2"]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | setting, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)
    assert done.stderr.startswith(words)
