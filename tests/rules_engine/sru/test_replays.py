"""Recorded sessions mean for ever what they meant on the day they were recorded.

Files are added to ``replays/``, never edited or written again: when a test here fails, an old event is read or applied
in another way than before, and the code is wrong, or an upcast is missing. With every new event and every new schema
comes a session that has it: ``python -m tests.support.sru_replays NAME SOURCE WORD …`` records one.
"""

from pathlib import Path

import pytest

from tests.support.recorded import digests, read
from tests.support.sru_replays import FOLDER

FILES = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_session_leads_to_the_same_states(path: Path) -> None:
    replay = read(path)
    assert digests(replay.ruleset, replay.decoded()) == replay.expected


def test_every_event_in_every_schema_is_recorded_with_and_without_a_script() -> None:
    replays = [read(path) for path in FILES]
    setups = [replay.decoded()[0].setup for replay in replays]  # type: ignore[attr-defined]  # a session's first event
    assert {setup.script is None for setup in setups} == {True, False}
    assert {(event.kind, event.schema) for replay in replays for event in replay.events} == {
        (kind, schema + 1)
        for kind, type_ in replays[0].ruleset.codec.event_types.items()
        for schema in range(type_.schema)
    }
