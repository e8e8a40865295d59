"""Skill and stealth tests (DUELS-SKILL, DUELS-STEALTH)."""

from rules_engine.duels.commands import DeclareSkillTest
from rules_engine.duels.state import MatchState, SkillTestPending
from rules_engine.duels.story import Story
from rules_engine.kernel.dice import Dice
from rules_engine.kernel.messages import Decision, Legal


def awaiting(state: MatchState, pending: SkillTestPending) -> tuple[Decision, ...]:
    raise NotImplementedError


def declare(story: Story, command: DeclareSkillTest, decision: Decision) -> None:
    raise NotImplementedError


def roll_test(story: Story, decision: Decision, dice: Dice) -> None:
    raise NotImplementedError


def options(state: MatchState, decision: Decision) -> Legal:
    raise NotImplementedError
