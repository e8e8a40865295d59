from typing import Any

import pytest

from campaigns.domain.pairings.teams import (
    Board,
    Team,
    are_shown,
    boards,
    line_up,
    may_act,
    score,
    why_no_line_up,
    why_not_enrolled,
)
from tests.support.pairings import fraction, rows

TEAM = Team(id="red", captain="S", members=("S", "P", "Q", "R"), deputies=("P",))


@pytest.mark.parametrize("row", rows("teams", "scores"))
def test_camp_team_06_and_team_09_game_points_then_match_points(row: dict[str, Any]) -> None:
    own, others = (list(map(fraction, row[side])) for side in ("own", "others"))
    expected = [{name: fraction(value) for name, value in one.items()} for one in row["scores"]]
    found = [score(own, others), score(others, own)]
    assert [{name: getattr(one, name) for name in expected[0]} for one in found] == expected


def test_camp_team_08_a_team_match_counts_when_all_its_boards_count() -> None:
    assert score([1, None], [0, None]) is None
    assert score([1, 0], [0, None]) is None


def test_camp_team_06_match_points_are_what_scoring_says() -> None:
    given = score([1, 1], [0, 0], match_points=(3, 1, 0))
    assert given is not None
    assert given.match_points == 3


@pytest.mark.parametrize("row", rows("teams", "line_up"))
def test_camp_team_05_at_the_deadline_there_is_a_line_up(row: dict[str, Any]) -> None:
    asked = {name: row[name] for name in ("handed_in", "last", "available")}
    assert [who or "" for who in line_up(TEAM, row["boards"], **asked)] == row["line_up"]


@pytest.mark.parametrize(
    ("handed_in", "is_fixed", "code"),
    [
        ("P Q R", False, ""),
        ("R P", False, ""),
        ("P R", True, ""),
        ("R P", True, "out_of_order"),
        ("P P", False, "stands_twice"),
        ("P X", False, "no_member"),
        ("S P Q R", False, "too_many_for_boards"),
    ],
)
def test_camp_team_03_ruling_50_a_line_up_names_members_once(handed_in: str, is_fixed: bool, code: str) -> None:
    reason = why_no_line_up(handed_in.split(), TEAM, 3, is_fixed=is_fixed)
    assert (reason.code if reason else "") == code
    assert reason is None or reason.facts == {"who": tuple(handed_in.split()), "boards": 3}


def test_camp_team_01_a_member_belongs_to_one_team_and_the_captain_to_the_own() -> None:
    other = Team(id="blue", captain="Q", members=("Q", "T"))
    assert why_not_enrolled(TEAM, [TEAM]) is None
    taken = why_not_enrolled(other, [TEAM])
    assert taken is not None
    assert (taken.code, taken.facts) == ("in_another_team", {"who": ("Q",)})
    outside = why_not_enrolled(Team(id="green", captain="V", members=("W",)), [TEAM])
    assert outside is not None
    assert outside.code == "captain_is_no_member"


def test_camp_team_02_and_team_05_board_by_board_and_an_empty_one_is_forfeited() -> None:
    assert boards(["P", "Q", None], ["V", "W", "X"]) == (
        Board(number=1, seats=("P", "V")),
        Board(number=2, seats=("Q", "W")),
        Board(number=3, seats=(None, "X")),
    )


def test_camp_team_04_line_ups_are_shown_once_both_are_there() -> None:
    both = [["P"], ["V"]]
    assert [are_shown(both, deadline_passed=False), are_shown([["P"], []], deadline_passed=False)] == [True, False]
    assert are_shown([["P"], []], deadline_passed=True)


def test_camp_team_07_the_captain_and_deputies_act_for_the_team() -> None:
    assert [may_act(who, TEAM) for who in ("S", "P", "Q")] == [True, True, False]
