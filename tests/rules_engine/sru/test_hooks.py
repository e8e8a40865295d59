from rules_engine.sru.hooks import TRIGGERS, calls_before_game, check_bonus, first_index, proposal
from tests.support.sru import CITY, rows_by_id, rulings, rumor

ROWS = rows_by_id("rumors")


def test_sru_rumor_20_a_scenario_check_of_another_game() -> None:
    """SRU-EX-60."""
    given = ROWS["SRU-EX-60"]
    for hooked, total in ((True, given["hook"]), (False, given["without"])):
        chosen = rulings({"hooks_scenario_checks": hooked})
        found = given["head"] + given["dice"] + check_bonus(rumor(given["rumor"]), "gang-a", CITY, chosen)
        assert found == total
        assert (found >= given["difficulty"]) == hooked
    on = rulings({"hooks_scenario_checks": True})
    assert check_bonus(rumor(4, "negative"), "neighbourhood", CITY, on) == -1


def test_sru_rumor_07_results_propose_rumors() -> None:
    found = {name: (each.polarity, each.amount, each.domain, each.adjective) for name, each in TRIGGERS.items()}
    assert found == {
        "TRG-WIN": ("positive", 1, "", ""),
        "TRG-WIN-OUTNUMBERED": ("positive", 2, "", ""),
        "TRG-FLED": ("negative", 1, "", ""),
        "TRG-BROKE-DEAL": ("negative", 2, "", "traitor"),
        "TRG-OBJECTIVE": ("positive", 1, "infiltration", ""),
    }
    assert proposal("TRG-FLED", rulings()) == TRIGGERS["TRG-FLED"]
    assert proposal("TRG-FLED", rulings({"hooks_after_game": False})) is None


def test_sru_ruling_16_a_proposed_rumor_starts_at_the_larger_number() -> None:
    broke = TRIGGERS["TRG-BROKE-DEAL"]
    assert [first_index(broke, rulings({"rumors_start_index": start})) for start in (1, 3)] == [2, 3]


def test_sru_rumor_16_calls_before_a_game_are_a_leagues_choice() -> None:
    assert [calls_before_game(rulings({"hooks_before_game": on})) for on in (False, True)] == [False, True]
