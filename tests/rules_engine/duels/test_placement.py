from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels.commands import PlaceFigure
from rules_engine.duels.components import Placement, Setup, TerrainKind, TerrainPiece, Zone
from rules_engine.duels.events import FigurePlaced, MatchEnded, RoundStarted
from rules_engine.duels.legal import awaiting, legal_commands
from rules_engine.duels.state import MatchState
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Place, Point, base_distance, outline, outline_distance
from rules_engine.kernel.units import inches
from tests.support.duels import F1, F2, answer, entry, examples, happened, kinds, make_setup, play, with_alpha

SMALL = replace(F1, radius=inches("1"))


def box(x: str, y: str, width: str, depth: str) -> tuple[Point, ...]:
    left, low, right, high = inches(x), inches(y), inches(x) + inches(width), inches(y) + inches(depth)
    return (left, low), (right, low), (right, high), (left, high)


def at(x: str, y: str, level: int = 0) -> Place:
    return Place(inches(x), inches(y), level)


def duel(variant: str = "advanced", *, board: str = "tracked", **more: Any) -> Setup:
    return make_setup(entry("A1", SMALL), entry("B1", SMALL), variant=variant, board=board, **more)


def put(state: MatchState, figure: str, **fields: Any) -> PlaceFigure:
    for decision in awaiting(state):
        if decision.subject == figure:
            return PlaceFigure(seat=decision.seat, decision=decision.id, figure=figure, **fields)
    raise AssertionError(f"{figure} is not placed now, but {kinds(state)}")


def refusal(state: MatchState, command: PlaceFigure) -> str:
    with pytest.raises(RuleViolation) as refused:
        happened(state, command)
    return refused.value.rule_id


def facing(place: Place, variant: str = "advanced", **more: Any) -> MatchState:
    """A1 stands at a place; B1 is about to be put down."""
    state = with_alpha(duel(variant, **more), 9, 3)
    return play(state, (put(state, "A1", place=place), ""))


# --- the order --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("order", "teams"), [("whole_team", "BBAAA"), ("one_figure_each", "BABAA")])
def test_duels_setup_17_ruling_018_alpha_places_first(order: str, teams: str) -> None:
    figures = [entry(name, SMALL) for name in ("A1", "A2", "A3", "B1")]
    figures.append(entry("B2", replace(SMALL, army_points=100)))
    state = with_alpha(make_setup(*figures, rulings={"figure_placement_order": order}), 3, 9)
    assert state.to_place == tuple(teams)


def test_duels_setup_17_players_of_a_team_place_in_any_order() -> None:
    setup = make_setup(entry("A1", SMALL), entry("A2", SMALL), entry("B1", replace(SMALL, army_points=100)))
    first, second = setup.teams[0].figures
    setup = replace(
        setup, teams=(replace(setup.teams[0], figures=(first, replace(second, seat="A-two"))), setup.teams[1])
    )
    state = with_alpha(setup, 9, 3)
    assert kinds(state) == ["place_figure:A1", "place_figure:A2"]
    before = put(state, "A1")
    state = play(state, (put(state, "A2"), ""))
    assert kinds(state) == ["place_figure:A1"]
    assert happened(state, before)


def test_the_first_round_begins_when_all_figures_stand() -> None:
    state = with_alpha(duel(board="declared"), 3, 9)
    state = play(state, (put(state, "B1"), ""))
    placed, begun, *_ = happened(state, put(state, "A1", enemy_distance=inches(48)))
    assert placed == FigurePlaced(figure="A1")
    assert begun == RoundStarted(round=1, alpha="B")


# --- where ------------------------------------------------------------------------------------------------------------


def clearances(state: MatchState, example: dict[str, Any]) -> dict[str, Any]:
    return {"enemy_distance": inches(example["enemy"]), "terrain_distance": inches(example["terrain"])}


FIGURES = [row for row in examples("placement") if "enemy" in row.values[0]]


