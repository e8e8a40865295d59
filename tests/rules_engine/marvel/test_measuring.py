from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import JUDGE
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import inches
from rules_engine.marvel import measuring
from rules_engine.marvel.commands import StateMeasurement
from rules_engine.marvel.components import Template
from rules_engine.marvel.measuring import Sight
from rules_engine.marvel.state import MatchState
from tests.support.marvel import BRAVO, CHARLIE, fold_all, happened, in_action, make_setup, measured, piece
from tests.support.marvel_tables import Spot, box, place, tracked

RADIUS = BRAVO.radius  # of every base: 0.59 in
RANGE = RuleId("MARVEL-RANGED-01")


def duel(bravo: Spot, *scenery: Any, alpha: Spot = (10, 10), **more: Any) -> MatchState:
    return tracked({"ALPHA": alpha, "BRAVO": bravo}, *scenery, **more)


def declared(*facts: Any, **more: Any) -> MatchState:
    setup = make_setup(scenery=(piece("bench", "T1", 2, 0, 2),))
    return in_action(setup, measured=facts, **more)


# --- distance and contact ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bravo", "apart"),
    [
        ((10, "11.18"), 0),
        ((10, 12), 82),
        (("21.18", 10), 1000),
        ((10, "11.18", 4), 400),
        ((10, "14.18", 4), 500),  # 3 in beside and 4 in above
    ],
)
def test_marvel_ruling_27_from_base_to_base(bravo: Spot, apart: int) -> None:
    state = duel(bravo)
    assert measuring.distance(state, "ALPHA", "BRAVO") == measuring.distance(state, "BRAVO", "ALPHA") == apart


def test_marvel_ruling_27_to_the_nearest_part_of_scenery() -> None:
    house = box("house", (12, 8, 4, 4))
    assert measuring.distance(duel((30, 30), house), "ALPHA", "house") == 200 - RADIUS
    assert measuring.distance(duel((30, 30), house, alpha=(14, 10, 4)), "ALPHA", "house") == 0
    assert measuring.distance(duel((30, 30), house, alpha=(14, 10, 7)), "ALPHA", "house") == 300
    assert measuring.distance(duel((30, 30), house, alpha=("8.41", 10, 8)), "ALPHA", "house") == 500


def test_what_has_no_place_is_at_no_distance() -> None:
    state = duel((30, 30), piece("bench", "T1", 2, 0, 2))
    assert measuring.distance(state, "ALPHA", "bench") is None
    assert not measuring.in_contact(state, "ALPHA", "bench")
    assert measuring.sight(state, "ALPHA", "bench") is None
    hidden = state.changed("BRAVO", place=None)
    assert measuring.distance(hidden, "ALPHA", "BRAVO") is measuring.distance(hidden, "BRAVO", "ALPHA") is None
    assert not measuring.in_contact(hidden, "ALPHA", "BRAVO")
    assert not measuring.in_contact(hidden, "BRAVO", "ALPHA")
    assert measuring.sight(hidden, "ALPHA", "BRAVO") is None
    assert measuring.crossed(hidden, "ALPHA", "BRAVO") == ()


@pytest.mark.parametrize(
    ("bravo", "contact"), [((10, "11.18"), True), ((10, "11.2"), False), ((10, "11.18", 1), False)]
)
def test_marvel_melee_01_base_contact(bravo: Spot, contact: bool) -> None:
    assert measuring.in_contact(duel(bravo), "ALPHA", "BRAVO") is contact


@pytest.mark.parametrize(
    ("alpha", "contact"),
    [(("11.41", 10), True), (("11.4", 10), False), ((14, 10, 4), True), (("11.41", 10, 5), False)],
)
def test_marvel_grab_02_contact_with_scenery(alpha: Spot, contact: bool) -> None:
    state = duel((30, 30), box("house", (12, 8, 4, 4)), alpha=alpha)
    assert measuring.in_contact(state, "ALPHA", "house") is contact


def test_marvel_ruling_27_the_whole_range_is_within_reach() -> None:
    state = duel(("21.18", 10))
    assert measuring.check_reach(state, "ALPHA", "BRAVO", inches(10), rule_id=RANGE) == inches(10)
    with pytest.raises(RuleViolation, match=r"MARVEL-RANGED-01.*distance=10, most=9.99"):
        measuring.check_reach(state, "ALPHA", "BRAVO", inches("9.99"), rule_id=RANGE)


# --- sight ------------------------------------------------------------------------------------------------------------


def wall(height: str | int, *, depth: str | int = 6) -> Any:
    """A wall close before BRAVO at 20, 10; it hides all of its breadth, or, with a depth of 3, half of it."""
    return box("wall", ("19.2", 7, "0.1", depth), height=height, kind="T1 1 0 1")


