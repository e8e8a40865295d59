from itertools import permutations

import pytest

from campaigns.domain.standings import Standing, standings
from campaigns.events import Score


def won(winner: str, loser: str, match: str, *, destroyed: int = 5) -> list[Score]:
    return [
        Score(participant=winner, place=1, army_points_left=2, army_points_destroyed=destroyed, match=match),
        Score(participant=loser, place=2, army_points_destroyed=1, match=match),
    ]


def test_a_standing_shows_its_numbers_and_what_decided_it() -> None:
    scores = [*won("a", "b", "m1"), *won("c", "d", "m2", destroyed=6), *won("b", "d", "m3")]
    assert standings(["a", "b", "c", "d"], scores, seed="s", order=("points", "destroyed")) == (
        Standing(participant="b", rank=1, numbers=(3, 6), decided_by="", played=2, won=1, drawn=0, lost=1),
        Standing(participant="c", rank=1, numbers=(3, 6), decided_by="", played=1, won=1, drawn=0, lost=0),
        Standing(participant="a", rank=3, numbers=(3, 5), decided_by="destroyed", played=1, won=1, drawn=0, lost=0),
        Standing(participant="d", rank=4, numbers=(0, 2), decided_by="points", played=2, won=0, drawn=0, lost=2),
    )


def test_draws_and_byes_are_told_apart_from_wins() -> None:
    scores = [
        Score(participant="a", place=1, shared=True, match="m"),
        Score(participant="b", place=1, shared=True, match="m"),
        Score(participant="a", place=1),
    ]
    first, second = standings(["a", "b"], scores, seed="s")
    assert (first.participant, first.played, first.won, first.drawn, first.lost) == ("a", 1, 0, 1, 0)
    assert (second.participant, second.rank, second.decided_by) == ("b", 2, "points")


def test_the_order_of_recording_does_not_matter() -> None:
    pairs = [won("a", "b", "m1"), won("b", "c", "m2"), won("c", "a", "m3")]
    tables = {standings("abc", [s for pair in order for s in pair], seed="s") for order in permutations(pairs)}
    assert len(tables) == 1


def test_the_lot_leaves_no_tie() -> None:
    table = standings("abcdef", [], seed="s")
    assert [row.rank for row in table] == [1, 2, 3, 4, 5, 6]
    assert {row.decided_by for row in table[1:]} == {"lot"}


def test_a_score_of_a_stranger_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        standings("ab", won("a", "x", "m1"), seed="s")
