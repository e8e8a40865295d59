import msgspec
import pytest

from rules_engine.marvel.components import DamageKind
from rules_engine.marvel.rulings import Rulings


def test_marvel_ruling_01_a_scenario_is_data_and_no_setting() -> None:
    assert "scenario" not in Rulings.__struct_fields__


def test_settings_are_read_from_json() -> None:
    plain = {"scenery_defence": 12, "throw_damage_kind": {"nature": "energy", "type": ""}, "grab_defence": "mental"}
    wanted = Rulings(scenery_defence=12, throw_damage_kind=DamageKind(nature="energy", type=""), grab_defence="mental")
    assert msgspec.convert(plain, Rulings) == wanted


@pytest.mark.parametrize(
    "plain",
    [
        {"lucky": True},
        {"area_hit_roll": "some"},
        {"initiative_counters_per_side": 0},
        {"initiative_counters_per_side": 100},
        {"general_passes_per_turn": 100},
        {"cover_min_hidden_percent": 101},
        {"explosive_half_minimum": 2},
        {"scenery_immune_natures": ["blunt"]},
    ],
)
def test_a_setting_or_a_value_that_there_is_not_is_refused(plain: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(plain, Rulings)
