from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels import components as c
from rules_engine.duels.commands import (
    ChooseDodge,
    DeclareHeal,
    DeclareInitiative,
    DeclareSkillTest,
    DropGear,
    EndTurn,
    MoveTo,
    Roll,
    StartMove,
)
from rules_engine.duels.components import DieSpec, Effect, PassPoint, SkillTest
from rules_engine.duels.events import (
    AttackCompared,
    DamageCounted,
    DialsTurned,
    DialTurn,
    DiceBlocked,
    FacesChanged,
    FigureReplaced,
    GearPickedUp,
    InitiativeRolled,
    KarmaStruck,
    PassPlayed,
    SkillDiceRolled,
)
from rules_engine.duels.legal import awaiting
from rules_engine.duels.state import GroundGear, MatchState
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import inches
from tests.support.duels import F1, answer, begin, entry, kinds, make_setup, play, reach, with_alpha
from tests.support.scenes import box
from tests.support.security_passes import (
    after,
    attacked,
    happens,
    held,
    holding,
    offered,
    rolled,
    told,
    with_dials,
)

RED, WHITE = DieSpec(colour="red", sides=6, has_ace=True), DieSpec(colour="white", sides=4)
LOCK = SkillTest(id="lock", name="Lock", colour="black", attribute="head", difficulty=12, contact=False)


def one(effect: Effect, when: PassPoint, **more: Any) -> MatchState:
    return holding(held(effect, when=when, **more))


def only(events: tuple[Any, ...], kind: type[Any]) -> Any:
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def acted(state: MatchState, command: type[Any], kind: str = "act", **fields: Any) -> MatchState:
    return play(state, (answer(state, kind, command, **fields), ""))


def tried(state: MatchState) -> MatchState:
    return acted(state, DeclareSkillTest, figure="A1", test="lock", dice=("A1/vest/K6",))


# --- dice -------------------------------------------------------------------------------------------------------------


def test_an_extra_die_lies_on_the_base_for_the_round() -> None:
    state = after(one(c.ExtraDie(die=RED), "turn", uses=2), "act")
    assert state.figure("A1").base[-1] == "P/R6"
    assert offered(state, "act") == []  # the die is in play
    for figure in ("A1", "A2", "B1"):
        state = acted(state, EndTurn, figure=figure)
    assert (state.round, "P/R6" in state.figure("A1").cup) == (2, False)


def test_an_extra_die_joins_the_attack_at_hand_whatever_its_colour() -> None:
    state = attacked(one(c.ExtraDie(die=WHITE), "attack"))
    played = only(told(state, "roll_attack"), PassPlayed)
    assert (played.roll_with, played.overrides) == (("P/W4",), (RuleId("DUELS-ATK-03"), RuleId("DUELS-ATK-09")))
    state = after(state, "roll_attack")
    assert [die.name for die in awaiting(state)[0].pools] == ["A1/U6", "A1/U8", "P/W4"]
    events = happens(state, answer(state, "roll_attack", Roll), "U6=2 U8=3 W4=4")
    assert only(events, AttackCompared).attack == 5 + 2 + 3 + 4
    assert "P/W4" not in play(state, (answer(state, "roll_attack", Roll), "U6=2 U8=3 W4=4")).figure("A1").cup


def test_an_extra_die_may_be_chosen_for_the_dodge() -> None:
    state = attacked(one(c.ExtraDie(die=WHITE), "dodge", seat="B"), dodge=False)
    state = after(state, "choose_dodge")
    state = play(state, (answer(state, "choose_dodge", ChooseDodge, dice=("P/W4",)), ""))
    assert [die.name for die in awaiting(state)[0].pools] == ["A1/U6", "A1/U8", "P/W4"]


def test_an_extra_die_joins_a_test() -> None:
    state = tried(holding(held(c.ExtraDie(die=RED), when="test", uses=2), skill_tests=(LOCK,)))
    state = after(state, "roll_test")
    assert [die.name for die in awaiting(state)[0].pools] == ["A1/vest/K6", "P/R6"]
    assert offered(state, "roll_test") == []
    events = happens(state, answer(state, "roll_test", Roll), "K6=2 R6=A")
    assert isinstance(events[0], SkillDiceRolled)
    assert events[1].total == 6 + 2 + 6


