"""What answers lead to, by exact odds."""

from rules_engine.kernel.dice import Chance
from rules_engine.kernel.messages import Command
from rules_engine.players.outlook import Answer, Node, best, mean, outlook
from rules_engine.players.player import Budget
from tests.support.tiny_game import TINY, RollClash, Strike, TinySetup, TinyState

STATE = TinyState(setup=TinySetup(), reach=200, guards=("open", "low"), striker="A", ply=7)
ROLLING = TinyState(setup=TinySetup(), reach=200, guards=("open", "low"), ply=7)


def strikes() -> tuple[Command, ...]:
    return TINY.legal_commands(STATE, TINY.awaiting(STATE)[0]).commands


def test_answers_are_scored_in_their_order() -> None:
    answers = outlook(TINY, STATE, "A", strikes(), budget=Budget(400))
    assert [(answer.command, answer.score) for answer in answers] == [
        (Strike(seat="A", decision="strike:A:7", at="head"), 2000),
        (Strike(seat="A", decision="strike:A:7", at="hold"), 0),
    ]


def test_answers_are_scored_for_the_seat_that_asks() -> None:
    assert [answer.score for answer in outlook(TINY, STATE, "B", strikes(), budget=Budget(400))] == [-2000, 0]


def test_a_roll_has_a_branch_for_each_effect_with_its_weight() -> None:
    """A d8 against a d6: of 48 pairs of faces 27 are higher, 6 are equal."""
    roll = RollClash(seat="A", decision="roll_clash:A:7")
    (answer,) = outlook(TINY, ROLLING, "A", [roll], budget=Budget(400))
    assert {node.state.striker: weight for weight, node in answer.branches} == {"": 6, "A": 27, "B": 15}


def test_only_what_the_budget_allowed_is_listed() -> None:
    assert [len(outlook(TINY, STATE, "A", strikes(), budget=Budget(n))) for n in (0, 1, 2)] == [0, 1, 2]


def test_a_half_weighed_roll_does_not_count() -> None:
    roll = RollClash(seat="A", decision="roll_clash:A:7")
    assert outlook(TINY, ROLLING, "A", [roll], budget=Budget(2)) == []


def test_the_mean_is_weighed_and_whole() -> None:
    assert [mean([(1, 10), (3, 2)]), mean([(2, -5), (1, 0)])] == [4, -4]


def answer(at: str, score: int) -> Answer[TinyState]:
    return Answer(Strike(seat="A", at=at), [(1, Node(STATE, score))])  # type: ignore[arg-type]  # one of Aim


def test_the_best_answer_wins() -> None:
    assert best([answer("head", 1), answer("body", 3), answer("hold", 2)], Chance(1)) == Strike(seat="A", at="body")


def test_chance_decides_between_equals() -> None:
    equals = [answer("head", 3), answer("body", 3), answer("hold", 2)]
    chosen = [best(equals, Chance(seed)) for seed in range(30)]
    assert Strike(seat="A", at="hold") not in chosen
    assert {command.at for command in chosen if isinstance(command, Strike)} == {"head", "body"}
