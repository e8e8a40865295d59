"""Tie-breaks: one function each, from the results of a stage to a number for one participant; more is better."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from campaigns.domain.scoring import LEAGUE, Scoring, match_points, verdict
from campaigns.events import Score


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """All scores of a stage by participant, in the order they were recorded, and what they are worth.

    seeding: each participant's place in the seeding order, from 1. seed: of lots.
    """

    scores: Mapping[str, Sequence[Score]]
    seeding: Mapping[str, int]
    seed: str
    scoring: Scoring = LEAGUE


TieBreak: TypeAlias = Callable[[str, Results], int]


def points(participant: str, results: Results) -> int:
    """Match points."""
    return sum(match_points(score, results.scoring) for score in results.scores[participant])


def wins(participant: str, results: Results) -> int:
    """Matches won at the table; a bye is no win."""
    return sum(verdict(score) == "win" for score in results.scores[participant])


def army_points_destroyed(participant: str, results: Results) -> int:
    """Army points of opponents put out of play, over all matches."""
    return sum(score.army_points_destroyed for score in results.scores[participant])


def army_points_left(participant: str, results: Results) -> int:
    """Army points of one's own still in play at the end, over all matches."""
    return sum(score.army_points_left for score in results.scores[participant])


def objectives(participant: str, results: Results) -> int:
    """Objectives reached, over all matches."""
    return sum(score.objectives for score in results.scores[participant])


def lot(participant: str, results: Results) -> int:
    """A lot that the stage's seed and the seeding order fix beforehand: nobody can draw it again."""
    return int.from_bytes(hashlib.sha256(f"{results.seed}/{results.seeding[participant]}".encode()).digest()[:6])


TIE_BREAKS: Final[Mapping[str, TieBreak]] = {
    "points": points,
    "wins": wins,
    "destroyed": army_points_destroyed,
    "left": army_points_left,
    "objectives": objectives,
    "lot": lot,
}
LEAGUE_ORDER: Final = ("points", "wins", "destroyed", "left", "lot")
SCENARIO_ORDER: Final = ("points", "wins", "objectives", "destroyed", "left", "lot")
SOLO_ORDER: Final = ("objectives", "left", "lot")  # nobody is beaten: who gets further, then who spends less
