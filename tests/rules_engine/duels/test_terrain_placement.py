from typing import Any

import pytest

from rules_engine.duels.commands import PassTerrain, PlaceTerrain
from rules_engine.duels.components import Placement, Setup, TerrainPiece
from rules_engine.duels.events import PlacementBegan, TerrainPassed, TerrainPlaced
from rules_engine.duels.legal import awaiting, legal_commands
from rules_engine.duels.state import MatchState
from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Point
from rules_engine.kernel.units import inches
from tests.support.duels import F1, F2, answer, entry, examples, happened, kinds, make_setup, play, with_alpha


def box(x: str, y: str, side: str = "4") -> tuple[Point, ...]:
    left, low, length = inches(x), inches(y), inches(side)
    return (left, low), (left + length, low), (left + length, low + length), (left, low + length)


def duel(variant: str = "advanced", *, board: str = "tracked", each: int = 2, **more: Any) -> Setup:
    more.setdefault("placement", Placement(terrain_per_team=each))
    return make_setup(entry("A1", F1), entry("B1", F2), variant=variant, board=board, **more)


def standing(*pieces: TerrainPiece, variant: str = "advanced", **more: Any) -> MatchState:
    """Team A is about to place terrain on a table where some stands already."""
    return with_alpha(duel(variant, terrain=pieces, **more), 9, 3)


def put(state: MatchState, kind: str = "blocking", **fields: Any) -> PlaceTerrain:
    return answer(state, "place_terrain", PlaceTerrain, terrain=kind, **fields)


def refusal(state: MatchState, command: PlaceTerrain) -> str:
    with pytest.raises(RuleViolation) as refused:
        happened(state, command)
    return refused.value.rule_id


WALL = TerrainPiece(id="S1", kind="blocking", outline=box("20", "20"))
HILL = TerrainPiece(id="S1", kind="elevated", outline=box("20", "20", "8"), levels=2)


@pytest.mark.parametrize("example", examples("placement", "DUELS-RULING-016"))
def test_duels_setup_11_ruling_016_teams_place_two_pieces_alpha_first(example: dict[str, Any]) -> None:
    state = with_alpha(duel(rulings=example.get("rulings")), 9, 3)
    for number, team in enumerate(example["acts"]):
        assert kinds(state) == [f"place_terrain:{team}"]
        state = play(state, (put(state, outline=box(str(10 * number), "0")), ""))
    assert [piece.owner_team for piece in state.terrain] == example["acts"]
    assert [piece.id for piece in state.terrain] == ["T1", "T2", "T3", "T4"]
    assert kinds(state) == ["place_figure:A1"]


def test_duels_setup_11_a_third_piece_is_refused() -> None:
    state = with_alpha(duel(), 9, 3)
    for x in ("0", "10"):
        state = play(state, (put(state, outline=box(x, "0")), ""))
    with pytest.raises(DecisionClosed):
        happened(
            state, PlaceTerrain(seat="A", decision="place_terrain:A:4", terrain="blocking", outline=box("30", "0"))
        )


def test_duels_setup_11_alpha_is_first_then_clockwise() -> None:
    state = with_alpha(duel(each=1), 3, 9)
    assert state.to_place == ("B", "A")


def test_duels_ruling_016_a_team_may_place_fewer() -> None:
    state = with_alpha(duel(rulings={"terrain_placement_order": "one_each_twice"}), 9, 3)
    passing = answer(state, "place_terrain", PassTerrain)
    assert happened(state, passing) == (TerrainPassed(team="A"),)
    state = play(state, (passing, ""))
    assert kinds(state) == ["place_terrain:B"]
    passing = answer(state, "place_terrain", PassTerrain)
    assert happened(state, passing) == (TerrainPassed(team="B"), PlacementBegan(to_place=("A", "B")))


@pytest.mark.parametrize("example", [row for row in examples("placement", "DUELS-SETUP-13") if "kind" in row.values[0]])
def test_duels_setup_13_kind_and_height_are_stated(example: dict[str, Any]) -> None:
    state = with_alpha(duel(), 9, 3)
    command = put(state, example["kind"], levels=example["levels"], outline=box("0", "0"))
    assert refusal(state, command) == example["refused"]


