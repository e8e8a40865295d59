from typing import Any

import pytest

from rules_engine.duels.commands import ChooseHealedDial, DeclareHeal
from rules_engine.duels.state import MatchState
from rules_engine.kernel.errors import MalformedInput
from tests.support.duels import answer, examples, happened
from tests.support.scenes import Scene, fields, listed, scene


@pytest.mark.parametrize("row", examples("healing"))
def test_duels_heal_01_worked_heals(row: dict[str, Any]) -> None:
    Scene(row).run(row)


WARD: dict[str, Any] = {
    "figures": {
        "A1": {"as": "F2", "dice": "R6 K6 W6", "dials": [1, 0, 0]},
        "A2": {"as": "F4", "dials": [0, 0, 3]},
        "A3": {"as": "F4"},
        "B1": {"as": "F1", "dials": [1, 0, 0]},
    },
    "measured": [{"a": "A1", "b": "A2", "distance": "9"}, {"a": "A1", "b": "A3", "distance": "0"}],
}


def heals(state: MatchState) -> list[str]:
    return [fields(command, "healed", "die") for command in listed(state, DeclareHeal)]


def test_duels_heal_06_every_die_is_listed_for_everyone_whom_it_can_heal() -> None:
    assert heals(scene(WARD)) == ["A1 R6", "A1 K6", "A2 R6"]


def test_duels_heal_04_no_second_heal_is_listed_and_none_in_basic() -> None:
    steps = [{"do": "heal", "die": "R6", "roll": "R6=1"}, {"do": "dial", "dial": "head"}]
    assert heals(Scene(WARD).run({"steps": steps}).state) == []
    assert heals(scene(WARD | {"variant": "basic"})) == []


@pytest.mark.parametrize(
    ("ruling", "dials"), [("stop", ["head", "weapon", "body"]), ("spill_to_chosen_dial", ["head"])]
)
def test_duels_ruling_110_the_dials_that_may_be_chosen_are_listed(ruling: str, dials: list[str]) -> None:
    turn = Scene(WARD | {"rulings": {"heal_past_start": ruling}})
    turn.run({"steps": [{"do": "heal", "die": "R6", "roll": "R6=1"}]})
    assert [command.dial for command in listed(turn.state, ChooseHealedDial, "choose_healed_dial")] == dials


def test_duels_heal_01_only_figures_in_play_are_healed() -> None:
    state = scene(WARD).changed("A2", in_play=False)
    for healed in ("A2", "Z9"):
        with pytest.raises(MalformedInput):
            happened(state, answer(state, "act", DeclareHeal, healer="A1", healed=healed, die="A1/R6"))
