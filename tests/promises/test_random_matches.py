"""Every match replays to the same state and passes audit: random matches of every game, board and many rulings.

The canary turns recorded dice: the audit must find it, and name the step.
"""

import pytest
from msgspec.structs import replace

from rules_engine.kernel.fold import Difference, Step, audit
from rules_engine.kernel.messages import Event, roll_of
from tests.promises.counts import count
from tests.rules_engine.duels import test_laws as duels
from tests.rules_engine.marvel import test_laws as marvel
from tests.rules_engine.sru import test_laws as sru
from tests.support.laws import Game, Match, check_folding, check_round_trips, random_match

GAMES = duels.GAMES | {
    f"{name}-{kind}": game for name, laws in (("marvel", marvel), ("sru", sru)) for kind, game in laws.GAMES.items()
}
MATCHES = {name: count(4, 500) for name in GAMES} | {
    f"{variant}-{board}": count(8, 2_500) for variant in ("advanced", "basic") for board in ("tracked", "declared")
}
LENGTH = count(150, 600)
SHARES = 4

pytestmark = pytest.mark.timeout(count(300, 7200))
every_game = pytest.mark.parametrize("name", GAMES)
every_share = pytest.mark.parametrize("share", range(SHARES))


def played(name: str, share: int) -> list[Match]:
    return [random_match.__wrapped__(GAMES[name], seed, LENGTH) for seed in range(share, MATCHES[name], SHARES)]


def findings(game: Game, match: Match, steps: tuple[Step, ...]) -> tuple[Difference, ...]:
    return audit(game.ruleset, match.setup, steps)


@every_share
@every_game
def test_random_matches_end_replay_and_pass_audit(name: str, share: int) -> None:
    game = GAMES[name]
    for match in played(name, share):
        ended = game.ruleset.outcome(match.states[-1]) is not None
        assert ended or len(match.steps) == LENGTH + 1
        check_folding(game, match)
        check_round_trips(game, match)
        assert findings(game, match, match.steps) == ()


@every_game
def test_canary_a_turned_die_is_found(name: str) -> None:
    game = GAMES[name]
    assert any(is_found(game, match, number) for match in played(name, 0) for number in range(len(match.steps)))


def is_found(game: Game, match: Match, number: int) -> bool:
    """Whether the audit names a step when the dice of it are turned; some dice decide nothing."""
    step = match.steps[number]
    tampered = Step(step.command, tuple(map(turned, step.events)))
    found = findings(game, match, (*match.steps[:number], tampered)) if tampered != step else ()
    assert all(difference.step == number for difference in found)
    return bool(found)


def turned(event: Event) -> Event:
    roll = roll_of(event)
    if roll is None:
        return event
    face = roll.faces[0] % roll.sides[0] + 1
    return replace(event, roll=replace(roll, faces=(face, *roll.faces[1:])))
