from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels import evaluation, odds
from rules_engine.duels.commands import (
    AssignDamage,
    ChooseDodge,
    DropGear,
    EndTurn,
    KeepDice,
    MoveTo,
    Roll,
    StartMove,
    Walk,
)
from rules_engine.duels.components import DialBonus, ExtraClicks, JudgeRules, Setup, SkillTest, TerrainPiece, Victory
from rules_engine.duels.evaluation import evaluate, expected_loss, open_attack
from rules_engine.duels.odds import Effect, Odds
from rules_engine.duels.state import Clock, MatchState, SkillTestPending
from rules_engine.duels.worth import losses, worth
from rules_engine.kernel.messages import Outcome, Placing
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import inches
from tests.support.attacks import declare, facing
from tests.support.duels import F1, F3, F4, answer, entry, gear, in_turn, make_setup, play
from tests.support.security_passes import after, held, holding, with_dials
from tests.support.security_passes import attacked as under_attack

# --- whole states -----------------------------------------------------------------------------------------------------


def duel(apart: str = "20", *, dice: str = "W6 U6 G6", variant: str = "advanced", **more: Any) -> MatchState:
    """A1 acts, B1 stands some inches away, base centre to base centre; dice on both bases."""
    setup = make_setup(
        entry("A1", F1, dice, gear("vest", 4)), entry("B1", F4, dice), board="tracked", variant=variant, **more
    )
    return in_turn(setup, "A1", places={"A1": (10, 20, 0), "B1": (10 + int(apart), 20, 0)})


def for_a(state: MatchState) -> int:
    return evaluate(state, "A")


def test_out_of_everybodys_reach_nearer_is_better_even_against_a_stronger_figure() -> None:
    """Else two who fear each other would stand and wait for ever."""
    values = [for_a(duel(apart, dice="U6")) for apart in ("50", "44", "38", "32")]
    assert values == sorted(set(values))


def test_who_has_no_dice_to_attack_with_is_not_drawn_near() -> None:
    assert for_a(duel("50", dice="W6")) == for_a(duel("44", dice="W6"))


def test_damage_to_an_enemy_is_good_and_to_oneself_bad() -> None:
    state = duel()
    assert for_a(state.changed("B1", clicks=(2, 0, 0))) > for_a(state) > for_a(state.changed("A1", clicks=(2, 0, 0)))


def test_what_is_good_for_one_is_bad_for_the_other() -> None:
    state = duel()
    hurt = state.changed("B1", clicks=(0, 0, 3))
    assert evaluate(hurt, "B") < evaluate(state, "B")


def test_gear_and_dice_that_can_dodge_are_kept_rather_than_lost() -> None:
    state = duel("40")
    bare = state.changed("A1", base=tuple(die for die in state.figure("A1").base if "W6" not in die))
    assert for_a(bare) < for_a(state)
    assert for_a(state.changed("A1", gear=())) < for_a(state)


def test_a_figure_gains_by_coming_into_reach() -> None:
    far, near = duel("45"), duel("12")
    assert for_a(near) > for_a(far)


def test_duels_gear_01_handing_gear_to_and_fro_does_not_pay() -> None:
    state = duel("40")
    dropped = play(state, (answer(state, "act", DropGear, figure="A1", gear="A1/vest"), ""))
    assert for_a(dropped) < for_a(state)
    assert dropped.turn is not None
    more = replace(dropped, turn=replace(dropped.turn, gear_operations=2))
    assert for_a(more) < for_a(dropped)


def test_an_attack_within_reach_is_better_than_the_end_of_the_turn() -> None:
    state = duel("12")
    attacking = play(state, (declare(state, ("A1/U6", "A1/G6")), ""))
    ending = play(state, (answer(state, "act", EndTurn, figure="A1"), ""))
    assert for_a(attacking) > for_a(ending)


def test_a_move_that_will_bring_an_enemy_into_reach_is_better_than_none() -> None:
    state = duel("24")
    started = play(state, (answer(state, "act", StartMove, figure="A1", dice=("A1/W6",)), ""))
    rolled = play(started, (answer(started, "roll_move", Roll), "W6=6"))
    walk = Walk(points=((inches(15), inches(20)),))
    moved = play(rolled, (answer(rolled, "move", MoveTo, legs=(walk,)), ""))
    ending = play(state, (answer(state, "act", EndTurn, figure="A1"), ""))
    assert min(for_a(started), for_a(rolled), for_a(moved)) > for_a(ending)


def test_duels_meas_04_a_wall_spoils_the_next_attack() -> None:
    wall = TerrainPiece(id="wall", kind="blocking", outline=((1500, 500), (1600, 500), (1600, 3500), (1500, 3500)))
    free, walled = duel("12"), duel("12", terrain=(wall,))
    assert for_a(walled) < for_a(free)


def test_dice_that_reach_nothing_threaten_nothing_now() -> None:
    state = duel("12", dice="W6")
    assert evaluation._threats(state, "A") == {"A": 0, "B": 0}


