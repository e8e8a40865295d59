from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.marvel import reactions
from rules_engine.marvel.commands import React
from rules_engine.marvel.components import DefenceName
from rules_engine.marvel.legal import awaiting
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story
from tests.support.marvel import fold_all, happened, kinds
from tests.support.marvel_attacks import PARRY, Exchange, scene


def attacked(attack: str = "JAB", **row: Any) -> MatchState:
    """ALPHA has attacked BRAVO, who may react."""
    exchange = Exchange({"steps": [attack], **row})
    exchange.say(f"{attack} BRAVO")
    return exchange.state


def answers(state: MatchState) -> list[str]:
    """The listed reactions in words."""
    commands = reactions.options(state, awaiting(state)[0]).commands
    return [command.enhance or command.power or "nothing" for command in commands if isinstance(command, React)]


def reacting(state: MatchState, **fields: Any) -> React:
    (decision,) = awaiting(state)
    return React(seat=decision.seat, decision=decision.id, **fields)


def test_marvel_atk_05_the_attacked_defence_is_listed_first() -> None:
    assert answers(attacked("BOLT")) == ["energy", "physical", "mental", "nothing"]


@pytest.mark.parametrize(("pow_", "rule"), [(1, "MARVEL-RULING-21"), (0, "MARVEL-ATK-05")])
def test_marvel_atk_05_one_counter_pays_for_an_enhancement(pow_: int, rule: str) -> None:
    state = attacked().changed("BRAVO", pow=pow_, enhancements=("physical",))
    with pytest.raises(RuleViolation) as refused:
        happened(state, reacting(state, enhance="physical"))
    assert refused.value.rule_id == rule


def test_marvel_atk_04_powers_that_answer_the_attack_are_listed() -> None:
    assert answers(attacked(powers=["PARRY"])) == ["physical", "energy", "mental", "PARRY", "nothing"]
    assert "PARRY" not in answers(attacked("BOLT", powers=["PARRY"]))


def test_marvel_atk_04_an_attack_triggers_one_power() -> None:
    exchange = Exchange({"steps": ["JAB"], "powers": ["PARRY"]})
    for step in ("JAB BRAVO", "power PARRY"):
        exchange.say(step)
    assert answers(exchange.state) == ["physical", "energy", "mental", "nothing"]
    with pytest.raises(RuleViolation, match="MARVEL-RULING-20"):
        happened(exchange.state, reacting(exchange.state, power="PARRY"))


def test_marvel_atk_05_one_thing_an_answer() -> None:
    state = attacked(powers=["PARRY"])
    with pytest.raises(MalformedInput, match="One answer"):
        happened(state, reacting(state, enhance="physical", power="PARRY"))
    with pytest.raises(MalformedInput, match="no power"):
        happened(state, reacting(state, power="DODGE"))


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"enhanced": True}, "MARVEL-ATK-07"),
        ({"ko": True}, "MARVEL-KO-07"),
        ({"down": True}, "MARVEL-DOWN-03"),
        ({"pow": 0}, "MARVEL-ATK-05"),
        ({"enhancements": ("physical",)}, "MARVEL-RULING-21"),
    ],
)
def test_marvel_ruling_21_what_bars_an_enhancement(changes: dict[str, Any], rule: str) -> None:
    state = attacked(powers=["PARRY"]).changed("BRAVO", **changes)
    with pytest.raises(RuleViolation, match=rule):
        happened(state, reacting(state, enhance="physical"))


def test_marvel_ruling_21_purchases_of_two_turns_may_stack() -> None:
    state = attacked(rulings={"defensive_enhancement_stacks": True}).changed("BRAVO", enhancements=("physical",))
    assert answers(state)[0] == "physical"
    assert "physical" not in answers(attacked().changed("BRAVO", enhancements=("physical",)))


def test_marvel_ruling_21_others_react_just_before_their_own_hit_roll() -> None:
    row = {"apart": [["BRAVO", "CHARLIE", "0.91"]]}
    exchange = Exchange({"steps": ["GRENADE"], **row})
    for step in ("GRENADE BRAVO", "roll 5 6", "enhance physical"):
        exchange.say(step)
    assert exchange.state.character("CHARLIE").enhancements == ("physical",)
    assert exchange.asked[-2:] == ["roll_hit", "react"]
    assert kinds(exchange.state) == ["roll_hit:ALPHA"]


def test_marvel_ruling_20_a_power_helps_against_the_hit_roll_at_hand() -> None:
    row = {"apart": [["CHARLIE", "BRAVO", "0.91"]], "powers": ["PARRY"]}
    exchange = Exchange({"steps": ["GRENADE"], **row})
    any_attack = replace(PARRY, against=())
    bravo = exchange.state.character("BRAVO")
    exchange.state = exchange.state.changed("BRAVO", card=replace(bravo.card, powers=(any_attack,)))
    for step in ("GRENADE CHARLIE", "roll 4 5", "power PARRY", "roll 5 6"):
        exchange.say(step)
    assert exchange.state.character("BRAVO").endurance == 10


def test_marvel_atk_04_an_active_power_lasts_beyond_the_hit_roll() -> None:
    active = replace(PARRY, kind="active", endurance=1)
    state = attacked(powers=["PARRY"])
    state = state.changed("BRAVO", endurance=5, card=replace(state.character("BRAVO").card, powers=(active,)))
    story = Story(state)
    reactions.react(story, reacting(state, power="PARRY"), awaiting(state)[0])
    bravo = story.state.character("BRAVO")
    assert [(boon.defence, boon.x) for boon in bravo.boons] == [("physical", 1)]
    assert bravo.endurance == 6


def test_marvel_ruling_20_nobody_reacts_while_nobody_attacks() -> None:
    state = scene({"steps": []})
    assert reactions.threat(state) is None
    assert not reactions.step(Story(state))
    assert not reactions.may_react(state, "lorry", "melee")


def test_marvel_ruling_22_only_defences_on_the_card_are_raised() -> None:
    every: tuple[DefenceName, ...] = ("physical", "energy", "mental", "supernatural")
    state = attacked(rulings={"defensive_enhancement_defences": list(every)})
    assert "supernatural" not in answers(state)
    with pytest.raises(RuleViolation, match="MARVEL-RULING-22"):
        happened(state, reacting(state, enhance="supernatural"))


@pytest.mark.parametrize(("price", "asked"), [(-8, ["roll_test:BRAVO"]), (-10, [])])
def test_marvel_ko_01_loss_01_a_reaction_that_costs_endurance_is_settled_before_the_attack_goes_on(
    price: int, asked: list[str]
) -> None:
    state = attacked(powers=["PARRY"])
    bravo = state.character("BRAVO")
    dear = replace(PARRY, defence=None, defence_change=0, endurance=price)
    state = state.changed("BRAVO", card=replace(bravo.card, powers=(dear,)))
    after = fold_all(state, happened(state, reacting(state, power="PARRY")))
    assert [kind for kind in kinds(after) if kind.endswith("BRAVO")] == asked
    assert (after.find("BRAVO") is None) == (not asked)
