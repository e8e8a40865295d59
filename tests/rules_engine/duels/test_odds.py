from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.icepool_attack import Attack, pools, table
from rules_engine.duels import measuring, odds
from rules_engine.duels.commands import ChooseBonus, ChooseDodge, ChooseShields, KeepDice, Roll
from rules_engine.duels.components import DialBonus, ExtraClicks, ExtraShield, FewerClicks, IgnoreKarma
from rules_engine.duels.decide import decide
from rules_engine.duels.events import AttackCompared, DamageCounted, DuelsEvents, KarmaStruck
from rules_engine.duels.evolve import evolve
from rules_engine.duels.legal import awaiting, legal_commands
from rules_engine.duels.odds import Coded, Effect, Habits, Situation
from rules_engine.duels.state import Boon, MatchState
from rules_engine.kernel.dice import FixedDice
from tests.support.attacks import declare, facing
from tests.support.duels import answer, play

# --- icepool ----------------------------------------------------------------------------------------------------------

DICE = st.builds(Coded, colour=st.integers(1, 5), sides=st.integers(2, 6), ace=st.just(1))
LIMITS = st.lists(st.tuples(st.integers(1, 5), st.sampled_from([2, 3, 4, 5, 6, 10**6])), max_size=4)
BONUSES = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 3)), max_size=2, unique_by=lambda bonus: bonus[0])
DODGE = st.lists(st.tuples(st.integers(2, 6), st.integers(0, 1)), max_size=2)


def oracle(situation: Situation) -> tuple[int, int, dict[Effect, int]]:
    """What icepool says, a table for each sum of the dodge dice."""
    total, hits, effects = 0, 0, Counter[Effect]()
    dodge = sum(
        (icepool.Die([0 if ace else 1, *range(2, sides + 1)]) for sides, ace in situation.dodge), icepool.Die([0])
    )
    for dodged, weight in dodge.items():
        harder = situation._replace(margin=situation.margin + dodged)
        ways, hit, cells = table(Attack(harder).evaluate(*pools(situation)))
        total, hits = total + weight * ways, hits + weight * hit
        effects.update({effect: weight * number for effect, number in cells.items()})
    return total, hits, dict(effects)


@settings(deadline=None, max_examples=60)
@given(st.lists(DICE, min_size=1, max_size=5), st.integers(-6, 20), LIMITS, BONUSES, DODGE)
def test_duels_atk_20_odds_equal_icepool_in_every_cell(
    dice: list[Coded], margin: int, limits: list[Any], bonuses: list[Any], dodge: list[Any]
) -> None:
    situation = Situation(
        dice=tuple(sorted(dice)),
        margin=margin,
        dodge=tuple(sorted(dodge)),
        shields=tuple(sorted(limits)),
        bonuses=tuple(sorted(bonuses)),
    )
    found = odds.odds(situation)
    assert (found.total, found.hit, dict(found.effects)) == oracle(situation)


def test_duels_atk_20_six_mixed_dice_equal_icepool() -> None:
    dice = tuple(Coded(colour, sides, 1) for colour in (1, 2, 3) for sides in (4, 6))
    shields = ((1, 6), (2, 5), (2, 10**6), (3, 4))
    situation = Situation(dice=dice, margin=9, shields=shields, bonuses=((2, 1), (3, 2)))
    found = odds.odds(situation)
    assert (found.total, found.hit, dict(found.effects)) == oracle(situation)


# --- the rules themselves ---------------------------------------------------------------------------------------------


def resolved(state: MatchState, faces: tuple[int, ...]) -> list[DuelsEvents]:
    """The events from a roll to the count of damage, by the first choice listed and the best bonus."""
    events: list[DuelsEvents] = []
    dice = FixedDice(faces)
    command = answer(state, "roll_attack", Roll)
    while True:
        told = decide(state, command, dice)
        events += told
        for event in told:
            state = evolve(state, event)
        (decision,) = awaiting(state)
        if decision.kind not in {"keep_dice", "choose_shields", "choose_bonus"}:
            return events
        command = best(state, decision)


