"""What is wrong with a scenario's script: names of things that there are not, rows that do not earn their effect."""

from collections.abc import Callable, Iterator
from typing import Any

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.plain_data import Fault
from rules_engine.sru.circles import circle
from rules_engine.sru.components import Opponent
from rules_engine.sru.domains import assistant_kind, domain, resistance
from rules_engine.sru.setups import CallOffer, Consequence, Script, ScriptTest, Setup, Step
from rules_engine.sru.state import Offer
from rules_engine.sru.synergy import check_offer
from rules_engine.sru.thresholds import modifiers


def check(setup: Setup) -> None:
    """Raise MalformedInput for a script that cannot be played with its setup, naming the first fault."""
    if len(setup.teams) != 1:
        raise MalformedInput("A script is played by one team.")
    for fault in script_faults(setup):
        raise MalformedInput(f"{fault.path} {fault.message}.")


def script_faults(setup: Setup) -> Iterator[Fault]:
    """Everything that is wrong with a setup's script, by its place in the file of the scenario."""
    script = setup.script
    assert script is not None, "there is a script to check"
    yield from _repeated(script)
    for number, scene in enumerate(script.scenes):
        if not scene.steps:
            yield Fault(f"scenes[{number}].steps", "must hold at least one step")
        for index, step in enumerate(scene.steps):
            yield from _step_faults(setup, step, f"scenes[{number}].steps[{index}]")
    if not script.scenes:
        yield Fault("scenes", "must hold at least one scene")


def _repeated(script: Script) -> Iterator[Fault]:
    seen = {""}
    scenes = [(f"scenes[{number}].id", scene.id) for number, scene in enumerate(script.scenes)]
    for path, name in (*scenes, *_names(script)):
        if name in seen:
            yield Fault(path, f"repeats the id {name}" if name else "must not be empty")
        seen.add(name)


def _names(script: Script) -> Iterator[tuple[str, str]]:
    for number, scene in enumerate(script.scenes):
        for index, step in enumerate(scene.steps):
            yield from _names_below(step, f"scenes[{number}].steps[{index}]")


def _names_below(step: Step, path: str) -> Iterator[tuple[str, str]]:
    yield f"{path}.id", step.id
    for name in ("helps", "calls"):
        for number, offer in enumerate(getattr(step, name)):
            yield f"{path}.{name}[{number}].id", offer.id
    for name in ("detail", "plan"):
        for number, inner in enumerate(getattr(step, name)):
            yield from _names_below(inner, f"{path}.{name}[{number}]")


def _step_faults(setup: Setup, step: Step, path: str) -> Iterator[Fault]:
    yield from _test_faults(setup, step.test, f"{path}.test")
    yield from _help_faults(setup, step, path)
    yield from _call_faults(setup, step, path)
    if step.lowered is not None:
        yield from refused(f"{path}.lowered.rows", modifiers, setup.profile, step.lowered.rows)
        yield from _consequence_faults(setup, step.lowered.consequences, f"{path}.lowered.consequences")
    yield from _consequence_faults(setup, step.consequences, f"{path}.consequences")
    yield from _trouble_faults(setup, step, f"{path}.trouble")
    for name in ("detail", "plan"):
        for number, inner in enumerate(getattr(step, name)):
            yield from _step_faults(setup, inner, f"{path}.{name}[{number}]")


def _help_faults(setup: Setup, step: Step, path: str) -> Iterator[Fault]:
    known = {each.id for each in step.helps}
    for number, offer in enumerate(step.helps):
        at = f"{path}.helps[{number}]"
        yield from _test_faults(setup, offer.test, f"{at}.test")
        given = Offer(effect=offer.effect, amount=offer.amount)
        yield from refused(f"{at}.effect", check_offer, given, offer.test.rows, setup.profile)
        for name in offer.unless:
            if name not in known:
                yield Fault(f"{at}.unless", f"names no help of the step: {name}")


def _call_faults(setup: Setup, step: Step, path: str) -> Iterator[Fault]:
    for number, call in enumerate(step.calls):
        at = f"{path}.calls[{number}]"
        yield from refused(f"{at}.kind", _kind_of_call, setup, call)
        for name in call.circles:
            yield from refused(f"{at}.circles", circle, setup.graph, name)
        if not call.aspect.strip():
            yield Fault(f"{at}.aspect", "must not be empty")


def _kind_of_call(setup: Setup, call: CallOffer) -> None:
    assistant_kind(domain(setup.profile, call.domain), call.kind)


def _test_faults(setup: Setup, test: ScriptTest, path: str) -> Iterator[Fault]:
    target = next((opponent for opponent in setup.opponents if opponent.id == test.target), None)
    if target is None:
        yield Fault(f"{path}.target", f"names no opponent: {test.target}")
    else:
        yield from refused(f"{path}.option", _resists, setup, target, test)
    if not test.skill.strip():
        yield Fault(f"{path}.skill", "must not be empty")
    yield from refused(f"{path}.rows", modifiers, setup.profile, test.rows)


def _resists(setup: Setup, target: Opponent, test: ScriptTest) -> None:
    resistance(target, domain(setup.profile, test.domain), test.option)


def _consequence_faults(setup: Setup, consequences: tuple[Consequence, ...], path: str) -> Iterator[Fault]:
    known = {opponent.id for opponent in setup.opponents}
    for number, each in enumerate(consequences):
        if each.opponent not in known:
            yield Fault(f"{path}[{number}].opponent", f"names no opponent: {each.opponent}")
        yield from refused(f"{path}[{number}].domain", domain, setup.profile, each.domain)


def _trouble_faults(setup: Setup, step: Step, path: str) -> Iterator[Fault]:
    trouble = step.trouble
    if trouble is None:
        return
    stays = Consequence(
        opponent=trouble.opponent or step.test.target, domain=trouble.domain or step.test.domain, change=trouble.amount
    )
    yield from _consequence_faults(setup, (stays,), path)
    if trouble.kind == "negative_reputation":
        yield from refused(f"{path}.circle", circle, setup.graph, trouble.circle)
        if not trouble.adjective.strip():
            yield Fault(f"{path}.adjective", "must not be empty")


def refused(path: str, check_: Callable[..., Any], *arguments: Any) -> Iterator[Fault]:  # any check's own arguments
    """What a check refuses, as a fault at a place of the file."""
    try:
        check_(*arguments)
    except (MalformedInput, RuleViolation) as refusal:
        yield Fault(path, str(refusal).removesuffix("."))
