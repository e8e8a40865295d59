from typing import Any

import pytest
from msgspec.structs import replace

from campaigns.domain.pairings.entries import Entries, entries, in_order
from campaigns.domain.pairings.protocol import History, Locked, Options
from tests.support.pairings import history, people


def found(**fields: dict[str, str]) -> Entries:
    made = entries(people(6, **fields), History(), Options())
    assert isinstance(made, Entries)
    return made


def test_camp_swiss_12_and_pair_04_only_who_is_present_and_wants_to_play_is_free() -> None:
    made = found(state={"1": "dropped", "2": "removed", "3": "absent"}, asks_for={"4": "half", "3": "zero"})
    assert [who.id for who in made.free] == ["5", "6"]
    assert [(one.seats, one.bye, one.reason.code) for one in made.byes] == [
        (("4",), "half", "asked_for"),
        (("3",), "absent", "absent"),
    ]


def test_camp_bye_06_a_locked_table_goes_before_a_bye_that_was_asked_for() -> None:
    asking = people(4, asks_for={"1": "half"})
    made = entries(asking, History(), Options(locked=(Locked(seats=("1", "2")),)))
    assert isinstance(made, Entries)
    assert [one.seats for one in made.tables] == [("1", "2")]
    assert made.byes == ()


def test_the_round_that_is_paired_follows_the_last_one() -> None:
    made = entries(people(2), history("1>2", "1>2"), Options())
    assert isinstance(made, Entries)
    assert (made.number, made.notes) == (3, ())


@pytest.mark.parametrize("other", [{"id": "1"}, {"number": 1}])
def test_two_participants_cannot_share_an_id_or_a_number(other: dict[str, Any]) -> None:
    one, two = people(2)
    with pytest.raises(ValueError, match="of their own"):
        in_order([one, replace(two, **other)])
