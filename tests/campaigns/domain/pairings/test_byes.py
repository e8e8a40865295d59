from typing import Any, get_args

import pytest

from campaigns.domain.pairings.byes import is_voluntary, why_refused
from campaigns.domain.pairings.protocol import ByeKind, History, Options
from tests.support.pairings import history, options, rows


@pytest.mark.parametrize("row", rows("byes"))
def test_camp_bye_05_half_point_byes_are_few_and_not_last(row: dict[str, Any]) -> None:
    chosen = options(rounds=4, **row.get("options", {}))
    reason = why_refused("1", "half", row["round"], History(), chosen, granted=row["granted"])
    assert (reason.code if reason else "") == row["refused"]
    assert reason is None or (reason.facts["who"], reason.facts["round"]) == ("1", row["round"])


def test_camp_bye_05_a_bye_is_asked_for_before_the_round_is_published() -> None:
    reason = why_refused("1", "zero", 1, history("1>2"), Options(), granted=0)
    assert reason is not None
    assert reason.code == "round_published"
    assert why_refused("1", "zero", 2, history("1>2"), Options(), granted=9) is None


def test_camp_bye_01_and_bye_04_what_was_asked_for_is_voluntary() -> None:
    voluntary = {kind for kind in get_args(ByeKind) if is_voluntary(kind)}
    assert voluntary == {"half", "zero", "absent", "late"}