def test_an_extra_die_of_the_setup_stays_in_the_pool() -> None:
    both = held(c.ExtraDie(die=RED), c.ExtraDie(die=RED), when="setup", figure="A1")
    state = begin(make_setup(entry("A1", F1, "W6"), entry("B1", F1, "W6"), passes=(both,)))
    assert state.figure("A1").cup == ("A1/W6", "P/R6", "P/R6#2")
    state = reach(state, "act")
    for _ in "AB":
        state = acted(state, EndTurn, figure=awaiting(state)[0].subject)
    assert state.round == 2
    assert {"P/R6", "P/R6#2"} <= set(state.figure("A1").cup)


# --- dials ------------------------------------------------------------------------------------------------------------


def test_a_dial_counts_for_more_in_the_attack_at_hand_only() -> None:
    state = after(attacked(one(c.DialBonus(dial="weapon", amount=3), "attack")), "roll_attack")
    events = happens(state, answer(state, "roll_attack", Roll), "U6=2 U8=2")
    assert only(events, AttackCompared).attack == 5 + 3
    assert rolled(state, "U6=2 U8=2").figure("A1").boons == ()


@pytest.mark.parametrize(("dial", "seat", "listed"), [("weapon", "A", 1), ("body", "A", 0), ("body", "B", 1)])
def test_only_the_dial_that_counts_now_can_be_raised_after_the_roll(dial: Any, seat: str, listed: int) -> None:
    state = rolled(attacked(one(c.DialBonus(dial=dial, amount=9), "attack_rolled", seat=seat)), "U6=2 U8=3")
    assert (kinds(state)[0].startswith("play_pass")) == bool(listed)
    if listed:
        assert only(told(state, "play_pass"), AttackCompared).hit == (dial == "weapon")


@pytest.mark.parametrize(("amount", "way"), [(2, 8), (3, 9)])
def test_head_adds_inches_to_the_move_at_hand(amount: int, way: int) -> None:
    state = acted(one(c.DialBonus(dial="head", amount=amount), "move"), StartMove, figure="A1")
    state = after(state, "move")
    assert state.pending.allowance == inches(way)  # type: ignore[union-attr]  # a Move
    moved = play(state, (answer(state, "move", MoveTo), ""))
    assert moved.figure("A1").boons == ()


def test_a_pass_may_make_a_figure_quick_for_initiative_alone() -> None:
    quick = held(c.DialBonus(dial="head", amount=4), when="initiative", seat="B")
    setup = make_setup(entry("A1", F1, "W6"), entry("B1", F1, "W6"), passes=(quick,))
    state = with_alpha(setup, 7, 2)
    state = acted(reach(state, "declare_initiative"), DeclareInitiative, kind="declare_initiative", figure="A1")
    state = after(state, "declare_initiative")
    declared = answer(state, "declare_initiative", DeclareInitiative, figure="B1")
    total = only(happens(state, declared), InitiativeRolled).totals[1]
    assert (total.total, total.dice) == (10, 4)
    assert play(state, (declared, "")).figure("B1").boons == ()


@pytest.mark.parametrize(
    ("dial", "point", "kind"), [("head", "test", "roll_test"), ("head", "test_rolled", "play_pass")]
)
def test_a_dial_counts_for_more_in_a_test(dial: Any, point: PassPoint, kind: str) -> None:
    state = tried(holding(held(c.DialBonus(dial=dial, amount=4), when=point), skill_tests=(LOCK,)))
    state = rolled(state, "K6=3") if kind == "play_pass" else state
    events = told(state, kind)
    assert only(events, PassPlayed).value == 6 + 4
    state = after(state, kind)
    if kind == "roll_test":
        events = happens(state, answer(state, kind, Roll), "K6=3")
    assert events[1].total == 6 + 4 + 3


def test_another_dial_than_that_of_the_test_does_nothing_in_it() -> None:
    state = tried(holding(held(c.DialBonus(dial="body", amount=4), when="test"), skill_tests=(LOCK,)))
    assert offered(state, "roll_test") == []


# --- the roll ---------------------------------------------------------------------------------------------------------


def test_bad_karma_is_ignored_for_one_attack() -> None:
    state = rolled(attacked(one(c.IgnoreKarma(), "attack_rolled")), "U6=3 U8=3")
    assert only(told(state, "play_pass"), KarmaStruck) == KarmaStruck(kept=("A1/U6", "A1/U8"), lost=(), aces=())
    assert kinds(rolled(attacked(one(c.IgnoreKarma(), "attack_rolled")), "U6=3 U8=4")) == ["assign_damage:B1"]
    before = after(attacked(one(c.IgnoreKarma(), "attack")), "roll_attack")
    assert only(happens(before, answer(before, "roll_attack", Roll), "U6=3 U8=3"), KarmaStruck).lost == ()


