import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Outcome
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel.catalog import Catalog
from rules_engine.marvel.rosters import Roster
from rules_engine.marvel.ruleset import MARVEL
from tests.support.marvel import ALPHA, BRAVO, begin, between, make_setup

CATALOG = Catalog(characters=(replace(ALPHA, level=9), replace(BRAVO, level=5)))


def test_a_roster_in_plain_data_is_checked_against_a_catalog() -> None:
    roster = MARVEL.read_roster({"characters": ["alpha", "bravo"]})
    assert roster == Roster(characters=("alpha", "bravo"))
    assert MARVEL.roster_problems(roster, CATALOG, 14) == ()
    assert len(MARVEL.roster_problems(roster, CATALOG, 15)) == 1


@pytest.mark.parametrize("plain", [{}, {"characters": [1]}, {"characters": [], "name": "x"}, 3])
def test_what_is_no_roster_is_refused(plain: object) -> None:
    with pytest.raises(MalformedInput, match="Not a roster"):
        MARVEL.read_roster(plain)


def test_a_match_between_rosters_has_their_seats_and_no_outcome_yet() -> None:
    setup = MARVEL.league_setup(
        [("ann", Roster(characters=("alpha",))), ("bea", Roster(characters=("bravo",)))], CATALOG
    )
    state = begin(setup)
    assert MARVEL.seats(state) == {"ann": "A", "bea": "B"}
    assert MARVEL.outcome(state) is None


def test_the_outcome_is_the_result_of_the_state() -> None:
    outcome = Outcome(placings=(), rule_id=RuleId("MARVEL-RULING-01"))
    assert MARVEL.outcome(replace(between(make_setup()), result=outcome)) == outcome


def test_a_scenario_sets_up_its_own_match() -> None:
    plain = {
        "id": "roof", "ruleset": "marvel", "title": {"en": "Roof"}, "description": {"en": "Two meet."},
        "army_points": 9, "turns": 3, "teams": [{"id": "H"}, {"id": "V"}],
    }  # fmt: skip
    scenario = MARVEL.read_scenario(plain, "roof.yaml")
    rosters = [("ann", Roster(characters=("alpha",))), ("bea", Roster(characters=("alpha",)))]
    setup = MARVEL.league_setup(rosters, CATALOG, scenario)
    assert MARVEL.seats(begin(setup)) == {"ann": "H", "bea": "V"}
    assert setup.victory.turn_limit == 3
