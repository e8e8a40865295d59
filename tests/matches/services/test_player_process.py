"""The child process, spoken to by hand."""

import json
import pickle
import subprocess
import sys
from pathlib import Path

from rules_engine.kernel.fold import fold
from tests.support.hostile_players import PATHS
from tests.support.tiny_game import TINY, TinySetup

ROOT = Path(__file__).parents[3]


def frame(record: object) -> bytes:
    body = pickle.dumps(record)
    return len(body).to_bytes(4, "big") + body


def test_it_answers_each_question_with_a_line_until_there_are_no_more() -> None:
    state = fold(TINY, TINY.start(TinySetup()))
    decision = TINY.awaiting(state)[0]
    question = frame((state, decision, TINY.legal_commands(state, decision)))
    process = subprocess.run(
        [sys.executable, "-m", "matches.services.player_process", PATHS["Honest"]],
        input=frame((("tiny", 1, "plain"), "seed")) + question * 2, capture_output=True, cwd=ROOT, check=True,
    )  # fmt: skip
    answers = [json.loads(line) for line in process.stdout.splitlines()]
    assert [answer["kind"] for answer in answers] == ["choose_guard", "choose_guard"]


def test_what_a_player_prints_is_no_answer() -> None:
    state = fold(TINY, TINY.start(TinySetup()))
    decision = TINY.awaiting(state)[0]
    process = subprocess.run(
        [sys.executable, "-m", "matches.services.player_process", PATHS["HugeOutput"]],
        input=frame((("tiny", 1, "plain"), "seed")) + frame((state, decision, TINY.legal_commands(state, decision))),
        capture_output=True, cwd=ROOT, check=True,
    )  # fmt: skip
    assert process.stdout.count(b"\n") == 1
    assert process.stdout.startswith(b'{"decision":"xxx')
