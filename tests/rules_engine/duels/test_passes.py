from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine import registry
from rules_engine.duels import components as c
from rules_engine.duels import passes
from rules_engine.duels.commands import DeclareSkillTest, EndTurn, KeepPasses, Roll, StartMove
from rules_engine.duels.components import HeldPass, SkillTest
from rules_engine.duels.events import AttackCompared, KarmaStruck, PassesKept, PassPlayed, SkillTestSettled, TurnEnded
from rules_engine.duels.league_match import league_setup
from rules_engine.duels.legal import awaiting, legal_commands
from rules_engine.duels.sampling import draw_roster
from rules_engine.duels.state import Boon, MatchState, PassUse
from rules_engine.duels.view import view
from rules_engine.kernel.dice import Chance, SeededDice
from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.kernel.messages import JUDGE
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.players.levels import player
from rules_engine.players.playout import playout
from tests.support.duels import F1, answer, begin, entry, kinds, make_setup, play, reach, sample_passes
from tests.support.replays import catalog
from tests.support.security_passes import (
    after,
    attacked,
    happens,
    held,
    holding,
    kept,
    offered,
    plays,
    rolled,
    told,
    with_dials,
)

BONUS = c.DialBonus(dial="weapon", amount=2)
AGAIN, NO_KARMA, SOFT = c.ReRoll(), c.IgnoreKarma(), c.FewerClicks(clicks=1)
LOCK = SkillTest(id="lock", name="Lock", colour="black", attribute="head", difficulty=12, contact=False)


def refused(state: MatchState, command: Any) -> RuleId:
    with pytest.raises(RuleViolation) as refusal:
        happens(state, command)
    return refusal.value.rule_id


# --- playing ----------------------------------------------------------------------------------------------------------


def test_duels_pass_02_a_pass_is_played_with_an_open_decision_which_stays_open() -> None:
    state = holding(held(BONUS))
    boon = Boon(card="P", effect=BONUS, until="turn")
    event = PassPlayed(
        card="P", seat="A", figure="A1", point="turn", overrides=(RuleId("DUELS-FIG-04"),), boons=(boon,)
    )
    assert told(state, "act") == (event,)
    later = after(state, "act")
    assert kinds(later) == ["act:A1"]
    assert later.figure("A1").value("weapon") == state.figure("A1").value("weapon") + 2
    assert later.passes_played == (PassUse(card="P", round=1, turn="A1"),)


def test_duels_pass_02_an_effect_says_which_rules_it_overrides_and_effects_combine() -> None:
    state = replace(holding(held(BONUS, c.HealClicks(clicks=2))), round=1)
    played, turned = told(with_dials(state, "A1", 0, 3, 0), "act", dial="weapon")
    assert isinstance(played, PassPlayed)
    assert played.overrides == (RuleId("DUELS-FIG-04"), RuleId("DUELS-HEAL-02"))
    assert turned.rule_id == "DUELS-PASS-02"


def test_duels_pass_02_what_lasts_for_the_turn_ends_with_it() -> None:
    state = after(holding(held(BONUS)), "act")
    ended = play(state, (answer(state, "act", EndTurn, figure="A1"), ""))
    assert ended.figure("A1").boons == ()
    lasting = after(holding(held(replace(BONUS, lasts="round"))), "act")
    ended = play(lasting, (answer(lasting, "act", EndTurn, figure="A1"), ""))
    assert [boon.until for boon in ended.figure("A1").boons] == ["round"]


def test_the_judge_may_play_a_pass_for_its_seat_and_nobody_else_may() -> None:
    state = holding(held(BONUS))
    command = plays(state, "act")
    assert happens(state, replace(command, seat=JUDGE)) == happens(state, command)
    with pytest.raises(DecisionClosed):
        happens(state, replace(command, seat="B"))


@pytest.mark.parametrize("passes_held", [(), (held(BONUS, seat="B"),), (held(BONUS, id="Q"),)])
def test_a_pass_that_the_seat_does_not_hold_is_refused(passes_held: tuple[HeldPass, ...]) -> None:
    state = holding(*passes_held)
    with pytest.raises(MalformedInput, match="A holds no pass P"):
        told(state, "act")


@pytest.mark.parametrize(
    "one",
    [
        held(BONUS, when="attack"),
        held(BONUS, figure="A2"),
        held(BONUS, figures=("F2",)),
        held(c.ExtraAction(action="attack")),
        held(c.HealClicks(clicks=1)),
    ],
    ids=["another point", "bound to another", "for others", "nothing used up", "nothing to heal"],
)
def test_duels_pass_02_refused_at_another_point_for_another_figure_and_where_it_does_nothing(one: HeldPass) -> None:
    state = holding(one)
    assert offered(state, "act") == []
    assert refused(state, plays(state, "act")) == "DUELS-PASS-02"


def test_a_decision_at_no_point_of_the_rules_takes_no_pass() -> None:
    state = begin(make_setup(entry("A1", F1, "W6"), entry("B1", F1, "W6"), passes=(held(BONUS),)))
    with pytest.raises(MalformedInput, match=r"play_pass is no answer to roll_alpha"):
        told(state, "roll_alpha", "A")


