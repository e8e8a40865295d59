from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels.commands import DeclareInitiative, EndTurn, Roll, SettleTie
from rules_engine.duels.components import Position, Profile
from rules_engine.duels.events import (
    InitiativeDeclared,
    InitiativeRolled,
    OrderChanged,
    TieRolled,
    TieSettled,
    TurnsBegan,
)
from rules_engine.duels.legal import awaiting, legal_commands
from rules_engine.duels.state import MatchState
from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from tests.support.duels import (
    F1,
    FIXTURES,
    answer,
    dial,
    entry,
    examples,
    happened,
    in_turn,
    kinds,
    make_setup,
    play,
    with_alpha,
)


def with_head(head: int) -> Profile:
    return replace(F1, head=(Position(value=head),))


def declaring(*figures: Any, rulings: dict[str, Any] | None = None) -> MatchState:
    """Alpha is A; all dice that can be chosen lie on the bases; initiative dice are declared next."""
    points = {figure.id[0]: 0 for figure in figures}
    for figure in figures:
        points[figure.id[0]] += figure.profile.army_points
    limit = max(points.values())
    chosen = {"army_points_match": "ceiling", **(rulings or {})}
    setup = make_setup(*figures, rulings=chosen, army_points_limit=limit)
    state = with_alpha(setup, 12, *(3 for _ in setup.teams[1:]))
    while state.phase in {"placement", "dice"}:
        state = play(state, (legal_commands(state, awaiting(state)[0]).commands[0], ""))
    return state


def declare(state: MatchState, figure: str, *dice: str) -> DeclareInitiative:
    decision = next(decision for decision in awaiting(state) if decision.subject == figure)
    ids = tuple(f"{figure}/{die}" for die in dice)
    return DeclareInitiative(seat=decision.seat, decision=decision.id, figure=figure, dice=ids)


# --- the order of a round ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", [row for row in examples("initiative") if "order" in row.values[0]])
def test_duels_init_04_init_05_init_06_init_07_init_08_the_order(example: dict[str, Any]) -> None:
    declared = example.get("declared", {})
    figures = [entry(name, with_head(head), declared.get(name, "")) for name, head in example["heads"].items()]
    state = declaring(*figures, rulings=example.get("rulings"))
    while kinds(state)[0].startswith("declare_initiative"):
        figure = awaiting(state)[0].subject
        state = play(state, (declare(state, figure, *declared.get(figure, "").split()), ""))
    if "roll" in example:
        state = play(state, (answer(state, "roll_initiative", Roll, "A"), example["roll"]))
    for order in example.get("settled", ()):
        state = play(state, (answer(state, "settle_tie", SettleTie, order=tuple(order)), ""))
    for roll in example.get("rerolls", ()):
        state = play(state, (answer(state, "roll_tie", Roll), roll))
    assert {figure.id: figure.initiative for figure in state.figures} == example["totals"]
    assert [state.turn.figure if state.turn else "", *state.order] == example["order"]


def test_duels_init_09_rolled_dice_lie_in_the_cup() -> None:
    state = declaring(entry("A1", F1, "W6 W4 U6"), entry("B1", F1, "U6"))
    state = play(state, (declare(state, "A1", "W6", "W4"), ""))
    state = play(state, (answer(state, "roll_initiative", Roll), "W6=A W4=3"))
    figure = state.figure("A1")
    assert (figure.initiative, figure.base, figure.cup) == (9, ("A1/U6",), ("A1/W6", "A1/W4"))
    assert state.rolled == ("A1/W6", "A1/W4")


def test_duels_init_01_without_dice_head_alone_counts_and_nothing_is_rolled() -> None:
    state = declaring(entry("A1", with_head(5), "W6"), entry("B1", with_head(7), "U6"))
    declared, other, rolled, began, *_ = happened(state, declare(state, "A1"))
    assert declared == InitiativeDeclared(figure="A1", dice=())
    assert other == InitiativeDeclared(figure="B1", dice=())
    assert isinstance(rolled, InitiativeRolled)
    assert (rolled.roll, [(entry.figure, entry.total) for entry in rolled.totals]) == (None, [("A1", 5), ("B1", 7)])
    assert began == TurnsBegan(order=("B1", "A1"))


# --- declaring --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", [row for row in examples("initiative") if "figure" in row.values[0]])
def test_duels_init_02_ruling_025_dice_for_initiative(example: dict[str, Any]) -> None:
    figures = (entry("A1", FIXTURES[example["figure"]], "W6 Y6 R6 U6 G6"), entry("B1", F1, "W6"))
    state = declaring(*figures, rulings=example.get("rulings"))
    for dice in example["legal"]:
        assert happened(state, declare(state, "A1", *dice))
    for dice, rule in example["refused"]:
        with pytest.raises(RuleViolation) as refused:
            happened(state, declare(state, "A1", *dice))
        assert refused.value.rule_id == rule


@pytest.mark.parametrize("example", examples("initiative", "DUELS-INIT-03"))
def test_duels_init_03_ruling_026_alpha_declares_first_and_declared_dice_leave_the_base(
    example: dict[str, Any],
) -> None:
    state = declaring(entry("A1", F1, "W6 W6 W4 Y6 U6 G6"), entry("B1", F1, "W6"))
    assert len(state.figure("A1").base) == example["base"]
    early = DeclareInitiative(seat="B", decision="declare_initiative:B1:r1", figure="B1")
    with pytest.raises(DecisionClosed):
        happened(state, early)
    state = play(state, (declare(state, "A1", "W6", "W6#2"), ""))
    assert len(state.figure("A1").declared) == example["declared"]
    assert len(state.figure("A1").base) == example["left"]
    state = play(state, (declare(state, "B1", "W6"), ""))
    (roll,) = awaiting(state)
    assert (roll.kind, roll.seat, [die.name for die in roll.pools]) == (
        "roll_initiative", "A", ["A1/W6", "A1/W6#2", "B1/W6"],
    )  # fmt: skip


