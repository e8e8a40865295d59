import pytest
from msgspec.structs import replace

from rules_engine.duels.components import DieSpec
from rules_engine.duels.state import DieInPlay, GroundGear, MatchState
from rules_engine.kernel.dice import Die
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import Decision
from tests.support.duels import F1, dial, entry, gear, in_turn, make_setup

ACE = DieInPlay(id="A1/U6", spec=DieSpec(colour="blue", sides=6, has_ace=True))
PLAIN = DieInPlay(id="A1/U6", spec=DieSpec(colour="blue", sides=6))


def three_teams(alpha: str = "B") -> MatchState:
    figures = [entry(name, F1, "W6", gear("vest", 3)) for name in ("A1", "A2", "B1", "C1")]
    return replace(in_turn(make_setup(*figures), "A1"), alpha=alpha)


@pytest.mark.parametrize(("die", "face", "value", "high"), [(ACE, 1, 0, 6), (ACE, 4, 4, 4), (PLAIN, 1, 1, 1)])
def test_duels_dice_12_dice_13_what_a_face_counts(die: DieInPlay, face: int, value: int, high: int) -> None:
    assert (die.value(face), die.value_ace_high(face), die.is_ace(face)) == (value, high, value == 0)
    assert die.die == Die("A1/U6", 6)


def test_duels_fig_04_fig_12_ruling_070_ruling_077_what_the_windows_show() -> None:
    shown = replace(F1, head=dial("6 -'"), weapon=dial("5 4'+Y"), body=dial("7 6+Y+U"))
    figure = replace(in_turn(make_setup(entry("A1", shown), entry("B1", F1)), "A1").figure("A1"), clicks=(1, 1, 1))
    assert (figure.value("head"), figure.value("weapon"), figure.value("body")) == (0, 4, 6)
    assert (figure.bullets, figure.dial_shields) == (2, ("yellow", "yellow", "blue"))


def test_decisions_are_named_after_the_event_or_together_after_the_round() -> None:
    state = replace(three_teams(), ply=7, round=3)
    assert state.ask("act", "A", "A1") == Decision(id="act:A1:7", seat="A", kind="act", subject="A1")
    together = state.ask("choose_dice", "A", "A1", together=True)
    assert together == Decision(id="choose_dice:A1:r3", seat="A", kind="choose_dice", subject="A1")


def test_duels_ruling_021_teams_stand_clockwise_from_alpha_without_beaten_ones() -> None:
    state = three_teams()
    assert state.live_teams() == ("B", "C", "A")
    assert state.changed("C1", in_play=False).live_teams() == ("B", "A")
    assert replace(state, alpha="").live_teams() == ("A", "B", "C")


def test_the_first_team_among_figures() -> None:
    state = three_teams()
    chosen = tuple(state.figure(name) for name in ("A1", "A2", "C1"))
    assert [figure.id for figure in state.of_first_team(chosen)] == ["C1"]
    assert state.of_first_team(()) == ()


def test_a_team_speaks_by_its_first_figure_in_play() -> None:
    state = three_teams().changed("A2", seat="A-two")
    assert state.seat_of("A") == "A"
    assert state.changed("A1", in_play=False).seat_of("A") == "A-two"
    assert state.changed("C1", in_play=False).seat_of("C") == "C"


def test_duels_win_01_army_points_of_figures_in_play() -> None:
    state = three_teams()
    assert state.army_points("A") == 100
    assert state.changed("A2", in_play=False).army_points("A") == 50


def test_duels_elim_03_gear_where_its_figure_stands() -> None:
    state = three_teams().changed("A1", place=Place(100, 200))
    assert state.gear_where_it_stands(state.figure("A1")) == (GroundGear(gear="A1/vest", place=Place(100, 200)),)


def test_look_ups() -> None:
    state = three_teams()
    assert state.die("A1/W6").spec.label == "W6"
    assert state.gear("A1/vest").gear.points == 3
    assert state.teams == ("A", "B", "C")
    with pytest.raises(KeyError):
        state.figure("X1")
