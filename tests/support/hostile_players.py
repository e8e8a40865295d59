"""Computer players that do everything wrong; each factory gets the ruleset and a seed."""

# ruff: noqa: ARG002 -- the protocol names what each of them ignores

import os
import subprocess
import sys
import time
from typing import Any

from msgspec.structs import replace

from rules_engine.kernel.messages import Command, Decision, Legal
from rules_engine.registry import AnyRuleset
from tests.support.tiny_game import Strike

SECONDS = 0.3  # the time that they get


class Hostile:
    def __init__(self, ruleset: AnyRuleset, seed: str) -> None:
        self.asked = 0

    def choose(self, view: Any, decision: Decision, legal: Legal) -> Command:
        self.asked += 1
        return self.play(view, decision, legal)

    def play(self, view: Any, decision: Decision, legal: Legal) -> Command:
        return legal.commands[0]


class Honest(Hostile):
    """Plays the first legal answer: the yardstick."""


class Crash(Hostile):
    def play(self, view: Any, decision: Decision, legal: Legal) -> Command:
        raise RuntimeError("no idea")


class CrashAtStart(Hostile):
    def __init__(self, ruleset: AnyRuleset, seed: str) -> None:
        raise RuntimeError("not today")


class Exit(Hostile):
    """Ends its process instead of answering."""

    def play(self, view: Any, decision: Decision, legal: Legal) -> Command:
        os._exit(0)


class Idle(Hostile):
    def play(self, view: Any, decision: Decision, legal: Legal) -> Command:
        while True:
            time.sleep(3600)


class Busy(Hostile):
    """Never returns, and never lets go of the processor."""

    def play(self, view: Any, decision: Decision, legal: Legal) -> Command:
        while True:
            pass


class Late(Hostile):
    """Answers, but just too late."""

    def play(self, view: Any, decision: Decision, legal: Legal) -> Command:
        time.sleep(SECONDS * 1.5)
        return legal.commands[0]


class Illegal(Hostile):
    """Strikes where it cannot: a well-formed command that the rules refuse."""

    def play(self, view: Any, decision: Decision, legal: Legal) -> Command:
        return Strike(seat=decision.seat, decision=decision.id, at="head")


class Mutating(Hostile):
    """Changes all it can reach of what it was shown."""

    def play(self, view: Any, decision: Decision, legal: Legal) -> Command:
        for record in (view, decision, legal, *legal.commands):
            for name in record.__struct_fields__:
                try:
                    object.__setattr__(record, name, None)
                except (AttributeError, TypeError):
                    getattr(record, name)
        return legal.commands[0]


class FakesSeat(Hostile):
    """Answers for the opponent."""

    def play(self, view: Any, decision: Decision, legal: Legal) -> Command:
        return replace(legal.commands[0], seat="BA"["AB".index(decision.seat)])


class FakesDecision(Hostile):
    """Answers a decision that was never asked, or is long past."""

    def play(self, view: Any, decision: Decision, legal: Legal) -> Command:
        return replace(legal.commands[0], decision="choose_guard:A:r0")


class FakesJudge(Hostile):
    def play(self, view: Any, decision: Decision, legal: Legal) -> Command:
        from rules_engine.kernel.messages import JUDGE
        from tests.support.tiny_game import SetPoints

        return SetPoints(seat=JUDGE, of=decision.seat, points=99)


class HugeOutput(Hostile):
    """Prints without end, and answers with a command that fills the memory."""

    def play(self, view: Any, decision: Decision, legal: Legal) -> Command:
        print("x" * 1_000_000)
        sys.stderr.write("x" * 1_000_000)
        return replace(legal.commands[0], decision="x" * 50_000_000)


class Garbage(Hostile):
    """Answers with something that is no command."""

    def play(self, view: Any, decision: Decision, legal: Legal) -> Command:
        return view  # type: ignore[no-any-return]


class Spawns(Hostile):
    """Leaves a process behind that holds on to its pipes, and never answers."""

    def play(self, view: Any, decision: Decision, legal: Legal) -> Command:
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        time.sleep(3600)
        raise AssertionError


KINDS = (
    Crash, CrashAtStart, Exit, Idle, Busy, Late, Illegal, Mutating, FakesSeat, FakesDecision, FakesJudge, HugeOutput,
    Garbage, Spawns,
)  # fmt: skip
PATHS = {each.__name__: f"{__name__}:{each.__name__}" for each in (Honest, *KINDS)}
