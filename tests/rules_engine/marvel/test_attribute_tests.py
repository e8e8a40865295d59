from typing import Any

import pytest

from rules_engine.kernel.dice import make_roll
from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.messages import Decision
from rules_engine.marvel.attribute_tests import begin, choices, succeeds, under_way
from rules_engine.marvel.commands import Keep, Reroll, Roll
from rules_engine.marvel.events import DiceKept, KnockedOut, RerollChosen, Rerolled, TestBegan, TestEnded, TestRolled
from rules_engine.marvel.legal import awaiting, legal_commands
from rules_engine.marvel.pending import d8s
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story
from tests.support.marvel import ALPHA, answer, examples, happened, in_action, kinds, make_setup, play, with_abilities

RED_ZONE: dict[str, Any] = {"character": "ALPHA", "attribute": "stamina", "purpose": "red_zone"}


def under_test(
    abilities: str = "", *, purpose: Any = "red_zone", attribute: Any = "stamina", **changed: Any
) -> MatchState:
    """ALPHA must roll a test; its Agility is 9, its Stamina 10, its Willpower 8."""
    setup = make_setup([with_abilities(ALPHA, abilities)], [("BRAVO", ALPHA)])
    story = Story(in_action(setup, "BRAVO", changed={"ALPHA": changed}))
    begin(story, "ALPHA", attribute, purpose)
    return story.state


def rolled(state: MatchState, dice: str) -> MatchState:
    return play(state, (answer(state, "roll_test", Roll), dice))


@pytest.mark.parametrize("example", examples("attribute_tests"))
def test_marvel_test_01_test_02_a_total_at_or_below_the_attribute_passes(example: Any) -> None:
    limit = example.get("limit", getattr(ALPHA, example["attribute"]))
    total = sum(int(face) for face in example["dice"].split("+"))
    assert succeeds(total, limit) == example["passed"]


@pytest.mark.parametrize(("attribute", "limit"), [("agility", 9), ("stamina", 10), ("willpower", 8)])
def test_marvel_test_02_the_card_says_the_limit(attribute: Any, limit: int) -> None:
    assert under_way(under_test(attribute=attribute)).limit == limit


def test_marvel_test_01_two_d8_are_rolled() -> None:
    state = under_test()
    roll = make_roll(1, "test", d8s("ALPHA", 2), faces=(5, 5), source="fixed")
    assert happened(state, answer(state, "roll_test", Roll), "5+5") == (
        TestRolled(character="ALPHA", roll=roll),
        TestEnded(**RED_ZONE, total=10, passed=True),
    )


def test_marvel_ko_03_what_follows_from_a_failure_is_told_at_once() -> None:
    state = under_test()
    events = happened(state, answer(state, "roll_test", Roll), "5+6")
    assert events[1:] == (TestEnded(**RED_ZONE, total=11, passed=False), KnockedOut(character="ALPHA"))


@pytest.mark.parametrize(
    ("attribute", "ability"), [("agility", "acrobat"), ("willpower", "scientific"), ("stamina", "soldier")]
)
def test_marvel_ability_acrobat_and_ability_scientific_and_ability_soldier_retry_a_failure(
    attribute: Any, ability: str
) -> None:
    state = rolled(under_test(ability, attribute=attribute, purpose="end_phase"), "8+8")
    assert choices(state, under_way(state)) == ((ability, (0, 1)),)
    again = answer(state, "reroll_test", Reroll, ability=ability, dice=(0, 1))
    assert happened(state, again) == (RerollChosen(character="ALPHA", ability=ability, dice=(0, 1)),)


def test_marvel_ruling_02_the_new_dice_stand_and_are_not_rolled_again() -> None:
    state = rolled(under_test("soldier, luck"), "8+2")
    assert kinds(state) == ["act:BRAVO"]
    state = rolled(under_test("soldier, luck"), "8+3")
    state = play(state, (answer(state, "reroll_test", Reroll, ability="soldier", dice=(0, 1)), ""))
    roll = answer(state, "roll_test_again", Roll)
    both = make_roll(1, "test again", d8s("ALPHA", 2), faces=(7, 8), source="fixed")
    assert happened(state, roll, "7+8")[:2] == (
        Rerolled(character="ALPHA", roll=both, faces=(7, 8)),
        TestEnded(**RED_ZONE, total=15, passed=False),
    )


def test_marvel_ability_luck_rolls_one_die_again_once_a_turn() -> None:
    state = rolled(under_test("luck"), "8+3")
    assert [command.dice for command in legal_commands(state, one(state)).commands[:-1]] == [(0,), (1,)]  # type: ignore[attr-defined]
    state = play(state, (answer(state, "reroll_test", Reroll, ability="luck", dice=(0,)), ""))
    state = play(state, (answer(state, "roll_test_again", Roll), "7"))
    assert (state.character("ALPHA").lucky, state.character("ALPHA").ko) == (True, False)
    assert rolled(under_test("luck", lucky=True), "8+3").character("ALPHA").ko


def one(state: MatchState) -> Decision:
    (decision,) = awaiting(state)
    return decision


def test_marvel_ruling_02_a_reroll_is_optional() -> None:
    state = rolled(under_test("soldier"), "8+8")
    kept = happened(state, answer(state, "reroll_test", Keep))
    assert kept[0] == DiceKept(character="ALPHA")
    assert kept[1:] == (TestEnded(**RED_ZONE, total=16, passed=False), KnockedOut(character="ALPHA"))


def test_marvel_ruling_02_a_reroll_that_is_not_open_is_refused() -> None:
    state = rolled(under_test("soldier"), "8+8")
    for ability, dice in (("luck", (0,)), ("soldier", (0,))):
        with pytest.raises(RuleViolation) as refused:
            happened(state, answer(state, "reroll_test", Reroll, ability=ability, dice=dice))
        assert refused.value.rule_id == "MARVEL-RULING-02"


def test_marvel_ruling_51_rerolls_on_recovery_are_a_setting() -> None:
    for allowed, open_ in ((False, ()), (True, (("soldier", (0, 1)), ("luck", (0,)), ("luck", (1,))))):
        setup = make_setup(
            [with_abilities(ALPHA, "soldier, luck")], [("BRAVO", ALPHA)], rulings={"rerolls_on_recovery": allowed}
        )
        story = Story(in_action(setup, "ALPHA", changed={"ALPHA": {"ko": True, "endurance": 1}}))
        begin(story, "ALPHA", "stamina", "recovery")
        roll = make_roll(1, "test", d8s("ALPHA", 2), faces=(8, 8), source="fixed")
        story.tell(TestRolled(character="ALPHA", roll=roll))
        assert choices(story.state, under_way(story.state)) == open_


def test_a_test_begins_as_an_event() -> None:
    story = Story(in_action(make_setup()))
    begin(story, "ALPHA", "stamina", "red_zone")
    assert story.events == [TestBegan(**RED_ZONE, limit=10)]
