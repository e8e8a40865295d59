from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.marvel.commands import EnterEffect, SetEndurance, SetPow, UsePower
from rules_engine.marvel.components import CardAbility, Power
from rules_engine.marvel.events import Changed, CharacterLost, EffectEntered, PowerUsed, TestBegan
from rules_engine.marvel.legal import awaiting, legal_commands
from rules_engine.marvel.state import Boon, MatchState
from tests.support.marvel import (
    ALPHA,
    BRAVO,
    CHARLIE,
    answer,
    fold_all,
    happened,
    in_action,
    kinds,
    make_setup,
    measured,
)

FLY = CardAbility(ability="fly")
DASH = Power(id="dash", name="Dash", kind="active", cost=1, moves=1)
WINGS = Power(id="wings", name="Wings", kind="active", cost=2, ability=FLY, range=600, requires_los=True)
SHELL = Power(id="shell", name="Shell", kind="active", cost=1, defence="energy", defence_change=2)
CURSE = Power(id="curse", name="Curse", kind="active", cost=1, endurance=-3)
RIDDLE = Power(id="riddle", name="Riddle", kind="active", frequency="once_per_turn", effect="Whatever it says.")
PARRY = Power(id="parry", name="Parry", kind="reactive", cost=1, defence="physical", defence_change=1)
USER = replace(ALPHA, powers=(DASH, WINGS, SHELL, CURSE, RIDDLE, PARRY))


def match(**changed: Any) -> MatchState:
    """ALPHA acts; BRAVO is an ally 6 in away, CHARLIE an enemy 7 in away."""
    facts = (measured("ALPHA", "BRAVO", 6), measured("ALPHA", "CHARLIE", 7))
    return in_action(make_setup([USER, BRAVO], [CHARLIE]), changed=changed, measured=facts)


def used(state: MatchState, power: str, target: str = "") -> tuple[Any, ...]:
    return happened(state, answer(state, "act", UsePower, power=power, target=target))


def test_marvel_move_02_a_power_allows_another_movement() -> None:
    events = used(match(), "dash")
    assert events == (PowerUsed(character="ALPHA", power="dash", target="ALPHA", pow=5, moves=1),)
    after = fold_all(match(), events)
    assert after.activation is not None
    assert after.activation.extra_moves == 1
    assert (after.character("ALPHA").pow, after.character("ALPHA").uses) == (5, ("dash",))


@pytest.mark.parametrize(
    ("power", "boon"),
    [("wings", Boon(power="wings", ability=FLY)), ("shell", Boon(power="shell", defence="energy", x=2))],
)
def test_a_power_gives_an_ability_or_a_defence_until_the_end_of_the_turn(power: str, boon: Boon) -> None:
    assert fold_all(match(), used(match(), power, "BRAVO")).character("BRAVO").boons == (boon,)


def test_marvel_ko_01_loss_01_a_power_that_takes_endurance_may_end_a_character() -> None:
    tough = match(CHARLIE={"endurance": 5})
    assert used(tough, "curse", "CHARLIE")[1] == TestBegan(
        character="CHARLIE", attribute="stamina", purpose="red_zone", limit=8
    )
    weak = match(CHARLIE={"endurance": 3})
    assert used(weak, "curse", "CHARLIE")[1] == CharacterLost(character="CHARLIE", by="one", points=1)
    ko = match(CHARLIE={"endurance": 5, "ko": True})
    assert len(used(ko, "curse", "CHARLIE")) == 1
    assert fold_all(ko, used(ko, "curse", "CHARLIE")).character("CHARLIE").hurt


@pytest.mark.parametrize(
    ("state", "power", "target", "rule_id"),
    [
        (match(ALPHA={"down": True}), "dash", "", "MARVEL-DOWN-01"),
        (match(ALPHA={"pow": 0}), "dash", "", "MARVEL-RULING-08"),
        (match(ALPHA={"uses": ("riddle",)}), "riddle", "", "MARVEL-RULING-08"),
        (match(), "wings", "CHARLIE", "MARVEL-RULING-08"),
    ],
)
def test_marvel_ruling_08_a_power_is_paid_and_reaches(state: MatchState, power: str, target: str, rule_id: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        used(state, power, target)
    assert refused.value.rule_id == rule_id


def test_a_power_in_sight_only_needs_a_line() -> None:
    facts = (measured("ALPHA", "BRAVO", 6, in_sight=False),)
    with pytest.raises(RuleViolation):
        used(in_action(make_setup([USER, BRAVO], [CHARLIE]), measured=facts), "wings", "BRAVO")


@pytest.mark.parametrize(("power", "target"), [("parry", ""), ("nothing", ""), ("dash", "nobody")])
def test_what_is_no_active_power_or_no_target(power: str, target: str) -> None:
    with pytest.raises(MalformedInput):
        used(match(), power, target)


def test_marvel_down_01_powers_are_listed_for_one_that_stands() -> None:
    def listed(state: MatchState) -> set[tuple[str, str]]:
        commands = legal_commands(state, awaiting(state)[0]).commands
        return {(command.power, command.target) for command in commands if isinstance(command, UsePower)}

    everybody = {(power, name) for power in ("shell", "curse", "riddle") for name in ("ALPHA", "BRAVO", "CHARLIE")}
    wings = {("wings", "ALPHA"), ("wings", "BRAVO")}
    assert listed(match()) == everybody | wings | {("dash", "ALPHA")}
    assert listed(match(ALPHA={"down": True})) == set()


def test_what_only_the_text_says_is_entered_by_hand() -> None:
    state = fold_all(match(), used(match(), "riddle"))
    assert kinds(state) == ["enter_effect:ALPHA"]
    legal = legal_commands(state, awaiting(state)[0])
    assert (legal.complete, legal.commands) == (False, (answer(state, "enter_effect", EnterEffect),))
    change = SetPow(character="BRAVO", pow=1)
    assert happened(state, answer(state, "enter_effect", EnterEffect, effects=(change,))) == (
        EffectEntered(character="ALPHA", power="riddle"),
        Changed(change=change, author="one"),
    )
    wrong = SetEndurance(character="nobody", endurance=1)
    with pytest.raises(MalformedInput):
        happened(state, answer(state, "enter_effect", EnterEffect, effects=(wrong,)))


def test_marvel_ko_01_loss_01_endurance_that_is_entered_by_hand_has_its_consequences() -> None:
    state = fold_all(match(), used(match(), "riddle"))

    def entered(*boxes: int) -> list[Any]:
        changes = tuple(SetEndurance(character="CHARLIE", endurance=left) for left in boxes)
        told = happened(state, answer(state, "enter_effect", EnterEffect, effects=changes))
        return [event for event in told if not isinstance(event, EffectEntered | Changed)]

    assert entered(3) == []
    assert entered(1, 2) == [TestBegan(character="CHARLIE", attribute="stamina", purpose="red_zone", limit=8)]
    assert next(type(event) for event in entered(0)) is CharacterLost
