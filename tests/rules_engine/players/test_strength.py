"""Better levels win more matches: few matches in ``make test``, the promised numbers in ``make soak``."""

import pytest

from bench.strength import strength, wilson
from tests.promises.counts import count

RULES = pytest.mark.parametrize(("game", "variant"), [("duels", "advanced"), ("duels", "basic"), ("marvel", "quick")])


@pytest.mark.timeout(3600)
@RULES
def test_greedy_beats_random(game: str, variant: str) -> None:
    result = strength("greedy", "random", matches=count(16, 200), game=game, variant=variant)
    assert result.unfinished == 0
    assert result.share >= count(87, 95) / 100  # 14 of 16


@pytest.mark.timeout(7200)
@RULES
def test_expert_finishes_its_matches_and_beats_greedy(game: str, variant: str) -> None:
    """A few matches say nothing about the better of two good players: its share is asserted at the full count only."""
    matches = count(2, 200)
    result = strength("expert", "greedy", matches=matches, game=game, variant=variant)
    assert (result.unfinished, result.wins + result.losses + result.draws) == (0, matches)
    assert result.share >= count(0, 60) / 100
    assert result.interval[0] > count(-1, 50) / 100


def test_the_interval_of_a_share_is_wilsons() -> None:
    """Published values: 81 of 263 lies between 0.2553 and 0.3662."""
    low, high = wilson(81, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