@pytest.mark.parametrize(
    ("per", "uses", "left"), [("match", 1, 0), ("match", 2, 1), ("round", 1, 1), ("turn", 1, 1), ("turn", 2, 2)]
)
def test_duels_pass_02_a_pass_is_played_so_often_in_a_match_round_or_turn(per: Any, uses: int, left: int) -> None:
    one = held(BONUS, per=per, uses=uses)
    state = after(holding(one), "act")
    assert passes.uses_left(state, one) == uses - 1
    assert len(offered(state, "act")) == (uses > 1)
    next_round = replace(state, round=2)
    assert passes.uses_left(next_round, one) == left


def test_a_pass_once_a_turn_may_be_played_in_the_next_turn_of_the_round() -> None:
    one = held(BONUS, per="turn", serves="team")
    state = after(holding(one), "act")
    state = play(state, (answer(state, "act", EndTurn, figure="A1"), ""))
    assert kinds(state) == ["act:A2"]
    assert len(offered(state, "act")) == 2


def test_a_pass_serves_the_acting_figure_or_any_of_its_team() -> None:
    assert [play.figure for play in offered(holding(held(BONUS)), "act")] == ["A1"]
    state = holding(held(BONUS, serves="team"))
    assert [play.figure for play in offered(state, "act")] == ["A1", "A2"]
    assert after(state, "act", figure="A2").figure("A2").boons != ()
    assert refused(state, plays(state, "act", figure="B1")) == "DUELS-PASS-02"


# --- being asked ------------------------------------------------------------------------------------------------------


def test_duels_pass_02_after_the_roll_only_those_are_asked_who_hold_a_fitting_pass() -> None:
    assert kinds(rolled(attacked(holding()), "U6=3 U8=5")) == ["assign_damage:B1"]
    again, soft = held(AGAIN, when="attack_rolled"), held(SOFT, when="hit", seat="B", id="Q")
    state = rolled(attacked(holding(again, soft)), "U6=3 U8=5")
    assert kinds(state) == ["play_pass:A1"]
    decision = awaiting(state)[0]
    assert isinstance(legal_commands(state, decision).commands[-1], KeepPasses)
    assert happens(state, answer(state, "play_pass", KeepPasses))[0] == PassesKept(
        seat="A", figure="A1", point="attack_rolled"
    )
    state = kept(state)
    assert (kinds(state), awaiting(state)[0].seat) == (["play_pass:B1"], "B")
    assert kinds(kept(state)) == ["assign_damage:B1"]


def test_nobody_is_asked_twice_at_one_moment_but_again_in_the_next_attack() -> None:
    state = kept(rolled(attacked(holding(held(AGAIN, when="attack_rolled"))), "U6=1 U8=1"))
    assert state.passes_kept == ()  # the attack is over: bad karma has taken both dice, and it missed
    state = rolled(attacked(state, ("A1/G8",)), "G8=3")
    assert kinds(state) == ["play_pass:A1"]


def test_a_roll_that_is_repeated_waits_for_its_dice_and_then_counts() -> None:
    state = rolled(attacked(holding(held(AGAIN, when="attack_rolled"))), "U6=3 U8=3")
    state = after(state, "play_pass", dice=("A1/U6",))
    assert kinds(state) == ["roll_again:A1"]
    assert [die.name for die in awaiting(state)[0].pools] == ["A1/U6"]
    changed, karma, compared, *_ = happens(state, answer(state, "roll_again", Roll), "U6=5")
    assert changed.faces == (5, 3)
    assert karma == KarmaStruck(kept=("A1/U6", "A1/U8"), lost=(), aces=())
    assert compared == AttackCompared(attack=13, defence=8, hit=True)


def test_a_turn_does_not_end_by_itself_while_its_seat_can_play_a_pass() -> None:
    def moved(*passes_held: HeldPass) -> MatchState:
        state = holding(*passes_held)
        state = state.changed("A1", base=(), gear=()).changed("A2", gear=())
        return play(state, (answer(state, "act", StartMove, figure="A1"), ""))

    def stays(state: MatchState) -> tuple[Any, ...]:
        return happens(state, legal_commands(state, awaiting(state)[0]).commands[0])

    assert any(isinstance(event, TurnEnded) for event in stays(moved()))
    assert not any(isinstance(event, TurnEnded) for event in stays(moved(held(c.ExtraAction(action="move")))))


def test_a_target_without_dodge_dice_is_asked_if_it_can_play_a_pass() -> None:
    def undodged(*passes_held: HeldPass) -> MatchState:
        return attacked(holding(*passes_held).changed("B1", base=()), dodge=False)

    assert kinds(undodged()) == ["roll_attack:A1"]
    assert kinds(undodged(held(c.DialBonus(dial="body", amount=1), when="dodge", seat="B"))) == ["choose_dodge:B1"]


