from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.units import inches
from rules_engine.marvel import placement
from rules_engine.marvel.commands import Deploy
from rules_engine.marvel.components import Card
from rules_engine.marvel.events import CharacterDeployed
from rules_engine.marvel.legal import awaiting, legal_commands
from rules_engine.marvel.setup import Setup, Table, Zone
from rules_engine.marvel.state import MatchState
from tests.support.marvel import (
    ALPHA,
    BRAVO,
    CHARLIE,
    answer,
    begin,
    examples,
    fold_all,
    happened,
    kinds,
    make_setup,
    with_abilities,
)
from tests.support.marvel_tables import box, place, rectangle

INFILTRATOR = with_abilities(ALPHA, "infiltration")
ZONES = (Zone(team="one", outline=rectangle(0, 0, 36, 8)), Zone(team="two", outline=rectangle(0, 28, 36, 8)))
HOUSE = box("house", (10, 2, 4, 4))


def undeployed(setup: Setup) -> Setup:
    """Nobody stands on the table yet."""
    teams = [
        replace(team, characters=tuple(replace(member, deployed=False) for member in team.characters))
        for team in setup.teams
    ]
    return replace(setup, teams=tuple(teams))


def table(*sides: tuple[Card, ...], board: str = "tracked", zones: tuple[Zone, ...] = ZONES) -> MatchState:
    chosen = sides or ((ALPHA,), (BRAVO, CHARLIE))
    return begin(undeployed(make_setup(*chosen, board=board, zones=zones, scenery=(HOUSE,))))


def deployed(state: MatchState, name: str, **says: Any) -> MatchState:
    return fold_all(state, happened(state, answer(state, "deploy", Deploy, character=name, **says)))


def barred(state: MatchState, name: str, **says: Any) -> str:
    with pytest.raises(RuleViolation) as caught:
        deployed(state, name, **says)
    return caught.value.rule_id


def test_teams_deploy_one_character_each_in_turn() -> None:
    state = table((ALPHA, CHARLIE), (BRAVO,))
    order = []
    while state.phase == "deployment":
        (decision,) = awaiting(state)
        command = legal_commands(state, decision).commands[0]
        order.append((decision.seat, command.character))  # type: ignore[attr-defined]
        state = fold_all(state, happened(state, command))
    assert order == [("one", "ALPHA"), ("two", "BRAVO"), ("one", "CHARLIE")]
    assert (state.turn, state.phase) == (1, "initiative")


def test_a_seat_deploys_its_own_characters() -> None:
    state = table((ALPHA, CHARLIE), (BRAVO,))
    assert kinds(state) == ["deploy:one"]
    for name in ("BRAVO", "ZULU"):
        with pytest.raises(MalformedInput, match="to deploy now"):
            deployed(state, name, place=place(5, 5))
    assert placement.awaiting(replace(state, to_deploy=())) == ()


def test_marvel_ruling_01_in_the_zone_of_the_scenario() -> None:
    state = table()
    command = answer(state, "deploy", Deploy, character="ALPHA", place=place(5, 5))
    assert happened(state, command) == (CharacterDeployed(character="ALPHA", place=place(5, 5)),)
    assert barred(state, "ALPHA", place=place(5, "7.5")) == "MARVEL-RULING-01"
    assert deployed(table(zones=()), "ALPHA", place=place(20, 20)).character("ALPHA").deployed


def test_marvel_jump_02_only_where_the_base_fits() -> None:
    assert barred(table(), "ALPHA", place=place(10, 4)) == "MARVEL-JUMP-02"
    roof = deployed(table(), "ALPHA", place=place(12, 4, 4))
    assert roof.character("ALPHA").elevation == 400


@pytest.mark.parametrize("example", examples("infiltration"))
def test_marvel_ability_infiltration_anywhere_but_in_contact(example: dict[str, Any]) -> None:
    """BRAVO of side 2 infiltrates after ALPHA stands at 5, 5."""
    state = table((ALPHA,), (with_abilities(BRAVO, example.get("ability", "")),))
    state = deployed(state, "ALPHA", place=place(5, 5))
    spot = place(5, example["y"])
    if "refused" in example:
        assert barred(state, "BRAVO", place=spot) == example["refused"]
    else:
        assert deployed(state, "BRAVO", place=spot).character("BRAVO").deployed


