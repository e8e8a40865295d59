from collections.abc import Mapping
from typing import Any

import pytest

from campaigns.domain.pairings.formats import FORMATS, MULTI_FORMATS
from campaigns.domain.pairings.protocol import History, Impossible, Locked, Options, Round
from tests.support.pairings import people

NAMES = {
    "round_robin", "double_round_robin", "swiss", "single_elimination", "double_elimination", "groups_knockout",
    "ladder", "free_league",
}  # fmt: skip


def test_camp_stage_01_every_format_that_pairs_people_is_there() -> None:
    assert set(FORMATS) == NAMES
    assert set(MULTI_FORMATS) == {"swiss", "round_robin", "free_league"}


@pytest.mark.parametrize(("formats", "name"), [(table, name) for table in (FORMATS, MULTI_FORMATS) for name in table])
def test_camp_pair_01_one_protocol_pairs_all_of_them(formats: Mapping[str, Any], name: str) -> None:
    seats = ("2", "1") if formats is FORMATS else ("2", "1", "3")
    wanted = Options(locked=(Locked(seats=seats),) if name in ("ladder", "free_league") else ())
    made = formats[name](people(8), History(), wanted, "demo")
    assert isinstance(made, Round)
    assert (made.number, made) == (1, formats[name](people(8), History(), wanted, "demo"))
    seated = [who for one in made.pairings for who in one.seats]
    assert len(seated) == len(set(seated))
    assert isinstance(formats[name]((), History(), Options(), "demo"), Impossible)
