from typing import Any

import pytest

from rules_engine.marvel import criticals
from rules_engine.marvel.commands import ChooseCritical
from rules_engine.marvel.legal import awaiting
from rules_engine.marvel.rulings import Rulings
from tests.support.marvel import examples
from tests.support.marvel_attacks import Exchange, check

EVERY_DIE = Rulings()
FIRST_TWO = Rulings(overload_die_counts_for_critical=False)


@pytest.mark.parametrize("example", examples("criticals"))
def test_marvel_crit_02_worked_criticals(example: dict[str, Any]) -> None:
    check(example)


@pytest.mark.parametrize(
    ("faces", "rulings", "critical"),
    [
        ((6, 6), EVERY_DIE, True),
        ((6, 5), EVERY_DIE, False),
        ((2, 5, 5), EVERY_DIE, True),
        ((5, 5, 5), EVERY_DIE, True),
        ((2, 5, 5), FIRST_TWO, False),
        ((5, 5, 2), FIRST_TWO, True),
    ],
)
def test_marvel_crit_01_two_or_more_equal_dice(faces: tuple[int, ...], rulings: Rulings, critical: bool) -> None:
    assert criticals.is_critical(faces, rulings) is critical


@pytest.mark.parametrize(
    ("faces", "rulings", "double"),
    [
        ((8, 8), EVERY_DIE, True),
        ((7, 7), EVERY_DIE, False),
        ((8, 1, 8), EVERY_DIE, True),
        ((8, 1, 8), FIRST_TWO, False),
    ],
)
def test_marvel_ruling_44_any_two_eights_that_count(faces: tuple[int, ...], rulings: Rulings, double: bool) -> None:
    assert criticals.shows_double_eight(faces, rulings) is double


# --- the choice -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gift", "printed", "rulings", "listed"),
    [
        ("brutal", {}, {}, ["damage", "damage push"]),
        ("", {"critical_effect": "stun 2"}, {}, ["damage", "effect"]),
        ("brutal", {"critical_effect": "stun 2"}, {}, ["damage", "effect", "damage push"]),
        (
            "brutal",
            {"critical_effect": "stun 2"},
            {"brutal_needs_plus_one": False},
            ["damage", "effect", "damage push", "effect push"],
        ),
    ],
)
def test_marvel_ruling_45_what_may_be_made_of_a_critical(
    gift: str, printed: dict[str, Any], rulings: dict[str, Any], listed: list[str]
) -> None:
    row = {"with": {"ALPHA": {"abilities": [gift]}}, "attacks": {"JAB": printed}, "rulings": rulings}
    exchange = Exchange({"steps": ["JAB"], **row})
    for step in ("JAB BRAVO", "roll 6 6"):
        exchange.say(step)
    commands = criticals.options(exchange.state, awaiting(exchange.state)[0]).commands
    words = [
        " ".join((*(("effect",) if command.effect else ("damage",)), *(("push",) if command.push else ())))
        for command in commands
        if isinstance(command, ChooseCritical)
    ]
    assert words == listed


def test_marvel_crit_02_scenery_suffers_no_effect() -> None:
    row = {"scenery": [["lorry", "T3", 5, 1, 9]], "rulings": {"scenery_defence": 5}, "steps": ["JAB lorry", "roll 6 6"]}
    exchange = Exchange(row | {"attacks": {"JAB": {"critical_effect": "stun 2"}}}).run()
    assert "choose_critical" not in exchange.asked
    assert exchange.state.scenery[0].sp == 6
