"""The level ``random``."""

from rules_engine.kernel.messages import Decision, Legal
from rules_engine.players.random_player import RandomPlayer
from tests.support.tiny_game import GUARDS, TINY, ChooseGuard, TinySetup

STATE = TINY.evolve(None, TINY.start(TinySetup())[0])


def decision(number: int) -> Decision:
    return Decision(id=f"choose_guard:A:r{number}", seat="A", kind="choose_guard", hidden=True)


def chosen(seed: str, number: int) -> object:
    open_ = decision(number)
    return RandomPlayer(seed).choose(STATE, open_, TINY.legal_commands(STATE, open_))


def test_every_answer_is_chosen_now_and_then() -> None:
    guards = {command.guard for n in range(50) if isinstance(command := chosen("seed", n), ChooseGuard)}
    assert guards == set(GUARDS)


def test_the_same_seed_and_decision_give_the_same_answer_whatever_came_before() -> None:
    player = RandomPlayer("seed")
    for number in (3, 1, 2):
        open_ = decision(number)
        assert player.choose(STATE, open_, TINY.legal_commands(STATE, open_)) == chosen("seed", number)


def test_another_seed_plays_otherwise() -> None:
    assert [chosen("one", n) for n in range(20)] != [chosen("two", n) for n in range(20)]


def test_of_samples_only_samples_are_chosen() -> None:
    only = ChooseGuard(seat="A", decision="choose_guard:A:r1", guard="low")
    assert RandomPlayer(1).choose(STATE, decision(1), Legal(commands=(only,), complete=False)) == only