@pytest.mark.parametrize("seat", ["A", "B"])
def test_an_enemys_die_is_turned(seat: str) -> None:
    state = attacked(one(c.SetFace(face=2, whose="enemy"), "attack_rolled", seat=seat), dodge=False)
    state = play(state, (answer(state, "choose_dodge", ChooseDodge, dice=("B1/W6",)), ""))
    state = rolled(state, "U6=3 U8=8 W6=5")
    name, faces = ("B1/W6", (3, 8, 2)) if seat == "A" else ("A1/U8", (3, 2, 5))
    assert offered(state, "play_pass")[0].dice == (name,)
    changed = told(state, "play_pass", dice=(name,), shows=(2,))[1]
    assert changed == FacesChanged(card="P", figure="A1" if seat == "A" else "B1", dice=(name,), faces=faces)


def test_several_dice_are_rolled_again_together() -> None:
    state = rolled(attacked(one(c.ReRoll(dice=2), "attack_rolled")), "U6=1 U8=2")
    listed = [play.dice for play in offered(state, "play_pass")]
    assert listed == [("A1/U6",), ("A1/U8",), ("A1/U6", "A1/U8")]


@pytest.mark.parametrize(
    ("dice", "shows"),
    [
        ((), ()),
        (("A1/U6", "A1/U6"), (1, 1)),
        (("A1/G8",), (1,)),
        (("A1/U6",), ()),
        (("A1/U6",), (7,)),
        (("A1/U6", "A1/U8"), (1, 2)),
    ],
)
def test_dice_that_cannot_be_turned_are_refused(dice: tuple[str, ...], shows: tuple[int, ...]) -> None:
    state = rolled(attacked(one(c.SetFace(), "attack_rolled")), "U6=1 U8=2")
    with pytest.raises(MalformedInput):
        told(state, "play_pass", dice=dice, shows=shows)


def test_a_die_that_lacks_the_face_of_the_pass_is_turned_to_its_highest() -> None:
    state = rolled(attacked(one(c.SetFace(face=7), "attack_rolled")), "U6=1 U8=2")
    assert {(play.dice, play.shows) for play in offered(state, "play_pass")} == {(("A1/U6",), (6,)), (("A1/U8",), (7,))}
    with pytest.raises(MalformedInput):
        told(state, "play_pass", dice=("A1/U8",), shows=(8,))


def test_a_move_is_rolled_again() -> None:
    state = acted(one(c.ReRoll(), "move"), StartMove, figure="A1", dice=("A1/W6",))
    state = after(rolled(state, "W6=2"), "move", dice=("A1/W6",))
    changed = happens(state, answer(state, "roll_again", Roll), "W6=5")[0]
    assert changed.allowance == inches(11)
    state = rolled(state, "W6=5")
    assert (kinds(state), state.pending.allowance) == (["move:A1"], inches(11))  # type: ignore[union-attr]
    undiced = acted(one(c.ReRoll(), "move"), StartMove, figure="A1")
    assert offered(undiced, "move") == []


def test_a_healing_die_is_turned() -> None:
    state = with_dials(one(c.SetFace(), "heal"), "A1", 4, 0, 0)
    state = rolled(acted(state, DeclareHeal, healer="A1", healed="A1", die="A1/R6"), "R6=2")
    state = after(state, "choose_healed_dial", dice=("A1/R6",), shows=(1,))  # the ace
    assert (kinds(state), state.pending.clicks) == (["choose_healed_dial:A1"], 6)  # type: ignore[union-attr]


# --- what a hit does --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "point", "seat", "clicks"),
    [
        (c.ExtraClicks(clicks=2), "attack", "A", 4),
        (c.ExtraClicks(clicks=2), "hit", "A", 4),
        (c.FewerClicks(clicks=1), "dodge", "B", 1),
        (c.FewerClicks(clicks=5), "hit", "B", 0),
    ],
)
def test_a_hit_deals_more_clicks_or_fewer(effect: Effect, point: PassPoint, seat: str, clicks: int) -> None:
    kind = {"attack": "roll_attack", "dodge": "choose_dodge"}.get(point, "play_pass")
    state = attacked(one(effect, point, seat=seat), dodge=False)
    state = after(state, kind) if point == "dodge" else state
    state = play(state, (answer(state, "choose_dodge", ChooseDodge), ""))
    state = after(state, kind) if point == "attack" else state
    roll = happens(state, answer(state, "roll_attack", Roll), "U6=3 U8=5")
    events = told(rolled(state, "U6=3 U8=5"), kind) if point == "hit" else roll
    assert only(events, DamageCounted).clicks == clicks


