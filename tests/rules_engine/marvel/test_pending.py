from rules_engine.kernel.dice import Die
from rules_engine.marvel.pending import Faces, d8s


def test_dice_are_named_after_whose_they_are() -> None:
    assert d8s("ALPHA", 2) == (Die("ALPHA/D8#1", 8), Die("ALPHA/D8#2", 8))
    assert d8s("ALPHA", 1, first=3) == (Die("ALPHA/D8#3", 8),)


def test_the_total_of_a_roll() -> None:
    assert (Faces().total, Faces(faces=(3, 8)).total) == (0, 11)
