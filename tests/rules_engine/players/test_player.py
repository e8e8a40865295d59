"""The budget of a player, and what is played for one that failed."""

from rules_engine.kernel.messages import Legal
from rules_engine.players.player import Budget, fallback
from tests.support.tiny_game import Strike


def test_a_budget_counts_evaluations() -> None:
    budget = Budget(2)
    assert [budget.spend(), budget.spend(), budget.spend()] == [True, True, False]


def test_a_budget_is_renewed_for_the_next_decision() -> None:
    budget = Budget(1)
    budget.spend()
    budget.renew()
    assert (budget.left, budget.spend(), budget.left) == (1, True, 0)


def test_a_deadline_ends_a_budget_early() -> None:
    answers = iter([False, True, False])
    budget = Budget(9, expired=lambda: next(answers))
    assert [budget.spend(), budget.spend(), budget.spend()] == [True, False, True]
    assert budget.left == 7


def test_the_fallback_is_the_last_answer() -> None:
    strike, hold = Strike(seat="A", at="body"), Strike(seat="A", at="hold")
    assert fallback(Legal(commands=(strike, hold), complete=False)) == hold
