import pytest

from rules_engine.duels.components import DieSpec
from rules_engine.duels.file_fields import Names, read_die
from rules_engine.kernel.plain_data import Fault, read


def test_duels_dice_11_dice_12_ruling_004_a_die_is_written_in_words() -> None:
    assert read_die("red d6 ace") == DieSpec(colour="red", sides=6, has_ace=True)
    assert read_die("white d20") == DieSpec(colour="white", sides=20)


@pytest.mark.parametrize("plain", ["x", [3]])
def test_names_are_a_list_of_slugs(plain: object) -> None:
    assert read(["a-b"], Names) == (("a-b",), ())
    (fault,) = read(plain, Names)[1]
    assert isinstance(fault, Fault)