def best(state: MatchState, decision: Any) -> Any:
    commands = legal_commands(state, decision).commands
    clicks = {bonus.colour: bonus.clicks for bonus in state.figure("A1").profile.damage_bonuses}
    if isinstance(commands[0], ChooseBonus):
        return max(commands, key=lambda command: clicks[command.colour])  # type: ignore[attr-defined]
    assert isinstance(commands[0], KeepDice | ChooseShields)
    return commands[0]


def happened_to(events: list[DuelsEvents], colours: Mapping[str, str]) -> tuple[bool, Effect]:
    (karma,) = [event for event in events if isinstance(event, KarmaStruck)]
    (compared,) = [event for event in events if isinstance(event, AttackCompared)]
    counted = [event for event in events if isinstance(event, DamageCounted)]
    if not counted:
        return compared.hit, Effect()
    black = sum(colours[die] == "black" for die in karma.aces)
    (damage,) = counted
    return compared.hit, Effect(damage.clicks, damage.stunned is not None, black, damage.called_shot)


SITUATIONS: dict[str, dict[str, Any]] = {
    "mixed": {"attack": "Y4 U6 G4-", "distance": "2"},
    "dodge": {"attack": "U4 U6 K4", "dodge": "W4 Y4-"},
    "terrain": {"attack": "U4 G6", "through": 1, "terrain": 1},
    "terrain aces": {"attack": "U4 G6", "through": 1, "terrain": 1, "rulings": {"terrain_die_has_ace": True}},
    "levels": {"attack": "U4 G6", "levels": (0, 1), "edge": "0.5", "rulings": {"level_distance": "plan_only"}},
    "shields": {"attack": "U6 U4 G4", "gear": [{"slug": "vest", "shields": "U4 G3"}]},
    "dial shields": {"attack": "U6 U4 G4", "target_with": {"body": "8+U 7"}},
    "basic shields": {"attack": "U6 U4 G4", "gear": [{"slug": "vest", "shields": "U4 G3"}], "variant": "basic"},
    "bonuses": {"attack": "U6 R4 G4", "attacker_with": {"bonuses": "U1 G2 R1", "marks": "U 0-8, G 0-16, R 0-2"}},
    "bonuses without aces": {
        "attack": "U6 G4 R4",
        "attacker_with": {"bonuses": "U1 G2", "marks": "U 0-8, G 0-16"},
        "gear": [{"slug": "vest", "shields": "U4"}],
        "rulings": {"ace_triggers_damage_bonus": False},
    },
    "dead aces": {"attack": "U4 U6 K4", "target_dials": (0, 0, 5), "rulings": {"aces_keep_attack_alive": False}},
    "lone aces": {"attack": "U4 U4 R4", "target_dials": (0, 0, 5)},
    "aces on a miss": {
        "attack": "U4 R4 K4",
        "variant": "basic",
        "rulings": {"basic_aces_on_miss": "one_click_and_effect"},
    },
    "keep one": {"attack": "U4 G4 U6", "rulings": {"bad_karma_removal": "all_but_one_of_each"}},
    "keep one past shields": {
        "attack": "U4 G4 U6 G4-",
        "rulings": {"bad_karma_removal": "all_but_one_of_each"},
        "gear": [{"slug": "vest", "shields": "U4 G3"}],
    },
}  # fmt: skip


def before_the_roll(row: dict[str, Any]) -> MatchState:
    shown = {key: " ".join(f"{label}=1" for label in row.get(key, "").split()) for key in ("attack", "dodge")}
    state = facing({"attacker": "F1", "target": "F4", "distance": "7"} | row | shown)
    state = play(state, (declare(state, state.figure("A1").base), ""))
    if state.attack.dodge is None:
        granted = tuple(die.name for die in state.attack.terrain_dice) if row.get("terrain") else ()
        dodging = answer(state, "choose_dodge", ChooseDodge, dice=state.figure("B1").base, terrain_dice=granted)
        state = play(state, (dodging, ""))
    return state


