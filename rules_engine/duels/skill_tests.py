"""Skill and stealth tests (DUELS-SKILL, DUELS-STEALTH): what a scenario lets figures try."""

from collections.abc import Iterator
from typing import Final, assert_never

from rules_engine.duels import damage, measuring, objectives, passes
from rules_engine.duels.actions import acting_figure_advanced
from rules_engine.duels.commands import DeclareSkillTest
from rules_engine.duels.components import SkillBonus, SkillTest
from rules_engine.duels.dice_uses import check_skill_test, skill_hands
from rules_engine.duels.events import (
    SkillDiceRolled,
    SkillTestDeclared,
    SkillTestRolled,
    SkillTestSettled,
)
from rules_engine.duels.state import Figure, MatchState, SkillTestPending
from rules_engine.duels.story import Story
from rules_engine.kernel.dice import Dice, Face
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import INCH, Length

HARDER_PER_INCH: Final = 4  # DUELS-SKILL-08
FAILED: Final = RuleId("DUELS-SKILL-07")


def awaiting(state: MatchState, pending: SkillTestPending) -> tuple[Decision, ...]:
    """The roll of a declared test."""
    figure, pools = state.figure(pending.figure), tuple(state.die(die).die for die in pending.dice)
    return (state.ask("roll_test", figure.seat, figure.id, pools=pools),)


def declare(story: Story, command: DeclareSkillTest, decision: Decision) -> None:
    """Try a test of the scenario with dice from the base.

    Rules: DUELS-ACT-06, DUELS-SKILL-01 to DUELS-SKILL-04, DUELS-SKILL-08, DUELS-SKILL-09, DUELS-STEALTH-01 to -03,
    DUELS-RULING-113 to DUELS-RULING-117. Errors: MalformedInput for a test that the scenario lacks.
    """
    state, figure = story.state, acting_figure_advanced(story.state, decision, command.figure)
    test = next((test for test in state.setup.skill_tests if test.id == command.test), None)
    if test is None:
        raise MalformedInput(f"The scenario has no test {command.test}.")
    if _has_tested(state):
        raise RuleViolation(RuleId("DUELS-ACT-06"), figure=figure.id)
    difficulty = difficulty_for(state, figure, test)
    check_skill_test(state, figure, command.dice, test=test)
    value = figure.value(test.attribute) + bonus_of(state, figure, test)
    story.tell(SkillTestDeclared(figure=figure.id, test=test.id, dice=command.dice, difficulty=difficulty, value=value))


def roll_test(story: Story, decision: Decision, dice: Dice) -> None:
    """Roll the dice: success if the total reaches the difficulty, else a click on each dial.

    Rules: DUELS-SKILL-04, DUELS-SKILL-05 (the dice go to the cup). Where somebody holds a pass the test is settled
    later (DUELS-PASS-02).
    """
    pending = _pending(story.state)
    roll = dice.roll("test", decision.pools)
    if story.state.setup.passes:
        story.tell(SkillDiceRolled(figure=pending.figure, test=pending.test, roll=roll))
        return
    total, passed = _result(story.state, pending, roll.faces)
    story.tell(SkillTestRolled(figure=pending.figure, test=pending.test, roll=roll, total=total, passed=passed))
    _take_effect(story, pending, passed=passed)


def settle(story: Story) -> None:
    """End a test whose dice lie, once nobody may play a pass on it any more (DUELS-PASS-02)."""
    state, pending = story.state, story.state.pending
    if isinstance(pending, SkillTestPending) and pending.faces and not passes.waited_for(state):
        total, passed = _result(state, pending, pending.faces)
        story.tell(SkillTestSettled(figure=pending.figure, test=pending.test, total=total, passed=passed))
        _take_effect(story, pending, passed=passed)


def _pending(state: MatchState) -> SkillTestPending:
    assert isinstance(state.pending, SkillTestPending), "a test has been declared"
    return state.pending


def _result(state: MatchState, pending: SkillTestPending, faces: tuple[Face, ...]) -> tuple[int, bool]:
    """The total, and whether it is enough. Rules: DUELS-SKILL-04, DUELS-SKILL-06, DUELS-SKILL-11 (no bad karma)."""
    rolled = zip(pending.dice, faces, strict=True)
    total = pending.value + sum(state.die(die).value_ace_high(face) for die, face in rolled)
    return total, total >= pending.difficulty


