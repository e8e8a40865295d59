"""What a result is worth: points for a win, a draw, a loss and a bye, as data."""

from typing import Final

import msgspec

from campaigns.events import Score


class Scoring(msgspec.Struct, frozen=True, kw_only=True):
    """Match points by result."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3


LEAGUE: Final = Scoring()


def match_points(score: Score, scoring: Scoring = LEAGUE) -> int:
    """The match points of one score."""
    if not score.match:
        return scoring.bye
    if score.place > 1:
        return scoring.loss
    return scoring.draw if score.shared else scoring.win
