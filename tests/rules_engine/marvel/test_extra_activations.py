from typing import Any

import pytest

from rules_engine.kernel.errors import RuleViolation
from rules_engine.marvel.commands import ChooseNext
from rules_engine.marvel.events import ActivationStarted, GoStarted, OfferDeclined, TestBegan
from rules_engine.marvel.extra_activations import choices
from rules_engine.marvel.legal import awaiting, legal_commands
from rules_engine.marvel.state import MatchState, Measured
from tests.support.marvel import ALPHA, BRAVO, CHARLIE, answer, between, happened, make_setup, with_abilities
from tests.support.marvel_steps import step

ALL = "comrade CHARLIE, order, master_tactician"
NEAR = Measured(a="BRAVO", b="CHARLIE", distance=500)


def acted(abilities: str = ALL, *, near: Measured = NEAR, **changed: Any) -> MatchState:
    """BRAVO has acted; CHARLIE, its ally, has not."""
    setup = make_setup([ALPHA], [("BRAVO", with_abilities(BRAVO, abilities)), CHARLIE])
    state = between(setup, "two", measured=(near,), changed=changed)
    return step(step(state, "activate BRAVO"), "end")


def offered(state: MatchState) -> list[tuple[str, str]]:
    assert state.offer is not None
    return list(choices(state, state.offer))


def test_marvel_ruling_12_the_player_picks_one_of_several_abilities() -> None:
    state = acted()
    (decision,) = awaiting(state)
    assert [(command.ability, command.character) for command in legal_commands(state, decision).commands] == [  # type: ignore[attr-defined]
        ("comrade", "CHARLIE"),
        ("order", "CHARLIE"),
        ("master_tactician", ""),
        ("", ""),
    ]


@pytest.mark.parametrize("ability", ["comrade", "order"])
def test_marvel_ability_comrade_ability_order_another_character_acts_at_once(ability: str) -> None:
    state = acted()
    assert happened(state, answer(state, "choose_next", ChooseNext, ability=ability, character="CHARLIE")) == (
        ActivationStarted(character="CHARLIE", by="BRAVO", ability=ability, chain=2),
    )


def test_marvel_ability_master_tactician_tests_willpower_first() -> None:
    state = acted()
    assert happened(state, answer(state, "choose_next", ChooseNext, ability="master_tactician")) == (
        TestBegan(character="BRAVO", attribute="willpower", purpose="tactics", limit=7),
    )
    won = step(step(state, "tactics"), "roll 3+4")
    assert offered(won) == [("master_tactician", "CHARLIE")]
    lost = step(step(state, "tactics"), "roll 4+4")
    assert (lost.offer, lost.go) == (None, "one")


def test_nobody_need_act_out_of_turn() -> None:
    state = acted()
    assert happened(state, answer(state, "choose_next", ChooseNext)) == (
        OfferDeclined(character="BRAVO"),
        GoStarted(team="one"),
    )


@pytest.mark.parametrize(
    "near",
    [Measured(a="BRAVO", b="CHARLIE", distance=501), Measured(a="BRAVO", b="CHARLIE", distance=1, in_sight=False)],
)
def test_marvel_ability_order_needs_an_ally_near_and_in_sight(near: Measured) -> None:
    state = acted("order, comrade CHARLIE", near=near)
    assert offered(state) == [("comrade", "CHARLIE")]
    with pytest.raises(RuleViolation) as refused:
        happened(state, answer(state, "choose_next", ChooseNext, ability="order", character="CHARLIE"))
    assert refused.value.rule_id == "MARVEL-RULING-12"


@pytest.mark.parametrize("changed", [{"CHARLIE": {"activated": True}}, {"CHARLIE": {"in_play": False}}])
def test_marvel_ruling_12_nobody_is_left_to_act(changed: dict[str, Any]) -> None:
    assert acted(**changed).offer is None


@pytest.mark.parametrize("changes", [{"ko": True}, {"in_play": False}])
def test_marvel_ruling_12_nothing_comes_of_one_that_is_ko_or_gone(changes: dict[str, bool]) -> None:
    state = acted()
    assert offered(state.changed("BRAVO", **changes)) == []
