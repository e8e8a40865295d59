from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.sru.components import Assistant
from rules_engine.sru.impossible import (
    WAYS,
    Move,
    Party,
    add,
    changed,
    cheapest_plan,
    difficulty,
    fullest,
    out_of_reach,
)
from rules_engine.sru.profile import STANDARD
from rules_engine.sru.setups import Consequence, HelpOffer, Lowered, ScriptTest
from rules_engine.sru.thresholds import Help, Situation, verdict
from tests.support.sru import character, place, rows_by_id, rulings, step

ROWS = rows_by_id("actions")
WHOLE = ("MOD-OBST-GLOBAL", "MOD-DUR-SCENE")
HACK = ScriptTest(domain="matrix", skill="hacking", target="net", option="device", rows=WHOLE)
TAKE_OVER = HelpOffer(id="take-over", title="Take over", test=HACK, effect="routine")


def party(*characters: Any, in_phase: bool = False, **more: Any) -> Party:
    situation = Situation(profile=STANDARD, rulings=rulings(more.pop("rulings", None)), in_phase=in_phase)
    more.setdefault("opponents", (place(skill=4), place("net", domain="matrix", option="device")))
    return Party(at=situation, characters=characters or (character(skills={"stealth": 5}),), **more)


def test_sru_impossible_03_ruling_41_what_can_be_done_is_told_and_nothing_forbidden() -> None:
    """SRU-EX-65."""
    given = ROWS["SRU-EX-65"]
    found = out_of_reach(verdict(5, 8, rulings()), given["free"])
    assert (found.shortfall, found.after_reserve, found.risk) == (given["shortfall"], given["after_reserve"], True)
    assert list(found.ways) == given["ways"] == list(WAYS)
    reached = out_of_reach(verdict(5, 5, rulings()), 2)
    assert (reached.shortfall, reached.risk, reached.ways) == (0, False, ())
    assert out_of_reach(verdict(5, 8, rulings()), 2, point_value=2).after_reserve == 0


def test_sru_impossible_02_trying_costs_what_is_missing() -> None:
    plan = cheapest_plan(step("office", WHOLE), party())
    assert plan.moves == (Move(way="attempt", subject="office", actor="rae", reserve=3),)
    assert (plan.cost, plan.missing, plan.party.characters[0].free) == (3, 0, 3)
    poor = cheapest_plan(step("office", WHOLE), party(character(reserve=1, skills={"stealth": 5})))
    assert (poor.cost, poor.missing) == (1, 2)


def test_sru_impossible_05_detail_is_cheaper() -> None:
    detail = (step("door", ("MOD-OBST-MINOR",)), step("room", ("MOD-OBST-MAJOR",)))
    plan = cheapest_plan(step("office", WHOLE, detail=detail), party())
    assert [move.way for move in plan.moves] == ["go_into_detail", "attempt", "attempt"]
    assert plan.cost == 1


def test_sru_impossible_07_a_synergy_of_a_teammate_is_cheaper() -> None:
    crew = (character(skills={"stealth": 5}), character("Bob", skills={"hacking": 6}))
    plan = cheapest_plan(step("office", WHOLE, helps=(TAKE_OVER,)), party(*crew))
    assert plan.moves == (
        Move(way="synergy", subject="take-over", actor="bob"),
        Move(way="attempt", subject="office", actor="rae"),
    )
    assert cheapest_plan(step("office", WHOLE, helps=(TAKE_OVER,)), party(*crew, used=("take-over",))).cost == 3


def test_sru_synergy_09_offers_that_rule_each_other_out_are_not_planned_together() -> None:
    plain = replace(HACK, rows=("MOD-SYN-2",))
    one = HelpOffer(id="one", title="One", test=plain, effect="score", amount=2)
    two = replace(one, id="two", effect="threshold", unless=("one",))
    crew = (character(skills={"stealth": 4}), character("Bob", skills={"hacking": 6}))
    plan = cheapest_plan(step("office", WHOLE, helps=(one, two)), party(*crew))
    assert sum(move.way == "synergy" for move in plan.moves) == 1
    free = cheapest_plan(step("office", WHOLE, helps=(one, replace(two, unless=()))), party(*crew))
    assert (sum(move.way == "synergy" for move in free.moves), free.cost) == (2, 0)


def test_sru_impossible_03_lower_demands_leave_something_behind() -> None:
    lowered = Lowered(rows=("MOD-OBST-MINOR",), consequences=(Consequence(opponent="net", domain="matrix", change=1),))
    plan = cheapest_plan(step("office", WHOLE, lowered=lowered), party())
    assert plan.moves == (Move(way="lower_demands", subject="office", actor="rae"),)
    assert (plan.cost, plan.party.opponents[1].adjustments[0].change) == (1, 1)


def test_sru_impossible_08_planning_prepares_the_step() -> None:
    order = step(
        "order", ("MOD-OBST-MINOR",), consequences=(Consequence(opponent="office", domain="infiltration", change=-9),)
    )
    plan = cheapest_plan(step("office", WHOLE, plan=(order,)), party())
    assert [move.way for move in plan.moves] == ["plan_run", "attempt", "attempt"]
    assert plan.cost == 0
    assert "office:planned" in plan.party.used
    again = cheapest_plan(step("office", WHOLE, plan=(order,)), party(used=("office:planned",)))
    assert [move.way for move in again.moves] == ["attempt"]


def test_an_assistant_acts_with_its_power_and_spends_nothing() -> None:
    drone = Assistant(
        id="drone", domain="infiltration", kind="drone", label="drone", aspect="x", power=6, duration=0, row="DUR-0",
        owner="rae", controller="rae", span="action", specialised=True, field="x",
    )  # fmt: skip
    plan = cheapest_plan(step("office", WHOLE), party(assistants=(drone, replace(drone, id="lost", state="ended"))))
    assert plan.moves == (Move(way="attempt", subject="office", actor="drone"),)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (("score", 2), Help(score=3, threshold=1, passive=1)),
        (("threshold", 2), Help(score=1, threshold=3, passive=1)),
        (("remove_passive", 2), Help(score=1, threshold=1, passive=3)),
        (("routine", 0), Help(score=1, threshold=1, passive=1, routine=True)),
    ],
)
def test_sru_synergy_07_help_accumulates(given: tuple[Any, int], expected: Help) -> None:
    effect, amount = given
    assert add(Help(score=1, threshold=1, passive=1), replace(TAKE_OVER, effect=effect, amount=amount)) == expected


def test_time_gives_the_bonus_outside_of_phases() -> None:
    timed = step("office", WHOLE, test={"time": True})
    assert [cheapest_plan(timed, party(in_phase=phase)).cost for phase in (False, True)] == [1, 3]


def test_pieces() -> None:
    assert difficulty(HACK, party()).value == 6
    assert fullest(character(reserve=4)) == 4
    assert fullest(character(reserves=())) == 0
    (office,) = changed((place(),), (Consequence(opponent="office", domain="matrix", change=2),))
    assert office.adjustments[0].change == 2
