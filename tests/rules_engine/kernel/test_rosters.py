import pytest

from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Record
from rules_engine.kernel.rosters import read_roster


class Roster(Record, frozen=True, kw_only=True):
    figures: tuple[str, ...]


def test_a_roster_is_read_as_the_games_own_record() -> None:
    assert read_roster({"figures": ["kyushi"]}, Roster) == Roster(figures=("kyushi",))


def test_what_is_none_is_refused_with_the_path() -> None:
    with pytest.raises(MalformedInput, match=r"Not a roster of this game: .*\$\.figures\[0\]"):
        read_roster({"figures": [1]}, Roster)
