from typing import Any

import pytest

from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.kernel.messages import JUDGE
from rules_engine.marvel import down
from rules_engine.marvel.commands import Stand
from rules_engine.marvel.events import CountersGained, KnockedDown, StoodUp
from rules_engine.marvel.legal import awaiting, legal_commands
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story
from tests.support.marvel import ALPHA, BRAVO, answer, happened, in_action, make_setup, with_abilities

ANY_TIME = {"stand_up_outside_activation": True}


def lying(rulings: dict[str, Any] | None = None, **changes: Any) -> MatchState:
    """ALPHA, with Rage 2, lies on the ground in its own activation."""
    setup = make_setup([("ALPHA", with_abilities(ALPHA, "rage 2"))], [BRAVO], rulings=rulings)
    return in_action(setup, changed={"ALPHA": {"down": True} | changes, "BRAVO": {"down": True}})


def test_marvel_down_03_knocking_down_ends_enhancements() -> None:
    story = Story(in_action(make_setup(), changed={"ALPHA": {"enhancements": ("physical",)}}))
    down.knock_down(story, "ALPHA")
    assert story.events == [KnockedDown(character="ALPHA")]
    assert (story.state.character("ALPHA").down, story.state.character("ALPHA").enhancements) == (True, ())


def test_marvel_ruling_54_being_knocked_down_again_changes_nothing() -> None:
    story = Story(lying())
    down.knock_down(story, "ALPHA")
    assert story.events == []


def test_marvel_down_01_who_lies_is_refused() -> None:
    state = lying()
    down.check_standing(state.changed("ALPHA", down=False).character("ALPHA"))
    with pytest.raises(RuleViolation) as refused:
        down.check_standing(state.character("ALPHA"))
    assert refused.value.rule_id == "MARVEL-DOWN-01"


def test_marvel_down_05_standing_up_costs_one_counter() -> None:
    state = lying()
    stand = answer(state, "act", Stand, character="ALPHA")
    assert stand in legal_commands(state, awaiting(state)[0]).commands
    assert happened(state, stand) == (StoodUp(character="ALPHA", pow=5),)


@pytest.mark.parametrize("changes", [{"pow": 0}, {"down": False}])
def test_marvel_down_05_who_cannot_pay_or_stands_already(changes: dict[str, Any]) -> None:
    state = lying(**changes)
    stand = answer(state, "act", Stand, character="ALPHA")
    assert stand not in legal_commands(state, awaiting(state)[0]).commands
    with pytest.raises(RuleViolation) as refused:
        happened(state, stand)
    assert refused.value.rule_id == "MARVEL-DOWN-05"


def test_only_the_acting_character_stands_up_in_an_activation() -> None:
    state = lying()
    with pytest.raises(MalformedInput, match="ALPHA is acting, not BRAVO"):
        happened(state, answer(state, "act", Stand, character="BRAVO"))


def test_marvel_ruling_53_rage_comes_with_standing_up_from_a_ko() -> None:
    state = lying({"rage_trigger": "stand_up"}, dazed=True)
    assert happened(state, answer(state, "act", Stand, character="ALPHA")) == (
        StoodUp(character="ALPHA", pow=5),
        CountersGained(character="ALPHA", ability="rage", pow=7),
    )
    state = lying({"rage_trigger": "stand_up"})
    assert happened(state, answer(state, "act", Stand, character="ALPHA")) == (StoodUp(character="ALPHA", pow=5),)


def test_marvel_ruling_54_standing_up_in_anothers_activation_is_a_setting() -> None:
    state = lying(ANY_TIME)
    for seat in ("two", JUDGE):
        assert happened(state, Stand(seat=seat, character="BRAVO")) == (StoodUp(character="BRAVO", pow=4),)
    with pytest.raises(DecisionClosed, match="two's, not one's"):
        happened(state, Stand(seat="one", character="BRAVO"))
    with pytest.raises(MalformedInput, match="no character nobody in play"):
        happened(state, Stand(seat="two", character="nobody"))
    with pytest.raises(RuleViolation) as refused:
        happened(lying(), Stand(seat="two", character="BRAVO"))
    assert refused.value.rule_id == "MARVEL-RULING-54"


def test_marvel_ruling_54_who_is_ko_does_not_stand_up_at_any_time() -> None:
    with pytest.raises(RuleViolation) as refused:
        happened(lying(ANY_TIME).changed("BRAVO", ko=True), Stand(seat="two", character="BRAVO"))
    assert refused.value.rule_id == "MARVEL-RULING-54"