def _take_effect(story: Story, pending: SkillTestPending, *, passed: bool) -> None:
    """Rules: DUELS-SKILL-07, DUELS-SKILL-10, DUELS-STEALTH-04, DUELS-RULING-048, DUELS-RULING-118."""
    state = story.state
    test = next(test for test in state.setup.skill_tests if test.id == pending.test)
    if passed:
        objectives.succeeded(story, pending.figure, test)
    elif not (test.stealth and not state.setup.rulings.stealth_failure_damage):
        damage.hurt_every_dial(story, pending.figure, 1, rule_id=FAILED)


def options(state: MatchState, decision: Decision) -> Legal:
    """Every test that the acting figure may try, with dice that may be rolled for it."""
    if not state.advanced or _has_tested(state) or not state.setup.skill_tests:
        return Legal(commands=())
    return Legal(commands=tuple(_tries(state, decision)), complete=False)


def difficulty_for(state: MatchState, figure: Figure, test: SkillTest) -> int:
    """A test's difficulty for a figure from where it stands.

    Rules: DUELS-SKILL-02, DUELS-SKILL-08, DUELS-STEALTH-03, DUELS-RULING-115, DUELS-RULING-116. Errors: RuleViolation
    where it must be in contact, where the distance has not been measured, and for a test that is won for good.
    """
    if not objectives.may_try(state, figure, test):
        raise RuleViolation(RuleId("DUELS-SKILL-10"), figure=figure.id, test=test.name)
    if test.stealth or not test.ranged:
        _check_contact(state, figure, test)
        return test.difficulty
    distance = measuring.distance(state, figure.id, test.id)
    if distance is None:
        raise RuleViolation(RuleId("DUELS-MEAS-03"), figure=figure.id, target=test.name)
    return test.difficulty + HARDER_PER_INCH * _whole_inches(state, distance)


def bonus_of(state: MatchState, figure: Figure, test: SkillTest) -> int:
    """What a test's text adds for a figure. Rules: DUELS-SKILL-09, DUELS-RULING-117."""
    amounts = [bonus.amount for bonus in test.bonuses if _favours(bonus, figure, test)]
    stack = state.setup.rulings.skill_bonuses_stack == "true"
    return sum(amounts) if stack else max(amounts, default=0)


def _favours(bonus: SkillBonus, figure: Figure, test: SkillTest) -> bool:
    profile = figure.profile
    named = {profile.slug, *profile.tags, *(band.colour for band in profile.bands)}
    return bonus.attribute == test.attribute and bonus.who in named


def _check_contact(state: MatchState, figure: Figure, test: SkillTest) -> None:
    default = state.setup.rulings.skill_contact_default
    needed = test.stealth or (default if test.contact is None else test.contact)
    if needed and not measuring.in_contact(state, figure.id, test.id):
        rule = RuleId("DUELS-STEALTH-03" if test.stealth else "DUELS-SKILL-02")
        raise RuleViolation(rule, figure=figure.id, test=test.name)


def _whole_inches(state: MatchState, distance: Length) -> int:
    """Part inches by DUELS-RULING-115; half an inch is nearest to the whole one above."""
    match state.setup.rulings.skill_range_rounding:
        case "down":
            return distance // INCH
        case "up":
            return -(-distance // INCH)
        case "nearest":
            return (distance + INCH // 2) // INCH
        case _:
            assert_never(state.setup.rulings.skill_range_rounding)


def _has_tested(state: MatchState) -> bool:
    return state.turn is not None and state.turn.tested


def _tries(state: MatchState, decision: Decision) -> Iterator[DeclareSkillTest]:
    figure = state.figure(decision.subject)
    for test in state.setup.skill_tests:
        try:
            difficulty_for(state, figure, test)
        except RuleViolation:
            continue
        for hand in skill_hands(state, figure, test):
            yield DeclareSkillTest(seat=decision.seat, decision=decision.id, figure=figure.id, test=test.id, dice=hand)
