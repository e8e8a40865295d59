from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels import damage
from rules_engine.duels.commands import AssignDamage, ChooseBonus, Roll
from rules_engine.duels.components import DIALS
from rules_engine.duels.events import DialsTurned, DialTurn, SpillOwed
from rules_engine.duels.legal import awaiting, legal_commands
from rules_engine.duels.state import MatchState, SpillPending
from rules_engine.duels.story import Story
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.rule_ids import RuleId
from tests.support.attacks import check, declare, facing
from tests.support.duels import answer, examples, happened, play

RULE = RuleId("DUELS-ELEV-12")


@pytest.mark.parametrize("example", examples("damage"))
def test_duels_dmg_01_worked_damage(example: dict[str, Any]) -> None:
    check(example)


def hit(roll: str, **more: Any) -> MatchState:
    """A1 has rolled an attack on B1, F4 at 7 in unless said otherwise, up to the first choice after it."""
    state = facing({"attacker": "F1", "target": "F4", "distance": "7", "attack": roll} | more)
    state = play(state, (declare(state, state.figure("A1").base), ""))
    return play(state, (answer(state, "roll_attack", Roll), roll))


def refusal(state: MatchState, kind: str, command: type, **fields: Any) -> str:
    with pytest.raises(RuleViolation) as caught:
        happened(state, answer(state, kind, command, **fields))
    return caught.value.rule_id


# --- bonuses ----------------------------------------------------------------------------------------------------------


def test_duels_dmg_07_one_of_the_bonuses_that_apply() -> None:
    state = hit("U6=4 G6=3", attacker_with={"bonuses": "U1 G2 R3", "marks": "U 0-8, G 0-16, R 0-16"})
    (decision,) = awaiting(state)
    legal = legal_commands(state, decision)
    assert [command.colour for command in legal.commands] == ["blue", "green"]  # type: ignore[attr-defined]
    assert refusal(state, "choose_bonus", ChooseBonus, colour="red") == "DUELS-DMG-07"


# --- where damage goes ------------------------------------------------------------------------------------------------


def test_duels_ruling_076_a_finished_dial_cannot_be_chosen() -> None:
    state = hit("U6=4 U8=5", target_dials=[5, 0, 0])
    assert refusal(state, "assign_damage", AssignDamage, dial="head") == "DUELS-RULING-076"


def test_duels_ruling_076_binds_a_called_shot_too() -> None:
    state = hit("G6=A G8=6", target_dials=[5, 0, 0])
    assert refusal(state, "assign_damage", AssignDamage, dial="head") == "DUELS-RULING-076"


@pytest.mark.parametrize("clicks", [0, 3])
def test_clicks_that_are_not_there_are_malformed(clicks: int) -> None:
    state = hit("U6=4 U8=5")
    with pytest.raises(MalformedInput):
        happened(state, answer(state, "assign_damage", AssignDamage, dial="head", clicks=clicks))


def test_duels_dmg_08_damage_goes_on_one_dial() -> None:
    state = hit("U6=4 U8=5")
    assert refusal(state, "assign_damage", AssignDamage, dial="head", clicks=1) == "DUELS-RULING-078"
    whole = answer(state, "assign_damage", AssignDamage, dial="head", clicks=2)
    assert play(state, (whole, "")).figure("B1").clicks == (2, 0, 0)


def test_duels_ruling_078_a_called_shot_stays_on_one_dial() -> None:
    state = hit("G6=A G8=6")
    assert refusal(state, "assign_damage", AssignDamage, dial="head", clicks=1) == "DUELS-RULING-078"


def test_duels_ruling_078_a_called_shot_may_be_split() -> None:
    state = hit("G6=A G8=6 G4=3", rulings={"called_shot_split": True})
    (decision,) = awaiting(state)
    legal = legal_commands(state, decision)
    shares = [(command.dial, command.clicks) for command in legal.commands]  # type: ignore[attr-defined]
    assert shares == [(dial, share) for share in (None, 1, 2) for dial in DIALS]
    assert decision.seat == "A"
    state = play(state, (answer(state, "assign_damage", AssignDamage, dial="head", clicks=1), ""))
    state = play(state, (answer(state, "assign_damage", AssignDamage, dial="weapon", clicks=1), ""))
    state = play(state, (answer(state, "assign_damage", AssignDamage, dial="head"), ""))
    assert (state.figure("B1").clicks, state.pending) == ((2, 1, 0), None)