@pytest.mark.parametrize(
    ("height", "depth", "hidden"), [(3, 6, 100), (1, 6, 50), (3, 3, 50), ("0.1", 6, 0), (1, 3, 25), (0, 6, 0)]
)
def test_marvel_ruling_26_scenery_hides_a_share_of_a_target(height: str, depth: str, hidden: int) -> None:
    state = duel((20, 10), wall(height, depth=depth))
    assert measuring.sight(state, "ALPHA", "BRAVO") == Sight(distance=1000 - 2 * RADIUS, hidden=hidden)


def test_marvel_down_04_who_lies_behind_a_low_wall_is_out_of_sight() -> None:
    state = duel((20, 10), wall(1)).changed("BRAVO", down=True)
    sight = measuring.known_sight(state, "ALPHA", "BRAVO")
    assert (sight.hidden, sight.clear) == (100, False)
    lying = duel((20, 10), wall(1)).changed("ALPHA", down=True)
    assert measuring.known_sight(lying, "ALPHA", "BRAVO").hidden == 50
    assert measuring.known_sight(lying, "BRAVO", "ALPHA").hidden == 0


def test_marvel_ruling_18_figures_hide_nobody() -> None:
    state = tracked({"ALPHA": (10, 10), "BRAVO": (20, 10), "CHARLIE": (15, 10)})
    assert measuring.known_sight(state, "ALPHA", "BRAVO").hidden == 0


def test_a_piece_of_scenery_does_not_hide_itself() -> None:
    state = duel((30, 30), box("house", (12, 8, 4, 4)), box("tower", (20, 9, 2, 2), height=4))
    assert measuring.known_sight(state, "ALPHA", "house").clear
    assert not measuring.known_sight(state, "ALPHA", "tower").clear


# --- areas and lines --------------------------------------------------------------------------------------------------


def test_marvel_wave_01_any_part_of_a_base_within_range() -> None:
    state = tracked({"ALPHA": (10, 10), "BRAVO": ("15.18", 10), "CHARLIE": (10, "15.19")})
    assert measuring.within(state, "ALPHA", inches(4)) == ("BRAVO",)
    assert measuring.within(state.changed("BRAVO", in_play=False), "ALPHA", inches(9)) == ("CHARLIE",)


def test_marvel_special_explosive_any_part_of_a_base_under_the_circle() -> None:
    state = tracked({"ALPHA": ("17.41", 10), "BRAVO": (20, 10), "CHARLIE": ("22.6", 10)})
    assert measuring.in_circle(state, "BRAVO", inches(2)) == ("ALPHA",)
    nowhere = state.changed("CHARLIE", place=None)
    assert measuring.in_circle(nowhere, "BRAVO", inches(9)) == ("ALPHA",)


def test_marvel_breath_01_any_part_of_a_base_under_the_template() -> None:
    template = Template(length=inches(8), width=inches(3))
    state = tracked({"ALPHA": (10, 10), "BRAVO": (18, "11.9"), "CHARLIE": (18, 13)})
    east = inches(20), inches(10)
    assert measuring.under_template(state, "ALPHA", template, east) == ("BRAVO",)
    assert measuring.under_template(state, "ALPHA", template, (inches(10), inches(20))) == ()
    assert measuring.under_template(state, "ALPHA", template, (inches(10), inches(10))) == ()
    outline = measuring.template_outline(state.character("ALPHA"), template, east)
    assert outline == ((1059, 1000), (1859, 1150), (1859, 850))
    nowhere = state.changed("ALPHA", place=None)
    assert measuring.template_outline(nowhere.character("ALPHA"), template, east) is None


def test_marvel_throw_06_what_is_on_the_straight_line() -> None:
    bench = box("bench", (12, 9, 1, 2), height="0.5", kind="T1 1 0 1")
    state = tracked({"ALPHA": (10, 10), "BRAVO": (20, 10), "CHARLIE": (15, "10.5")}, bench)
    assert measuring.crossed(state, "ALPHA", "BRAVO") == ("bench", "CHARLIE")
    assert measuring.crossed(state, "BRAVO", "ALPHA") == ("CHARLIE", "bench")
    assert measuring.crossed(state, "ALPHA", "bench") == ()
    above = tracked({"ALPHA": (10, 10, 4), "BRAVO": (20, 10, 4), "CHARLIE": (15, 10)}, bench)
    assert measuring.crossed(above, "ALPHA", "BRAVO") == ()
    gone = state.changed("CHARLIE", in_play=False)
    assert measuring.crossed(gone, "ALPHA", "BRAVO") == ("bench",)


def test_marvel_special_pierce_what_is_close_behind_the_target() -> None:
    state = tracked({"ALPHA": (10, 10), "BRAVO": (20, 10), "CHARLIE": ("23.18", 10)}, allies=())
    assert measuring.behind(state, "ALPHA", "BRAVO", inches("2.1")) == ("CHARLIE",)
    assert measuring.behind(state, "ALPHA", "BRAVO", inches("1.9")) == ()
    assert measuring.behind(state, "CHARLIE", "BRAVO", inches(12)) == ("ALPHA",)


