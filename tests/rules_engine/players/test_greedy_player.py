"""The level ``greedy``: one decision ahead."""

from rules_engine.kernel.messages import Legal
from rules_engine.players.greedy_player import GreedyPlayer
from rules_engine.players.player import Budget
from tests.support.tiny_game import TINY, Strike, TinySetup, TinyState

STATE = TinyState(setup=TinySetup(), reach=200, guards=("open", "open"), striker="A", ply=7)
DECISION = TINY.awaiting(STATE)[0]
LEGAL = TINY.legal_commands(STATE, DECISION)
HEAD, BODY, HOLD = LEGAL.commands


def test_it_takes_the_answer_that_leads_to_the_best_state() -> None:
    assert GreedyPlayer(TINY, "seed", Budget(400)).choose(STATE, DECISION, LEGAL) == HEAD


def test_samples_are_all_it_chooses_from() -> None:
    assert GreedyPlayer(TINY, "seed", Budget(400)).choose(STATE, DECISION, Legal(commands=(HOLD, BODY))) == BODY


def test_what_the_budget_does_not_allow_to_weigh_is_not_chosen() -> None:
    samples = Legal(commands=(HOLD, BODY, HEAD))
    assert GreedyPlayer(TINY, "seed", Budget(2)).choose(STATE, DECISION, samples) == BODY


def test_a_single_answer_needs_no_budget() -> None:
    budget = Budget(5)
    assert GreedyPlayer(TINY, "seed", budget).choose(STATE, DECISION, Legal(commands=(HOLD,))) == HOLD
    assert budget.left == 5


def test_without_any_budget_the_fallback_is_played() -> None:
    assert GreedyPlayer(TINY, "seed", Budget(0)).choose(STATE, DECISION, LEGAL) == HOLD


def test_every_decision_has_the_whole_budget() -> None:
    player = GreedyPlayer(TINY, "seed", Budget(3))
    assert [player.choose(STATE, DECISION, LEGAL) for _ in range(3)] == [HEAD] * 3


def test_equal_answers_are_chosen_by_seed() -> None:
    twins = Legal(commands=(HOLD, Strike(seat="A", decision=DECISION.id, at="hold")))
    none = TinyState(setup=TinySetup(), reach=200, ply=0)
    guards = TINY.legal_commands(none, TINY.awaiting(none)[0])
    chosen = [GreedyPlayer(TINY, seed, Budget(400)).choose(none, TINY.awaiting(none)[0], guards) for seed in range(30)]
    assert [guard in chosen for guard in guards.commands] == [True, True, True]
    assert chosen[7] == GreedyPlayer(TINY, 7, Budget(400)).choose(none, TINY.awaiting(none)[0], guards)
    assert GreedyPlayer(TINY, "seed", Budget(400)).choose(STATE, DECISION, twins) == HOLD
