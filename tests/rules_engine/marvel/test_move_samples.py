from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.messages import Legal
from rules_engine.marvel import measuring, move_samples
from rules_engine.marvel.commands import Climb, Jump, Leg, Move, Walk
from rules_engine.marvel.legal import awaiting
from rules_engine.marvel.setup import Objective
from rules_engine.marvel.state import MatchState, Reduction
from tests.support.marvel import fold_all, happened, in_action, make_setup
from tests.support.marvel_tables import Spot, at, box, place, tracked, with_card

HOUSE = box("house", (10, 10, 6, 6), height=1)


def options(state: MatchState) -> Legal:
    return move_samples.options(state, awaiting(state)[0])


def moves(state: MatchState) -> list[Move]:
    return [command for command in options(state).commands if isinstance(command, Move)]


def town(alpha: Spot = (5, 5), ability: str = "", bravo: Spot = (30, 30), *scenery: Any, **more: Any) -> MatchState:
    spots: dict[str, Spot] = {"ALPHA": alpha, "BRAVO": bravo}
    return tracked(spots, *(scenery or (HOUSE,)), abilities={"ALPHA": ability}, **more)


@pytest.mark.parametrize(
    "state",
    [
        town(),
        town(("9.41", 13)),
        town(("10.59", 13, 1)),
        town((13, 13, 1), "", (15, 13, 1)),
        town((9, 13), "fly", ("7.82", 13)),
        town((13, 13, 1), "fly", (13, 17)),
        town(("9.41", 13), "wall_crawler"),
        town(("9.5", 13, "0.5"), "wall_crawler"),
        town((9, 13), "phase_shift", (13, 17)),
        town(changed={"ALPHA": {"pow": 1}}),
        in_action(make_setup()),
    ],
)
def test_every_listed_movement_can_be_made(state: MatchState) -> None:
    found = moves(state)
    assert found
    assert not options(state).complete
    for command in found:
        assert happened(state, command)


def test_marvel_move_03_each_for_the_least_pow_that_pays_for_it() -> None:
    for command in moves(town()):
        (moved,) = happened(town(), command)
        cheaper = {1: 0, 2: 400, 3: 700}[command.spend]
        assert cheaper < moved.spent <= {1: 400, 2: 700, 3: 1000}[command.spend]  # type: ignore[union-attr]


def test_contact_with_an_enemy_in_reach_comes_first() -> None:
    state = town((5, 5), "", (5, 12))
    first = moves(state)[0]
    assert first.spend == 2
    assert measuring.in_contact(fold_all(state, happened(state, first)), "ALPHA", "BRAVO")


def test_places_that_score_are_worth_a_movement() -> None:
    state = town((5, 5), "", (30, 30))
    goal = Objective(id="flag", name="flag", place=place(5, 14))
    scoring = replace(state, setup=replace(state.setup, objectives=(goal,)))
    ends = [fold_all(scoring, happened(scoring, command)) for command in moves(scoring)]
    assert min(measuring.straight(at(end, "ALPHA"), place(5, 14)) for end in ends) <= 60


def test_marvel_jump_01_up_and_down_are_listed() -> None:
    up = {legs_of(command) for command in moves(town(("8.41", 13)))}
    assert ("walk", "climb 100") in up
    assert ("climb 100",) in {legs_of(command) for command in moves(town(("9.41", 13)))}
    assert ("climb -100",) in {legs_of(command) for command in moves(town(("10.59", 13, 1)))}
    assert ("walk", "climb -100") in {legs_of(command) for command in moves(town((13, 13, 1)))}
    high = box("tower", (10, 10, 6, 6), height=11)
    assert {legs_of(command) for command in moves(town(("9.41", 13), "", (30, 30), high))} == {("walk",)}


def legs_of(command: Move) -> tuple[str, ...]:
    return tuple(_name(leg) for leg in command.legs)


def _name(leg: Leg) -> str:
    match leg:
        case Walk():
            return "walk"
        case Climb():
            return f"climb {leg.rise}"
        case Jump():
            return "jump"


def test_marvel_ability_fly_flights_to_enemies_and_roofs() -> None:
    state = town((8, 13), "fly", (13, 13, 1))
    flights = [command for command in moves(state) if legs_of(command) == ("jump",)]
    ends = [fold_all(state, happened(state, command)) for command in flights]
    assert measuring.in_contact(ends[0], "ALPHA", "BRAVO")
    assert any(at(end, "ALPHA").level == 100 for end in ends)
    assert any(legs_of(command) == ("jump",) for command in moves(town((13, 13, 1), "fly")))
    over = town((13, 13, 4), "fly", (13, 13), box("house", (10, 10, 6, 6)))
    assert Jump(to=place(13, 13)) not in [leg for command in moves(over) for leg in command.legs]


@pytest.mark.parametrize(
    "changed",
    [
        {"pow": 0},
        {"down": True},
        {"reductions": (Reduction(rule="ensnare", x=10),)},
    ],
)
def test_marvel_move_03_who_cannot_move_has_nothing_listed(changed: dict[str, Any]) -> None:
    assert options(town(changed={"ALPHA": changed})) == Legal(commands=())


def test_marvel_move_01_after_its_movement_nothing_is_listed() -> None:
    assert options(town(activation={"moves": 1})) == Legal(commands=())
    assert moves(town(ability="agile", activation={"moves": 1}))


def test_marvel_special_ensnare_prices_that_go_no_farther_are_left_out() -> None:
    slow = in_action(make_setup(), changed={"ALPHA": {"reductions": (Reduction(rule="ensnare", x=7),)}})
    assert [command.spend for command in moves(slow)] == [3]
    assert [command.legs for command in moves(in_action(make_setup()))] == [
        (Walk(distance=400),),
        (Walk(distance=700),),
        (Walk(distance=1000),),
    ]


def test_marvel_move_03_a_dearer_price_that_goes_no_farther_is_left_out() -> None:
    state = with_card(in_action(make_setup()), "ALPHA", speeds=(400, 400, 600))
    assert [command.spend for command in moves(state)] == [1, 3]


def test_marvel_jump_01_nothing_leads_down_to_a_lower_roof_beside() -> None:
    state = town((13, 13, 4), "", (30, 30), box("house", (10, 10, 6, 6)), box("shed", ("16.1", 10, 3, 6), height=1))
    assert "climb -300" not in str([legs_of(command) for command in moves(state)])


def test_marvel_ranged_03_the_lee_side_of_scenery_is_listed() -> None:
    state = town((8, 10), "", (25, 13), box("tower", (10, 10, 6, 6), height=3))
    ends = [fold_all(state, happened(state, command)) for command in moves(state)]
    assert measuring.known_sight(ends[0], "BRAVO", "ALPHA").hidden == 100
    assert at(ends[0], "ALPHA") == place("9.36", 13)
