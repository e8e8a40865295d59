from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import RuleViolation
from rules_engine.marvel import hit_rolls
from rules_engine.marvel.commands import Keep, Reroll
from rules_engine.marvel.events import CharacterLost, HitEnded
from rules_engine.marvel.legal import awaiting
from rules_engine.marvel.pending import Faces, GrabPending, HitPending, HitResult, Manner, Overload
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story
from tests.support.marvel import abilities, happened
from tests.support.marvel_attacks import Exchange, scene

HIT = HitPending(attacker="ALPHA", target="BRAVO", purpose="throw", manner="ranged", defence="physical", reacted=True)


def gifted(text: str, steps: list[str], attack: str = "JAB") -> Exchange:
    """ALPHA with abilities; the steps are said."""
    exchange = Exchange({"steps": [attack], "with": {"ALPHA": {"abilities": [text]}}})
    for step in steps:
        exchange.say(step)
    return exchange


def offered(state: MatchState) -> list[tuple[str, tuple[int, ...]]]:
    """The listed re-rolls."""
    commands = hit_rolls.reroll_options(state, awaiting(state)[0]).commands
    return [(command.ability, command.dice) for command in commands if isinstance(command, Reroll)]


def test_marvel_ruling_70_one_die_of_each_hit_roll_and_one_a_turn() -> None:
    state = gifted("master_fighter, luck", ["JAB BRAVO", "roll 2 6"]).state
    assert offered(state) == [("master_fighter", (0,)), ("master_fighter", (1,)), ("luck", (0,)), ("luck", (1,))]
    after = gifted("master_fighter, luck", ["JAB BRAVO", "roll 2 6", "reroll 2=3"]).state
    assert offered(after) == [("luck", (1,))]
    assert hit_rolls.reroll_options(after, awaiting(after)[0]).commands[-1] == Keep(
        seat="one", decision=awaiting(after)[0].id
    )


@pytest.mark.parametrize(("ability", "dice"), [("luck", (0,)), ("master_fighter", (0, 1)), ("master_fighter", (2,))])
def test_marvel_ruling_02_other_rerolls_are_refused(ability: str, dice: tuple[int, ...]) -> None:
    state = gifted("master_fighter", ["JAB BRAVO", "roll 2 6"]).state
    decision = awaiting(state)[0]
    with pytest.raises(RuleViolation, match="MARVEL-RULING-02"):
        happened(state, Reroll(seat="one", decision=decision.id, ability=ability, dice=dice))


def test_marvel_ruling_02_kept_dice_are_not_rolled_again() -> None:
    exchange = gifted("master_fighter", ["JAB BRAVO", "roll 2 6"])
    exchange._decline_until("act")
    assert exchange.asked[-1] == "reroll_hit"
    assert exchange.state.character("BRAVO").endurance == 10


def test_marvel_ovl_02_the_overload_die_may_be_rolled_again() -> None:
    state = gifted("master_fighter", ["JAB BRAVO", "overload die", "roll 2 6 1"]).state
    assert offered(state) == [("master_fighter", (0,)), ("master_fighter", (1,)), ("master_fighter", (2,))]


def throwing(overload: Overload | None, **hit: Any) -> MatchState:
    """ALPHA throws something at BRAVO."""
    state = scene({"steps": []})
    grab = GrabPending(attacker="ALPHA", item="CHARLIE", overload=overload)
    return replace(state, pending=(grab, replace(HIT, **hit)))


def test_marvel_ruling_24_the_throw_roll_has_the_die_of_the_grab() -> None:
    assert [decision.kind for decision in awaiting(throwing(None))] == ["overload"]
    asked = awaiting(throwing(Overload(die=True), first=False))[0]
    assert (asked.kind, [die.name for die in asked.pools]) == ("roll_hit", ["ALPHA/D8#1", "ALPHA/D8#2", "ALPHA/D8#3"])
    reacting = awaiting(throwing(None, reacted=False))[0]
    assert (reacting.kind, reacting.seat) == ("react", "two")


@pytest.mark.parametrize(
    ("manner", "gift", "cover", "total"),
    [
        ("melee", "marksmanship", False, 14),
        ("ranged", "marksmanship", False, 15),
        ("ranged", "", True, 13),
        ("throw", "marksmanship", False, 14),
    ],
)
def test_marvel_atk_08_dice_attack_and_modifiers(manner: Manner, gift: str, cover: bool, total: int) -> None:
    state = throwing(Overload())
    card = replace(state.character("ALPHA").card, abilities=abilities(gift))
    state = state.changed("ALPHA", card=card)
    result = hit_rolls.compare(state, replace(HIT, manner=manner, cover=cover, dice=Faces(faces=(4, 5))), (4, 5))
    assert (result.total, result.defence, result.hit) == (total, 15, False)


def test_marvel_crit_01_a_miss_is_no_critical() -> None:
    state = throwing(Overload())
    missed = hit_rolls.compare(state, HIT, (5, 5))
    assert (missed.hit, missed.critical, missed.double_eight) == (False, False, False)
    struck = hit_rolls.compare(state, HIT, (8, 8))
    assert (struck.hit, struck.critical, struck.double_eight) == (True, True, True)


@pytest.mark.parametrize("gone", ["ALPHA", "BRAVO"])
def test_marvel_loss_01_a_hit_roll_ends_with_who_attacks_or_is_attacked(gone: str) -> None:
    story = Story(throwing(Overload()))
    story.tell(CharacterLost(character=gone))
    assert hit_rolls.step(story)
    assert story.events[-1] == HitEnded(attacker="ALPHA", result=HitResult(target="BRAVO", hit=False))
