from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.duels.commands import ChooseShields, Roll
from rules_engine.duels.legal import awaiting, legal_commands
from rules_engine.duels.shields import ANY_RESULT, Shield, Shown, largest_blocks, shields_of
from rules_engine.duels.state import MatchState
from rules_engine.kernel.errors import RuleViolation
from tests.support.attacks import check, declare, facing
from tests.support.duels import F4, answer, entry, examples, gear, happened, in_turn, make_setup, play


@pytest.mark.parametrize("example", examples("shields"))
def test_duels_shld_01_worked_shields(example: dict[str, Any]) -> None:
    check(example)


def choosing() -> MatchState:
    """A1 has hit B1 with a blue 3, a blue 5 and a green 4; one shield of B1 stops blue dice below 6."""
    row = {"attacker": "F1", "target": "F4", "distance": "7", "attack": "U6=3 U8=5 G6=4"}
    state = facing(row | {"gear": [{"slug": "vest", "shields": "U6"}]})
    state = play(state, (declare(state, ("A1/U6", "A1/U8", "A1/G6")), ""))
    return play(state, (answer(state, "roll_attack", Roll), "U6=3 U8=5 G6=4"))


def test_duels_ruling_069_only_largest_sets_are_offered() -> None:
    state = choosing()
    (decision,) = awaiting(state)
    legal = legal_commands(state, decision)
    assert [command.blocked for command in legal.commands] == [("A1/U6",), ("A1/U8",)]  # type: ignore[attr-defined]
    assert legal.complete


@pytest.mark.parametrize("blocked", [(), ("A1/G6",), ("A1/U6", "A1/U8"), ("A1/U6", "A1/U6")])
def test_duels_ruling_069_any_other_set_is_refused(blocked: tuple[str, ...]) -> None:
    state = choosing()
    with pytest.raises(RuleViolation) as caught:
        happened(state, answer(state, "choose_shields", ChooseShields, blocked=blocked))
    assert caught.value.rule_id == "DUELS-RULING-069"


@pytest.mark.parametrize(("variant", "number"), [("advanced", 6), ("basic", ANY_RESULT)])
def test_duels_shld_09_basic_ignores_numbers(variant: str, number: int) -> None:
    setup = make_setup(entry("A1", F4, "", gear("vest", 4, shields="Y6")), entry("B1", F4), variant=variant)
    state = in_turn(setup, "A1")
    assert shields_of(state, state.figure("A1")) == (("yellow", number),)


COLOURS = st.sampled_from(["yellow", "blue"])
ROLLS = st.lists(st.tuples(COLOURS, st.integers(2, 8)), max_size=5)
SHIELDS = st.lists(st.tuples(COLOURS, st.integers(2, 9)), max_size=3)


@given(ROLLS, SHIELDS)
def test_duels_ruling_069_the_sets_are_all_the_largest(rolls: list[Any], shields: list[Shield]) -> None:
    shown = [Shown(str(place), colour, value) for place, (colour, value) in enumerate(rolls)]
    possible = {
        frozenset(die.die for die, shield in zip(order, shields, strict=False) if stops(shield, die))
        for order in permutations([*shown, *[Shown("", "white", 0)] * len(shields)], len(shields))
    }
    size = max(len(dice) for dice in possible)
    found = largest_blocks(shown, shields)
    assert {frozenset(dice) for dice in found} == {dice for dice in possible if len(dice) == size}
    assert len(set(found)) == len(found)


def stops(shield: Shield, die: Shown) -> bool:
    colour, number = shield
    return die.colour == colour and die.value < number
