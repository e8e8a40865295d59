from itertools import combinations

import pytest
from msgspec.structs import replace

from rules_engine.kernel.dice import Chance
from rules_engine.kernel.geometry import outline
from rules_engine.kernel.units import inches
from rules_engine.marvel.catalog import Catalog, read_catalog
from rules_engine.marvel.league_match import TABLE, league_setup, rectangle
from rules_engine.marvel.rosters import Roster
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.sampling import draw_roster
from rules_engine.marvel.setup import Setup
from rules_engine.marvel.start import start
from tests.support.samples import plain_sample

CATALOG: Catalog = read_catalog(plain_sample("marvel"), "marvel-sample.yaml")


def rosters(number: int) -> list[tuple[str, Roster]]:
    return [(f"seat{index}", draw_roster(CATALOG, 24, Chance(index))) for index in range(number)]


def test_two_teams_meet_along_opposite_edges_and_everybody_deploys() -> None:
    setup = league_setup(rosters(2), CATALOG)
    assert [zone.team for zone in setup.zones] == ["A", "B"]
    assert [zone.outline[0] for zone in setup.zones] == [(0, 0), (0, inches(28))]
    assert setup.victory.turn_limit == 8
    opening = start(setup)[0]
    assert len(opening.to_deploy) == sum(len(team.characters) for team in setup.teams)  # type: ignore[union-attr]


def test_scenery_stands_the_same_for_both_halves() -> None:
    shown = {entry.piece.id: entry.outline for entry in league_setup(rosters(2), CATALOG).scenery}
    assert list(shown) == [
        "mailbox", "mailbox-2", "delivery-van", "delivery-van-2", "kiosk-house", "kiosk-house-2", "grain-silo"
    ]  # fmt: skip
    for name in ("mailbox", "delivery-van", "kiosk-house"):
        turned = {(TABLE.width - x, TABLE.depth - y) for x, y in shown[name]}
        assert turned == set(shown[f"{name}-2"])


def test_scenery_stands_apart_and_out_of_the_zones() -> None:
    setup = league_setup(rosters(2), CATALOG)
    boxes = [outline(entry.outline).box for entry in setup.scenery] + [
        outline(zone.outline).box for zone in setup.zones
    ]
    for one, other in combinations(boxes, 2):
        gaps = other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3]
        assert max(gaps) >= inches(1)


@pytest.mark.parametrize(("teams", "zones"), [(3, 3), (4, 4), (5, 0)])
def test_more_teams_deploy_in_the_corners_or_anywhere(teams: int, zones: int) -> None:
    setup = league_setup(rosters(teams), CATALOG)
    assert (len(setup.teams), len(setup.zones)) == (teams, zones)


def test_the_declared_board_knows_no_places() -> None:
    setup = league_setup(rosters(2), CATALOG, board="declared")
    assert (setup.zones, {entry.outline for entry in setup.scenery}) == ((), {()})


def test_a_league_has_its_own_settings_and_may_have_no_scenery() -> None:
    bare = replace(CATALOG, scenery=())
    setup: Setup = league_setup(rosters(2), bare, rulings=Rulings(overload_pow_cost=0))
    assert (setup.scenery, setup.rulings.overload_pow_cost) == ((), 0)


def test_a_rectangle_has_four_corners() -> None:
    assert rectangle(1, 2, 10, 20) == ((1, 2), (11, 2), (11, 22), (1, 22))
