"""The contract itself: its laws hold for the smallest game, so they ask for nothing that only one game has."""

from typing import Any

import pytest

from rules_engine.kernel.dice import Chance
from rules_engine.kernel.fold import audit
from tests.support.laws import (
    Game,
    check_any_answer,
    check_decisions,
    check_folding,
    check_listed_commands,
    check_round_trips,
    check_views,
    random_match,
)
from tests.support.tiny_game import TINY, TinySetup


def short_match(chance: Chance) -> TinySetup:
    return TinySetup(rounds=3 + chance.below(4))


GAME = Game("tiny", TINY, short_match)
LAWS = (check_any_answer, check_decisions, check_folding, check_listed_commands, check_round_trips, check_views)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_laws_hold_for_the_smallest_game(law: Any) -> None:
    for seed in range(8):
        law(GAME, random_match(GAME, seed, 100))


def test_an_honest_match_of_the_smallest_game_passes_the_audit() -> None:
    match = random_match(GAME, 1, 100)
    assert audit(TINY, match.setup, match.steps) == ()
    assert TINY.outcome(match.states[-1]) is not None