@pytest.mark.parametrize(("more", "asked"), [((), False), ((held(AGAIN, when="test_rolled"),), True)])
def test_a_test_is_settled_at_once_or_when_all_who_could_have_played_a_pass(
    more: tuple[HeldPass, ...], asked: bool
) -> None:
    state = holding(*more, skill_tests=(LOCK,)).changed("A1", base=("A1/vest/K6",))
    state = play(state, (answer(state, "act", DeclareSkillTest, figure="A1", test="lock", dice=("A1/vest/K6",)), ""))
    state = rolled(state, "K6=2")
    assert (kinds(state) == ["play_pass:A1"]) == asked
    if asked:
        settled = happens(state, answer(state, "play_pass", KeepPasses))[1]
        assert settled == SkillTestSettled(figure="A1", test="lock", total=8, passed=False)
        state = after(state, "play_pass", dice=("A1/vest/K6",))
        _, settled, *_ = happens(state, answer(state, "roll_again", Roll), "K6=6")
        assert settled == SkillTestSettled(figure="A1", test="lock", total=12, passed=True)


def test_a_figure_without_dice_is_asked_if_a_pass_may_bring_some() -> None:
    die = c.ExtraDie(die=c.DieSpec(colour="white", sides=6))
    for point, kind in (("dice", "choose_dice"), ("initiative", "declare_initiative")):
        setup = make_setup(entry("A1", F1), entry("B1", F1), passes=(held(die, when=point),))  # type: ignore[arg-type]
        state = reach(begin(setup), kind, dice=SeededDice("a"))
        assert kinds(state) == [f"{kind}:A1"]
        assert after(state, kind).figure("A1").base == ("P/W6",)


def test_a_secret_choice_of_dice_goes_without_passes() -> None:
    def choosing(variant: str) -> MatchState:
        one = held(c.MoreDice(dice=1), when="dice")
        return reach(
            begin(make_setup(entry("A1", F1, "W6"), entry("B1", F1, "W6"), variant=variant, passes=(one,))),
            "choose_dice",
        )

    assert len(offered(choosing("advanced"), "choose_dice", "A")) == 1
    assert offered(choosing("basic"), "choose_dice", "A") == []


# --- from the setup on ------------------------------------------------------------------------------------------------


def test_duels_pass_02_a_pass_of_the_setup_is_in_force_from_the_opening_on() -> None:
    one = held(c.MoreDice(dice=1), when="setup", figure="A1")
    white = " ".join(["W6"] * 8)
    setup = make_setup(entry("A1", F1, white), entry("B1", F1, "W6"), passes=(one, held(BONUS, id="Q")))
    state = begin(setup)
    assert state.figure("A1").boons == (Boon(card="P", effect=c.MoreDice(dice=1), until="match"),)
    assert passes.uses_left(state, one) == 0
    state = reach(state, "choose_dice")
    longest = max(len(command.dice) for command in legal_commands(state, awaiting(state)[0]).commands)  # type: ignore[attr-defined]
    assert longest == 7


# --- what is seen -----------------------------------------------------------------------------------------------------


def test_passes_lie_open_unless_the_match_hides_those_not_played() -> None:
    die = c.ExtraDie(die=c.DieSpec(colour="red", sides=6))
    shown, secret = held(BONUS, id="P"), held(die, id="Q")
    state = after(holding(shown, secret), "act")
    assert view(state, "B") == state
    state = after(holding(shown, secret, passes_hidden=True), "act")
    assert view(state, "A") == view(state, JUDGE) == state
    seen = view(state, "B")
    assert (seen.setup.passes, "Q/R6" in seen.parts.dice) == ((shown,), False)


def test_a_player_may_play_a_pass_for_the_figure_of_an_ally_where_somebody_is_asked() -> None:
    state = holding(held(AGAIN, when="attack_rolled", seat="ally"))
    ally = replace(state.figure("A2"), seat="ally")
    state = rolled(attacked(state.with_figure(ally)), "U6=3 U8=5")
    assert [(each.kind, each.seat, each.subject) for each in awaiting(state)] == [("play_pass", "ally", "A1")]
    assert passes.team_of(state, "nobody") == ""


# --- computer players -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_greedy_player_gains_by_its_passes(seed: int) -> None:
    known, chance = catalog(), Chance(seed)
    rosters = [(seat, draw_roster(known, 3, chance)) for seat in "AB"]
    setup = league_setup(rosters, known, "advanced")
    holder = "AB"[seed % 2]
    cards = [card for card in sample_passes() if "setup" not in card.when]
    setup = replace(setup, passes=tuple(HeldPass(id=f"P+{card.slug}", seat=holder, card=card) for card in cards))
    duels = registry.ruleset("duels", 1, "advanced")
    players = {seat: player("greedy", duels, f"{seed}{seat}") for seat in "AB"}
    match = playout(duels, setup, players, seed=seed)
    assert match.outcome is not None
    assert match.outcome.winners() == (holder,)
    played = {use.card for use in match.state.passes_played}
    assert len(played) >= 5
    assert "P+fixer-favour" not in played  # what the judge would do, a player cannot foresee
