from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.marvel.commands import EndActivation
from rules_engine.marvel.events import (
    Counters,
    EndPhaseBegan,
    MatchEnded,
    PowGenerated,
    Regenerated,
    TurnEnded,
    TurnStarted,
)
from rules_engine.marvel.legal import awaiting
from rules_engine.marvel.pending import d8s
from rules_engine.marvel.setup import Victory
from rules_engine.marvel.state import Boon, MatchState, Reduction
from rules_engine.marvel.story import Story
from rules_engine.marvel.turns import start_turn, step
from tests.support.marvel import (
    ALPHA,
    BRAVO,
    CHARLIE,
    answer,
    begin,
    between,
    examples,
    happened,
    in_action,
    kinds,
    make_setup,
    with_abilities,
)
from tests.support.marvel_steps import check, said
from tests.support.marvel_steps import step as one_step


@pytest.mark.parametrize("example", examples("turns"))
def test_marvel_turn_04_worked_examples(example: Any) -> None:
    check(said(example), example["expect"])


def test_marvel_turn_01_turn_02_a_turn_begins_with_the_power_phase() -> None:
    state = begin(make_setup())
    assert (state.turn, state.phase) == (1, "initiative")
    assert [character.pow for character in state.characters] == [6, 5, 4]


def test_marvel_turn_02_ability_regeneration_ruling_73_recovery_comes_before_the_counters() -> None:
    cards = [("ALPHA", with_abilities(ALPHA, "regeneration 2"))], [BRAVO, CHARLIE]
    changed = {"ALPHA": {"endurance": 6, "pow": 0}, "BRAVO": {"pow": 1, "ko": True, "endurance": 2}}
    story = Story(in_action(make_setup(*cards), changed=changed | {"CHARLIE": {"in_play": False}}))
    start_turn(story)
    assert story.events == [
        TurnStarted(turn=2),
        Regenerated(character="ALPHA", endurance=8),
        PowGenerated(counters=(Counters(character="ALPHA", pow=6), Counters(character="BRAVO", pow=1))),
    ]


def test_marvel_turn_01_what_was_used_in_a_turn_is_there_again_in_the_next() -> None:
    used: dict[str, Any] = {
        "activated": True, "enhanced": True, "uses": ("jab",), "lucky": True, "passes": 1, "led": 1, "follows": True,
        "hurt": True,
    }  # fmt: skip
    state = between(make_setup(), changed={"ALPHA": used})
    story = Story(state)
    start_turn(story)
    fresh = story.state.character("ALPHA")
    assert {name: getattr(fresh, name) for name in used} == {
        "activated": False, "enhanced": False, "uses": (), "lucky": False, "passes": 0, "led": 0, "follows": False,
        "hurt": False,
    }  # fmt: skip


def test_marvel_turn_05_ruling_13_the_clean_up_comes_before_the_tests() -> None:
    lasting = {
        "reductions": (Reduction(rule="awkwardness", x=2),), "boons": (Boon(power="rally", x=1),), "endurance": 5,
    }  # fmt: skip
    state = in_action(make_setup(), changed={"BRAVO": lasting, "CHARLIE": {"activated": True}})
    state = one_step(one_step(one_step(state, "end"), "activate BRAVO"), "end")
    assert (state.phase, kinds(state)) == ("end", ["roll_end_test:BRAVO"])
    cleaned = state.character("BRAVO")
    assert (cleaned.pow, cleaned.reductions, cleaned.boons) == (0, (), ())


def test_marvel_ruling_13_the_side_that_controlled_the_turn_tests_first_in_its_players_order() -> None:
    changed = {name: {"endurance": 4, "activated": True} for name in ("ALPHA", "BRAVO", "CHARLIE")}
    story = Story(between(make_setup(), changed=changed))
    story.state = story.state.changed("ALPHA", activated=True)
    assert step(story)
    assert story.events == [EndPhaseBegan(counters=(), to_test=("ALPHA", "BRAVO", "CHARLIE"))]
    assert kinds(story.state) == ["roll_end_test:ALPHA"]
    state = one_step(story.state, "roll ALPHA 4+4")
    assert kinds(state) == ["roll_end_test:BRAVO", "roll_end_test:CHARLIE"]
    assert awaiting(state)[1].pools == d8s("CHARLIE", 2)
    state = one_step(state, "roll CHARLIE 4+4")
    assert kinds(state) == ["roll_end_test:BRAVO"]


def test_marvel_turn_05_the_next_turn_begins_when_all_is_checked() -> None:
    state = in_action(make_setup(), changed={name: {"activated": True} for name in ("BRAVO", "CHARLIE")})
    told = [type(event) for event in happened(state, end_of(state))]
    assert told[-4:] == [EndPhaseBegan, TurnEnded, TurnStarted, PowGenerated]


def end_of(state: MatchState) -> EndActivation:
    return answer(state, "act", EndActivation)


@pytest.mark.parametrize("phase", ["power", "over", "deployment"])
def test_nothing_is_open_between_the_phases(phase: Any) -> None:
    state = replace(between(make_setup()), phase=phase)
    assert awaiting(state) == ()
    assert not step(Story(state))


def test_marvel_ruling_01_no_turn_begins_after_the_last() -> None:
    changed = {name: {"activated": True} for name in ("BRAVO", "CHARLIE")}
    state = in_action(make_setup(victory=Victory(turn_limit=1)), changed=changed)
    assert [type(event) for event in happened(state, end_of(state))][-2:] == [TurnEnded, MatchEnded]
