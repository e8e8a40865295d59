from rules_engine.kernel.dice import FixedDice
from rules_engine.sru.commands import AdmitAction, Roll, SkipStep, TakeStep
from rules_engine.sru.decide import decide
from rules_engine.sru.forecast import forecast
from tests.support.sru import (
    CITY,
    acting,
    answer,
    character,
    declared,
    fold,
    give,
    opened,
    rumor,
    scripted,
    setup,
    step,
)


def test_what_rolls_nothing_leads_to_one_state() -> None:
    state = scripted(step("door"), step("room"))
    command = answer(state, SkipStep)
    assert forecast(state, command) == ((1, fold(state, decide(state, command, FixedDice(())))),)  # type: ignore[arg-type]


def test_a_risk_leads_to_as_many_states_as_its_die_has_faces() -> None:
    state = scripted(step("door", ("MOD-OBST-GLOBAL",)), rulings={"risk_mode": "table"})
    state = give(state, TakeStep, actor="rae", risk=True, reserve=1)
    branches = forecast(state, answer(state, Roll))  # type: ignore[arg-type]
    assert [weight for weight, _ in branches] == [1] * 6
    assert sum(after.reached == (("A", 1),) for _, after in branches) == 4


def test_a_fading_rumor_has_a_branch_a_face() -> None:
    state = opened(setup(character(), rumors=(rumor(4),), graph=CITY))
    assert [after.rumor("r1").index for _, after in forecast(state, answer(state, Roll))] == [4, 4, 4, 4, 3, 3]  # type: ignore[arg-type]


def test_sru_ruling_27_a_pool_is_weighed_by_its_successes() -> None:
    given = {"resistance": 2, "skill": 3, "rulings": {"test_model": "dice_pool"}}
    state = give(declared(acting(given), given), AdmitAction)
    branches = forecast(state, answer(state, Roll))  # type: ignore[arg-type]
    assert [weight for weight, _ in branches] == [64, 96, 48, 8]
    assert [dict(after.reached)["A"] for _, after in branches] == [0, 0, 1, 1]
