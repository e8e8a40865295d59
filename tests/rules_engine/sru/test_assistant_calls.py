from typing import Any

import pytest

from rules_engine.kernel.errors import DecisionClosed, MalformedInput
from rules_engine.sru.commands import (
    AdmitCall,
    CallAssistant,
    EnterScore,
    QuoteRental,
    RentAssistant,
    Roll,
    SplitResult,
)
from rules_engine.sru.events import (
    AssistantActivated,
    AssistantRefused,
    AssistantRented,
    AssistantTested,
    RumorCallRolled,
)
from rules_engine.sru.state import SessionState
from tests.support.sru import (
    CITY,
    character,
    examples,
    give,
    happened,
    kinds,
    only,
    place,
    refusal,
    rows_by_id,
    rumor,
    session,
)

ROWS = rows_by_id("assistants")
SPLITS = [row for row in examples("assistants") if "split" in row.values[0]]
CALL: dict[str, Any] = {
    "character": "rae", "domain": "magic", "assistant": "spirit", "label": "spirit of the harbour", "aspect": "hiding",
}  # fmt: skip
RENT = CALL | {"power": 4, "duration": 2}


def summoner(skill: int = 5, **more: Any) -> SessionState:
    more.setdefault("graph", CITY)
    more["rulings"] = {"rumors_fade_mode": "off"} | more.get("rulings", {})
    rae = character(attributes={"magic": 6}, skills={"summoning": skill}, nuyen=more.pop("nuyen", 9000))
    return session(rae, **more)


@pytest.mark.parametrize("example", SPLITS)
def test_sru_assist_13_worked_calls(example: dict[str, Any]) -> None:
    told = (rumor(example["rumor"]),) if "rumor" in example else ()
    state = give(summoner(example["skill"], rumors=told), CallAssistant, **CALL, reserve=example.get("reserve", 0))
    if "die" in example:
        state = give(give(state, AdmitCall, circles=("gang-a",)), Roll, faces=(example["die"],))
    else:
        assert only(happened(state, AdmitCall), AssistantTested).call.score == example["result"]
        state = give(state, AdmitCall)
    power, duration = example["split"]
    split = {"power": power, "duration": duration}
    if "refused" in example:
        assert refusal(state, SplitResult, **split) == ("SRU-ASSIST-13", example["refused"])
        return
    told_now = only(happened(state, SplitResult, **split), AssistantActivated)
    assert (told_now.assistant.power, told_now.assistant.row, told_now.score) == (
        power,
        example["row"],
        example["result"],
    )
    state = give(state, SplitResult, **split)
    assert state.character("rae").free == 6 - example.get("reserve", 0)


def test_sru_ruling_09_a_rental_rolls_no_die_unless_a_league_says_so() -> None:
    """SRU-EX-73, second part."""
    state = give(summoner(rumors=(rumor(4),)), RentAssistant, **RENT)
    assert kinds(give(state, AdmitCall, circles=("gang-a",))) == ["quote_rental:gm"]
    state = give(summoner(rumors=(rumor(4),), rulings={"rumors_roll_on_rental": True}), RentAssistant, **RENT)
    state = give(state, AdmitCall, circles=("gang-a",))
    assert kinds(state) == ["roll_call:alice"]
    told = only(happened(state, Roll, faces=(1,)), RumorCallRolled)
    assert (told.total, kinds(give(state, Roll, faces=(1,)))) == (2, ["quote_rental:gm"])


def test_sru_assist_12_refused_calls_spend_nothing() -> None:
    """SRU-EX-70."""
    assert ROWS["SRU-EX-70"]["refusals"] == ["not_available", "aspect_missing", "outside_aspect"]
    state = give(summoner(), CallAssistant, **CALL, reserve=2)
    told = only(happened(state, AdmitCall, available=False), AssistantRefused)
    assert told.reason == "not_available"
    state = give(state, AdmitCall, available=False)
    assert (state.pending, state.character("rae").free) == (None, 6)
    assert refusal(state, CallAssistant, **(CALL | {"aspect": " "})) == ("SRU-ASSIST-10", "aspect_missing")


def test_sru_assist_18_a_specialised_assistant_has_a_field() -> None:
    assert refusal(summoner(), CallAssistant, **CALL, specialised=True)[0] == "SRU-ASSIST-18"
    state = give(summoner(), CallAssistant, **CALL, specialised=True, field="one lock")
    assert kinds(state) == ["admit_call:gm"]


