from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels import attack
from rules_engine.duels.commands import ChooseDodge, KeepDice, Roll
from rules_engine.duels.events import AttackImpossible
from rules_engine.duels.evolve import evolve
from rules_engine.duels.legal import awaiting, legal_commands
from rules_engine.duels.state import MatchState, Measured
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Command
from rules_engine.kernel.rule_ids import RuleId
from tests.support.attacks import check, declare, facing, short
from tests.support.duels import F1, F4, answer, entry, examples, happened, in_turn, make_setup, play


@pytest.mark.parametrize("example", examples("attack"))
def test_duels_atk_02_worked_attacks(example: dict[str, Any]) -> None:
    check(example)


def a_duel(labels: str = "U6 U8 G6", dodge: str = "", **more: Any) -> MatchState:
    """F1 faces F4 at 7 in, with these dice on their bases."""
    row: dict[str, Any] = {"attacker": "F1", "target": "F4", "distance": "7", **more}
    return facing(row | {"attack": " ".join(f"{label}=1" for label in labels.split()), "dodge": dodge})


def refusal(state: MatchState, command: Command) -> RuleViolation:
    with pytest.raises(RuleViolation) as caught:
        happened(state, command)
    return caught.value


# --- declaring --------------------------------------------------------------------------------------------------------


def test_duels_atk_01_a_third_attack_is_refused() -> None:
    state = a_duel()
    for die, roll in (("A1/U6", "U6=2"), ("A1/U8", "U8=2")):
        state = play(state, (declare(state, (die,)), ""))
        state = play(state, (answer(state, "roll_attack", Roll), roll))
    assert refusal(state, declare(state, ("A1/G6",))).rule_id == "DUELS-ATK-01"
    assert [type(command) for command in legal_attacks(state)] == []


def legal_attacks(state: MatchState) -> list[Command]:
    (decision,) = awaiting(state)
    return list(attack.options(state, decision).commands)


def test_duels_atk_10_no_attack_without_a_die() -> None:
    state = a_duel("W6 W4")
    assert refusal(state, declare(state, ())).rule_id == "DUELS-ATK-10"
    assert refusal(state, declare(state, ("A1/W6",))).rule_id == "DUELS-DICE-02"
    assert legal_attacks(state) == []


def test_duels_ruling_032_an_impossible_attack_is_not_spent() -> None:
    state = a_duel(distance="16.1")
    assert refusal(state, declare(state, ("A1/G6",))).rule_id == "DUELS-ATK-03"
    assert legal_attacks(state) == []


@pytest.mark.parametrize(
    ("more", "dice", "rule"),
    [
        ({"distance": "16.1"}, ("A1/G6",), "DUELS-ATK-03"),
        ({"in_sight": False}, ("A1/G6",), "DUELS-MEAS-04"),
    ],
)
def test_duels_ruling_032_an_impossible_attack_is_spent(more: dict[str, Any], dice: tuple[str, ...], rule: str) -> None:
    state = a_duel(rulings={"impossible_attack_spent": True}, **more)
    (event,) = happened(state, declare(state, dice))
    assert event == AttackImpossible(attacker="A1", target="B1", rule_id=RuleId(rule))
    after = evolve(state, event)
    assert after.turn is not None
    assert (after.turn.attacks, after.figure("A1").base) == (1, state.figure("A1").base)


@pytest.mark.parametrize(
    ("dice", "rule"),
    [
        ((), "DUELS-ATK-10"),  # DUELS-RULING-061: an attack without dice is never spent
        (("A1/U6",), "DUELS-ATK-03"),  # another die would reach
        (("A1/W6",), "DUELS-DICE-02"),
    ],
)
def test_duels_ruling_061_a_wrong_choice_of_dice_is_not_spent(dice: tuple[str, ...], rule: str) -> None:
    state = a_duel("U6 G6 W6", distance="9", rulings={"impossible_attack_spent": True})
    assert refusal(state, declare(state, dice)).rule_id == rule


