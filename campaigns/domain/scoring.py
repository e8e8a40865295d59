"""What a result is worth: points for a win, a draw, a loss and a bye, as data."""

from typing import Final

import msgspec


class Scoring(msgspec.Struct, frozen=True, kw_only=True):
    """Match points by result."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3


LEAGUE: Final = Scoring()


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """What one participant reached in one match: place 1 is best, a shared first place is a draw.

    match: the match's id, empty for a bye. army_points_destroyed, army_points_left: of this match.
    """

    participant: str
    place: int
    shared: bool = False
    army_points_left: int = 0
    army_points_destroyed: int = 0
    match: str = ""


def match_points(score: Score, scoring: Scoring = LEAGUE) -> int:
    """The match points of one score."""
    if not score.match:
        return scoring.bye
    if score.place > 1:
        return scoring.loss
    return scoring.draw if score.shared else scoring.win
