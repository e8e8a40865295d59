"""The levels of computer players, by name."""

from typing import Final, Literal, TypeAlias, TypeVar, assert_never, get_args

from msgspec import Struct

from rules_engine.kernel.ruleset import Ruleset
from rules_engine.players.expert_player import ExpertPlayer
from rules_engine.players.greedy_player import GreedyPlayer
from rules_engine.players.player import Budget, Player
from rules_engine.players.random_player import RandomPlayer

S = TypeVar("S", bound=Struct)
Level: TypeAlias = Literal["random", "greedy", "expert"]
EVALUATIONS: Final[dict[Level, int]] = {"random": 0, "greedy": 400, "expert": 250}  # of one decision
LEVELS: Final[tuple[Level, ...]] = get_args(Level)


def player(level: Level, ruleset: Ruleset[S], seed: int | str, budget: Budget | None = None) -> Player[S]:
    """A computer player of a level; the same seed and budget give the same answers, in any process.

    budget: by default the level's number of evaluations, and no deadline.
    """
    budget = budget or Budget(EVALUATIONS[level])
    match level:
        case "random":
            return RandomPlayer(seed)
        case "greedy":
            return GreedyPlayer(ruleset, seed, budget)
        case "expert":
            return ExpertPlayer(ruleset, seed, budget)
        case _:
            assert_never(level)
