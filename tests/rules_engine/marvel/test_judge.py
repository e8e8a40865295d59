from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import JUDGE
from rules_engine.marvel import commands as c
from rules_engine.marvel.events import Changed, CharacterLost, MatchEnded
from rules_engine.marvel.state import MatchState
from tests.support.marvel import ALPHA, BRAVO, fold_all, happened, in_action, kinds, make_setup, opened, piece


def match(board: str = "declared") -> MatchState:
    setup = make_setup([ALPHA], [BRAVO], board=board, scenery=(piece("bench", "T1", 1, 0, 2),))
    return in_action(setup, places={"ALPHA": (5, 5), "BRAVO": (9, 9)})


def ruled(state: MatchState, *changes: c.Change, seat: str = JUDGE) -> MatchState:
    return fold_all(state, happened(state, c.Override(seat=seat, changes=changes)))


def test_each_change_is_an_event_of_its_author() -> None:
    changes = (c.SetPow(character="ALPHA", pow=2), c.AwardPoints(team="one", points=3))
    assert happened(match(), c.Override(seat=JUDGE, changes=changes)) == tuple(
        Changed(change=change, author=JUDGE) for change in changes
    )


def test_everything_on_the_table_can_be_set() -> None:
    state = ruled(
        match(),
        c.SetEndurance(character="ALPHA", endurance=4),
        c.SetPow(character="ALPHA", pow=2),
        c.SetCondition(character="ALPHA", down=True),
        c.SetPlace(character="ALPHA", elevation=300),
        c.SetStructure(scenery="bench", sp=1),
        c.AwardPoints(team="two", points=2),
    )
    now = state.character("ALPHA")
    assert (now.endurance, now.pow, now.ko, now.down, now.elevation, now.hurt) == (4, 2, False, True, 300, True)
    assert (state.scenery[0].sp, state.objectives) == (1, (("two", 2),))
    gone = ruled(state, c.SetStructure(scenery="bench", sp=0))
    assert gone.find_scenery("bench") is None


def test_a_place_is_set_on_the_tracked_board() -> None:
    state = ruled(match("tracked"), c.SetPlace(character="ALPHA", place=Place(100, 200, 300), elevation=300))
    assert (state.character("ALPHA").place, state.character("ALPHA").elevation) == (Place(100, 200, 300), 300)


def test_marvel_loss_01_endurance_set_to_0_is_a_loss() -> None:
    events = happened(match(), c.Override(seat=JUDGE, changes=(c.SetEndurance(character="BRAVO", endurance=0),)))
    assert [type(event) for event in events] == [Changed, CharacterLost, MatchEnded]


def test_marvel_ruling_01_players_agree_on_the_end() -> None:
    state = ruled(match(), c.EndMatch(winners=("one", "two")), c.EndMatch(winners=("one",)))
    assert state.result is not None
    assert state.result.winners() == ("one", "two")
    with pytest.raises(RuleViolation) as refused:
        ruled(state, c.SetPow(character="ALPHA", pow=1))
    assert refused.value.rule_id == "MARVEL-RULING-01"


def test_only_the_judge_overrides() -> None:
    with pytest.raises(DecisionClosed, match="not one"):
        ruled(match(), c.SetPow(character="ALPHA", pow=1), seat="one")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (c.SetEndurance(character="ALPHA", endurance=13), "13 is no number of endurance: 0 to 12"),
        (c.SetEndurance(character="nobody", endurance=1), "no character nobody"),
        (c.SetPow(character="ALPHA", pow=-1), "no number of POW"),
        (c.SetPow(character="nobody", pow=1), "no character nobody"),
        (c.SetCondition(character="nobody"), "no character nobody"),
        (c.SetPlace(character="nobody"), "no character nobody"),
        (c.SetPlace(character="ALPHA", place=Place(1, 1)), "only there"),
        (c.SetPlace(character="ALPHA", elevation=-1), "above the table"),
        (c.SetStructure(scenery="nothing", sp=1), "no piece of scenery nothing"),
        (c.SetStructure(scenery="bench", sp=-1), "structure points"),
        (c.AwardPoints(team="three", points=1), "teams are one, two"),
        (c.AwardPoints(team="one", points=5000), "no number of points"),
        (c.EndMatch(winners=()), "teams are one, two"),
        (c.EndMatch(winners=("three",)), "teams are one, two"),
    ],
)
def test_what_does_not_exist_is_not_set(change: Any, words: str) -> None:
    with pytest.raises(MalformedInput, match=words):
        ruled(match(), change)


@pytest.mark.parametrize("place", [Place(-1, 1), Place(1, 5000), Place(1, 1, 100)])
def test_a_place_lies_on_the_table(place: Place) -> None:
    with pytest.raises(MalformedInput, match="no such place"):
        ruled(match("tracked"), c.SetPlace(character="ALPHA", place=place))


def test_marvel_ruling_53_who_is_made_ko_is_dazed_until_it_stands() -> None:
    state = ruled(match(), c.SetCondition(character="ALPHA", ko=True, down=True))
    assert state.character("ALPHA").dazed
    state = ruled(state, c.SetCondition(character="ALPHA", down=True))
    assert state.character("ALPHA").dazed
    assert not ruled(state, c.SetCondition(character="ALPHA")).character("ALPHA").dazed


def test_marvel_ruling_68_who_stands_on_scenery_that_is_taken_away_falls_once_all_is_set() -> None:
    gone = c.SetStructure(scenery="bench", sp=0)
    assert kinds(ruled(match(), gone)) == ["act:ALPHA"]
    high = ruled(match(), c.SetPlace(character="BRAVO", elevation=400))
    assert kinds(ruled(high, gone)) == ["state_falls:one"]
    assert kinds(ruled(high, gone, c.SetPlace(character="BRAVO", elevation=0))) == ["act:ALPHA"]
    assert ruled(high, gone, c.EndMatch(winners=("one",))).result is not None


def test_before_the_first_turn_the_match_can_only_be_ended() -> None:
    state = replace(opened(make_setup()), to_deploy=("one",))
    with pytest.raises(RuleViolation) as refused:
        ruled(state, c.SetPow(character="ALPHA", pow=1))
    assert refused.value.rule_id == "MARVEL-RULING-01"
    ended = ruled(state, c.EndMatch(winners=("two",)))
    assert ended.result is not None
