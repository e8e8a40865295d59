from rules_engine.kernel.geometry import Place
from rules_engine.marvel import events as e
from rules_engine.marvel.board_narration import at, board_facts
from rules_engine.marvel.state import Measured
from tests.support.told_marvel import STATE


def test_a_place_is_told_in_inches_where_it_is_known() -> None:
    assert at(Place(350, 1200)) == {"case": "at", "x": "3.5", "y": "12"}
    assert at(None) == {}


def test_what_was_measured_is_told_with_what_hides_the_target() -> None:
    seen = board_facts(STATE, e.MeasurementStated(measured=Measured(a="ALPHA", b="van", distance=810, hidden=60)))
    assert seen == {
        "case": "hidden", "character": "ALPHA (ALPHA)", "target": "van (van)", "hidden": 60, "distance": "8.1",
    }  # fmt: skip
    blocked = Measured(a="ALPHA", b="BRAVO", distance=810, hidden=60, in_sight=False)
    assert board_facts(STATE, e.MeasurementStated(measured=blocked))["case"] == "blocked"


def test_a_push_is_told_by_what_it_met() -> None:
    pushed = e.CharacterPushed(character="BRAVO", distance=200, met="van", edge=True)
    assert board_facts(STATE, pushed) == {
        "case": "met", "character": "BRAVO (BRAVO)", "distance": "2", "met": "van (van)",
    }  # fmt: skip


def test_a_throw_is_told_with_item_and_target() -> None:
    facts = board_facts(STATE, e.ItemThrown(attacker="ALPHA", item="van", target="CHARLIE", rolls=True))
    assert facts == {"item": "van (van)", "character": "ALPHA (ALPHA)", "target": "CHARLIE (CHARLIE)"}
