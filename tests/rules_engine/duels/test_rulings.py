import msgspec
import pytest

from rules_engine.duels.rulings import ADVANCED, BASIC, Rulings, Variant, rulings_for


@pytest.mark.parametrize(("variant", "expected"), [("advanced", ADVANCED), ("basic", BASIC)])
def test_a_variant_has_its_defaults(variant: Variant, expected: Rulings) -> None:
    assert rulings_for(variant) == expected


def test_duels_ruling_022_ruling_088_the_variants_differ_in_two_settings_only() -> None:
    differing = [name for name in Rulings.__struct_fields__ if getattr(BASIC, name) != getattr(ADVANCED, name)]
    assert differing == ["dice_choice", "victory_clock_unit"]


def test_a_setting_or_a_value_that_there_is_not_is_refused() -> None:
    for plain in ({"lucky": True}, {"dice_choice": "seven"}, {"round_limit": "ten"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(plain, Rulings)
