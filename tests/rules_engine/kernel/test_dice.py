"""Dice, rolls and the sources behind the port."""

import subprocess
import sys
from collections import Counter

import pytest

from rules_engine.kernel.dice import (
    Chance,
    Dice,
    Die,
    FixedDice,
    NoDice,
    RecordedDice,
    Roll,
    SeededDice,
    make_roll,
    show,
)
from rules_engine.kernel.errors import MalformedInput

W6, U8 = Die("W6", 6), Die("U8", 8)


def test_a_roll_records_its_dice_in_order() -> None:
    assert make_roll(3, "attack", (W6, U8), faces=(6, 1), source="table") == Roll(
        n=3, purpose="attack", names=("W6", "U8"), sides=(6, 8), faces=(6, 1), source="table"
    )


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ((6,), r"2 dice are rolled \(W6, U8\), but 1 faces were given\."),
        ((6, 1, 1), r"2 dice are rolled \(W6, U8\), but 3 faces were given\."),
        ((7, 1), r"The die W6 has no face 7; it has 1 to 6\."),
        ((6, 0), r"The die U8 has no face 0; it has 1 to 8\."),
    ],
)
def test_faces_that_do_not_fit_the_dice_are_refused(faces: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(MalformedInput, match=sentence):
        make_roll(1, "attack", (W6, U8), faces=faces, source="table")


def test_no_dice_have_a_name_too() -> None:
    assert (show(()), show((W6, U8))) == ("none", "W6, U8")


def test_fixed_dice_hand_out_their_faces_in_order_and_number_the_rolls() -> None:
    dice = FixedDice([4, 8, 2], first=7, source="table")
    assert [dice.roll("a", (W6, U8)), dice.roll("b", (W6,))] == [
        make_roll(7, "a", (W6, U8), faces=(4, 8), source="table"),
        make_roll(8, "b", (W6,), faces=(2,), source="table"),
    ]
    assert dice.left == 0


def test_fixed_dice_say_how_many_faces_are_left() -> None:
    dice = FixedDice([4, 8, 2])
    dice.roll("a", (W6,))
    assert dice.left == 2


@pytest.mark.parametrize("dice", [FixedDice(), RecordedDice([]), NoDice()], ids=["fixed", "recorded", "none"])
def test_dice_that_have_run_out_refuse_to_roll(dice: Dice) -> None:
    with pytest.raises(MalformedInput, match="W6"):
        dice.roll("attack", (W6,))


def test_recorded_dice_hand_out_the_rolls_with_number_and_source() -> None:
    recorded = [
        make_roll(5, "a", (W6,), faces=(2,), source="server"),
        make_roll(9, "b", (U8,), faces=(8,), source="table"),
    ]
    dice = RecordedDice(recorded)
    assert [dice.roll("a", (W6,)), dice.roll("b", (U8,))] == recorded


def test_recorded_faces_must_fit_the_dice_now_asked_for() -> None:
    with pytest.raises(MalformedInput, match="has no face 8"):
        RecordedDice([make_roll(1, "a", (U8,), faces=(8,), source="server")]).roll("a", (W6,))


def test_seeded_dice_number_their_rolls_and_name_their_source() -> None:
    dice = SeededDice(1, first=4)
    rolls = [dice.roll("a", (W6, U8)), dice.roll("b", (W6,))]
    assert [(roll.n, roll.source, roll.sides) for roll in rolls] == [(4, "seeded", (6, 8)), (5, "seeded", (6,))]


def test_seeded_dice_reach_every_face_and_no_other() -> None:
    roll = SeededDice("faces").roll("many", (W6,) * 1000)
    assert sorted(Counter(roll.faces)) == [1, 2, 3, 4, 5, 6]


def test_chance_stays_below_its_limit_and_reaches_all_of_it() -> None:
    chance = Chance("choices")
    assert {chance.below(3) for _ in range(100)} == {0, 1, 2}


PROBE = """
from rules_engine.kernel.dice import Chance, Die, SeededDice
chance = Chance("seed")
print(SeededDice("seed").roll("many", (Die("W6", 6),) * 20).faces, [chance.below(1000) for _ in range(5)])
"""


def test_a_seed_gives_the_same_in_every_process() -> None:
    answers = {
        subprocess.run(
            [sys.executable, "-c", PROBE], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
    chance = Chance("seed")
    faces = SeededDice("seed").roll("many", (W6,) * 20).faces
    assert answers == {f"{faces} {[chance.below(1000) for _ in range(5)]}\n".encode()}
