"""Recorded matches mean for ever what they meant on the day they were recorded.

Files are added to ``replays/``, never edited or written again: when a test here fails, an old event is read or applied
in another way than before, and the code is wrong, or an upcast is missing. With every new schema of an event comes a
match that has it: ``python -m tests.support.replays NAME SOURCE WORD …`` records one (tests/support/replays.py).
"""

from pathlib import Path

import pytest

from tests.support.replays import FOLDER, digests, read

FILES = sorted(FOLDER.glob("*.jsonl"))
RARE = {"duels.attack_impossible", "duels.spill_owed"}  # in no match so far


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_match_leads_to_the_same_states(path: Path) -> None:
    replay = read(path)
    assert digests(replay.ruleset, replay.decoded()) == replay.expected


def test_both_variants_and_boards_and_nearly_all_events_are_recorded() -> None:
    replays = [read(path) for path in FILES]
    setups = [replay.decoded()[0].setup for replay in replays]  # type: ignore[attr-defined]  # a match's first event
    assert {(setup.variant, setup.board) for setup in setups} == {
        (variant, board) for variant in ("advanced", "basic") for board in ("tracked", "declared")
    }
    assert max(len(setup.teams) for setup in setups) == 3
    codec = replays[0].ruleset.codec
    assert set(codec.event_types) - {event.kind for replay in replays for event in replay.events} == RARE