@pytest.mark.parametrize(
    ("effect", "seat"),
    [(c.ExtraClicks(clicks=1), "B"), (c.FewerClicks(clicks=1), "A"), (c.ExtraShield(colour="blue"), "A")],
)
def test_what_serves_the_other_side_of_an_attack_does_nothing(effect: Effect, seat: str) -> None:
    assert kinds(rolled(attacked(one(effect, "hit", seat=seat)), "U6=3 U8=5")) == ["assign_damage:B1"]


@pytest.mark.parametrize(
    ("number", "variant", "blocked"),
    [(None, "advanced", ("A1/U8",)), (4, "advanced", ("A1/U6",)), (3, "advanced", ()), (3, "basic", ("A1/U8",))],
)
def test_an_extra_shield_blocks_a_die(number: int | None, variant: str, blocked: tuple[str, ...]) -> None:
    shield = held(c.ExtraShield(colour="blue", number=number), when="hit", seat="B")
    state = rolled(attacked(holding(shield, variant=variant)), "U6=3 U8=5")
    events = told(state, "play_pass")
    found = [event.dice for event in events if isinstance(event, DiceBlocked)]
    if found:
        assert found == [blocked]
    else:  # either die may be blocked, and the target chooses
        assert kinds(after(state, "play_pass")) == ["choose_shields:B1"]


# --- actions ----------------------------------------------------------------------------------------------------------


def used(state: MatchState, **changes: Any) -> MatchState:
    assert state.turn is not None
    return replace(state, turn=replace(state.turn, **changes))


@pytest.mark.parametrize(
    ("action", "spent", "regained", "rule"),
    [
        ("move", {"moved": True}, {"moved": False}, "DUELS-ACT-02"),
        ("attack", {"attacks": 2}, {"attacks": 1}, "DUELS-ACT-03"),
        ("gear", {"geared": True, "gear_open": False}, {"geared": False}, "DUELS-ACT-04"),
        ("heal", {"healed": True}, {"healed": False}, "DUELS-ACT-05"),
        ("test", {"tested": True}, {"tested": False}, "DUELS-ACT-06"),
    ],
)
def test_an_action_that_was_used_up_may_be_taken_again(
    action: Any, spent: dict[str, Any], regained: dict[str, Any], rule: str
) -> None:
    state = one(c.ExtraAction(action=action), "turn")
    assert offered(state, "act") == []
    state = used(state, **spent)
    played = only(told(state, "act"), PassPlayed)
    assert (played.regained, played.overrides) == ((action,), (RuleId(rule),))
    turn = after(state, "act").turn
    assert {name: getattr(turn, name) for name in regained} == regained


def test_a_figure_may_be_given_an_action_only_in_its_own_turn() -> None:
    state = used(one(c.ExtraAction(action="move"), "turn", serves="team"), moved=True)
    assert [play.figure for play in offered(state, "act")] == ["A1"]


def test_a_dial_turns_back_as_far_as_its_start() -> None:
    state = with_dials(one(c.HealClicks(clicks=3), "turn", serves="team"), "A2", 0, 2, 5)
    assert [(play.figure, play.dial) for play in offered(state, "act")] == [("A2", "weapon"), ("A2", "body")]
    state = state.changed("A2", climb_paid=inches(2))
    _, turned = told(state, "act", figure="A2", dial="weapon")
    assert turned == DialsTurned(
        figure="A2", rule_id=RuleId("DUELS-PASS-02"), turns=(DialTurn(dial="weapon", before=2, after=0),), lost=1
    )
    healed = after(state, "act", figure="A2", dial="weapon").figure("A2")
    assert (healed.clicks, healed.climb_paid) == ((0, 0, 5), inches(2))
    for dial in ("head", None):
        with pytest.raises(MalformedInput):
            told(state, "act", figure="A2", dial=dial)


