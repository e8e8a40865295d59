from msgspec.structs import replace

from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel.catalog import Catalog, read_catalog
from rules_engine.marvel.rosters import Roster, muster, roster_problems
from tests.rules_engine.marvel.test_catalog import ALPHA, changed

CATALOG: Catalog = read_catalog(
    {
        "characters": [
            changed(ALPHA, level=8),
            changed(ALPHA, id="bravo", level=6, real_name="Ann"),
            changed(ALPHA, id="charlie", level=6, real_name="Ann"),
        ]
    },
    "a.yaml",
)


def problems(army_points: int, *characters: str) -> list[tuple[str, str, int, int]]:
    """Path, reason, number found and number allowed of each problem."""
    found = roster_problems(Roster(characters=characters), CATALOG, army_points)
    assert {problem.rule_id for problem in found} <= {RuleId("MARVEL-RULING-01")}
    return [
        (
            problem.path,
            f"{problem.facts['reason']} {problem.facts['subject']}",
            int(problem.facts["found"]),
            int(problem.facts["allowed"]),
        )
        for problem in found
    ]


def test_marvel_ruling_01_levels_are_the_army_points_and_add_up_exactly() -> None:
    assert problems(14, "alpha", "bravo") == []
    assert problems(15, "alpha", "bravo") == [("characters", "levels roster", 14, 15)]


def test_an_empty_roster_is_refused() -> None:
    assert problems(6) == [("characters", "characters roster", 0, 6), ("characters", "levels roster", 0, 6)]


def test_a_card_comes_as_often_as_the_catalog_has_it() -> None:
    assert problems(16, "alpha", "alpha") == [("characters[1]", "copies alpha", 2, 1)]
    assert problems(8, "alpha", "delta") == [("characters[1]", "copies delta", 1, 0)]


def test_one_character_of_each_real_name() -> None:
    assert problems(20, "bravo", "alpha", "charlie") == [("characters[2]", "real_name Ann", 2, 1)]


def test_a_roster_is_mustered_in_its_order() -> None:
    team = muster(Roster(characters=("bravo", "alpha")), CATALOG, team="B", seat="bob")
    assert [(each.id, each.seat, each.card.id) for each in team.characters] == [
        ("B1", "bob", "bravo"),
        ("B2", "bob", "alpha"),
    ]


def test_a_card_without_a_level_adds_nothing() -> None:
    without = Catalog(characters=(replace(CATALOG.characters[0], level=0), CATALOG.characters[1]))
    assert roster_problems(Roster(characters=("alpha", "bravo")), without, 6) == ()
