import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.marvel.activations import acting, next_go, yet_to_act
from rules_engine.marvel.commands import Activate, EndActivation, Pass
from rules_engine.marvel.events import ActivationEnded, ActivationStarted, GoStarted, Passed, TestBegan
from rules_engine.marvel.legal import awaiting, legal_commands
from rules_engine.marvel.state import Activation, MatchState, Reduction
from tests.support.marvel import ALPHA, BRAVO, CHARLIE, answer, between, happened, in_action, make_setup, with_abilities
from tests.support.marvel_steps import step


def strategist() -> MatchState:
    return between(make_setup([("ALPHA", with_abilities(ALPHA, "strategist"))], [BRAVO, CHARLIE]))


def test_marvel_turn_04_a_character_is_activated_once_a_turn() -> None:
    state = between(make_setup(), "two")
    assert happened(state, answer(state, "activate", Activate, character="BRAVO")) == (
        ActivationStarted(character="BRAVO"),
    )
    again = state.changed("BRAVO", activated=True)
    with pytest.raises(RuleViolation) as refused:
        happened(again, answer(again, "activate", Activate, character="BRAVO"))
    assert refused.value.rule_id == "MARVEL-TURN-04"


@pytest.mark.parametrize("name", ["ALPHA", "nobody"])
def test_only_characters_of_the_team_on_its_go_are_activated(name: str) -> None:
    state = between(make_setup(), "two")
    with pytest.raises(MalformedInput, match="can activate"):
        happened(state, answer(state, "activate", Activate, character=name))


def test_marvel_turn_04_each_player_of_a_team_may_activate_own_characters() -> None:
    state = between(make_setup(), "two")
    state = state.changed("CHARLIE", seat="friend")
    assert [(decision.seat, decision.kind) for decision in awaiting(state)] == [
        ("two", "activate"),
        ("friend", "activate"),
    ]
    options = [legal_commands(state, decision).commands for decision in awaiting(state)]
    assert [[command.character for command in commands] for commands in options] == [["BRAVO"], ["CHARLIE"]]  # type: ignore[attr-defined]


def test_marvel_atk_06_enhancements_end_as_the_character_is_activated() -> None:
    state = between(make_setup(), changed={"ALPHA": {"enhancements": ("physical",)}})
    begun = step(state, "activate ALPHA")
    assert begun.character("ALPHA").enhancements == ()


@pytest.mark.parametrize(("setting", "left"), [(False, ["awkwardness", "ensnare"]), (True, ["ensnare"])])
def test_marvel_ruling_33_some_reductions_end_as_the_character_is_activated(*, setting: bool, left: list[str]) -> None:
    reductions = tuple(Reduction(rule=name, x=1) for name in ("awkwardness", "dazzle", "distract", "ensnare"))
    setup = make_setup(rulings={"awkwardness_ends_on_activation": setting})
    state = step(between(setup, changed={"ALPHA": {"reductions": reductions}}), "activate ALPHA")
    assert [entry.rule for entry in state.character("ALPHA").reductions] == left


def test_marvel_rec_01_a_ko_character_tests_first() -> None:
    state = between(make_setup(), changed={"ALPHA": {"ko": True, "down": True, "endurance": 1}})
    assert happened(state, answer(state, "activate", Activate, character="ALPHA")) == (
        ActivationStarted(character="ALPHA"),
        TestBegan(character="ALPHA", attribute="stamina", purpose="recovery", limit=10),
    )


def test_marvel_ability_strategist_hands_over_the_go() -> None:
    state = strategist()
    assert happened(state, answer(state, "activate", Pass, strategist="ALPHA")) == (
        Passed(team="one", strategist="ALPHA"),
        GoStarted(team="two"),
    )


@pytest.mark.parametrize("changes", [{"passes": 1}, {"ko": True, "endurance": 1}])
def test_marvel_ruling_11_who_cannot_pass(changes: dict[str, int]) -> None:
    state = strategist().changed("ALPHA", **changes)
    with pytest.raises(RuleViolation) as refused:
        happened(state, answer(state, "activate", Pass, strategist="ALPHA"))
    assert refused.value.rule_id == "MARVEL-RULING-11"


def test_marvel_ruling_11_general_passes_are_a_setting() -> None:
    state = between(make_setup(rulings={"general_passes_per_turn": 1}))
    (decision,) = awaiting(state)
    assert Pass(seat="one", decision=decision.id) in legal_commands(state, decision).commands
    assert happened(state, answer(state, "activate", Pass)) == (Passed(team="one"), GoStarted(team="two"))


def test_marvel_turn_04_ruling_11_who_has_nobody_left_is_skipped() -> None:
    state = between(make_setup(), "two")
    assert next_go(state) == "one"
    assert next_go(state.changed("ALPHA", activated=True)) == "two"
    nobody = replace(state, characters=tuple(replace(other, activated=True) for other in state.characters))
    assert (next_go(nobody), yet_to_act(nobody, "two")) == ("", ())


def test_an_activation_ends_when_its_player_says_so() -> None:
    state = in_action(make_setup())
    assert acting(state) == (Activation(character="ALPHA", led=True), state.character("ALPHA"))
    assert happened(state, answer(state, "act", EndActivation)) == (
        ActivationEnded(character="ALPHA"),
        GoStarted(team="two"),
    )
