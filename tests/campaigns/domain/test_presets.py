"""Presets name what there is: tie-breaks, scoring, settings."""

import pytest

from campaigns.domain.presets import LEAGUE_ORDER, PRESETS, SCENARIO_ORDER, SOLO_ORDER, changed
from campaigns.domain.scoring_expression import parse, printed
from campaigns.domain.tiebreaks.catalogue import read_order
from tests.support.sources import rules_text


@pytest.mark.parametrize("key", PRESETS)
def test_camp_preset_01_a_preset_is_that_of_the_document(key: str) -> None:
    preset = PRESETS[key]
    (row,) = [line for line in rules_text("campaigns").splitlines() if line.startswith(f"| `{key}` |")]
    _, _, formats, scoring, order, settings, _ = row.split("|")
    assert tuple(formats.strip(" `").split("` or `")) == preset.formats
    assert scoring.strip(" `") == preset.scoring == printed(parse(preset.scoring))
    assert tuple(order.strip(" `").split("`, `")) == preset.order
    assert [f"`{name}` = `{value}`" for name, value in preset.settings.items()] == settings.strip().split(", ")


def test_every_order_names_tie_breaks_that_there_are() -> None:
    for order in (LEAGUE_ORDER, SCENARIO_ORDER, SOLO_ORDER, *(preset.order for preset in PRESETS.values())):
        assert tuple(entry.code for entry in read_order(order)) == order


def test_camp_preset_01_what_was_changed_from_a_preset_is_known() -> None:
    preset = PRESETS["demo_day"]
    assert changed(preset, preset.settings) == {}
    assert changed(preset, {**preset.settings, "auto_confirm_minutes": 9, "rosters_allowed": 2}) == {
        "auto_confirm_minutes": 9,
        "rosters_allowed": 2,
    }
