"""How a match is when it opens."""

from rules_engine.duels.opening import opened
from tests.support.duels import F1, F2, entry, gear, make_setup


def test_duels_setup_07_setup_08_figures_enter_with_all_dice_in_the_cup_and_dials_at_the_start() -> None:
    setup = make_setup(entry("A1", F1, "W6 U6", gear("vest", 3, "Y6")), entry("B1", F2, "W6"))
    state = opened(setup)
    assert (state.setup, state.ply, state.to_roll_alpha) == (setup, 1, ("A", "B"))
    figure = state.figure("A1")
    assert (figure.team, figure.seat, figure.profile) == ("A", "A", setup.teams[0].figures[0].profile)
    assert (figure.cup, figure.base, figure.gear) == (("A1/W6", "A1/U6", "A1/vest/Y6"), (), ("A1/vest",))
    assert figure.clicks == (0, 0, 0)


def test_equal_pieces_and_dice_get_names_of_their_own() -> None:
    vest = gear("vest", 3, "Y6 Y6")
    state = opened(make_setup(entry("A1", F1, "", vest, vest), entry("B1", F2)))
    assert state.figure("A1").gear == ("A1/vest", "A1/vest#2")
    assert state.figure("A1").cup == ("A1/vest/Y6", "A1/vest/Y6#2", "A1/vest#2/Y6", "A1/vest#2/Y6#2")