@pytest.mark.parametrize("example", [row for row in examples("placement", "DUELS-SETUP-14") if "kind" in row.values[0]])
def test_duels_setup_14_basic_has_one_kind(example: dict[str, Any]) -> None:
    state = with_alpha(duel("basic"), 9, 3)
    command = put(state, example["kind"], levels=example["levels"], outline=box("0", "0"))
    assert refusal(state, command) == example["refused"]
    assert happened(state, put(state, "plain", outline=box("0", "0")))


@pytest.mark.parametrize(
    "example", [row for row in examples("placement", "DUELS-SETUP-15") if "spacing" in row.values[0]]
)
@pytest.mark.parametrize("board", ["tracked", "declared"])
def test_duels_setup_15_pieces_stand_6_inches_apart(example: dict[str, Any], board: str) -> None:
    variant = example.get("variant", "advanced")
    kind = "plain" if variant == "basic" else "obstructing"
    state = with_alpha(duel(variant, board=board), 9, 3)
    first: dict[str, Any] = {}
    second: dict[str, Any] = {"clearance": inches(example["spacing"])}
    if board == "tracked":
        first = {"outline": box("0", "0")}
        second = {"outline": box(str(4 + float(example["spacing"])), "0")}
    state = play(state, (put(state, kind, **first), ""))
    if "refused" in example:
        assert refusal(state, put(state, kind, **second)) == example["refused"]
    else:
        assert happened(state, put(state, kind, **second))


@pytest.mark.parametrize("example", examples("placement", "DUELS-RULING-050"))
@pytest.mark.parametrize("board", ["tracked", "declared"])
def test_duels_ruling_050_terr_10_nothing_stands_above_level_3(example: dict[str, Any], board: str) -> None:
    below, above = example["stack"]
    shape = box("20", "20") if board == "tracked" else ()
    state = with_alpha(duel(board=board, rulings=example.get("rulings")), 9, 3)
    state = play(state, (put(state, "elevated", levels=below, outline=shape), ""))
    command = put(state, "elevated", levels=above, outline=shape, stands_on="T1")
    if "refused" in example:
        assert refusal(state, command) == example["refused"]
    else:
        (placed,) = happened(state, command)[:1]
        assert isinstance(placed, TerrainPlaced)
        assert (placed.piece.floor, placed.piece.top, placed.piece.stands_on) == (below, below + above, "T1")


def test_duels_setup_15_only_elevated_terrain_carries_a_piece_and_wholly() -> None:
    on_wall = standing(WALL)
    assert refusal(on_wall, put(on_wall, outline=box("20", "20"), stands_on="S1")) == "DUELS-SETUP-15"
    on_hill = standing(HILL)
    assert refusal(on_hill, put(on_hill, outline=box("25", "25"), stands_on="S1")) == "DUELS-SETUP-15"
    assert happened(on_hill, put(on_hill, outline=box("24", "24"), stands_on="S1"))
    with pytest.raises(MalformedInput, match="no piece S9"):
        happened(on_hill, put(on_hill, outline=box("24", "24"), stands_on="S9"))


def test_duels_setup_11_terrain_lies_on_the_table() -> None:
    state = with_alpha(duel(), 9, 3)
    for x, y in (("56.01", "0"), ("0", "56.01")):
        assert refusal(state, put(state, outline=box(x, y))) == "DUELS-SETUP-11"
    left = tuple((x - 100, y) for x, y in box("0", "0"))
    assert refusal(state, put(state, outline=left)) == "DUELS-SETUP-11"


def test_an_outline_must_be_one() -> None:
    state = with_alpha(duel(), 9, 3)
    with pytest.raises(MalformedInput, match="outline"):
        happened(state, put(state, outline=box("0", "0")[:2]))
    declared = with_alpha(duel(board="declared"), 9, 3)
    with pytest.raises(MalformedInput, match="no outline"):
        happened(declared, put(declared, outline=box("0", "0")))


