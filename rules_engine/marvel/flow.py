"""All that follows by itself after a command: what is being resolved, then the turn, until somebody must decide."""

from collections.abc import Callable
from typing import Final, TypeAlias

from rules_engine.marvel import (
    active_powers,
    attack,
    attribute_tests,
    falling,
    grab,
    hit_rolls,
    ko,
    push,
    throw,
    turns,
    victory,
)
from rules_engine.marvel.events import TestEnded
from rules_engine.marvel.pending import (
    AttackPending,
    EffectPending,
    FallPending,
    GrabPending,
    HitPending,
    Pending,
    PushPending,
    TestPending,
    TestPurpose,
)
from rules_engine.marvel.story import Story

Step: TypeAlias = Callable[[Story], bool]
"""Tells what follows by itself; False while somebody must decide."""
AfterTest: TypeAlias = Callable[[Story, TestEnded], None]


def go_on(story: Story) -> None:
    """Tell all that follows by itself, until somebody must decide or the match is over."""
    while story.state.result is None and _step(story):
        pass


def _step(story: Story) -> bool:
    state = story.state
    if state.pending:
        return STEPS[type(state.pending[-1])](story)
    if state.phase == "deployment":
        return _begin(story)
    victory.survivors_win(story)
    return story.state.result is None and turns.step(story)


def _begin(story: Story) -> bool:
    """The first turn begins when everybody is deployed."""
    if story.state.to_deploy:
        return False
    turns.start_turn(story)
    return True


def _test_step(story: Story) -> bool:
    """A test that is over has the consequences of its purpose."""
    ended = attribute_tests.step(story)
    if ended is None:
        return False
    AFTER_TEST[ended.purpose](story, ended)
    return True


def _nothing(story: Story, test: TestEnded) -> None:
    """Nothing more: what waits for the test keeps its result.

    The Willpower test of Master Tactician (MARVEL-ABILITY-MASTER-TACTICIAN), the Agility test of an area.
    """


STEPS: Final[dict[type[Pending], Step]] = {
    AttackPending: attack.step,
    HitPending: hit_rolls.step,
    EffectPending: active_powers.step,
    TestPending: _test_step,
    GrabPending: grab.step,
    PushPending: push.step,
    FallPending: falling.step,
}
"""For each thing that can be on the stack, how it goes on."""
AFTER_TEST: Final[dict[TestPurpose, AfterTest]] = {
    "red_zone": ko.tested,
    "end_phase": ko.tested,
    "recovery": ko.recovery_tested,
    "tactics": _nothing,
    "agility": _nothing,
    "path": throw.path_tested,
    "push": push.tested,
}
"""What follows from a test, by its purpose."""
