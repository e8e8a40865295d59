"""The level ``expert``: a search that takes the best of its own, the worst of others, the mean of rolls."""

import pytest
from msgspec.structs import replace

from rules_engine import registry
from rules_engine.kernel.messages import Legal
from rules_engine.players import expert_player
from rules_engine.players.expert_player import MAX_DEPTH, ExpertPlayer
from rules_engine.players.greedy_player import GreedyPlayer
from rules_engine.players.player import Budget
from tests.support.marvel import in_action, make_setup, measured
from tests.support.tiny_game import TINY, ChooseGuard, TinySetup, TinyState

MARVEL = registry.ruleset("marvel", 1, "quick")
STRIKING = TinyState(setup=TinySetup(), reach=200, guards=("open", "open"), striker="A", ply=7)
DECISION = TINY.awaiting(STRIKING)[0]
LEGAL = TINY.legal_commands(STRIKING, DECISION)
HEAD, BODY, HOLD = LEGAL.commands
GUARDING = TinyState(setup=TinySetup(rounds=1), reach=100, guards=("", "open"))


def test_it_takes_the_best_answer() -> None:
    assert ExpertPlayer(TINY, "seed", Budget(400)).choose(STRIKING, DECISION, LEGAL) == HEAD


def test_samples_are_all_it_chooses_from() -> None:
    assert ExpertPlayer(TINY, "seed", Budget(400)).choose(STRIKING, DECISION, Legal(commands=(HOLD, BODY))) == BODY


def test_a_single_answer_needs_no_budget() -> None:
    budget = Budget(5)
    assert ExpertPlayer(TINY, "seed", budget).choose(STRIKING, DECISION, Legal(commands=(HOLD,))) == HOLD
    assert budget.left == 5


def test_without_any_budget_the_fallback_is_played() -> None:
    assert ExpertPlayer(TINY, "seed", Budget(0)).choose(STRIKING, DECISION, LEGAL) == HOLD


def test_a_depth_that_the_budget_does_not_finish_does_not_count() -> None:
    for evaluations in range(3, 60):
        budget = Budget(evaluations)
        assert ExpertPlayer(TINY, "seed", budget).choose(STRIKING, DECISION, LEGAL) == HEAD
        assert budget.left >= 0


def test_it_sees_through_the_roll_what_greedy_does_not() -> None:
    """With a reach too short for heads a low guard cannot be struck, and nothing is lost by it: TINY-08, TINY-09."""
    open_ = TINY.awaiting(GUARDING)[0]
    legal = TINY.legal_commands(GUARDING, open_)
    experts = {
        command.guard
        for seed in range(20)
        if isinstance(command := ExpertPlayer(TINY, seed, Budget(400)).choose(GUARDING, open_, legal), ChooseGuard)
    }
    greedies = {
        command.guard
        for seed in range(20)
        if isinstance(command := GreedyPlayer(TINY, seed, Budget(400)).choose(GUARDING, open_, legal), ChooseGuard)
    }
    assert (experts, greedies) == ({"low"}, {"high", "low", "open"})


def test_the_others_are_expected_to_do_their_worst() -> None:
    """Only a high guard keeps an open B, who wins more clashes, from striking the head; an idle B would favour open."""
    state = replace(GUARDING, reach=200)
    open_ = TINY.awaiting(state)[0]
    chosen = ExpertPlayer(TINY, "seed", Budget(400)).choose(state, open_, TINY.legal_commands(state, open_))
    assert chosen == ChooseGuard(seat="A", decision=open_.id, guard="high")


def test_a_match_that_is_over_is_not_searched_on() -> None:
    """After the last round nobody decides: the search ends long before its depth and its budget."""
    state = replace(STRIKING, setup=TinySetup(rounds=1))
    budget = Budget(1000)
    assert ExpertPlayer(TINY, "seed", budget).choose(state, DECISION, LEGAL) == HEAD
    assert budget.left == 1000 - len(LEGAL.commands)
    assert MAX_DEPTH > 1


def test_of_a_long_list_of_later_answers_only_some_are_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    left = []
    for most in (3, 1):
        monkeypatch.setattr(expert_player, "MOST_ANSWERS", most)
        open_, budget = TINY.awaiting(GUARDING)[0], Budget(400)
        ExpertPlayer(TINY, "seed", budget).choose(GUARDING, open_, TINY.legal_commands(GUARDING, open_))
        left.append(budget.left)
    assert left[1] > left[0] > 0


def test_what_the_same_figure_does_next_is_looked_at() -> None:
    """Who lies on the ground stands up in order to act: what it can then do is weighed too."""
    state = in_action(make_setup(), changed={"ALPHA": {"down": True}}, measured=[measured("ALPHA", "BRAVO", 0)])
    [open_] = MARVEL.awaiting(state)
    legal, budget = MARVEL.legal_commands(state, open_), Budget(400)
    stand = legal.commands[0]
    assert ExpertPlayer(MARVEL, "seed", budget).choose(state, open_, legal) == stand
    [(_, standing)] = MARVEL.forecast(state, stand)
    later = MARVEL.legal_commands(standing, MARVEL.awaiting(standing)[0])
    assert len(later.commands) > 2
    assert 400 - budget.left >= len(legal.commands) + len(later.commands)
