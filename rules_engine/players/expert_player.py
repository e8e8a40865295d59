"""The level ``expert``: a search over several decisions, with exact odds wherever dice are rolled."""

from collections.abc import Mapping
from typing import Final, Generic, TypeAlias, TypeVar

from msgspec import Struct

from rules_engine.kernel.dice import Chance
from rules_engine.kernel.messages import Command, Decision, Legal, Seat
from rules_engine.kernel.ruleset import Ruleset
from rules_engine.players.outlook import Answer, Node, best, mean, outlook
from rules_engine.players.player import Budget, fallback

S = TypeVar("S", bound=Struct)
Path: TypeAlias = tuple[Decision, ...]  # decisions that lead to a state, the one to be answered first
ROOT_WIDTH: Final = 5  # answers to the decision itself that are looked at more closely
WIDTH: Final = 2  # answers to each later decision
MOST_ANSWERS: Final = 16  # of a later decision are weighed: of longer lists every second, third …
MAX_DEPTH: Final = 2  # decisions after the first


class OutOfBudget(Exception):
    """The search has to stop; what it was about to find out is thrown away."""


class ExpertPlayer(Generic[S]):
    """Expectimax: own team's decisions take the best, other teams' the worst, rolls the mean.

    It looks one decision further at a time, at the most promising answers only, as long as the budget lasts; a depth
    that was not finished does not count.
    """

    def __init__(self, ruleset: Ruleset[S], seed: int | str, budget: Budget) -> None:
        self._ruleset, self._seed, self._budget = ruleset, seed, budget

    def choose(self, view: S, decision: Decision, legal: Legal) -> Command:
        """The best answer at the greatest depth that the budget allowed; the fallback if it allowed none."""
        if len(legal.commands) == 1:
            return legal.commands[0]
        self._budget.renew()
        answers = outlook(self._ruleset, view, decision.seat, legal.commands, budget=self._budget)
        if not answers:
            return fallback(legal)
        search = Search(self._ruleset, self._ruleset.seats(view), decision.seat, budget=self._budget)
        return best(search.deepen(answers, decision), Chance(f"{self._seed}:{decision.id}"))


class Search(Generic[S]):
    """The search for one decision of one seat."""

    def __init__(self, ruleset: Ruleset[S], teams: Mapping[Seat, str], seat: Seat, *, budget: Budget) -> None:
        self._ruleset, self._teams, self._seat, self._budget = ruleset, teams, seat, budget

    def deepen(self, answers: list[Answer[S]], decision: Decision) -> list[Answer[S]]:
        """The most promising answers to a decision with the scores of the greatest depth that was finished."""
        path = (decision,)
        for depth in range(1, MAX_DEPTH + 1):
            promising = sorted(answers, key=lambda answer: -answer.score)[:ROOT_WIDTH]
            try:
                scores = [self._expected(answer, path, depth) for answer in promising]
            except OutOfBudget:
                break
            for answer, score in zip(promising, scores, strict=True):
                answer.score = score
            answers = promising
        return answers

    def _expected(self, answer: Answer[S], path: Path, depth: int) -> int:
        return mean([(weight, self._value(node, path, depth)) for weight, node in answer.branches])

    def _value(self, node: Node[S], path: Path, depth: int) -> int:
        """What a state is worth when ``depth`` more decisions are looked at; rolls are no decisions."""
        open_ = self._ruleset.awaiting(node.state) if depth else ()
        if not open_ or self._begins_anew(open_[0], path):
            return node.score
        answers = self._answers(node, open_[0])
        path = (*path, open_[0])
        if len(answers) == 1:
            return self._expected(answers[0], path, depth)
        ours = self._is_ours(open_[0])
        answers = sorted(answers, key=lambda answer: -answer.score if ours else answer.score)[:WIDTH]
        values = [self._expected(answer, path, depth - 1) for answer in answers]
        return max(values) if ours else min(values)

    def _begins_anew(self, decision: Decision, path: Path) -> bool:
        """Whether a decision does not follow from what was decided: the same for another, or somebody else's turn.

        How such things go is left to the evaluation: whose move is the last to be looked at would weigh too much. In
        games where a figure acts in series, what it does next is looked at.
        """
        if decision.kind == path[-1].kind:
            return decision.subject != path[-1].subject or not self._ruleset.acts_in_series
        return any(
            before.kind == decision.kind and before.subject != decision.subject and self._is_ours(before)
            for before in path
        )

    def _is_ours(self, decision: Decision) -> bool:
        return self._teams[decision.seat] == self._teams[self._seat]

    def _answers(self, node: Node[S], decision: Decision) -> list[Answer[S]]:
        """The answers to a decision, weighed once and kept for the next depth. Raises OutOfBudget."""
        if node.answers is None:
            commands = self._ruleset.legal_commands(node.state, decision).commands
            commands = commands[:: -(-len(commands) // MOST_ANSWERS)]
            answers = outlook(self._ruleset, node.state, self._seat, commands, budget=self._budget)
            if len(answers) < len(commands):
                raise OutOfBudget
            node.answers = answers
        return node.answers