def test_duels_dice_08_a_joker_without_a_band_rides_on_other_dice() -> None:
    state = duel("12", dice="G6 R6")
    alone = state.changed("A1", base=("A1/G6",))
    assert for_a(state) > for_a(alone)
    assert evaluation._threats(duel("12", dice="R6"), "A") == {"A": 0, "B": 0}


@pytest.mark.parametrize("variant", ["advanced", "basic"])
def test_a_figure_that_has_yet_to_act_threatens_more_than_one_that_has(variant: str) -> None:
    state = duel("12", variant=variant)
    acted = replace(state, acted=("B1",), order=())
    assert evaluate(state, "B") > evaluate(acted, "B")


def test_before_turns_a_figure_threatens_with_the_dice_it_has_chosen() -> None:
    state = replace(duel("12"), turn=None, phase="declaring", order=())
    undecided = state.changed("B1", dice_chosen=False)
    assert evaluate(state, "B") > evaluate(undecided, "B")


def test_on_a_declared_board_nothing_is_known_of_threats() -> None:
    state = facing({"attacker": "F1", "target": "F4", "distance": "7", "attack": "U6=1"})
    assert evaluation._threats(state, "A") == {"A": 0, "B": 0}
    assert for_a(state) < 0  # the target is worth more army points


def three_teams(**more: Any) -> Setup:
    return make_setup(entry("A1", F1), entry("B1", F4), entry("C1", F3), **more)


def test_with_three_teams_enemies_count_by_their_average() -> None:
    state = in_turn(three_teams(), "A1")
    assert for_a(state) == 50_000 - (60_000 + 40_000) // 2


# --- clock, objectives, result ----------------------------------------------------------------------------------------


def test_duels_win_02_a_clock_presses_its_team_more_the_later_it_is() -> None:
    state = in_turn(three_teams(), "A1")
    pressed = [for_a(replace(state, clock=Clock(team="A", left=left))) for left in (0, 1, 2)]
    assert pressed == sorted(pressed)
    assert pressed[-1] < for_a(state) < for_a(replace(state, clock=Clock(team="B", left=2)))


@pytest.mark.parametrize(("goal", "worth_of_one"), [(0, 1000), (5, 30_000)])
def test_duels_skill_10_objectives_are_worth_their_part_of_a_win(goal: int, worth_of_one: int) -> None:
    state = in_turn(three_teams(victory=Victory(objectives_to_win=goal)), "A1")
    assert for_a(replace(state, objectives=(("A", 1),))) - for_a(state) == worth_of_one


def ended(state: MatchState, *places: int) -> MatchState:
    placings = tuple(
        Placing(team=team, place=place, points_left=0, points_destroyed=0)
        for team, place in zip(state.teams, places, strict=True)
    )
    return replace(state, result=Outcome(placings=placings, rule_id=RuleId("DUELS-WIN-03")), turn=None)


def test_duels_win_03_a_won_match_is_better_than_anything() -> None:
    state = duel()
    won, lost, drawn = (for_a(ended(state, *places)) for places in ((1, 2), (2, 1), (1, 1)))
    assert won > for_a(state.changed("B1", clicks=(5, 5, 2))) > drawn > lost


# --- open tests -------------------------------------------------------------------------------------------------------


def trying(value: int, at: tuple[int, int, int] = (0, 0, 0)) -> int:
    """What a declared test adds for A1 (F1): difficulty 9 with W6, for one of two points, against two clicks' harm."""
    test = SkillTest(id="lock", name="Lock", colour="white", attribute="head", difficulty=9, objective_points=1)
    victory = Victory(objectives_to_win=2)
    state = in_turn(make_setup(entry("A1", F1, "W6"), entry("B1", F1), skill_tests=(test,), victory=victory), "A1")
    state = state.changed("A1", clicks=at)
    pending = SkillTestPending(figure="A1", test="lock", dice=("A1/W6",), difficulty=9, value=value)
    return for_a(replace(state, pending=pending)) - for_a(replace(state, pending=None))


def test_duels_skill_07_a_declared_test_counts_by_its_odds_and_the_harm_of_a_failure() -> None:
    sure, never = trying(8), trying(0)
    assert sure == 50_000
    assert never == worth(F1, (1, 1, 1)) - worth(F1, (0, 0, 0)) < 0
    assert trying(5) == (66 * sure + 34 * never) // 100  # 4, 5, 6 and the ace


def test_a_failure_turns_no_dial_past_its_end() -> None:
    assert trying(0, at=(5, 0, 0)) == worth(F1, (5, 1, 1)) - worth(F1, (5, 0, 0))


# --- open attacks -----------------------------------------------------------------------------------------------------


def attacked(roll: str = "U6=1 G6=1", **more: Any) -> MatchState:
    state = facing({"attacker": "F1", "target": "F4", "distance": "7", "attack": roll} | more)
    return play(state, (declare(state, state.figure("A1").base), ""))


