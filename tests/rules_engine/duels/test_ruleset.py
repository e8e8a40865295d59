import pytest
from msgspec.structs import replace

from rules_engine.duels.catalog import Roster, RosterFigure
from rules_engine.duels.ruleset import ADVANCED, BASIC, Duels
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Outcome
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.ruleset import Problem
from tests.rules_engine.duels.test_catalog import CATALOG
from tests.support.duels import F1, F2, entry, make_setup, opened

ANN_AND_BOB = Roster(figures=(RosterFigure(figure="ann"), RosterFigure(figure="bob", gear=("axe",))))


def test_duels_setup_04_a_roster_in_plain_data_is_checked_against_a_catalog() -> None:
    plain = {"figures": [{"figure": "ann"}, {"figure": "bob", "gear": ["axe"]}]}
    roster = ADVANCED.read_roster(plain)
    assert roster == ANN_AND_BOB
    assert ADVANCED.roster_problems(roster, CATALOG, 5) == ()
    problem = Problem("figures", RuleId("DUELS-SETUP-04"), {"army_points": 5, "allowed": 6})
    assert ADVANCED.roster_problems(roster, CATALOG, 6) == (problem,)


@pytest.mark.parametrize("plain", [{}, {"figures": [{"gear": []}]}, {"figures": [], "name": "x"}, 3])
def test_what_is_no_roster_is_refused(plain: object) -> None:
    with pytest.raises(MalformedInput, match="Not a roster"):
        ADVANCED.read_roster(plain)


@pytest.mark.parametrize("game", [ADVANCED, BASIC], ids=lambda game: game.variant)
def test_a_match_between_rosters_has_their_seats_and_no_outcome_yet(game: Duels) -> None:
    setup = game.league_setup([("ann", ANN_AND_BOB), ("bea", ANN_AND_BOB)], CATALOG)
    state = opened(setup)
    assert setup.variant == game.variant
    assert game.seats(state) == {"ann": "A", "bea": "B"}
    assert game.outcome(state) is None


def test_the_outcome_is_the_result_of_the_state() -> None:
    state = opened(make_setup(entry("A1", F1), entry("B1", F2)))
    outcome = Outcome(placings=(), rule_id=RuleId("DUELS-WIN-03"))
    assert ADVANCED.outcome(replace(state, result=outcome)) == outcome