# --- the declared board -----------------------------------------------------------------------------------------------


def test_the_declared_board_recalls_what_was_stated() -> None:
    state = declared(
        measured("ALPHA", "BRAVO", 8, hidden=60, crossed=("bench", "CHARLIE")), measured("ALPHA", "CHARLIE", 0)
    )
    assert measuring.distance(state, "BRAVO", "ALPHA") == inches(8)
    assert measuring.sight(state, "ALPHA", "BRAVO") == Sight(distance=inches(8), hidden=60)
    assert measuring.sight(state, "BRAVO", "ALPHA") is None  # from there another share is hidden
    assert measuring.in_contact(state, "CHARLIE", "ALPHA")
    assert measuring.crossed(state, "ALPHA", "BRAVO") == ("bench", "CHARLIE")
    assert measuring.crossed(state, "BRAVO", "ALPHA") == ("CHARLIE", "bench")
    assert measuring.crossed(state, "BRAVO", "CHARLIE") == ()
    assert measuring.within(state, "ALPHA", inches(4)) == ("CHARLIE",)


def test_marvel_ruling_26_who_is_stated_to_be_out_of_sight_is_wholly_hidden() -> None:
    state = declared(measured("ALPHA", "BRAVO", 8, in_sight=False))
    assert not measuring.known_sight(state, "ALPHA", "BRAVO").clear


def test_marvel_ruling_27_what_nobody_measured_is_asked_for() -> None:
    with pytest.raises(RuleViolation, match=r"MARVEL-RULING-27.*needed=measurement"):
        measuring.known_sight(declared(), "ALPHA", "BRAVO")
    with pytest.raises(RuleViolation, match=r"MARVEL-RULING-27.*needed=measurement"):
        measuring.check_reach(declared(), "ALPHA", "BRAVO", 1, rule_id=RANGE)


def test_marvel_ruling_34_a_stated_circle_reaches_from_the_middle_of_the_base() -> None:
    state = declared(measured("BRAVO", "CHARLIE", "1.41"), measured("ALPHA", "BRAVO", "1.42"))
    assert measuring.in_circle(state, "BRAVO", inches(2)) == ("CHARLIE",)


def test_marvel_special_pierce_stated_lines_go_on_behind_the_target() -> None:
    state = declared(
        measured("ALPHA", "BRAVO", 8),
        measured("ALPHA", "CHARLIE", 12, crossed=("BRAVO",)),
        measured("BRAVO", "CHARLIE", 2),
    )
    assert measuring.behind(state, "ALPHA", "BRAVO", inches(2)) == ("CHARLIE",)
    assert measuring.behind(state, "ALPHA", "BRAVO", inches("1.9")) == ()


def say(**more: Any) -> StateMeasurement:
    return StateMeasurement(**{"seat": "one", "a": "ALPHA", "b": "BRAVO", "distance": 800, **more})


def test_what_is_measured_holds_until_one_of_the_two_moves() -> None:
    state = declared()
    state = fold_all(state, happened(state, say(crossed=("CHARLIE",), hidden=40)))
    assert state.measured == (measured("ALPHA", "BRAVO", 8, crossed=("CHARLIE",), hidden=40, author="one"),)
    state = fold_all(state, happened(state, say(distance=700, seat=JUDGE)))
    assert [fact.distance for fact in state.measured] == [700]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"seat": "three"}, "no seat"),
        ({"a": "ZULU"}, "Nothing can be measured"),
        ({"b": "ALPHA"}, "Nothing can be measured"),
        ({"b": "ZULU"}, "Nothing can be measured"),
        ({"a": "bench", "b": "ALPHA"}, "Nothing can be measured"),
        ({"crossed": ("ZULU",)}, "each once"),
        ({"crossed": ("ALPHA",)}, "each once"),
        ({"crossed": ("bench", "bench")}, "each once"),
        ({"distance": -1}, "out of range"),
        ({"distance": 7301}, "out of range"),
        ({"hidden": 101}, "out of range"),
        ({"hidden": -1}, "out of range"),
    ],
)
def test_what_is_no_measurement_is_refused(more: dict[str, Any], why: str) -> None:
    with pytest.raises(MalformedInput, match=why):
        happened(declared(), say(**more))


def test_scenery_that_is_gone_is_not_measured() -> None:
    state = declared()
    assert happened(state, say(b="bench"))
    gone = replace(state, scenery=(replace(state.scenery[0], destroyed=True),))
    with pytest.raises(MalformedInput):
        happened(gone, say(b="bench"))


def test_nobody_measures_on_the_tracked_board() -> None:
    with pytest.raises(MalformedInput, match="tracked"):
        happened(duel((20, 20)), say())


def test_the_straight_line_between_two_places() -> None:
    assert measuring.straight(place(0, 0), Place(300, 400)) == 500
    assert measuring.straight(place(0, 0), Place(0, 300, 400)) == 500
    assert CHARLIE.radius == RADIUS
