"""What a result is, and what it is worth: points for a win, a draw, a loss and a bye, as data."""

from typing import Final, Literal, TypeAlias

import msgspec

from campaigns.events import Score

Verdict: TypeAlias = Literal["win", "draw", "loss", "bye"]


class Scoring(msgspec.Struct, frozen=True, kw_only=True):
    """Match points by result."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3


LEAGUE: Final = Scoring()


def verdict(score: Score) -> Verdict:
    """What a score is: a bye is no win, a shared first place a draw, any other place a loss."""
    if not score.match:
        return "bye"
    if score.place > 1:
        return "loss"
    return "draw" if score.shared else "win"


def match_points(score: Score, scoring: Scoring = LEAGUE) -> int:
    """The match points of one score."""
    points: int = getattr(scoring, verdict(score))
    return points
