import pytest
from msgspec.structs import replace

from rules_engine.duels.catalog import Catalog, Roster, RosterFigure, RosterPass
from rules_engine.duels.components import HeldPass, JudgeRules
from rules_engine.duels.league_match import ROUND_LIMIT, league_setup
from rules_engine.duels.rulings import BASIC, Variant, rulings_for
from rules_engine.duels.setup import start
from rules_engine.kernel.geometry import outline
from tests.support.duels import F1, F4, gear
from tests.support.security_passes import card

CATALOG = Catalog(figures=(F1, F4), gear=(gear("vest", 4, "U6"),), samples=())
ONE = Roster(figures=(RosterFigure(figure="F1", gear=("vest",)),))


@pytest.mark.parametrize("variant", ["advanced", "basic"])
def test_duels_ruling_095_a_league_match_can_start_and_will_end(variant: Variant) -> None:
    setup = league_setup([("s1", ONE), ("s2", ONE)], CATALOG, variant)
    assert [(team.id, [(figure.id, figure.seat) for figure in team.figures]) for team in setup.teams] == [
        ("A", [("A1", "s1")]),
        ("B", [("B1", "s2")]),
    ]
    assert setup.rulings == replace(rulings_for(variant), round_limit=ROUND_LIMIT)
    assert len(start(setup)) == 1


@pytest.mark.parametrize("variant", ["advanced", "basic"])
def test_duels_setup_12_terrain_to_choose_from_is_well_formed(variant: Variant) -> None:
    supply = league_setup([("s1", ONE), ("s2", ONE)], CATALOG, variant).placement.terrain_supply
    assert all(outline(piece.outline) for piece in supply)
    assert {piece.kind == "plain" for piece in supply} == {variant == "basic"}


def test_the_passes_of_rosters_come_along() -> None:
    luck = replace(card(JudgeRules()), slug="luck")
    brought = replace(ONE, passes=(RosterPass(card="luck", figure=1),))
    setup = league_setup([("s1", ONE), ("s2", brought)], replace(CATALOG, passes=(luck,)), "advanced")
    assert setup.passes == (HeldPass(id="B1+luck", seat="s2", card=luck, figure="B1"),)


def test_a_league_brings_its_own_rulings_and_board() -> None:
    setup = league_setup([("s1", ONE), ("s2", ONE)], CATALOG, "advanced", board="declared", rulings=BASIC)
    assert (setup.board, setup.rulings) == ("declared", BASIC)
