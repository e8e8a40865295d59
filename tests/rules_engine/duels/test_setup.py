from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels.commands import Roll
from rules_engine.duels.components import (
    Area,
    Hold,
    Placement,
    SkillTest,
    Table,
    TeamSetup,
    TerrainPiece,
    Victory,
    Zone,
)
from rules_engine.duels.events import AlphaDecided, AlphaRolled, MatchOpened
from rules_engine.duels.setup import start
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.units import inches
from tests.support.duels import F1, F2, answer, begin, dial, entry, examples, gear, happened, kinds, make_setup, play

SQUARE = ((0, 0), (600, 0), (600, 600), (0, 600))


def duel(**more: Any) -> Any:
    return make_setup(entry("A1", F1), entry("B1", F2), **more)


def refusal(setup: Any) -> str:
    with pytest.raises(RuleViolation) as refused:
        start(setup)
    return refused.value.rule_id


# --- what a match may start from --------------------------------------------------------------------------------------


def test_a_sound_setup_opens_the_match() -> None:
    setup = duel()
    assert start(setup) == (MatchOpened(setup=setup),)


def test_duels_setup_07_the_pool_is_starting_dice_and_gear_dice() -> None:
    state = begin(make_setup(entry("A1", F1, "W6 Y6 G6", gear("rig", 4, "U6 U8")), entry("B1", F2)))
    figure = state.figure("A1")
    assert figure.cup == ("A1/W6", "A1/Y6", "A1/G6", "A1/rig/U6", "A1/rig/U8")
    assert [state.die(die).gear for die in figure.cup] == ["", "", "", "A1/rig", "A1/rig"]
    assert figure.base == ()


def test_duels_setup_08_fig_11_dials_start_at_the_arrow() -> None:
    figure = begin(duel()).figure("A1")
    assert figure.clicks == (0, 0, 0)
    assert (figure.value("head"), figure.value("weapon"), figure.value("body")) == (6, 5, 7)


def test_duels_fig_02_and_duels_fig_03_base_and_gear_bring_what_is_printed() -> None:
    state = begin(make_setup(entry("A1", F1, "W6", gear("rig", 4, "U6", "Y5")), entry("B1", F2)))
    assert state.army_points("A") == 50
    assert state.gear("A1/rig").dice == ("A1/rig/U6",)
    assert state.gear("A1/rig").gear.points == 4


def test_equal_dice_have_ids_of_their_own() -> None:
    assert begin(make_setup(entry("A1", F1, "W6 W6"), entry("B1", F2))).figure("A1").cup == ("A1/W6", "A1/W6#2")


@pytest.mark.parametrize(("side", "legal"), [("60", True), ("59.99", False)])
def test_duels_setup_01_the_table_measures_60_inches(side: str, legal: bool) -> None:
    setup = duel(table=Table(width=inches(72), depth=inches(side)))
    assert start(setup) if legal else refusal(setup) == "DUELS-SETUP-01"


def test_duels_setup_02_two_teams_with_figures_are_needed() -> None:
    assert refusal(make_setup(entry("A1", F1))) == "DUELS-SETUP-02"
    setup = duel()
    assert refusal(replace(setup, teams=(*setup.teams, TeamSetup(id="C", figures=())))) == "DUELS-SETUP-02"


def test_duels_setup_02_a_team_has_any_number_of_figures_and_players() -> None:
    setup = make_setup(entry("A1", F1), entry("A2", F2), entry("B1", replace(F1, army_points=100)))
    first, second = setup.teams[0].figures
    team = replace(setup.teams[0], figures=(first, replace(second, seat="A-two")))
    state = begin(replace(setup, teams=(team, setup.teams[1])))
    assert [figure.seat for figure in state.team("A")] == ["A", "A-two"]


def test_duels_setup_03_figures_of_a_team_are_allies() -> None:
    state = begin(make_setup(entry("A1", F1), entry("A2", F1), entry("B1", replace(F1, army_points=100))))
    assert [figure.id for figure in state.team("A")] == ["A1", "A2"]


