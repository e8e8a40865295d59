"""What a session starts from: profile, characters, opponents, circles, rumors, perhaps a script.

A script is a scenario's: it answers for the game master.
"""

from collections.abc import Iterator

from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Record
from rules_engine.kernel.typed_text import Typed
from rules_engine.sru.components import (
    Adjective,
    Assistant,
    Character,
    ComplicationKind,
    Effect,
    Graph,
    Handling,
    Opponent,
    Profile,
    Rumor,
    SessionInfo,
    Timing,
)
from rules_engine.sru.profile import STANDARD
from rules_engine.sru.rulings import DEFAULTS, Rulings


class ScriptTest(Record, frozen=True, kw_only=True):
    """What a test of the script is: domain, skill, target, what resists, rows of Table A.

    time: whether there is time for the generic bonus (SRU-RULING-29).
    """

    domain: str
    skill: str
    target: str
    option: str
    rows: tuple[str, ...] = ()
    time: bool = False
    conspicuous: bool = False


class Consequence(Record, frozen=True, kw_only=True):
    """What stays of a test: a defence index of an opponent changes."""

    opponent: str
    domain: str
    change: int


class HelpOffer(Record, frozen=True, kw_only=True):
    """A synergy that a step of the script admits.

    unless: other offers; once one of them was taken this one is not credible (SRU-SYNERGY-09, SRU-SYNERGY-10).
    """

    id: str
    title: str
    test: ScriptTest
    effect: Effect
    amount: int = 0
    unless: tuple[str, ...] = ()


class CallOffer(Record, frozen=True, kw_only=True):
    """An assistant that a step of the script admits calling; circles: which cover the call."""

    id: str
    title: str
    domain: str
    kind: str
    aspect: Typed
    circles: tuple[str, ...] = ()


class Lowered(Record, frozen=True, kw_only=True):
    """Lower demands: other rows, and what that costs later (SRU-IMPOSSIBLE-03)."""

    rows: tuple[str, ...]
    consequences: tuple[Consequence, ...] = ()


class Trouble(Record, frozen=True, kw_only=True):
    """The complication that the script picks when one is offered (SRU-COMP-03); amount: of damage or stress."""

    kind: ComplicationKind
    amount: int = 1
    domain: str = ""
    opponent: str = ""
    circle: str = ""
    adjective: Adjective = ""


class Step(Record, frozen=True, kw_only=True):
    """A step of the script with the ways to go about it.

    detail: the steps that going into detail makes of it, harder ones among them (SRU-IMPOSSIBLE-04 to
    SRU-IMPOSSIBLE-06). plan: steps that prepare it
    (SRU-IMPOSSIBLE-01, SRU-IMPOSSIBLE-08); detection: the base of that planned run's detection score. consequences: of
    reaching it. risk_reaches, botch_reaches: what the script says where the table would settle a risk (SRU-RULING-42).
    """

    id: str
    title: str
    test: ScriptTest
    helps: tuple[HelpOffer, ...] = ()
    calls: tuple[CallOffer, ...] = ()
    lowered: Lowered | None = None
    detail: tuple["Step", ...] = ()
    plan: tuple["Step", ...] = ()
    detection: int = 0
    consequences: tuple[Consequence, ...] = ()
    trouble: Trouble | None = None
    risk_reaches: bool = False
    botch_reaches: bool = False


class ScriptScene(Record, frozen=True, kw_only=True):
    """A scene of the script: one test for all of it, or a test for each stage (SRU-DOMAIN-04, SRU-DOMAIN-05)."""

    id: str
    title: str
    handling: Handling = "single_test"
    timing: Timing = "outside"
    steps: tuple[Step, ...]


class Script(Record, frozen=True, kw_only=True):
    """The scenes of a scenario in order."""

    id: str
    title: str
    scenes: tuple[ScriptScene, ...]

    def step(self, step_id: str) -> Step:
        """A step, a detail or a preparation. Raises MalformedInput."""
        for _, step in self.steps():
            if step.id == step_id:
                return step
        raise MalformedInput(f"The script has no step {step_id}.")

    def scene(self, scene_id: str) -> ScriptScene:
        """A scene of the script: one test for all of it, or a test for each stage (SRU-DOMAIN-04, SRU-DOMAIN-05)."""
        return next(scene for scene in self.scenes if scene.id == scene_id)

    def steps(self) -> Iterator[tuple[str, Step]]:
        """Every step with the id of its scene, details and preparations after the step that they belong to."""
        for scene in self.scenes:
            for step in scene.steps:
                for each in below(step):
                    yield scene.id, each


def below(step: Step) -> Iterator[Step]:
    """A step and all that are below it."""
    yield step
    for inner in (*step.detail, *step.plan):
        yield from below(inner)


class TeamSetup(Record, frozen=True, kw_only=True):
    """The characters of a team; each has its seat."""

    id: str
    characters: tuple[Character, ...]


class Setup(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a session starts from.

    others: characters that the game master plays. assistants, rumors: carried from earlier sessions. script: where a
    scenario answers for the game master. played: games of this event so far (SRU-RULING-18).
    """

    profile: Profile = STANDARD
    rulings: Rulings = DEFAULTS
    info: SessionInfo = SessionInfo()
    teams: tuple[TeamSetup, ...]
    others: tuple[Character, ...] = ()
    opponents: tuple[Opponent, ...] = ()
    graph: Graph = Graph()
    rumors: tuple[Rumor, ...] = ()
    assistants: tuple[Assistant, ...] = ()
    script: Script | None = None
    played: int = 0