def test_marvel_ability_infiltration_on_the_declared_board() -> None:
    state = table((INFILTRATOR,), (BRAVO,), board="declared")
    assert barred(state, "ALPHA", enemy_contact=True) == "MARVEL-ABILITY-INFILTRATION"
    assert deployed(state, "ALPHA", in_zone=False, elevation=300).character("ALPHA").elevation == 300
    assert barred(table(board="declared"), "ALPHA", in_zone=False) == "MARVEL-RULING-01"
    assert deployed(table(board="declared"), "ALPHA", enemy_contact=True).character("ALPHA").deployed


@pytest.mark.parametrize(
    ("board", "says"),
    [
        ("tracked", {}),
        ("tracked", {"place": Place(500, 500, -1)}),
        ("declared", {"place": place(5, 5)}),
        ("declared", {"elevation": -1}),
        ("declared", {"elevation": 9999}),
    ],
)
def test_places_that_do_not_suit_the_board(board: str, says: dict[str, Any]) -> None:
    with pytest.raises(MalformedInput, match=f"On the {board} board"):
        deployed(table(board=board), "ALPHA", **says)


# --- samples ----------------------------------------------------------------------------------------------------------


def spots(state: MatchState) -> list[Any]:
    found = placement.options(state, awaiting(state)[0])
    assert not found.complete
    return [command.place for command in found.commands if isinstance(command, Deploy)]


def test_a_few_spots_of_the_zone_are_listed() -> None:
    found = spots(table())
    assert 6 <= len(found) <= placement.LISTED
    assert all(spot.y < inches(8) for spot in found)


def test_marvel_ability_infiltration_lists_spots_all_over_the_table() -> None:
    found = spots(table((INFILTRATOR,), (BRAVO,)))
    assert max(spot.y for spot in found) > inches(24)


def test_a_zone_too_small_for_the_net_is_searched_more_closely() -> None:
    tiny = (Zone(team="one", outline=rectangle(20, 20, "1.4", "1.4")),)
    assert spots(table(zones=tiny)) == [place("20.7", "20.7")]


def test_a_corner_that_is_left_is_found() -> None:
    full = box("warehouse", (2, 0, 34, 8))
    state = begin(undeployed(make_setup((ALPHA,), (BRAVO,), board="tracked", zones=ZONES, scenery=(full,))))
    found = spots(state)
    assert found
    assert all(spot.x < inches(2) for spot in found if not spot.level)


def test_where_no_base_fits_no_spot_is_listed() -> None:
    tiny = Table(width=inches(1), depth=inches(1))
    assert spots(begin(undeployed(make_setup((ALPHA,), (BRAVO,), board="tracked", table=tiny)))) == []


def test_a_zone_without_room_does_not_bind() -> None:
    hidden = (Zone(team="one", outline=((1000, 200), (1400, 200), (1400, 600), (1000, 600))),)
    state = table(zones=hidden)
    found = spots(state)
    assert len(found) > 6
    decision = awaiting(state)[0]
    assert all(happened(state, command) for command in legal_commands(state, decision).commands)


def test_the_declared_board_lists_each_character() -> None:
    state = table((ALPHA, CHARLIE), (BRAVO,), board="declared")
    found = legal_commands(state, awaiting(state)[0]).commands
    assert [command.character for command in found if isinstance(command, Deploy)] == ["ALPHA", "CHARLIE"]


def test_no_edge_of_the_table_has_better_spots() -> None:
    near = spots(table(zones=(Zone(team="one", outline=rectangle(0, 0, 36, 8)),)))
    far = spots(table(zones=(Zone(team="one", outline=rectangle(0, 28, 36, 8)),)))
    assert {spot.y for spot in far} == {inches(36) - spot.y for spot in near}