def test_duels_init_03_figures_of_a_team_declare_in_any_order() -> None:
    state = declaring(entry("A1", F1, "W6"), entry("A2", F1, "W6"), entry("B1", F1, "W6"))
    assert kinds(state) == ["declare_initiative:A1", "declare_initiative:A2"]
    first = declare(state, "A1", "W6")
    state = play(state, (declare(state, "A2", "W6"), ""))
    assert kinds(play(state, (first, ""))) == ["declare_initiative:B1"]


@pytest.mark.parametrize(("rulings", "asked"), [({}, "B1"), ({"initiative_dice": "any_colour"}, "A1")])
def test_duels_ruling_025_figures_without_a_die_for_it_are_not_asked(rulings: dict[str, Any], asked: str) -> None:
    state = declaring(entry("A1", F1, "U6 G6"), entry("B1", F1, "W6"), rulings=rulings)
    assert kinds(state) == [f"declare_initiative:{asked}"]


def test_another_figure_cannot_declare_instead() -> None:
    state = declaring(entry("A1", F1, "W6"), entry("B1", F1, "W6"))
    with pytest.raises(MalformedInput, match="A1 declares"):
        happened(state, replace(declare(state, "A1"), figure="B1"))


def test_listed_declarations_are_legal() -> None:
    state = declaring(entry("A1", F1, "W6 W4 R6 U6"), entry("B1", F1, "R6"))
    legal = legal_commands(state, awaiting(state)[0])
    assert () in [command.dice for command in legal.commands]  # type: ignore[attr-defined]
    assert not legal.complete
    assert all(happened(state, command) for command in legal.commands)
    state = play(state, (declare(state, "A1"), ""))
    assert legal_commands(state, awaiting(state)[0]).complete, "a lone joker without its band can join nothing"


# --- ties inside a team -----------------------------------------------------------------------------------------------


def tied(count: int, **more: Any) -> MatchState:
    figures = [entry(f"A{number}", with_head(6)) for number in range(1, count + 1)]
    return declaring(*figures, entry("B1", F1, "W6"), **more)


def settling(state: MatchState) -> MatchState:
    return play(state, (declare(state, "B1"), ""))


def test_duels_init_08_ruling_028_the_controller_states_the_order() -> None:
    state = settling(tied(3))
    command = answer(state, "settle_tie", SettleTie, "A", order=("A3", "A1", "A2"))
    settled, began, *_ = happened(state, command)
    assert settled == TieSettled(order=("A3", "A1", "A2"))
    assert began == TurnsBegan(order=("A3", "A1", "A2", "B1"))
    for order in (("A1", "A2"), ("A1", "A1", "A2"), ("A1", "A2", "B1")):
        with pytest.raises(MalformedInput, match="each once"):
            happened(state, replace(command, order=order))


def test_duels_ruling_028_players_of_one_team_roll() -> None:
    figures = [replace(entry("A1", with_head(6)), seat="A-one"), replace(entry("A2", with_head(6)), seat="A-two")]
    state = settling(declaring(*figures, entry("B1", F1, "W6")))
    (decision,) = awaiting(state)
    assert (decision.kind, decision.seat) == ("roll_tie", "A-one")
    assert [(die.name, die.sides) for die in decision.pools] == [("A1/tie", 6), ("A2/tie", 6)]
    rolled, began, *_ = happened(state, answer(state, "roll_tie", Roll), "A1=2 A2=6")
    assert isinstance(rolled, TieRolled)
    assert (rolled.figures, rolled.ties) == (("A1", "A2"), ())
    assert began == TurnsBegan(order=("A2", "A1", "B1"))


@pytest.mark.parametrize(("count", "orders", "complete"), [(2, 2, True), (4, 24, True), (5, 5, False)])
def test_the_orders_that_are_listed(count: int, orders: int, complete: bool) -> None:
    state = settling(tied(count))
    legal = legal_commands(state, awaiting(state)[0])
    assert (len(set(legal.commands)), legal.complete) == (orders, complete)
    assert all(happened(state, command) for command in legal.commands)


# --- changes during the round -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", examples("initiative", "DUELS-RULING-029"))
def test_duels_init_05_round_09_ruling_029_head_changes_during_the_round(example: dict[str, Any]) -> None:
    falling = replace(F1, head=dial("6 5 4 3 3 3'''"))
    setup = make_setup(
        entry("A1", with_head(6)), entry("A2", with_head(6)), entry("B1", falling), entry("B2", with_head(0)),
        rulings=example.get("rulings"),
    )  # fmt: skip
    state = in_turn(setup, "A1")
    for name, total in example["totals"].items():
        state = state.changed(name, initiative=total, initiative_dice=total - 6)
    state = state.changed("B2", initiative=0)
    state = replace(state, order=("B1", "A2", "B2")).changed("B1", clicks=(example["turned"], 0, 0))
    events = happened(state, EndTurn(seat="A", decision=awaiting(state)[0].id, figure="A1"))
    changed = [event for event in events if isinstance(event, OrderChanged)]
    assert len(changed) == (example["turned"] == 3 and example["next"] == "A2")
    assert kinds(play(state, (EndTurn(seat="A", decision=awaiting(state)[0].id, figure="A1"), ""))) == [
        f"act:{example['next']}"
    ]