@pytest.mark.parametrize("example", examples("setup", "DUELS-SETUP-04"))
def test_duels_setup_04_ruling_013_army_points_are_fair(example: dict[str, Any]) -> None:
    figures = [
        entry(f"{team}{number}", replace(F1, army_points=points))
        for team, totals in zip("AB", example["points"], strict=True)
        for number, points in enumerate(totals)
    ]
    setup = make_setup(*figures, rulings=example.get("rulings"), army_points_limit=example.get("limit"))
    if "refused" in example:
        assert refusal(setup) == example["refused"]
    else:
        assert start(setup)


def test_a_ceiling_must_be_named() -> None:
    with pytest.raises(MalformedInput, match="army_points_limit"):
        start(duel(rulings={"army_points_match": "ceiling"}))


@pytest.mark.parametrize("example", examples("setup", "DUELS-SETUP-06"))
def test_duels_setup_06_ruling_014_gear_costs_at_most_12_points(example: dict[str, Any]) -> None:
    carried = [gear(f"g{number}", points) for number, points in enumerate(example["gear"])]
    setup = make_setup(entry("A1", F1, "", *carried), entry("B1", F2))
    if "refused" in example:
        assert refusal(setup) == example["refused"]
    else:
        assert start(setup)


def test_duels_ruling_097_gear_is_only_for_those_it_fits() -> None:
    spell = gear("spell", 3, equip_restriction=("mage", "F2"))
    assert refusal(make_setup(entry("A1", F1, "", spell), entry("B1", F2))) == "DUELS-RULING-097"
    assert start(make_setup(entry("A1", F1), entry("B1", F2, "", spell)))
    assert start(make_setup(entry("A1", replace(F1, tags=("mage",)), "", spell), entry("B1", F2)))


def test_duels_elim_01_nobody_starts_eliminated() -> None:
    dying = replace(F1, head=dial("6'''"))
    assert refusal(make_setup(entry("A1", dying), entry("B1", F2))) == "DUELS-ELIM-01"


@pytest.mark.parametrize(
    ("rulings", "rule"),
    [
        ({"max_level": 0}, "DUELS-RULING-050"),
        ({"victory_clock_unit": "team_turn"}, "DUELS-RULING-088"),
        ({"round_limit": 0}, "DUELS-RULING-095"),
    ],
)
def test_settings_that_no_league_can_choose(rulings: dict[str, Any], rule: str) -> None:
    assert refusal(duel(rulings=rulings)) == rule


def test_duels_ruling_088_team_turns_are_for_basic() -> None:
    assert start(duel(variant="basic", rulings={"victory_clock_unit": "team_turn"}))


def test_duels_setup_13_terrain_of_a_scenario_has_a_kind_of_the_variant() -> None:
    plain = TerrainPiece(id="S1", kind="plain", outline=SQUARE)
    assert refusal(duel(terrain=(plain,))) == "DUELS-SETUP-13"
    assert refusal(duel(placement=Placement(terrain_supply=(plain,)))) == "DUELS-SETUP-13"
    assert start(duel(variant="basic", terrain=(plain,)))


def test_a_scenario_may_bring_terrain_and_zones() -> None:
    wall = TerrainPiece(id="S1", kind="blocking", outline=SQUARE)
    state = begin(duel(board="tracked", terrain=(wall,), placement=Placement(zones=(Zone(team="A", outline=SQUARE),))))
    assert state.terrain == (wall,)


def test_duels_ruling_050_terrain_of_a_scenario_keeps_to_the_levels() -> None:
    tower = TerrainPiece(id="S1", kind="elevated", outline=SQUARE, levels=2, floor=2)
    assert refusal(duel(terrain=(tower,))) == "DUELS-RULING-050"


def _with_ids(setup: Any, *ids: str) -> Any:
    teams = [
        replace(team, figures=(replace(team.figures[0], id=name),)) for team, name in zip(setup.teams, ids, strict=True)
    ]
    return replace(setup, teams=tuple(teams))


def _with_seats(setup: Any, *seats: str) -> Any:
    teams = [
        replace(team, figures=(replace(team.figures[0], seat=seat),))
        for team, seat in zip(setup.teams, seats, strict=True)
    ]
    return replace(setup, teams=tuple(teams))