@pytest.mark.parametrize("example", FIGURES)
def test_duels_setup_18_setup_19_distances_on_the_tracked_board(example: dict[str, Any]) -> None:
    variant = example.get("variant", "advanced")
    kind: TerrainKind = "plain" if variant == "basic" else "blocking"
    top = inches(30) - inches(1) - inches(example["terrain"])
    wall = TerrainPiece(id="S1", kind=kind, outline=((4500, 0), (5900, 0), (5900, top), (4500, top)))
    state = facing(at("1", "30"), variant, terrain=(wall,))
    command = put(state, "B1", place=Place(inches(3) + inches(example["enemy"]), inches(30)))
    if "refused" in example:
        assert refusal(state, command) == example["refused"]
    else:
        assert happened(state, command)


@pytest.mark.parametrize("example", FIGURES)
def test_duels_setup_18_setup_19_distances_as_players_state_them(example: dict[str, Any]) -> None:
    variant = example.get("variant", "advanced")
    wall = TerrainPiece(id="S1", kind="plain" if variant == "basic" else "blocking")
    state = with_alpha(duel(variant, board="declared", terrain=(wall,)), 9, 3)
    state = play(state, (put(state, "A1", terrain_distance=inches(12)), ""))
    command = put(state, "B1", **clearances(state, example))
    if "refused" in example:
        assert refusal(state, command) == example["refused"]
    else:
        assert happened(state, command)


def test_distances_are_stated_where_there_is_something_to_measure_to() -> None:
    state = with_alpha(duel(board="declared", terrain=(TerrainPiece(id="S1", kind="blocking"),)), 9, 3)
    with pytest.raises(MalformedInput, match="nearest terrain"):
        happened(state, put(state, "A1"))
    state = play(state, (put(state, "A1", terrain_distance=inches(12)), ""))
    with pytest.raises(MalformedInput, match="nearest enemy"):
        happened(state, put(state, "B1"))


@pytest.mark.parametrize("distance", [-1, inches(120) + 1, 10**30])
def test_a_distance_that_the_table_does_not_give_is_refused(distance: int) -> None:
    state = with_alpha(duel(board="declared"), 3, 9)
    state = play(state, (put(state, "B1"), ""))
    with pytest.raises(MalformedInput, match=r"On this table the nearest enemy cannot be .* in away"):
        happened(state, put(state, "A1", enemy_distance=distance))


def test_a_place_is_for_the_tracked_board() -> None:
    tracked, declared = with_alpha(duel(), 9, 3), with_alpha(duel(board="declared"), 9, 3)
    for state, place in ((tracked, None), (declared, at("9", "9"))):
        with pytest.raises(MalformedInput, match="tracked board"):
            happened(state, put(state, "A1", place=place))


def test_another_figure_cannot_be_placed_instead() -> None:
    state = with_alpha(duel(), 9, 3)
    with pytest.raises(MalformedInput, match="A1 is placed, not B1"):
        happened(state, answer(state, "place_figure", PlaceFigure, figure="B1", place=at("9", "9")))


def test_duels_setup_20_figures_start_on_the_ground() -> None:
    hill = TerrainPiece(id="S1", kind="elevated", outline=box("20", "20", "9", "9"), levels=1)
    state = with_alpha(duel(terrain=(hill,)), 9, 3)
    assert refusal(state, put(state, "A1", place=at("24", "24", 1))) == "DUELS-SETUP-20"
    declared = with_alpha(duel(board="declared"), 9, 3)
    assert refusal(declared, put(declared, "A1", level=1)) == "DUELS-SETUP-20"


def test_a_base_must_be_able_to_stand_there() -> None:
    wall = TerrainPiece(id="S1", kind="plain", outline=box("20", "20", "9", "9"))
    state = with_alpha(duel("basic", terrain=(wall,)), 9, 3)
    assert refusal(state, put(state, "A1", place=at("0.5", "30"))) == "DUELS-SETUP-01"
    assert refusal(state, put(state, "A1", place=at("24", "24"))) == "DUELS-MOVE-04"


# --- zones of a scenario ----------------------------------------------------------------------------------------------

HILL = TerrainPiece(id="S1", kind="elevated", outline=box("0", "0", "9", "9"), levels=1)
ZONED = Placement(terrain_per_team=0, zones=(Zone(team="B", outline=box("0", "0", "10", "20")),))