def cost(state: MatchState) -> int:
    return open_attack(state, state.attack)


def mean_loss(state: MatchState) -> int:
    return expected_loss(state.figure("B1"), odds.odds(odds.situation_of(state, state.attack)))


def test_an_attack_before_its_roll_costs_what_exact_odds_say() -> None:
    state = attacked()
    assert cost(state) == mean_loss(state) > 0


def test_while_the_target_may_dodge_the_mean_is_taken() -> None:
    state = attacked(dodge="W6=1")
    ducking, standing = (
        play(state, (answer(state, "choose_dodge", ChooseDodge, dice=dice), "")) for dice in (("B1/W6",), ())
    )
    assert cost(state) == (mean_loss(ducking) + mean_loss(standing)) // 2
    assert mean_loss(ducking) < cost(state) < mean_loss(standing)


def test_where_only_terrain_dice_can_dodge_they_are_expected_to() -> None:
    state = attacked(through=1)
    ducking = play(state, (answer(state, "choose_dodge", ChooseDodge, terrain_dice=("T4",)), ""))
    assert mean_loss(ducking) < cost(state)


def test_damage_still_to_be_put_on_a_dial_counts() -> None:
    state = play(attacked("G6=1 G8=1"), (answer(attacked("G6=1 G8=1"), "roll_attack", Roll), "G6=A G8=6"))
    assert state.attack.called_shot
    assert cost(state) == losses(F4, (0, 0, 0), called=True)[2]
    after = play(state, (answer(state, "assign_damage", AssignDamage, dial="head"), ""))
    assert for_a(after) <= for_a(state) + losses(F4, (0, 0, 0), called=True)[2]


def test_gear_still_to_be_given_up_counts() -> None:
    open_ = attacked("K6=1 G6=1", attacker="F3", distance="5", gear=[{"slug": "vest"}])
    state = play(open_, (answer(open_, "roll_attack", Roll), "K6=A G6=6"))
    assert cost(state) > losses(F4, (0, 0, 0), called=False)[2]


def test_dice_that_lie_while_one_of_them_is_kept_count() -> None:
    open_ = attacked(rulings={"bad_karma_removal": "all_but_one_of_each"})
    state = play(open_, (answer(open_, "roll_attack", Roll), "U6=3 G6=3"))
    assert cost(state) == losses(F4, (0, 0, 0), called=False)[2]
    assert play(state, (answer(state, "keep_dice", KeepDice, dice=("A1/U6",)), "")).attack.clicks == 1


def test_an_attack_that_missed_costs_nothing() -> None:
    state = attacked()
    missed = replace(state.attack, dodge=(), rolled=True, hit=False)
    assert open_attack(state, missed) == 0


@pytest.mark.parametrize(
    ("effect", "more"),
    [(Effect(2), 0), (Effect(2, stuns=True), 1), (Effect(2, black=1), 1), (Effect(2, black=2), 1)],
)
def test_effects_of_aces_cost_their_target_dice_and_gear(effect: Effect, more: int) -> None:
    setup = make_setup(entry("A1", F1), entry("B1", F4, "W6", gear("vest", 4)))
    target = in_turn(setup, "A1").figure("B1")
    certain = Odds(total=1, hit=1, effects=((effect, 1),))
    plain = losses(F4, (0, 0, 0), called=False)[2]
    assert (expected_loss(target, certain) > plain) == bool(more)
    assert expected_loss(target, certain) == expected_loss(
        target, Odds(total=1, hit=1, effects=((effect._replace(black=min(effect.black, 1)), 1),))
    )


def test_the_mean_is_weighed_exactly() -> None:
    target = in_turn(make_setup(entry("A1", F1), entry("B1", F4)), "A1").figure("B1")
    half = Odds(total=4, hit=1, effects=((Effect(0), 3), (Effect(3), 1)))
    assert expected_loss(target, half) == losses(F4, (0, 0, 0), called=False)[3] * Fraction(1, 4) // 1


def test_a_pass_is_worth_keeping_for_something_better_than_nothing() -> None:
    luck, judge = DialBonus(dial="head", amount=1), JudgeRules()
    nothing, kept = for_a(holding()), for_a(holding(held(luck)))
    assert nothing < kept < nothing + 5_000
    assert for_a(after(holding(held(luck)), "act")) == nothing
    assert nothing < for_a(holding(held(luck, per="round"))) < kept < for_a(holding(held(judge)))
    assert for_a(holding(held(luck, seat="B"))) < nothing


def test_what_a_pass_does_to_an_attack_is_worth_more_than_the_pass() -> None:
    hurt = with_dials(holding(held(ExtraClicks(clicks=3), when="attack")), "B1", 4, 4, 0)
    state = under_attack(hurt)
    assert for_a(after(state, "roll_attack")) > for_a(state)


def test_a_figure_out_of_play_counts_for_nothing() -> None:
    state = in_turn(three_teams(), "A1").changed("B1", in_play=False)
    assert for_a(state) == 50_000 - 40_000 // 2