def test_the_clearance_is_stated_where_there_is_another_piece() -> None:
    state = with_alpha(duel(board="declared"), 9, 3)
    state = play(state, (put(state), ""))
    with pytest.raises(MalformedInput, match="State the distance to the nearest other piece"):
        happened(state, put(state))


CROWD = TerrainPiece(id="S1", kind="blocking", outline=box("3", "3", "54"))


def test_duels_ruling_017_without_room_a_piece_is_forfeited() -> None:
    state = standing(CROWD)
    assert refusal(state, put(state, outline=box("0", "0", "2"))) == "DUELS-SETUP-15"
    assert happened(state, answer(state, "place_terrain", PassTerrain))


def test_duels_ruling_017_without_room_the_spacing_is_reduced() -> None:
    state = standing(CROWD, rulings={"terrain_spacing_fallback": "reduce_spacing"})
    assert happened(state, put(state, outline=box("0", "0", "2")))
    assert refusal(state, put(state, outline=box("1", "1", "2"))) == "DUELS-SETUP-15"


def test_duels_ruling_017_where_there_is_room_the_spacing_is_kept() -> None:
    state = standing(WALL, rulings={"terrain_spacing_fallback": "reduce_spacing"})
    assert refusal(state, put(state, outline=box("25", "20"))) == "DUELS-SETUP-15"


def test_duels_ruling_017_on_a_real_table_the_players_say_that_there_is_no_room() -> None:
    for fallback, legal in (("reduce_spacing", True), ("forfeit", False)):
        state = with_alpha(duel(board="declared", rulings={"terrain_spacing_fallback": fallback}), 9, 3)
        state = play(state, (put(state), ""))
        command = put(state, clearance=inches("5"), no_room=True)
        assert happened(state, command) if legal else refusal(state, command) == "DUELS-SETUP-15"


def test_ids_of_placed_pieces_are_new() -> None:
    named = TerrainPiece(id="T1", kind="blocking", outline=box("20", "20"))
    state = standing(named)
    state = play(state, (put(state, outline=box("0", "0")), ""))
    assert [piece.id for piece in state.terrain] == ["T1", "T2"]


SUPPLY = (
    TerrainPiece(id="rock", kind="blocking", outline=box("0", "0")),
    TerrainPiece(id="rock too", kind="blocking", outline=box("0", "0")),
    TerrainPiece(id="tower", kind="elevated", outline=box("0", "0"), levels=4),
)


@pytest.mark.parametrize("board", ["tracked", "declared"])
def test_computer_players_place_what_the_supply_holds(board: str) -> None:
    state = with_alpha(duel(board=board, placement=Placement(terrain_supply=SUPPLY)), 9, 3)
    while state.phase == "terrain":
        legal = legal_commands(state, awaiting(state)[0])
        assert not legal.complete
        assert isinstance(legal.commands[0], PassTerrain)
        assert 2 <= len(legal.commands) <= 17
        for command in legal.commands:
            assert happened(state, command)
        state = play(state, (legal.commands[-1], ""))
    assert len(state.terrain) == 4


def test_duels_setup_15_on_a_full_table_they_are_offered_what_room_there_is() -> None:
    right, high = inches("49"), inches("60")
    lake = TerrainPiece(id="S1", kind="obstructing", outline=((0, 0), (right, 0), (right, high), (0, high)))
    supply = (TerrainPiece(id="box", kind="blocking", outline=box("0", "0", "4")),)
    state = standing(lake, placement=Placement(terrain_supply=supply))
    passing, *commands = legal_commands(state, awaiting(state)[0]).commands
    assert isinstance(passing, PassTerrain)
    places = {command.outline for command in commands if isinstance(command, PlaceTerrain)}
    assert places == {box("55", str(y)) for y in range(0, 60, 5)}


def test_without_a_supply_they_pass() -> None:
    state = with_alpha(duel("basic"), 9, 3)
    (decision,) = awaiting(state)
    assert legal_commands(state, decision).commands == (PassTerrain(seat="A", decision=decision.id),)
