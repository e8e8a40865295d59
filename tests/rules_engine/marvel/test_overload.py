from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.units import inches
from rules_engine.marvel import overload
from rules_engine.marvel.commands import ChooseOverload
from rules_engine.marvel.components import Attack, OverloadOption
from rules_engine.marvel.legal import awaiting
from rules_engine.marvel.pending import Faces, GrabPending, HitPending, Overload, TestPending
from rules_engine.marvel.state import MatchState
from tests.support.marvel import happened, kinds, specials
from tests.support.marvel_attacks import Exchange, scene

GRAB = GrabPending(attacker="ALPHA", item="BRAVO")
HIT = HitPending(attacker="ALPHA", target="BRAVO", purpose="grab", manner="melee", defence="physical", reacted=True)
TEST = TestPending(character="BRAVO", attribute="stamina", purpose="red_zone", limit=9)


def asked(steps: list[str], **row: Any) -> MatchState:
    """The match after the steps, reactions declined, at the next question."""
    exchange = Exchange({"steps": steps, **row})
    for step in steps:
        exchange.say(step)
    exchange._decline_until("overload")
    return exchange.state


def offered(state: MatchState) -> list[tuple[bool, int | None]]:
    """The listed overloads as (die, option)."""
    commands = overload.options(state, awaiting(state)[0]).commands
    return [(command.die, command.option) for command in commands if isinstance(command, ChooseOverload)]


def test_marvel_ovl_02_no_overload_a_die_or_an_option() -> None:
    options = [{"damage": 2}, {"damage": 9, "cost": 5}]
    state = asked(["BOLT BRAVO"], attacks={"BOLT": {"overload": options}})
    assert offered(state) == [(False, None), (True, None), (False, 0)]


def test_marvel_ovl_02_an_option_that_the_attack_lacks() -> None:
    state = asked(["BOLT BRAVO"])
    (decision,) = awaiting(state)
    with pytest.raises(MalformedInput, match="0 overload options"):
        happened(state, ChooseOverload(seat="one", decision=decision.id, option=0))


def test_marvel_ruling_23_who_cannot_pay_is_not_asked() -> None:
    exchange = Exchange({"steps": ["BOLT BRAVO", "roll 1 2"], "with": {"ALPHA": {"pow": 2}}}).run()
    assert "overload" not in exchange.asked


def test_marvel_ovl_01_a_die_needs_a_hit_roll() -> None:
    pieces: list[Any] = [["lorry", "T3", 5, 1, 3]]
    options = {"JAB": {"overload": [{"damage": 1}]}}
    state = asked(["JAB lorry"], scenery=pieces, attacks=options)
    assert offered(state) == [(False, None), (False, 0)]
    rolled = asked(["JAB lorry"], scenery=pieces, attacks=options, rulings={"scenery_defence": 12})
    assert offered(rolled) == [(False, None), (True, None), (False, 0)]


def test_marvel_ruling_24_one_overload_for_a_grab_and_throw() -> None:
    state = scene({"steps": []})
    grabbing = overload_state(state, HIT)
    assert overload.is_due(grabbing)
    assert offered_by(grabbing) == [(False, None), (True, None)]
    assert not overload.is_due(overload_state(state, HIT, overload=Overload()))
    assert not overload.is_due(overload_state(state, replace(HIT, dice=Faces(faces=(1, 2)))))
    assert not overload.is_due(replace(state, pending=(GRAB, TEST)))


def overload_state(state: MatchState, hit: HitPending, **grab: Any) -> MatchState:
    """A grab with its hit roll on top."""
    return replace(state, pending=(replace(GRAB, **grab), hit))


def offered_by(state: MatchState) -> list[tuple[bool, int | None]]:
    (decision,) = overload.awaiting(state)
    commands = overload.options(state, decision).commands
    return [(command.die, command.option) for command in commands if isinstance(command, ChooseOverload)]


def test_marvel_ovl_01_nothing_is_boosted_while_nothing_is_resolved() -> None:
    state = scene({"steps": []})
    assert overload.boosted(state) is None
    assert overload.chosen(state) == Overload()
    assert not overload.is_due(state)
    assert kinds(state) == ["act:ALPHA"]


def test_marvel_ovl_02_an_option_changes_damage_range_and_special_rules() -> None:
    printed = Attack(
        id="a", name="A", mode="ranged", nature="energy", damage=3, range=inches(8),
        special_rules=specials("stun 1, homing"),
        overload_options=(
            OverloadOption(label="more", damage=2, range=inches(4), special_rules=specials("stun 2, push 1")),
        ),
    )  # fmt: skip
    used = overload.applied(printed, Overload(option=0))
    assert (used.damage, used.range) == (5, inches(12))
    assert used.special_rules == specials("homing, stun 2, push 1")
    assert overload.applied(printed, Overload(die=True)) == printed
    assert overload.applied(printed, None) == printed