def test_duels_ruling_078_only_called_shots_are_split() -> None:
    state = hit("U6=4 U8=5", rulings={"called_shot_split": True})
    assert refusal(state, "assign_damage", AssignDamage, dial="head", clicks=1) == "DUELS-RULING-078"


def test_duels_ruling_075_spilled_clicks_go_on_by_the_same_choice() -> None:
    state = hit("G6=A G8=6 G4=3", rulings={"dial_overflow": "spill_to_chosen_dial"}, target_dials=[4, 0, 0])
    (event,) = happened(state, answer(state, "assign_damage", AssignDamage, dial="head"))
    assert event == DialsTurned(
        figure="B1", rule_id=RuleId("DUELS-DMG-08"), turns=(DialTurn(dial="head", before=4, after=5),), left=2
    )
    state = play(state, (answer(state, "assign_damage", AssignDamage, dial="head"), ""))
    (decision,) = awaiting(state)
    assert (decision.kind, decision.seat) == ("assign_damage", "A")


def test_duels_ruling_075_spilling_never_offers_a_finished_dial() -> None:
    rulings = {"dial_overflow": "spill_to_chosen_dial", "finished_dial_choice": "allowed"}
    state = hit("U6=4", rulings=rulings, target_dials=[5, 0, 0])
    assert damage.open_dials(state.figure("B1"), state.setup.rulings) == ("weapon", "body")


def test_duels_ruling_075_a_dial_with_one_window_never_turns() -> None:
    state = hit("U6=4", rulings={"dial_overflow": "wrap"}, target_with={"head": "6"})
    assert damage.open_dials(state.figure("B1"), state.setup.rulings) == ("weapon", "body")


# --- all dials at once ------------------------------------------------------------------------------------------------


def hurt(state: MatchState, clicks: int) -> Story:
    story = Story(state)
    damage.hurt_every_dial(story, "B1", clicks, rule_id=RULE)
    return story


def resting(**more: Any) -> MatchState:
    return facing({"attacker": "F1", "target": "F4", "distance": "7"} | more)


def test_duels_ruling_048_all_dials_turn_together() -> None:
    (event,) = hurt(resting(target_dials=[0, 5, 4]), 2).events
    assert event == DialsTurned(
        figure="B1",
        rule_id=RULE,
        turns=(DialTurn(dial="head", before=0, after=2), DialTurn(dial="body", before=4, after=5)),
        lost=3,
    )


def test_duels_ruling_048_dials_go_round() -> None:
    story = hurt(resting(target_dials=[0, 5, 4], rulings={"dial_overflow": "wrap"}), 2)
    assert story.state.figure("B1").clicks == (2, 1, 0)


def test_duels_ruling_048_clicks_spill_to_a_dial_of_the_controllers_choice() -> None:
    story = hurt(resting(target_dials=[0, 5, 0], rulings={"dial_overflow": "spill_to_chosen_dial"}), 2)
    assert story.events[-1] == SpillOwed(figure="B1", seat="B", clicks=2)
    (decision,) = awaiting(story.state)
    assert (decision.kind, decision.seat, decision.subject) == ("assign_damage", "B", "B1")
    after = play(story.state, (answer(story.state, "assign_damage", AssignDamage, dial="body"), ""))
    assert (after.figure("B1").clicks, after.pending) == ((2, 5, 4), None)


def test_duels_ruling_048_the_spill_of_a_spill_goes_where_it_must() -> None:
    story = hurt(resting(target_dials=[0, 5, 2], rulings={"dial_overflow": "spill_to_chosen_dial"}), 2)
    state = replace(story.state, pending=SpillPending(figure="B1", seat="B", clicks=4))
    after = play(state, (answer(state, "assign_damage", AssignDamage, dial="body"), ""))
    assert (after.figure("B1").clicks, after.pending) == ((5, 5, 5), None)


def test_duels_ruling_048_a_spill_without_choice_needs_none() -> None:
    story = hurt(resting(target_dials=[5, 5, 0], rulings={"dial_overflow": "spill_to_chosen_dial"}), 2)
    assert (story.state.figure("B1").clicks, story.state.pending) == ((5, 5, 5), None)
    assert [event.lost for event in story.events if isinstance(event, DialsTurned)] == [0, 1]
