import pytest

from rules_engine.kernel.errors import RuleViolation
from rules_engine.sru.scores import asked, check_spending, is_known, points, successes
from tests.support.sru import character, rulings


def test_sru_action_07_a_score_is_the_skill_and_what_is_added() -> None:
    assert points(5, rulings=rulings(), bonus=2, spent=1, synergy=2, rumor=-1) == 9
    assert points(1, rulings=rulings(), rumor=-4) == 0


def test_sru_ruling_27_fives_and_sixes_succeed() -> None:
    assert successes((1, 4, 5, 6)) == 2


def test_sru_ruling_27_what_needs_nobody() -> None:
    pool, manual = rulings({"test_model": "dice_pool"}), rulings({"test_model": "manual"})
    assert [is_known(3, rulings()), is_known(0, pool), is_known(3, pool), is_known(0, manual)] == [
        True,
        True,
        False,
        False,
    ]
    assert [die.sides for die in asked("a1", "alice", 3, pool).pools] == [6, 6, 6]
    assert asked("a1", "alice", 3, manual).pools == ()


def test_sru_ruling_30_no_more_than_the_reserve_is_spent() -> None:
    check_spending(character(reserve=2), "reserve", 2)
    for spent in (3, -1):
        with pytest.raises(RuleViolation) as caught:
            check_spending(character(reserve=2), "reserve", spent)
        assert caught.value.facts["reason"] == "over_reserve"