@pytest.mark.parametrize("row", SITUATIONS.values(), ids=SITUATIONS)
def test_duels_atk_20_odds_equal_the_rules_roll_by_roll(row: dict[str, Any]) -> None:
    check_roll_by_roll(before_the_roll(row))


BLESSED = ("mixed", "dodge", "shields", "bonuses", "lone aces", "dead aces", "keep one past shields")


@pytest.mark.parametrize(("more", "fewer"), [(2, 0), (0, 1), (1, 3)])
@pytest.mark.parametrize("name", BLESSED)
def test_duels_pass_02_odds_know_what_passes_do_to_an_attack(name: str, more: int, fewer: int) -> None:
    own = (IgnoreKarma(), DialBonus(dial="weapon", amount=1), ExtraClicks(clicks=more))
    others = (FewerClicks(clicks=fewer), ExtraShield(colour="blue", number=4))
    state = before_the_roll(SITUATIONS[name])
    for figure, effects in (("A1", own), ("B1", others)):
        given = tuple(Boon(card="P", effect=effect, until="attack") for effect in effects)
        state = state.changed(figure, boons=given)
    check_roll_by_roll(state)


def check_roll_by_roll(state: MatchState) -> None:
    (decision,) = awaiting(state)
    colours = {die: state.die(die).spec.colour for die in state.attack.dice}
    hits, effects = 0, Counter[Effect]()
    for faces in product(*(range(1, die.sides + 1) for die in decision.pools)):
        hit, effect = happened_to(resolved(state, faces), colours)
        hits += hit
        effects[effect] += 1
    found = odds.odds(odds.situation_of(state, state.attack))
    assert (found.total, found.hit, dict(found.effects)) == (effects.total(), hits, dict(effects))


def test_the_odds_of_an_attack_that_could_be_declared_are_those_after_it_is() -> None:
    row = {"attack": "U6 G8 R4", "through": 1, "gear": [{"slug": "vest", "shields": "U4 Y3"}]}
    row["attacker_with"] = {"bonuses": "G1 R2", "marks": "G 0-16, R 0-2"}
    shown = {"attack": "U6=1 G8=1 R4=1", "attacker": "F1", "target": "F4", "distance": "7"}
    state = facing(row | shown)
    figure, target = state.figure("A1"), state.figure("B1")
    sight = measuring.sight(state, "A1", "B1")
    assert sight is not None
    before = odds.situation(state, figure, target, dice=figure.base, sight=sight)
    state = play(state, (declare(state, figure.base), ""))
    assert before == odds.situation_of(state, state.attack)
    assert before.shields == ((2, 4),)
    assert before.bonuses == ((3, 1),)


def test_duels_ruling_065_habits_follow_the_rulings() -> None:
    row = {"attacker": "F1", "target": "F4", "distance": "7", "variant": "basic"}
    rulings = {
        "bad_karma_removal": "all_but_one_of_each",
        "aces_keep_attack_alive": False,
        "basic_aces_on_miss": "one_click_and_effect",
        "ace_triggers_damage_bonus": False,
    }
    assert odds.habits_of(facing(row)) == Habits()
    changed = Habits(keeps_one=True, aces_live=False, aces_on_miss=True, aces_trigger=False)
    assert odds.habits_of(facing(row | {"rulings": rulings})) == changed
    assert not odds.habits_of(facing(row | {"rulings": rulings, "variant": "advanced"})).aces_on_miss


def test_people_see_the_chance_to_hit_and_the_clicks() -> None:
    found = odds.odds(Situation(dice=(Coded(2, 4, 1),), margin=2))
    assert (found.chance_to_hit.numerator, found.chance_to_hit.denominator) == (3, 4)
    assert found.clicks.weights == ((0, 1), (1, 3))
