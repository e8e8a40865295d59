from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules_engine.duels.worth import clicked, losses, worth
from tests.support.duels import F1, F4, dial

CLICKS = st.tuples(*[st.integers(0, 5)] * 3)


def test_duels_elim_01_an_eliminated_figure_is_worth_nothing() -> None:
    assert worth(F4, (3, 3, 3)) == worth(F4, (0, 3, 5)) == 0
    assert worth(F4, (0, 0, 0)) == 60 * 1000


@given(CLICKS, st.sampled_from([0, 1, 2]))
def test_a_click_of_damage_never_makes_a_figure_worth_more(clicks: tuple[int, int, int], place: int) -> None:
    turned = list(clicks)
    turned[place] = min(turned[place] + 1, 5)
    assert worth(F4, (turned[0], turned[1], turned[2])) <= worth(F4, clicks)


def test_a_figure_without_values_still_has_a_worth() -> None:
    blank = replace(F4, head=dial("-"), weapon=dial("-"), body=dial("- -' -''' -"))
    assert worth(blank, (0, 0, 0)) > worth(blank, (0, 0, 1)) > worth(blank, (0, 0, 2)) == 0


@given(CLICKS)
def test_duels_ace_04_a_called_shot_costs_at_least_as_much(clicks: tuple[int, int, int]) -> None:
    own, called = losses(F4, clicks, called=False), losses(F4, clicks, called=True)
    assert own[0] == called[0] == 0
    assert all(one <= other for one, other in zip(own, called, strict=True))
    assert list(own) == sorted(own)


def test_duels_ruling_075_a_figure_whose_dials_are_finished_loses_nothing_more() -> None:
    finished = replace(F4, head=dial("6"), weapon=dial("5"), body=dial("8"))
    assert set(losses(finished, (0, 0, 0), called=True)) == {0}


def test_duels_skill_07_a_click_on_each_dial_stops_at_its_end() -> None:
    assert clicked(F1, (0, 2, 5)) == (1, 3, 5)
