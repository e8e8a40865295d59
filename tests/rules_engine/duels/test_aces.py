from typing import Any

import pytest

from rules_engine.duels.commands import ChooseDodge, GiveUpGear, Roll, StartMove
from rules_engine.duels.components import BoardKind
from rules_engine.duels.events import GearGivenUp
from rules_engine.duels.legal import awaiting, legal_commands
from rules_engine.duels.state import GroundGear, MatchState, Measured
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.units import inches
from tests.support.attacks import check, declare, facing
from tests.support.duels import F3, F4, answer, entry, examples, gear, happened, in_turn, make_setup, play


@pytest.mark.parametrize("example", examples("aces"))
def test_duels_ace_01_worked_aces(example: dict[str, Any]) -> None:
    check(example)


# --- blue -------------------------------------------------------------------------------------------------------------


def test_duels_ruling_081_a_stunned_figure_acts_without_dice() -> None:
    """DUELS-EX-46: DUELS-ACE-02, DUELS-ATK-10."""
    state = facing({"attacker": "F4", "target": "F1", "distance": "7", "attack": "U6=5", "through": 1})
    state = state.changed("A1", base=(), cup=("A1/U6",))
    with pytest.raises(RuleViolation) as caught:
        happened(state, declare(state, ()))
    assert caught.value.rule_id == "DUELS-ATK-10"
    with pytest.raises(RuleViolation):
        happened(state, declare(state, ("A1/U6",)))
    assert happened(state, answer(state, "act", StartMove, figure="A1"))


def test_duels_ruling_081_a_stunned_figure_still_rolls_terrain_dice() -> None:
    """DUELS-EX-46: attacked through obstructing terrain it may still roll T4."""
    state = facing({"attacker": "F1", "target": "F4", "distance": "7", "attack": "U6=5", "through": 1})
    state = play(state, (declare(state, ("A1/U6",)), ""))
    state = play(state, (answer(state, "choose_dodge", ChooseDodge, terrain_dice=("T4",)), ""))
    (decision,) = awaiting(state)
    assert [die.name for die in decision.pools] == ["A1/U6", "T4"]


# --- black ------------------------------------------------------------------------------------------------------------


def technical(*, board: BoardKind = "tracked", rulings: dict[str, Any] | None = None) -> MatchState:
    """A1 has hit B1 with a black ace; B1 carries a vest, its ally B2 a belt."""
    setup = make_setup(
        entry("A1", F3, "K6 G6"),
        entry("B1", F4, "", gear("vest", 4)),
        entry("B2", F4, "", gear("belt", 4)),
        board=board,
        rulings=rulings,
    )
    places = {"A1": (10, 10, 0), "B1": (20, 10, 0), "B2": (20, 30, 0)}
    fact = Measured(a="A1", b="B1", distance=inches(5), author="A")
    state = in_turn(setup, "A1", places=places, measured=[fact] if board == "declared" else [])
    state = play(state, (declare(state, ("A1/K6", "A1/G6")), ""))
    return play(state, (answer(state, "roll_attack", Roll), "K6=A G6=6"))


def test_duels_ace_05_gear_lies_touching_the_base_where_its_controller_says() -> None:
    state, radius = technical(), F4.radius
    spot = (inches(20), inches(10) + radius)
    event = happened(state, answer(state, "give_up_gear", GiveUpGear, gear="B1/vest", spot=spot))[0]
    assert event == GearGivenUp(figure="B1", gear="B1/vest", ground=GroundGear(gear="B1/vest", place=Place(*spot, 0)))


def test_duels_ace_05_on_a_declared_board_the_figure_touches_its_gear() -> None:
    state = technical(board="declared")
    event = happened(state, answer(state, "give_up_gear", GiveUpGear, gear="B1/vest"))[0]
    assert isinstance(event, GearGivenUp)
    assert event.ground == GroundGear(gear="B1/vest", beside=("B1",))


def test_duels_ruling_103_gear_lies_at_the_edge() -> None:
    state = technical()
    with pytest.raises(RuleViolation) as caught:
        happened(state, answer(state, "give_up_gear", GiveUpGear, gear="B1/vest", spot=(inches(25), inches(10))))
    assert caught.value.rule_id == "DUELS-RULING-103"


def test_duels_ruling_079_an_allys_gear_is_safe() -> None:
    state = technical()
    with pytest.raises(MalformedInput):
        happened(state, answer(state, "give_up_gear", GiveUpGear, gear="B2/belt"))
    (decision,) = awaiting(state)
    legal = legal_commands(state, decision)
    assert [command.gear for command in legal.commands] == ["B1/vest"]  # type: ignore[attr-defined]
    assert not legal.complete


def test_duels_ruling_079_any_figure_of_the_targets_team() -> None:
    state = technical(board="declared", rulings={"black_ace_scope": "any_figure_of_target_team"})
    (decision,) = awaiting(state)
    legal = legal_commands(state, decision)
    assert [command.gear for command in legal.commands] == ["B1/vest", "B2/belt"]  # type: ignore[attr-defined]
    assert legal.complete
    after = play(state, (legal.commands[1], ""))
    assert (after.figure("B1").gear, after.figure("B2").gear) == (("B1/vest",), ())
