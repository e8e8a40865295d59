import pytest

from campaigns.domain.scoring import Scoring, match_points
from campaigns.events import Score


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (Score(participant="a", place=1, match="m"), 3),
        (Score(participant="a", place=1, shared=True, match="m"), 1),
        (Score(participant="a", place=2, match="m"), 0),
        (Score(participant="a", place=1), 3),
    ],
    ids=["win", "draw", "loss", "bye"],
)
def test_match_points_of_the_league(score: Score, expected: int) -> None:
    assert match_points(score) == expected


def test_scoring_is_data() -> None:
    assert match_points(Score(participant="a", place=2, match="m"), Scoring(loss=-1)) == -1
