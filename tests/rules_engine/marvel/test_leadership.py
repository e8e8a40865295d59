from typing import Any

import pytest

from rules_engine.kernel.errors import RuleViolation
from rules_engine.marvel.commands import Follow
from rules_engine.marvel.events import Followed
from rules_engine.marvel.leadership import leaders
from rules_engine.marvel.legal import awaiting, legal_commands
from rules_engine.marvel.state import MatchState
from tests.support.marvel import ALPHA, BRAVO, CHARLIE, answer, between, happened, make_setup, with_abilities
from tests.support.marvel_steps import step

LEADER = with_abilities(ALPHA, "leadership 1")


def led(alpha: dict[str, Any] | None = None, bravo: dict[str, Any] | None = None) -> MatchState:
    """ALPHA leads BRAVO, against CHARLIE; BRAVO has just been activated."""
    changed = {"ALPHA": alpha or {}, "BRAVO": bravo or {}}
    return step(between(make_setup([LEADER, BRAVO], [CHARLIE]), changed=changed), "activate BRAVO")


def test_marvel_ability_leadership_gives_one_counter() -> None:
    state = led()
    assert happened(state, answer(state, "follow", Follow, leader="ALPHA")) == (
        Followed(character="BRAVO", leader="ALPHA", pow=6),
    )
    after = step(state, "follow ALPHA")
    assert (after.character("ALPHA").led, after.character("BRAVO").follows) == (1, True)


def test_marvel_ability_leadership_may_be_left_for_others() -> None:
    state = led()
    (decision,) = awaiting(state)
    assert [command.leader for command in legal_commands(state, decision).commands] == ["ALPHA", ""]  # type: ignore[attr-defined]
    assert happened(state, answer(state, "follow", Follow)) == (Followed(character="BRAVO", pow=5),)


@pytest.mark.parametrize(
    ("alpha", "bravo"),
    [
        ({"led": 1}, {}), ({"ko": True, "endurance": 1}, {}), ({"in_play": False}, {}), ({}, {"follows": True}),
        ({}, {"ko": True, "endurance": 1}),
    ],
)  # fmt: skip
def test_marvel_ruling_69_who_gives_and_who_gets_no_counter(alpha: dict[str, Any], bravo: dict[str, Any]) -> None:
    state = led(alpha, bravo)
    assert leaders(state, state.character("BRAVO")) == ()
    assert awaiting(state)[0].kind != "follow"


def test_marvel_ability_leadership_of_somebody_else_is_refused() -> None:
    state = led()
    with pytest.raises(RuleViolation) as refused:
        happened(state, answer(state, "follow", Follow, leader="CHARLIE"))
    assert refused.value.rule_id == "MARVEL-ABILITY-LEADERSHIP"


def test_marvel_ability_leadership_02_a_leader_follows_nobody() -> None:
    setup = make_setup([LEADER, ("BRAVO", with_abilities(BRAVO, "leadership 1"))], [CHARLIE])
    state = between(setup)
    assert leaders(state, state.character("BRAVO")) == ()