def test_duels_setup_17_setup_20_a_zone_replaces_distances_and_may_lie_higher() -> None:
    state = facing(at("30", "13"), terrain=(HILL,), placement=replace(ZONED, enemy_distance=inches(20)))
    assert happened(state, put(state, "B1", place=at("5", "15")))[0] == FigurePlaced(figure="B1", place=at("5", "15"))
    high = at("5", "5", 1)
    assert happened(state, put(state, "B1", place=high))[0] == FigurePlaced(figure="B1", place=high, level=1)
    assert refusal(state, put(state, "B1", place=at("9.5", "15"))) == "DUELS-SETUP-17"
    assert refusal(state, put(state, "B1", place=at("5", "15", 1))) == "DUELS-SETUP-20"


NARROW = Placement(
    terrain_per_team=0, enemy_distance=inches(20), zones=(Zone(team="B", outline=box("0", "0", "1", "9")),)
)


def test_duels_setup_17_a_zone_without_room_does_not_bind_and_distances_hold_as_ever() -> None:
    state = facing(at("40", "40"), placement=NARROW)
    assert happened(state, put(state, "B1", place=at("5", "5")))[0] == FigurePlaced(figure="B1", place=at("5", "5"))
    assert refusal(state, put(state, "B1", place=at("35", "35"))) == "DUELS-SETUP-18"
    legal = legal_commands(state, awaiting(state)[0])
    assert all(happened(state, command) for command in legal.commands)


def test_duels_setup_20_a_zone_on_a_real_table_may_lie_higher() -> None:
    state = with_alpha(duel(board="declared", placement=ZONED), 9, 3)
    state = play(state, (put(state, "A1"), ""))
    assert happened(state, put(state, "B1", level=1))[0] == FigurePlaced(figure="B1", level=1)
    for level in (-1, 4):
        assert refusal(state, put(state, "B1", level=level)) == "DUELS-SETUP-20"


def test_spots_in_a_zone_are_listed_on_every_level() -> None:
    state = facing(at("40", "40"), terrain=(HILL,), placement=ZONED)
    legal = legal_commands(state, awaiting(state)[0])
    assert {command.place.level for command in legal.commands} == {0, 1}  # type: ignore[attr-defined]
    assert 2 <= len(legal.commands) <= 16
    assert all(happened(state, command) for command in legal.commands)


# --- a crowded table --------------------------------------------------------------------------------------------------

MIDDLE = box("16", "16", "28", "28")  # 12 in from terrain are kept in the corners of the table alone
CENTRE = TerrainPiece(id="S1", kind="blocking", outline=MIDDLE)
LAKE = TerrainPiece(id="S1", kind="obstructing", outline=box("1", "1", "58", "58"))


def test_duels_ruling_019_where_there_is_room_distances_are_kept() -> None:
    state = facing(at("1", "1"))
    assert refusal(state, put(state, "B1", place=at("30", "30"))) == "DUELS-SETUP-18"


def test_duels_ruling_019_else_the_figure_goes_as_far_from_enemies_as_it_can() -> None:
    state = facing(at("30", "30"))
    assert happened(state, put(state, "B1", place=at("59", "59")))
    assert refusal(state, put(state, "B1", place=at("57", "57"))) == "DUELS-SETUP-18"


def test_duels_ruling_019_it_then_still_keeps_away_from_terrain() -> None:
    wall = TerrainPiece(id="S1", kind="blocking", outline=box("50", "50", "4", "4"))
    state = facing(at("30", "30"), terrain=(wall,))
    assert refusal(state, put(state, "B1", place=at("59", "59"))) == "DUELS-SETUP-19"
    assert happened(state, put(state, "B1", place=at("1", "59")))


def test_duels_ruling_019_no_spot_of_the_net_is_farther_from_enemies_than_those_listed() -> None:
    wall = TerrainPiece(id="S1", kind="blocking", outline=box("40", "45", "9", "3"))
    state = facing(at("22", "27"), terrain=(wall,))
    radius, shape = SMALL.radius, outline(wall.outline)
    net = [Place(x, y) for x in range(100, 6000, 100) for y in range(100, 6000, 100)]
    farthest = max(
        base_distance(place, radius, at("22", "27"), radius)
        for place in net
        if outline_distance(place, radius, shape) >= inches("12")
    )
    commands = legal_commands(state, awaiting(state)[0]).commands
    places = [command.place for command in commands if isinstance(command, PlaceFigure) and command.place]
    assert {base_distance(place, radius, at("22", "27"), radius) for place in places} == {farthest}


