from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.marvel import attack
from rules_engine.marvel.commands import DeclareAttack, React, SetEndurance
from rules_engine.marvel.events import AttackEnded, CharacterLost
from rules_engine.marvel.legal import awaiting, legal_commands
from rules_engine.marvel.pending import AttackPending, AttackStage
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story
from tests.support.marvel import answer, examples, fold_all, happened, kinds, specials
from tests.support.marvel_attacks import Exchange, check, scene


@pytest.mark.parametrize("example", examples("attack"))
def test_marvel_atk_01_worked_attacks(example: dict[str, Any]) -> None:
    check(example)


def declared(row: dict[str, Any], attack_id: str, target: str = "") -> MatchState:
    state = scene({"steps": [attack_id.upper()], **row})
    return fold_all(state, happened(state, answer(state, "act", DeclareAttack, attack=attack_id, target=target)))


def listed(state: MatchState) -> list[str]:
    """The attacks that are listed for ALPHA, with their targets."""
    found = attack.options(state, awaiting(state)[0]).commands
    return [f"{command.attack} {command.target}".strip() for command in found if isinstance(command, DeclareAttack)]


# --- declaring --------------------------------------------------------------------------------------------------------


def test_marvel_atk_01_an_attack_stands_on_the_card() -> None:
    state = scene({"steps": []})
    with pytest.raises(MalformedInput, match="no attack"):
        happened(state, answer(state, "act", DeclareAttack, attack="laser", target="BRAVO"))


def test_marvel_down_01_who_lies_on_the_ground_does_not_attack() -> None:
    state = scene({"steps": [], "with": {"ALPHA": {"down": True}}})
    with pytest.raises(RuleViolation, match="MARVEL-DOWN-01"):
        happened(state, answer(state, "act", DeclareAttack, attack="bolt", target="BRAVO"))
    assert listed(state) == []


def test_marvel_atk_03_attacks_are_listed_that_can_be_paid() -> None:
    touching = {"steps": ["JAB"]}
    assert listed(scene(touching)) == ["jab BRAVO", "jab CHARLIE", "pulse"]
    assert listed(scene(touching | {"with": {"ALPHA": {"pow": 2}}})) == ["jab BRAVO", "jab CHARLIE"]
    assert listed(scene(touching | {"with": {"ALPHA": {"pow": 0}}})) == []


def test_marvel_ruling_19_attacks_are_listed_that_are_left() -> None:
    row = {"attacks": {"BOLT": {"frequency": "once_per_turn"}}, "rulings": {"max_attacks_per_activation": 2}}
    once = Exchange({**row, "steps": ["BOLT BRAVO", "roll 1 2"]}).run().state
    assert listed(once) == ["grenade BRAVO", "grenade CHARLIE"]
    twice = Exchange({**row, "steps": ["BOLT BRAVO", "roll 1 2", "GRENADE BRAVO", "roll 1 2"]}).run().state
    assert listed(twice) == []
    assert kinds(twice) == ["act:ALPHA"]


def test_marvel_atk_01_every_listed_attack_is_accepted() -> None:
    state = scene({"steps": ["JAB"]})
    (decision,) = awaiting(state)
    for command in legal_commands(state, decision).commands:
        assert happened(state, command)


def test_marvel_atk_05_nobody_answers_for_the_defender() -> None:
    state = declared({}, "jab", "BRAVO")
    question = awaiting(state)[0]
    with pytest.raises(DecisionClosed):
        happened(state, React(seat="one", decision=question.id))


# --- what ends an attack early ----------------------------------------------------------------------------------------


def test_marvel_loss_01_an_attack_ends_with_its_attacker() -> None:
    state = declared({}, "jab", "BRAVO")
    story = Story(state)
    story.tell(CharacterLost(character="ALPHA"))
    assert attack.step(story)
    assert story.events[-1] == AttackEnded(attacker="ALPHA", attack="jab")


def test_marvel_loss_01_a_lost_target_is_passed_over() -> None:
    row = {"facts": {"BRAVO": {"distance": 3}, "CHARLIE": {"distance": 3}}, "steps": ["PULSE:", "roll 1 2"]}
    exchange = Exchange(row)
    for step in row["steps"][:1]:  # type: ignore[index]
        exchange.say(step)
    story = Story(exchange.state)
    story.tell(CharacterLost(character="CHARLIE"))
    exchange.state = story.state
    exchange.say("roll 1 2")
    assert kinds(exchange.state) == ["act:ALPHA"]


@pytest.mark.parametrize("stage", ["hit", "critical", "agility", "damage", "effects"])
def test_marvel_ruling_32_a_target_that_is_gone_suffers_nothing_more(stage: AttackStage) -> None:
    pending = AttackPending(
        attacker="ALPHA", attack="jab", target="BRAVO", current="BRAVO", stage=stage, effects=specials("stun 1")
    )  # fmt: skip
    story = Story(replace(scene({"steps": []}).changed("BRAVO", in_play=False), pending=(pending,)))
    assert attack.step(story)
    assert story.events == [AttackEnded(attacker="ALPHA", attack="jab")]


def test_marvel_ruling_20_a_target_that_is_gone_does_not_react() -> None:
    story = Story(declared({}, "jab", "BRAVO"))
    story.tell(CharacterLost(character="BRAVO"))
    while attack.step(story) and story.state.pending:
        pass
    assert story.events[-1] == AttackEnded(attacker="ALPHA", attack="jab")


def test_marvel_crit_02_the_by_hand_effect_is_entered_by_the_attacker() -> None:
    row = {"attacks": {"JAB": {"critical_effect": "the target bleeds"}}, "steps": []}
    exchange = Exchange(row | {"facts": {"BRAVO": {"distance": 0}}})
    for step in ("JAB BRAVO", "roll 6 6", "critical effect"):
        exchange.say(step)
    (decision,) = awaiting(exchange.state)
    assert (decision.kind, decision.seat) == ("enter_effect", "one")
    change = SetEndurance(character="BRAVO", endurance=6)
    command = replace(legal_commands(exchange.state, decision).commands[0], effects=(change,))
    exchange.state = fold_all(exchange.state, happened(exchange.state, command))
    assert exchange.state.character("BRAVO").endurance == 6
    assert kinds(exchange.state) == ["act:ALPHA"]
