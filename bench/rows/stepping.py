"""Row 8: full steps of the rules in random matches: list the answers, decide, evolve."""

from collections.abc import Iterator
from itertools import count

from bench.chess_pushes import Pushes
from bench.harness import Figure, Setting, Work, compared, race
from bench.strength import match_setup
from rules_engine import registry
from rules_engine.duels.rulings import Variant
from rules_engine.kernel.dice import Chance, SeededDice
from rules_engine.kernel.fold import fold
from rules_engine.registry import AnyRuleset

VARIANTS: tuple[Variant, ...] = ("advanced", "basic")
GOALS: dict[Variant, float | None] = {"advanced": 0.08, "basic": None}  # the goal is for the largest ruleset
STEPS = 50  # between two looks at the clock


def measure(setting: Setting) -> Iterator[Figure]:
    """Both variants beside python-chess."""
    steps: dict[str, Work] = {variant: stepper(registry.ruleset("duels", 1, variant)) for variant in VARIANTS}
    rates = race({**steps, "python-chess push": Pushes().push}, setting.options, computes=True)
    for variant in VARIANTS:
        what = f"list the answers, decide, evolve: {variant} rules"
        against, goal = "python-chess push", GOALS[variant]
        yield compared(8, what, rates, against, unit="steps", goal=goal, ours=variant)


def stepper(ruleset: AnyRuleset) -> Work:
    """Plays random matches of any game, one after the other, so many steps a call."""
    walk = _walk(ruleset)
    return lambda: sum(1 for _, _ in zip(range(STEPS), walk, strict=False))


def _walk(ruleset: AnyRuleset) -> Iterator[None]:
    for seed in count():
        dice, chance = SeededDice(seed), Chance(seed)
        state = fold(ruleset, ruleset.start(match_setup(ruleset, str(seed))))
        while open_ := ruleset.awaiting(state):
            commands = ruleset.legal_commands(state, open_[0]).commands
            state = fold(ruleset, ruleset.decide(state, commands[chance.below(len(commands))], dice), state)
            yield
