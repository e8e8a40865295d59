"""The child process of an external player: reads questions, writes answers, one line of JSON each.

Run as ``python -m matches.services.player_process module:factory``. What the player prints goes nowhere.
"""

import importlib
import os
import pickle
import sys
from typing import Any, BinaryIO

from rules_engine import registry
from rules_engine.kernel.codec import encode


def main(path: str) -> None:
    """Answer questions until there are no more."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    module, _, factory = path.partition(":")
    make = getattr(importlib.import_module(module), factory)
    name, seed = _read(questions)
    player = make(registry.ruleset(*name), seed)
    while True:
        view, decision, legal = _read(questions)
        answers.write(encode(player.choose(view, decision, legal)) + b"\n")
        answers.flush()


def _read(questions: BinaryIO) -> Any:  # a pickle of anything
    size = questions.read(4)
    if not size:
        sys.exit(0)
    return pickle.loads(questions.read(int.from_bytes(size, "big")))  # noqa: S301 -- from the parent process


if __name__ == "__main__":
    main(sys.argv[1])
