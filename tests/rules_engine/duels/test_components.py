import pytest
from msgspec.structs import replace

from rules_engine.duels.components import Band, DieSpec, TerrainPiece
from rules_engine.kernel.units import inches
from tests.support.duels import F1, F2, gear


@pytest.mark.parametrize(("colour", "label"), [("white", "W6"), ("blue", "U6"), ("black", "K6")])
def test_duels_dice_01_dice_11_a_die_is_named_by_colour_and_size(colour: str, label: str) -> None:
    assert DieSpec(colour=colour, sides=6).label == label  # type: ignore[arg-type]


@pytest.mark.parametrize(("distance", "reaches"), [("2", True), ("1.99", False), ("8", True), ("8.01", False)])
def test_duels_ruling_010_a_band_reaches_from_its_start_to_its_end(distance: str, reaches: bool) -> None:
    band = Band(colour="green", start=inches(2), end=inches(8))
    assert band.reaches(inches(distance)) is reaches


def test_duels_fig_10_a_tape_has_some_bands() -> None:
    assert F2.band("red") == Band(colour="red", end=inches(10))
    assert F1.band("red") is None


def test_duels_ruling_097_gear_may_be_for_some_figures_only() -> None:
    assert gear("vest", 3).fits(F1)
    spell = gear("spell", 3, equip_restriction=("F2", "mage"))
    assert [spell.fits(F1), spell.fits(F2), spell.fits(replace(F1, tags=("mage",)))] == [False, True, True]


def test_the_top_of_a_piece() -> None:
    assert TerrainPiece(id="T1", kind="elevated", floor=1, levels=2).top == 3