def lying(state: MatchState) -> MatchState:
    state = state.changed("A1", gear=(), base=("A1/W6",))
    return replace(state, ground=(GroundGear(gear="A1/vest", beside=("A1",)),))


def test_a_piece_is_picked_up_for_nothing_and_without_an_action() -> None:
    state = lying(one(c.FreePickUp(), "turn"))
    events = told(state, "act", gear="A1/vest")
    assert events[1] == GearPickedUp(figure="A1", gear="A1/vest", paid=(), gained=("A1/vest/K6",))
    later = after(state, "act", gear="A1/vest")
    figure = later.figure("A1")
    assert (figure.gear, figure.base, figure.boons) == (("A1/vest",), ("A1/W6", "A1/vest/K6"), ())
    assert (later.turn.geared, later.turn.gear_operations) == (False, 0)  # type: ignore[union-attr]
    acted(later, DropGear, figure="A1", gear="A1/vest")


def test_a_piece_out_of_reach_is_not_picked_up() -> None:
    state = lying(one(c.FreePickUp(), "turn"))
    apart = replace(state, ground=(GroundGear(gear="A1/vest"),))
    assert offered(apart, "act") == []
    with pytest.raises(MalformedInput):
        told(state, "act", gear="A1/nothing")
    assert offered(lying(holding(held(c.FreePickUp()), variant="basic")), "act") == []


# --- places -----------------------------------------------------------------------------------------------------------


def tracked(effect: Effect, **more: Any) -> MatchState:
    return holding(held(effect), board="tracked", **more)


def test_a_figure_is_put_somewhere_else() -> None:
    state = tracked(c.RePlace(within=inches(8)))
    spot = Place(inches(20), inches(28))
    assert told(state, "act", place=spot)[1] == FigureReplaced(figure="A1", place=spot)
    assert after(state, "act", place=spot).figure("A1").place == spot
    listed = [play.place for play in offered(state, "act")]
    assert spot in listed
    assert len(listed) == len(set(listed)) > 8
    assert {Place(2560, 2560), Place(1440, 2560)} <= set(listed)


def test_how_far_a_figure_is_put_is_rounded_once() -> None:
    state, spot = tracked(c.RePlace(within=inches(8))), Place(2013, 2800)
    assert after(state, "act", place=spot).figure("A1").place == spot


@pytest.mark.parametrize("spot", [Place(2000, 2801), Place(2000, 2000), Place(2100, 2000, 1), Place(2600, 2000)])
def test_duels_pass_02_not_too_far_nor_onto_another_base_nor_in_the_air(spot: Place) -> None:
    state = tracked(c.RePlace(within=inches(8)))
    with pytest.raises(RuleViolation, match="DUELS-PASS-02"):
        told(state, "act", place=spot, level=spot.level)


def test_without_a_limit_a_figure_goes_anywhere_it_can_stand() -> None:
    wall = box("wall", "blocking", "0 40 60 44")
    state = tracked(c.RePlace(), terrain=(wall,))
    far = Place(inches(50), inches(50))
    assert after(state, "act", place=far).figure("A1").place == far
    with pytest.raises(RuleViolation):
        told(state, "act", place=Place(inches(20), inches(42)))


def test_on_the_declared_board_players_place_it_and_what_was_measured_lapses() -> None:
    state = one(c.RePlace(), "turn")
    assert [play.level for play in offered(state, "act")] == [0]
    later = after(state, "act", level=1)
    assert (later.figure("A1").level, later.measured) == (1, ())
    for wrong in ({"place": Place(1, 1)}, {"level": 9}):
        with pytest.raises(MalformedInput):
            told(state, "act", **wrong)


# --- the rest ---------------------------------------------------------------------------------------------------------


def test_duels_ruling_119_what_no_effect_can_say_is_left_to_the_judge() -> None:
    state = one(c.JudgeRules(), "turn")
    assert only(told(state, "act"), PassPlayed).overrides == (RuleId("DUELS-RULING-119"),)


def test_choices_that_a_pass_does_not_leave_are_refused() -> None:
    with pytest.raises(MalformedInput, match="leaves nothing to choose for: dial, gear"):
        told(one(c.JudgeRules(), "turn"), "act", dial="head", gear="A1/vest")


def test_each_pass_is_listed_in_at_most_24_ways() -> None:
    many = holding(held(c.HealClicks(clicks=1), c.RePlace()), board="tracked")
    assert len(offered(with_dials(many, "A1", 1, 1, 1), "act")) == 24
