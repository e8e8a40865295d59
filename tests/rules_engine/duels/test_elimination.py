from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels.commands import Jump, Override, SetDial
from rules_engine.duels.components import TerrainPiece
from rules_engine.duels.elimination import credit, eliminate, is_eliminated
from rules_engine.duels.events import FigureEliminated
from rules_engine.duels.state import AttackPending, GroundGear, MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.geometry import Place
from tests.support.duels import F1, F4, answer, dial, entry, examples, gear, happened, in_turn, make_setup

DYING = (3, 3, 3)


def out_of(state: MatchState) -> tuple[FigureEliminated, ...]:
    story = Story(state)
    eliminate(story)
    return tuple(event for event in story.events if isinstance(event, FigureEliminated))


@pytest.mark.parametrize("example", examples("elimination", "DUELS-ELIM-01"))
def test_duels_elim_01_ruling_084_ruling_085_three_bullets_after_a_jump(example: dict[str, Any]) -> None:
    hill = TerrainPiece(id="S1", kind="elevated", levels=1)
    setup = make_setup(entry("A1", F4), entry("A2", F1), entry("B1", F1), entry("B2", F4), terrain=(hill,))
    state = in_turn(setup, "A1", dials={"A1": tuple(example["clicks"])}).changed("A1", level=1)
    events = happened(state, answer(state, "act", Jump, figure="A1", levels=example["jumps"]))
    out = [event.figure for event in events if isinstance(event, FigureEliminated)]
    assert out == (["A1"] if example["eliminated"] else [])


@pytest.mark.parametrize(
    ("head", "weapon", "body", "out"),
    [("0'''", "0", "0", True), ("0", "0''", "0'", True), ("0'", "0'", "0'", True), ("0''", "0", "0", False)],
)
def test_duels_elim_02_ruling_084_the_bullets_of_all_dials_count(head: str, weapon: str, body: str, out: bool) -> None:
    shot = replace(F1, head=dial(head), weapon=dial(weapon), body=dial(body))
    state = in_turn(make_setup(entry("A1", F1), entry("B1", shot)), "A1")
    assert is_eliminated(state.figure("B1")) is out


@pytest.mark.parametrize("example", [row for row in examples("elimination") if "ground" in row.values[0]])
def test_duels_elim_03_elim_04_ruling_086_ruling_087_what_an_eliminated_figure_leaves(example: dict[str, Any]) -> None:
    rig = gear("rig", 4, example["gear"])
    setup = make_setup(
        entry("A1", F1), entry("B1", F4, example["starting"], rig), entry("B2", F1),
        variant=example.get("variant", "advanced"), board="tracked",
    )  # fmt: skip
    state = in_turn(setup, "A1", places={"A1": (10, 10, 0), "B1": (30, 30, 0), "B2": (50, 50, 0)}, dials={"B1": DYING})
    spent = state.figure("B1")
    state = state.changed("B1", base=("B1/W6",), cup=tuple(die for die in spent.base if die != "B1/W6"))
    story = Story(state)
    eliminate(story)
    figure = story.state.figure("B1")
    assert (figure.in_play, figure.place, figure.gear, figure.cup, figure.base) == (False, None, (), (), ())
    assert story.state.ground == tuple(GroundGear(gear=piece, place=Place(3000, 3000)) for piece in example["ground"])
    assert list(state.gear("B1/rig").dice) == example["dice"]
    assert set(example["gone"]) <= set(state.parts.dice), "starting dice are in nobody's cup any more"


def three(acting: str = "A1", **more: Any) -> MatchState:
    return in_turn(make_setup(*(entry(name, F1) for name in ("A1", "A2", "B1", "B2", "C1"))), acting, **more)


def test_who_eliminated_a_figure_and_for_whom_it_counts() -> None:
    assert out_of(three(dials={"B1": DYING})) == (FigureEliminated(figure="B1", by="A1", credited="A"),)
    assert out_of(three(dials={"A2": DYING})) == (FigureEliminated(figure="A2", by="A1"),)
    assert out_of(three(dials={"A1": DYING})) == (FigureEliminated(figure="A1"),)


def test_of_two_teams_the_other_one_gets_the_points() -> None:
    state = in_turn(make_setup(entry("A1", F1), entry("A2", F1), entry("B1", F4)), "A1")
    assert credit(state, state.figure("A1"), "") == "B"
    assert credit(state, state.figure("A2"), "A1") == "B"
    assert credit(state, state.figure("B1"), "A1") == "A"


def test_points_are_added_up() -> None:
    story = Story(three(dials={"B1": DYING, "B2": DYING}))
    eliminate(story)
    assert story.state.destroyed == (("A", 100),)


def test_a_judge_eliminates_for_nobody() -> None:
    state = three()
    ruled = Override(
        seat="judge", changes=tuple(SetDial(figure="B1", dial=dial, position=5) for dial in ("head", "body"))
    )
    out = [event for event in happened(state, ruled) if isinstance(event, FigureEliminated)]
    assert out == [FigureEliminated(figure="B1")]


def test_outside_a_turn_nobody_has_done_it() -> None:
    assert out_of(replace(three(dials={"B1": DYING}), turn=None)) == (FigureEliminated(figure="B1"),)


def test_duels_ruling_085_nobody_is_eliminated_in_the_middle_of_an_attack() -> None:
    state = three(dials={"B1": DYING})
    state = replace(state, pending=AttackPending(attacker="A1", target="B2", distance=100, dice=(), dodge=()))
    ruled = Override(seat="judge", changes=(SetDial(figure="B2", dial="head", position=1),))
    assert len(happened(state, ruled)) == 1
