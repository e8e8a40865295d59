"""Every match replays to the same state and passes audit: random matches of every variant, board and many rulings.

The canary turns one recorded die: the audit must find it in every match.
"""

import pytest
from msgspec.structs import replace

from rules_engine.kernel.fold import Difference, Step, audit
from rules_engine.kernel.messages import Event, roll_of
from tests.promises.counts import count
from tests.rules_engine.duels.test_laws import every_game
from tests.support.laws import Game, Match, check_folding, check_round_trips, random_match

MATCHES = count(8, 2_500)  # of each of the four kinds of game
LENGTH = count(150, 600)
SHARES = 4

pytestmark = pytest.mark.timeout(count(300, 7200))
every_share = pytest.mark.parametrize("share", range(SHARES))


def played(game: Game, share: int) -> list[Match]:
    return [random_match.__wrapped__(game, seed, LENGTH) for seed in range(share, MATCHES, SHARES)]


def findings(game: Game, match: Match, steps: tuple[Step, ...]) -> tuple[Difference, ...]:
    return audit(game.ruleset, match.setup, steps)


@every_share
@every_game
def test_random_matches_end_replay_and_pass_audit(game: Game, share: int) -> None:
    for match in played(game, share):
        ended = game.ruleset.outcome(match.states[-1]) is not None
        assert ended or len(match.steps) == LENGTH + 1
        check_folding(game, match)
        check_round_trips(game, match)
        assert findings(game, match, match.steps) == ()


@every_game
def test_canary_a_turned_die_is_found(game: Game) -> None:
    match = random_match(game, 3, LENGTH)
    number, step = next((n, step) for n, step in enumerate(match.steps) if any(map(roll_of, step.events)))
    tampered = Step(step.command, tuple(map(turned, step.events)))
    assert findings(game, match, (*match.steps[:number], tampered))[0].step == number


def turned(event: Event) -> Event:
    roll = roll_of(event)
    if roll is None:
        return event
    face = roll.faces[0] % roll.sides[0] + 1
    return replace(event, roll=replace(roll, faces=(face, *roll.faces[1:])))