def test_duels_ruling_019_if_that_is_impossible_too_only_enemies_count() -> None:
    state = facing(at("1", "1"), terrain=(LAKE,))
    assert happened(state, put(state, "B1", place=at("59", "30")))
    assert refusal(state, put(state, "B1", place=at("30", "30"))) == "DUELS-SETUP-18"


def test_duels_ruling_019_on_a_real_table_the_players_say_that_there_is_no_room() -> None:
    state = with_alpha(duel(board="declared"), 9, 3)
    state = play(state, (put(state, "A1"), ""))
    assert refusal(state, put(state, "B1", enemy_distance=inches(40))) == "DUELS-SETUP-18"
    assert happened(state, put(state, "B1", enemy_distance=inches(40), no_room=True))


def test_duels_ruling_019_reject_setup_calls_the_match_off() -> None:
    rulings = {"placement_fallback": "reject_setup"}
    state = with_alpha(duel(rulings=rulings), 9, 3)
    *_, placed, ended = happened(state, put(state, "A1", place=at("30", "30")))
    assert placed == FigurePlaced(figure="A1", place=at("30", "30"))
    assert isinstance(ended, MatchEnded)
    assert (ended.outcome.rule_id, ended.outcome.winners()) == ("DUELS-RULING-019", ("A", "B"))
    assert len(happened(state, put(state, "A1", place=at("1", "1")))) == 1
    state = play(state, (put(state, "A1", place=at("1", "1")), ""))
    assert refusal(state, put(state, "B1", place=at("30", "30"))) == "DUELS-SETUP-18"


def test_duels_ruling_019_reject_setup_on_a_real_table() -> None:
    state = with_alpha(duel(board="declared", rulings={"placement_fallback": "reject_setup"}), 9, 3)
    state = play(state, (put(state, "A1"), ""))
    (ended,) = happened(state, put(state, "B1", no_room=True))
    assert isinstance(ended, MatchEnded)
    assert ended.outcome.rule_id == "DUELS-RULING-019"


# --- spots for computer players ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "terrain", "fewest"),
    [(at("1", "1"), (), 8), (at("30", "30"), (), 1), (at("1", "1"), (CENTRE,), 1), (at("1", "1"), (LAKE,), 1)],
)  # fmt: skip
def test_listed_spots_are_legal(first: Place, terrain: tuple[TerrainPiece, ...], fewest: int) -> None:
    state = facing(first, terrain=terrain)
    legal = legal_commands(state, awaiting(state)[0])
    assert not legal.complete
    assert fewest <= len(legal.commands) <= 16
    assert all(happened(state, command) for command in legal.commands[::4])


def test_a_narrow_net_finds_what_a_wide_one_misses() -> None:
    walls = tuple(TerrainPiece(id=f"S{x}", kind="blocking", outline=box(str(x), "0", "1", "60")) for x in (14, 40))
    state = facing(at("1", "1"), terrain=walls)
    legal = legal_commands(state, awaiting(state)[0])
    assert legal.commands
    assert all(happened(state, command) for command in legal.commands)


def test_listed_answers_on_a_real_table() -> None:
    state = with_alpha(duel(board="declared"), 9, 3)
    for figure in ("A1", "B1"):
        (decision,) = awaiting(state)
        legal = legal_commands(state, decision)
        assert [command.figure for command in legal.commands] == [figure]  # type: ignore[attr-defined]
        state = play(state, (legal.commands[0], ""))
    assert state.round == 1


def test_the_fixture_base_fits() -> None:
    state = with_alpha(make_setup(entry("A1", F1), entry("B1", F2), board="tracked"), 9, 3)
    while state.phase == "placement":
        state = play(state, (legal_commands(state, awaiting(state)[0]).commands[0], ""))
    assert state.round == 1
