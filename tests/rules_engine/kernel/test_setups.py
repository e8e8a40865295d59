import pytest

from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.setups import check_seats, check_unique


def test_ids_of_their_own_and_seats_of_one_team_are_well() -> None:
    check_unique("figure", ["A1", "A2"])
    check_seats([("ann", "A"), ("ann", "A"), ("bo", "B")])


@pytest.mark.parametrize("ids", [["A1", "A1"], ["A1", ""]])
def test_an_id_that_is_none_or_stands_twice_is_refused(ids: list[str]) -> None:
    with pytest.raises(MalformedInput, match=f"Every figure has an id of its own; {ids[1]!r} is not one"):
        check_unique("figure", ids)


@pytest.mark.parametrize("seated", [[("ann", "A"), ("ann", "B")], [("judge", "B")]])
def test_a_seat_for_two_teams_or_for_the_judge_is_refused(seated: list[tuple[str, str]]) -> None:
    with pytest.raises(MalformedInput, match="cannot play for B"):
        check_seats(seated)
