from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules_engine.duels import dice_uses
from rules_engine.duels.components import SkillTest
from rules_engine.duels.state import Figure, MatchState
from rules_engine.kernel.dice import Die
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.units import inches
from tests.support.attacks import named_in
from tests.support.duels import F1, F2, FIXTURES, entry, examples, in_turn, make_setup

ALL_DICE = "W4 W6 W8 Y6 Y8 U6 U8 G6 G8 K6 K8 R6"
TESTS = {
    "black test": SkillTest(id="lock", name="lock", colour="black", attribute="head", difficulty=15),
    "stealth test": SkillTest(id="hide", name="hide", colour="white", attribute="head", difficulty=9, stealth=True),
}
Check = Callable[[Sequence[str]], None]


def holding(example: dict[str, Any], labels: str = ALL_DICE) -> tuple[MatchState, Figure]:
    setup = make_setup(
        entry("A1", FIXTURES[example["figure"]], labels), entry("B1", F1), rulings=example.get("rulings")
    )
    state = in_turn(setup, "A1")
    return state, state.figure("A1")


def check_of(example: dict[str, Any], state: MatchState, figure: Figure) -> tuple[Check, Sequence[dice_uses.Hand]]:
    """The check of an example's use, and the hands that are listed for it."""
    distance = inches(example.get("distance", "0"))
    match example["use"]:
        case "attack" | "attack between levels" as use:
            cross = use != "attack"
            check: Check = partial(_attack, state, figure, distance, cross)
            return check, dice_uses.attack_hands(state, figure, distance, cross_level=cross)
        case "dodge":
            return partial(dice_uses.check_dodge, state, figure), dice_uses.dodge_hands(state, figure)
        case "initiative":
            return partial(dice_uses.check_initiative, state, figure), dice_uses.initiative_hands(state, figure)
        case "move" | "move in obstructing terrain" as use:
            touching = use != "move"
            check = partial(dice_uses.check_move, state, figure, touching_obstructing=touching)
            return check, dice_uses.move_hands(state, figure, touching_obstructing=touching)
        case use:
            return (
                lambda dice: dice_uses.check_skill_test(state, figure, dice, test=TESTS[use]),
                dice_uses.skill_hands(state, figure, TESTS[use]),
            )


def _attack(state: MatchState, figure: Figure, distance: int, cross: bool, dice: Sequence[str]) -> None:
    dice_uses.check_attack(state, figure, dice, distance=distance, cross_level=cross)


def refusal(check: Check, dice: Sequence[str]) -> str | None:
    try:
        check(dice)
    except RuleViolation as violation:
        return violation.rule_id
    return None


@pytest.mark.parametrize("example", examples("dice_uses"))
def test_duels_dice_01_each_colour_has_its_uses(example: dict[str, Any]) -> None:
    check, _ = check_of(example, *holding(example))
    rules = {hand: refusal(check, named_in("A1", hand)) for hand in (*example["legal"], *example["illegal"])}
    assert rules == dict.fromkeys(example["legal"]) | example["illegal"]


@pytest.mark.parametrize("example", examples("dice_uses"))
def test_duels_dice_01_listed_hands_are_the_legal_ones(example: dict[str, Any]) -> None:
    state, figure = holding(example, "W6 Y6 U6 G6 K6 R6")
    check, hands = check_of(example, state, figure)
    subsets = [set(some) for size in range(len(figure.base) + 1) for some in combinations(figure.base, size)]
    legal = [some for some in subsets if refusal(check, tuple(some)) is None]
    listed = [set(hand) for hand in hands]
    sizes = Counter(len(some) for some in legal)
    assert all(some in legal for some in listed)
    assert Counter(len(some) for some in listed) == Counter(
        {size: min(number, dice_uses.HANDS_A_SIZE) if size else number for size, number in sizes.items()}
    )


def test_duels_dice_11_equal_dice_are_listed_once() -> None:
    state, figure = holding({"figure": "F1"}, "U6 U6 U6 U8")
    hands = dice_uses.attack_hands(state, figure, inches(7))
    assert [tuple(die.split("/")[1] for die in hand) for hand in hands] == [
        ("U6", "U6#2", "U6#3", "U8"),
        ("U6", "U6#2", "U8"),
        ("U6", "U6#2", "U6#3"),
        ("U6", "U8"),
        ("U6", "U6#2"),
        ("U8",),
        ("U6",),
    ]


def test_duels_round_06_a_figure_with_an_empty_base_has_no_hands() -> None:
    state, figure = holding({"figure": "F1"}, "")
    assert dice_uses.attack_hands(state, figure, inches(7)) == ()
    assert dice_uses.move_hands(state, figure) == ((),)


def test_duels_round_06_only_dice_on_the_base_can_be_used() -> None:
    state, figure = holding({"figure": "F1"})
    spare = replace(figure, base=("A1/U6",), cup=("A1/U8",))
    assert refusal(partial(dice_uses.check_available, state, spare), ("A1/U8",)) == "DUELS-ROUND-06"


def test_duels_dice_15_a_rolled_die_cannot_be_used_again() -> None:
    state, figure = holding({"figure": "F1"})
    state = replace(state, rolled=("A1/U8",))
    spent = replace(figure, base=("A1/U6",), cup=("A1/U8",))
    assert refusal(partial(dice_uses.check_available, state, spent), ("A1/U8",)) == "DUELS-DICE-15"


@pytest.mark.parametrize("dice", [("A1/U6", "A1/U6"), ("A1/U20",)])
def test_dice_that_do_not_exist_are_malformed(dice: tuple[str, ...]) -> None:
    state, figure = holding({"figure": "F1"})
    with pytest.raises(MalformedInput):
        dice_uses.check_available(state, figure, dice)


def test_duels_ruling_057_a_terrain_die_keeps_a_joker_company() -> None:
    state, figure = holding({"figure": "F1"})
    dice_uses.check_dodge(state, figure, ("A1/R6",), terrain_dice=(Die("T4", 4),))
    assert ("A1/R6",) in dice_uses.dodge_hands(
        state.with_figure(replace(figure, base=("A1/R6",))), replace(figure, base=("A1/R6",)), company=True
    )


def test_a_refusal_tells_figure_colour_purpose_and_distance() -> None:
    state, figure = holding({"figure": "F1"})
    with pytest.raises(RuleViolation) as caught:
        dice_uses.check_attack(state, figure, ("A1/U6",), distance=inches(9))
    assert caught.value.facts == {"figure": "A1", "colour": "blue", "purpose": "attack", "distance": 900}


@given(
    st.lists(st.sampled_from(["W6", "Y6", "U6", "G6", "K6", "R6", "U8"]), max_size=6),
    st.integers(0, 1700),
    st.booleans(),
)
def test_duels_dice_08_an_unfree_joker_is_never_alone(labels: list[str], distance: int, dodging: bool) -> None:
    state = in_turn(make_setup(entry("A1", F2, " ".join(labels)), entry("B1", F1)), "A1")
    figure = state.figure("A1")
    hands = dice_uses.dodge_hands(state, figure) if dodging else dice_uses.attack_hands(state, figure, distance)
    for hand in hands:
        assert set(label_colours(hand)) != {"K"}


def label_colours(hand: dice_uses.Hand) -> list[str]:
    return [die.split("/")[1][0] for die in hand]