YARD = Area(id="yard", name="Yard")
HOLD = Hold(id="hold", area="yard", rounds=1, objective_points=1)
TEST = SkillTest(id="lock", name="Lock", colour="black", attribute="head", difficulty=9)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (replace(duel(), teams=(duel().teams[0], duel().teams[0])), "Every team"),
        (_with_ids(duel(), "A1", "A1"), "Every figure"),
        (_with_ids(duel(), "A1", ""), "Every figure"),
        (duel(terrain=(TerrainPiece(id="S1", kind="blocking"),) * 2), "Every piece of terrain"),
        (duel(skill_tests=(TEST, TEST)), "Every objective"),
        (_with_seats(duel(), "A", "A"), "'A' cannot play for B"),
        (_with_seats(duel(), "judge", "B"), "'judge' cannot play for A"),
        (make_setup(entry("A1", replace(F1, head=())), entry("B1", F2)), "three dials"),
        (make_setup(entry("A1", replace(F1, radius=0)), entry("B1", F2)), "a base"),
        (make_setup(entry("A1", replace(F1, army_points=0)), entry("B1", replace(F2, army_points=0))), "army points"),
        (make_setup(entry("A1", F1, "W1"), entry("B1", F2)), "fewer than two sides"),
        (make_setup(entry("A1", F1, "", gear("odd", 1, "U1")), entry("B1", F2)), "fewer than two sides"),
        (duel(placement=Placement(terrain_per_team=-1)), "0 to 100 pieces"),
        (duel(placement=Placement(terrain_per_team=10**30)), "0 to 100 pieces"),
        (duel(placement=Placement(zones=(Zone(team="Z", outline=SQUARE),))), "no team Z"),
        (duel(board="tracked", placement=Placement(zones=(Zone(team="A", outline=SQUARE[:2]),))), "outline"),
        (duel(board="tracked", terrain=(TerrainPiece(id="S1", kind="blocking"),)), "outline"),
        (duel(areas=(YARD,), skill_tests=(replace(TEST, id="yard"),)), "Every objective"),
        (duel(skill_tests=(replace(TEST, bring_to=("yard", "attic")),), areas=(YARD,)), "no area attic"),
        (duel(holds=(HOLD,)), "no area yard"),
        (duel(areas=(replace(YARD, team="Z"),)), "a team that is not there"),
        (duel(skill_tests=(replace(TEST, team="Z"),)), "a team that is not there"),
        (duel(victory=Victory(defender="Z")), "a team that is not there"),
        (duel(areas=(YARD,), holds=(replace(HOLD, rounds=0),)), "count from 1"),
        (duel(skill_tests=(replace(TEST, successes=0),)), "count from 1"),
        (duel(board="tracked", areas=(YARD,)), "outline"),
    ],
)  # fmt: skip
def test_a_setup_that_is_none(setup: Any, words: str) -> None:
    with pytest.raises(MalformedInput, match=words):
        start(setup)


# --- alpha ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", examples("setup", "DUELS-RULING-015"))
def test_duels_setup_09_setup_10_ruling_015_the_highest_total_is_alpha(example: dict[str, Any]) -> None:
    state = begin(make_setup(*(entry(name, F1) for name in example["figures"]), rulings=example.get("rulings")))
    for team, total in example["rolls"]:
        assert kinds(state) == [f"roll_alpha:{team}"]
        low = total // 2
        state = play(state, (answer(state, "roll_alpha", Roll, team), f"T={low} T={total - low}"))
    assert state.alpha == example["alpha"]
    assert kinds(state) == [f"place_figure:{example['alpha']}1"]


def test_duels_setup_09_a_team_rolls_two_plain_dice() -> None:
    state = begin(duel())
    state = play(state, (answer(state, "roll_alpha", Roll, "A"), "T=1 T=1"))
    rolled, decided, *_ = happened(state, answer(state, "roll_alpha", Roll, "B"), "T=1 T=2")
    assert isinstance(rolled, AlphaRolled)
    assert (rolled.team, rolled.total, rolled.roll.sides) == ("B", 3, (6, 6))
    assert decided == AlphaDecided(team="B", to_place=())