def test_duels_meas_03_an_attack_is_measured_first() -> None:
    state = replace(a_duel(), measured=())
    assert refusal(state, declare(state, ("A1/U6",))).rule_id == "DUELS-MEAS-03"
    assert legal_attacks(state) == []


def test_duels_meas_04_no_attack_is_listed_without_a_free_line() -> None:
    assert legal_attacks(a_duel(in_sight=False)) == []


def two_of_a_team(rulings: dict[str, Any] | None = None) -> MatchState:
    setup = make_setup(entry("A1", F1, "U6 U8"), entry("A2", F4), entry("B1", F4), rulings=rulings)
    fact = Measured(a="A1", b="A2", distance=700, author="A")
    return in_turn(setup, "A1", measured=[fact, replace(fact, b="B1")])


def test_duels_ruling_033_allies_are_no_targets() -> None:
    state = two_of_a_team()
    assert refusal(state, declare(state, ("A1/U6",), target="A2")).rule_id == "DUELS-RULING-033"
    assert {command.target for command in legal_attacks(state)} == {"B1"}  # type: ignore[attr-defined]


def test_duels_ruling_033_friendly_fire() -> None:
    state = two_of_a_team({"friendly_fire": True})
    assert happened(state, declare(state, ("A1/U6",), target="A2"))
    assert {command.target for command in legal_attacks(state)} == {"A2", "B1"}  # type: ignore[attr-defined]


@pytest.mark.parametrize(("attacker", "target"), [("B1", "A1"), ("A1", "A1"), ("A1", "C9")])
def test_an_attack_by_or_on_a_figure_that_cannot_is_malformed(attacker: str, target: str) -> None:
    state = a_duel()
    with pytest.raises(MalformedInput):
        happened(state, declare(state, ("A1/U6",), attacker, target))


def test_an_eliminated_figure_is_no_target() -> None:
    state = two_of_a_team().changed("B1", in_play=False)
    with pytest.raises(MalformedInput):
        happened(state, declare(state, ("A1/U6",)))


# --- dodging ----------------------------------------------------------------------------------------------------------


def declared(**more: Any) -> MatchState:
    state = a_duel(**more)
    return play(state, (declare(state, ("A1/U6",)), ""))


def test_duels_atk_11_no_dodge_and_every_dodge_are_listed() -> None:
    state = declared(dodge="W6=1 Y6=1")
    (decision,) = awaiting(state)
    legal = legal_commands(state, decision)
    assert [short(command.dice) for command in legal.commands] == ["", "W6 Y6", "Y6", "W6"]  # type: ignore[attr-defined]
    assert not legal.complete


def test_duels_ruling_057_dodges_with_terrain_dice_are_listed() -> None:
    state = declared(dodge="R6=1", through=1)
    (decision,) = awaiting(state)
    legal = legal_commands(state, decision)
    assert [(short(command.dice), command.terrain_dice) for command in legal.commands] == [  # type: ignore[attr-defined]
        ("", ("T4",)),
        ("R6", ("T4",)),
        ("", ()),
    ]
    for command in legal.commands:
        assert happened(state, command)


def test_duels_ruling_057_a_terrain_die_alone_may_be_rolled_or_not() -> None:
    state = declared(through=1)
    (decision,) = awaiting(state)
    legal = legal_commands(state, decision)
    assert [command.terrain_dice for command in legal.commands] == [("T4",), ()]  # type: ignore[attr-defined]
    assert legal.complete


@pytest.mark.parametrize("names", [("T6",), ("T4", "T4")])
def test_a_terrain_die_that_is_not_granted_is_malformed(names: tuple[str, ...]) -> None:
    state = declared(through=1)
    with pytest.raises(MalformedInput):
        happened(state, answer(state, "choose_dodge", ChooseDodge, terrain_dice=names))


