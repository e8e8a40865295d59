from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput
from rules_engine.sru.script_check import check, script_faults
from rules_engine.sru.setups import (
    CallOffer,
    Consequence,
    HelpOffer,
    Lowered,
    Script,
    ScriptScene,
    ScriptTest,
    Setup,
    Step,
    Trouble,
)
from tests.support.sru import CITY, character, place, script, setup, step

TEST = ScriptTest(domain="infiltration", skill="stealth", target="office", option="security")
HELP = HelpOffer(id="help", title="Help", test=replace(TEST, rows=("MOD-SYN-1",)), effect="score", amount=1)
CALL = CallOffer(id="call", title="Call", domain="magic", kind="spirit", aspect="x")


def made(*steps: Step) -> Setup:
    return setup(character(), opponents=(place(),), graph=CITY, script=script(*steps))


FAULTS: list[tuple[Step, str]] = [
    (step(""), "scenes[0].steps[0].id must not be empty"),
    (step("door", test={"target": "moon"}), "scenes[0].steps[0].test.target names no opponent: moon"),
    (step("door", test={"domain": "piracy"}), "scenes[0].steps[0].test.option There is no domain piracy"),
    (step("door", test={"option": "charm"}), "scenes[0].steps[0].test.option Nothing resists"),
    (step("door", test={"skill": " "}), "scenes[0].steps[0].test.skill must not be empty"),
    (step("door", ("MOD-X",)), "scenes[0].steps[0].test.rows Table A has no row MOD-X"),
    (step("door", helps=(replace(HELP, amount=2),)), "scenes[0].steps[0].helps[0].effect SRU-RULING-39"),
    (step("door", helps=(replace(HELP, unless=("x",)),)), "scenes[0].steps[0].helps[0].unless names no help"),
    (step("door", helps=(replace(HELP, id="door"),)), "scenes[0].steps[0].helps[0].id repeats the id door"),
    (step("door", calls=(replace(CALL, kind="drone"),)), "scenes[0].steps[0].calls[0].kind The domain magic has no"),
    (step("door", calls=(replace(CALL, circles=("moon",)),)), "scenes[0].steps[0].calls[0].circles There is no circle"),
    (step("door", calls=(replace(CALL, aspect=" "),)), "scenes[0].steps[0].calls[0].aspect must not be empty"),
    (step("door", lowered=Lowered(rows=("MOD-X",))), "scenes[0].steps[0].lowered.rows Table A"),
    (
        step("door", consequences=(Consequence(opponent="moon", domain="matrix", change=1),)),
        "scenes[0].steps[0].consequences[0].opponent names no opponent: moon",
    ),
    (
        step("door", lowered=Lowered(rows=(), consequences=(Consequence(opponent="office", domain="x", change=1),))),
        "scenes[0].steps[0].lowered.consequences[0].domain There is no domain x",
    ),
    (step("door", trouble=Trouble(kind="stress", opponent="moon")), "scenes[0].steps[0].trouble[0].opponent names no"),
    (
        step("door", trouble=Trouble(kind="negative_reputation", circle="moon", adjective="x")),
        "scenes[0].steps[0].trouble.circle There is no circle moon",
    ),
    (
        step("door", trouble=Trouble(kind="negative_reputation", circle="city")),
        "scenes[0].steps[0].trouble.adjective must not be empty",
    ),
    (step("door", detail=(step("in", ("MOD-X",)),)), "scenes[0].steps[0].detail[0].test.rows Table A"),
    (step("door", plan=(step("door"),)), "scenes[0].steps[0].plan[0].id repeats the id door"),
]


@pytest.mark.parametrize(("wrong", "told"), FAULTS, ids=[told for _, told in FAULTS])
def test_a_fault_names_its_place_and_its_reason(wrong: Step, told: str) -> None:
    (fault,) = script_faults(made(wrong))
    assert f"{fault.path} {fault.message}".startswith(told)
    with pytest.raises(MalformedInput):
        check(made(wrong))


def test_all_faults_are_told_at_once() -> None:
    assert len(list(script_faults(made(step("a", ("MOD-X",)), step("a", ("MOD-Y",)))))) == 3


def test_a_script_that_can_be_played_has_no_fault() -> None:
    trouble = Trouble(kind="negative_reputation", circle="city", adjective="clumsy")
    whole = step("door", helps=(HELP,), calls=(CALL,), lowered=Lowered(rows=()), trouble=trouble)
    check(made(replace(whole, detail=(step("in"),), plan=(step("before"),))))


@pytest.mark.parametrize(
    ("scenes", "told"),
    [
        ((), "scenes must hold at least one scene"),
        ((ScriptScene(id="one", title="One", steps=()),), "scenes[0].steps must hold at least one step"),
    ],
)
def test_a_script_has_scenes_and_steps(scenes: Any, told: str) -> None:
    (fault,) = script_faults(replace(made(step("door")), script=Script(id="s", title="S", scenes=scenes)))
    assert f"{fault.path} {fault.message}" == told


def test_a_script_is_for_one_team() -> None:
    two = setup(character(), character("Bob", team="B"), opponents=(place(),), script=script(step("door")))
    with pytest.raises(MalformedInput, match="one team"):
        check(two)