def test_sru_ruling_46_with_a_result_of_0_no_assistant_comes() -> None:
    state = give(summoner(0), CallAssistant, **CALL)
    assert only(happened(state, AdmitCall), AssistantRefused).reason == "no_result"
    state = give(summoner(0, rulings={"assistants_min_power": 2}), CallAssistant, **CALL, reserve=1)
    state = give(state, AdmitCall)
    assert (state.assistants, state.character("rae").free, state.pending) == ((), 5, None)


def test_sru_ruling_29_a_call_may_claim_the_bonus() -> None:
    state = give(summoner(), CallAssistant, **CALL, generic_bonus=True)
    assert only(happened(state, AdmitCall), AssistantTested).call.score == 7
    assert only(happened(state, AdmitCall, time=False), AssistantTested).call.score == 5
    state = give(summoner(scene="action_phase"), CallAssistant, **CALL, generic_bonus=True)
    assert only(happened(state, AdmitCall), AssistantTested).call.score == 5


def test_sru_ruling_45_a_margin_over_a_threshold() -> None:
    state = give(summoner(rulings={"assistants_result": "margin"}), CallAssistant, **CALL)
    assert only(happened(state, AdmitCall, threshold=3), AssistantTested).call.score == 2


def test_sru_ruling_27_the_result_may_be_rolled_or_entered() -> None:
    state = give(give(summoner(2, rulings={"test_model": "dice_pool"}), CallAssistant, **CALL), AdmitCall)
    assert kinds(state) == ["roll_test:alice"]
    assert only(happened(state, Roll, faces=(5, 2)), AssistantTested).call.score == 1
    state = give(give(summoner(rulings={"test_model": "manual"}), CallAssistant, **CALL), AdmitCall)
    assert only(happened(state, EnterScore, score=3), AssistantTested).call.score == 3
    with pytest.raises(MalformedInput, match="-99 to 99"):
        give(state, EnterScore, score=100)
    with pytest.raises(MalformedInput, match="-99 to 99"):
        give(give(summoner(), CallAssistant, **CALL), AdmitCall, threshold=-(10**9))


def test_sru_ruling_05_one_die_for_the_call_or_one_a_rumor() -> None:
    rumors = (rumor(4), rumor(2, "negative", id="r2", adjective="liar"))
    state = give(give(summoner(rumors=rumors), CallAssistant, **CALL), AdmitCall, circles=("gang-a",))
    assert only(happened(state, Roll, faces=(1,)), RumorCallRolled).total == 1
    per_rumor = summoner(rumors=rumors, rulings={"rumors_call_dice": "per_rumor"})
    state = give(give(per_rumor, CallAssistant, **CALL), AdmitCall, circles=("gang-a",))
    assert only(happened(state, Roll, faces=(1, 5)), RumorCallRolled).total == 2


def test_sru_ruling_07_who_answers_for_nobody_turns_rumors_to_the_good() -> None:
    state = give(summoner(rumors=(rumor(4, "depends"),)), CallAssistant, **CALL)
    assert refusal(state, AdmitCall, circles=("gang-a",))[0] == "SRU-RULING-07"
    state = give(state, AdmitCall, circles=("gang-a",), signs=(("r1", -1),))
    assert only(happened(state, Roll, faces=(1,)), RumorCallRolled).total == -2


def test_sru_assist_27_the_game_master_quotes_a_price() -> None:
    state = give(give(summoner(nuyen=3600), RentAssistant, **RENT), AdmitCall)
    told = only(happened(state, QuoteRental, factor=120), AssistantRented)
    assert (told.price, told.points, told.assistant.rented) == (3600, 6, True)
    state_after = give(state, QuoteRental)
    assert state_after.character("rae").nuyen == 600
    assert only(happened(state, QuoteRental, factor=121), AssistantRefused).reason == "not_available"
    with pytest.raises(MalformedInput, match="factor"):
        give(state, QuoteRental, factor=-1)
    with pytest.raises(MalformedInput, match="1 point"):
        give(summoner(), RentAssistant, **(RENT | {"power": 0, "duration": 0}))


def test_sru_ruling_30_points_that_there_are_not_cannot_be_invested() -> None:
    assert refusal(summoner(), CallAssistant, **CALL, reserve=7) == ("SRU-RULING-30", "over_reserve")


def test_a_call_is_for_ones_own_character_and_for_circles_that_there_are() -> None:
    state = session(character(), character("Bob", seat="bob"), opponents=(place(),))
    with pytest.raises(DecisionClosed):
        give(state, CallAssistant, seat="bob", **CALL)
    with pytest.raises(MalformedInput, match="moon"):
        give(give(summoner(), CallAssistant, **CALL), AdmitCall, circles=("moon",))