def test_duels_dice_08_a_dodge_follows_the_joker_rule() -> None:
    state = declared(dodge="W6=1 R6=1")
    command = answer(state, "choose_dodge", ChooseDodge, dice=("B1/R6",))
    assert refusal(state, command).rule_id == "DUELS-DICE-08"


def test_duels_ruling_062_all_shown_dice_are_rolled() -> None:
    state = a_duel(dodge="W6=1")
    state = play(state, (declare(state, ("A1/U6", "A1/G6")), ""))
    state = play(state, (answer(state, "choose_dodge", ChooseDodge, dice=("B1/W6",)), ""))
    (decision,) = awaiting(state)
    assert [die.name for die in decision.pools] == ["A1/U6", "A1/G6", "B1/W6"]
    with pytest.raises(MalformedInput):
        happened(state, answer(state, "roll_attack", Roll), "U6=4 W6=2")  # the green die is held back


def test_duels_atk_23_rolled_dice_end_in_their_owners_cups() -> None:
    state = declared(dodge="W6=1")
    state = play(state, (answer(state, "choose_dodge", ChooseDodge, dice=("B1/W6",)), ""))
    state = play(state, (answer(state, "roll_attack", Roll), "U6=1 W6=1"))
    assert (state.figure("A1").cup, state.figure("B1").cup) == (("A1/U6",), ("B1/W6",))
    assert state.rolled == ("A1/U6", "B1/W6")


# --- keeping dice -----------------------------------------------------------------------------------------------------


def matching(**more: Any) -> MatchState:
    state = a_duel("U6 G6", rulings={"bad_karma_removal": "all_but_one_of_each"}, **more)
    state = play(state, (declare(state, ("A1/U6", "A1/G6")), ""))
    return play(state, (answer(state, "roll_attack", Roll), "U6=3 G6=3"))


@pytest.mark.parametrize("dice", [(), ("A1/U6", "A1/G6"), ("B1/W6",), ("A1/U6", "A1/U6")])
def test_duels_ruling_063_exactly_one_die_of_a_group_is_kept(dice: tuple[str, ...]) -> None:
    state = matching()
    assert refusal(state, answer(state, "keep_dice", KeepDice, dice=dice)).rule_id == "DUELS-RULING-063"


@pytest.mark.parametrize(("shield", "first"), [("U6", "A1/G6"), ("G6", "A1/U6"), ("U3", "A1/U6")])
def test_duels_ruling_063_the_die_that_shields_block_least_is_listed_first(shield: str, first: str) -> None:
    state = matching(gear=[{"slug": "vest", "shields": shield}])
    (decision,) = awaiting(state)
    legal = legal_commands(state, decision)
    assert legal.commands[0].dice == (first,)  # type: ignore[attr-defined]
    assert (len(legal.commands), legal.complete) == (2, True)


def test_duels_ruling_063_dice_of_one_colour_are_listed_once() -> None:
    state = a_duel("U6 U8 G6", rulings={"bad_karma_removal": "all_but_one_of_each"})
    state = play(state, (declare(state, ("A1/U6", "A1/U8", "A1/G6")), ""))
    state = play(state, (answer(state, "roll_attack", Roll), "U6=3 U8=3 G6=3"))
    (decision,) = awaiting(state)
    legal = legal_commands(state, decision)
    assert [command.dice for command in legal.commands] == [("A1/U6",), ("A1/G6",)]  # type: ignore[attr-defined]
    assert not legal.complete
    assert happened(state, answer(state, "keep_dice", KeepDice, dice=("A1/U8",)))


@pytest.mark.parametrize("spent", [False, True])
def test_duels_ruling_032_attacks_that_would_be_spent_are_not_listed(spent: bool) -> None:
    state = a_duel(distance="20", rulings={"impossible_attack_spent": spent})
    (decision,) = awaiting(state)
    legal = attack.options(state, decision)
    assert (legal.commands, legal.complete) == ((), not spent)
