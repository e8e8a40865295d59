from typing import Any

import pytest

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Legal
from rules_engine.marvel import leaping
from rules_engine.marvel.commands import Leap
from rules_engine.marvel.events import Leapt
from rules_engine.marvel.legal import awaiting
from rules_engine.marvel.state import MatchState
from tests.support.marvel import answer, happened, in_action, make_setup
from tests.support.marvel_tables import Spot, box, place, tracked

HOUSE = box("house", (10, 10, 6, 6), height=4)


def town(alpha: Spot, bravo: Spot = (30, 30), *more: Any, **fields: Any) -> MatchState:
    return tracked({"ALPHA": alpha, "BRAVO": bravo}, HOUSE, *more, **fields)


def declared(high: int, **fields: Any) -> MatchState:
    return in_action(make_setup(), changed={"ALPHA": {"elevation": high, **fields}})


def leap(state: MatchState, **says: Any) -> Any:
    return happened(state, answer(state, "act", Leap, **says))[0]


def options(state: MatchState) -> Legal:
    return leaping.options(state, awaiting(state)[0])


def test_marvel_leap_01_off_the_edge_to_its_foot() -> None:
    leapt = leap(town(("10.59", 13, 4)))
    assert leapt == Leapt(character="ALPHA", pow=5, height=400, damage=0, place=place("9.41", 13))


def test_marvel_leap_02_a_row_milder_than_a_fall() -> None:
    high = tracked({"ALPHA": ("10.59", 13, 7), "BRAVO": (30, 30)}, box("house", (10, 10, 6, 6), height=7))
    assert (leap(high).height, leap(high).damage) == (700, 1)


def test_marvel_leap_01_down_to_a_lower_roof() -> None:
    ledge = box("ledge", (6, 10, 4, 6), height=1)
    assert leap(town(("10.59", 13, 4), (30, 30), ledge)).place == place("9.41", 13, 1)


def test_marvel_leap_01_only_at_an_edge() -> None:
    for alpha in ((13, 13, 4), (5, 5)):
        with pytest.raises(RuleViolation, match="MARVEL-LEAP-01"):
            leap(town(alpha))


def test_marvel_jump_02_the_base_must_fit_at_the_foot() -> None:
    with pytest.raises(RuleViolation, match="MARVEL-JUMP-02"):
        leap(town(("10.59", 13, 4), ("9.2", 13)))
    corner = town(("10.59", "10.59", 4))
    assert leap(corner, to=(1059, 941)).place == place("10.59", "9.41")
    with pytest.raises(RuleViolation, match="MARVEL-JUMP-02"):
        leap(corner, to=(500, 500))


def test_marvel_leap_01_what_suits_the_board() -> None:
    with pytest.raises(MalformedInput):
        leap(town(("10.59", 13, 4)), drop=400)
    for says in ({}, {"drop": 401}, {"drop": 400, "to": (5, 5)}):
        with pytest.raises(MalformedInput):
            leap(declared(400), **says)


def test_marvel_ruling_54_who_lies_does_not_leap() -> None:
    with pytest.raises(RuleViolation, match="MARVEL-DOWN-01"):
        leap(declared(400, down=True), drop=400)
    assert options(declared(400, down=True)).commands == ()


def test_marvel_leap_01_samples_are_leaps_that_can_be_made() -> None:
    assert [found.to for found in options(town(("10.59", "10.59", 4))).commands if isinstance(found, Leap)] == [
        (941, 1059),
        (1059, 941),
    ]
    assert options(town((5, 5))) == Legal(commands=())
    assert options(town((13, 13, 4))) == Legal(commands=())
    assert options(town(("10.59", 13, 4), ("9.2", 13))).commands == ()
    assert options(declared(0)) == Legal(commands=())
    high = options(declared(400))
    assert [found.drop for found in high.commands if isinstance(found, Leap)] == [400]
    assert not high.complete
