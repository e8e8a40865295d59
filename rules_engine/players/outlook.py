"""What answers lead to: the states after each answer with their odds, and how good they are for a seat."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from rules_engine.kernel.dice import Chance
from rules_engine.kernel.messages import Command, Seat
from rules_engine.kernel.ruleset import Ruleset
from rules_engine.players.player import Budget

S = TypeVar("S", bound=Struct)


class Node(Generic[S]):
    """A state that may come about, how good it is by itself, and what can follow, once somebody has asked."""

    __slots__ = ("answers", "score", "state")

    def __init__(self, state: S, score: int) -> None:
        self.state, self.score = state, score
        self.answers: list[Answer[S]] | None = None


class Answer(Generic[S]):
    """A command and the states it can lead to, each with its weight; its score is their weighed mean."""

    __slots__ = ("branches", "command", "score")

    def __init__(self, command: Command, branches: Sequence[tuple[int, Node[S]]]) -> None:
        self.command, self.branches = command, branches
        self.score = mean([(weight, node.score) for weight, node in branches])


def mean(weighed: Sequence[tuple[int, int]]) -> int:
    """The mean of scores by their weights, rounded down: whole numbers are the same on every machine."""
    return sum(weight * score for weight, score in weighed) // sum(weight for weight, _ in weighed)


def outlook(
    ruleset: Ruleset[S], state: S, seat: Seat, commands: Sequence[Command], *, budget: Budget
) -> list[Answer[S]]:
    """The commands with what they lead to, scored for ``seat``, in their order; fewer when the budget runs out."""
    answers: list[Answer[S]] = []
    for command in commands:
        nodes = []
        for weight, after in ruleset.forecast(state, command):
            if not budget.spend():
                return answers
            nodes.append((weight, Node(after, ruleset.evaluate(after, seat))))
        answers.append(Answer(command, nodes))
    return answers


def best(answers: Sequence[Answer[S]], chance: Chance) -> Command:
    """The command with the highest score, by chance among equals."""
    highest = max(answer.score for answer in answers)
    equals = [answer.command for answer in answers if answer.score == highest]
    return equals[chance.below(len(equals))]
