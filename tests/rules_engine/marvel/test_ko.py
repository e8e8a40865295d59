from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.marvel import ko
from rules_engine.marvel.events import KnockedOut, Recovered, RecoveryFailed, TestBegan, TestEnded
from rules_engine.marvel.story import Story
from tests.support.marvel import ALPHA, CHARLIE, examples, in_action, make_setup, zones
from tests.support.marvel_steps import check, said


def ended(*, passed: bool, purpose: Any = "red_zone") -> TestEnded:
    return TestEnded(character="ALPHA", attribute="stamina", purpose=purpose, total=9, passed=passed)


@pytest.mark.parametrize("example", examples("ko"))
def test_marvel_ko_worked_examples(example: Any) -> None:
    check(said(example), example["expect"])


def test_marvel_ko_01_a_stamina_test_begins_at_once() -> None:
    story = Story(in_action(make_setup()))
    ko.enter_red(story, "ALPHA")
    assert story.events == [TestBegan(character="ALPHA", attribute="stamina", purpose="red_zone", limit=10)]


@pytest.mark.parametrize(("passed", "events"), [(True, []), (False, [KnockedOut(character="ALPHA")])])
def test_marvel_ko_03_who_fails_is_ko(passed: bool, events: list[Any]) -> None:
    story = Story(in_action(make_setup()))
    ko.tested(story, ended(passed=passed))
    assert story.events == events


def test_marvel_ko_03_who_is_gone_does_not_become_ko() -> None:
    story = Story(in_action(make_setup(), changed={"ALPHA": {"in_play": False}}))
    ko.tested(story, ended(passed=False))
    assert story.events == []


def test_marvel_ko_05_ko_07_ko_08_what_ko_takes() -> None:
    story = Story(in_action(make_setup(), changed={"ALPHA": {"enhancements": ("physical",)}}))
    ko.knock_out(story, "ALPHA")
    now = story.state.character("ALPHA")
    assert (now.ko, now.down, now.pow, now.enhancements) == (True, True, 0, ())


@pytest.mark.parametrize(
    ("changes", "scope", "tests"),
    [
        ({"endurance": 12}, "zone_at_end_phase", False),
        ({"endurance": 6}, "zone_at_end_phase", True),
        ({"endurance": 3}, "zone_at_end_phase", True),
        ({"endurance": 3, "ko": True}, "any_time_in_turn", False),
        ({"endurance": 8, "hurt": True}, "zone_at_end_phase", False),
        ({"endurance": 8, "hurt": True}, "any_time_in_turn", True),
    ],
)
def test_marvel_ko_02_ruling_48_who_tests_in_the_end_phase(changes: Any, scope: str, *, tests: bool) -> None:
    state = in_action(make_setup(rulings={"ko_end_phase_scope": scope}), changed={"ALPHA": changes})
    assert ko.must_test(state, state.character("ALPHA")) == tests


def test_marvel_rec_02_at_least_no_counters_come() -> None:
    changed = {"ALPHA": {"ko": True, "endurance": 1, "pow": 0}}
    printed = replace(ALPHA, pow=zones("0 0 0"))
    story = Story(in_action(make_setup([printed], [CHARLIE]), changed=changed))
    ko.recovery_tested(story, ended(passed=True, purpose="recovery"))
    assert story.events == [Recovered(character="ALPHA", pow=0)]


@pytest.mark.parametrize(("others", "activated"), [({}, False), ({"activated": True}, True), ({"ko": True}, True)])
def test_marvel_ruling_51_without_another_go_a_failure_uses_up_the_activation(
    others: dict[str, bool], *, activated: bool
) -> None:
    setup = make_setup([ALPHA], [CHARLIE], rulings={"failed_recovery_consumes_activation": False})
    story = Story(in_action(setup, changed={"ALPHA": {"ko": True}, "CHARLIE": others}))
    ko.recovery_tested(story, ended(passed=False, purpose="recovery"))
    assert story.events == [RecoveryFailed(character="ALPHA", activated=activated)]
