"""What can have happened in a session. Events carry outcomes; applying one needs no rule and no dice.

Kinds are those of docs/rules/sru.md, section 6.3, and of the same form where that section has none.
"""

from typing import Literal, TypeAlias

from rules_engine.kernel.dice import Roll
from rules_engine.kernel.messages import Event, Outcome, snake
from rules_engine.kernel.typed_text import Typed
from rules_engine.sru.components import (
    Adjustment,
    Assistant,
    Circle,
    ComplicationKind,
    Link,
    Profile,
    Reserve,
    Rumor,
    SetAside,
    Shielding,
    Timing,
)
from rules_engine.sru.profile import ProfileChange
from rules_engine.sru.rulings import Rulings
from rules_engine.sru.rumors import Heard
from rules_engine.sru.setups import Setup
from rules_engine.sru.state import Action, Call, Change, Hampering, Scene, Synergy, Task


def _tag(name: str) -> str:
    """``RumorFadeRolled`` → ``sru.rumor.fade_rolled``."""
    return "sru." + snake(name).replace("_", ".", 1)


class SruEvent(Event, frozen=True, kw_only=True, tag=_tag):
    """Base of this game's events."""


# --- the session ------------------------------------------------------------------------------------------------------


class SessionOpened(SruEvent, frozen=True, kw_only=True):
    """The setup is accepted; ``to_fade``: the rumors whose dice are rolled first; ``todo``: the script's steps."""

    setup: Setup
    to_fade: tuple[str, ...]
    todo: tuple[Task, ...] = ()


class RumorFadeChosen(SruEvent, frozen=True, kw_only=True):
    """A player rolls for a rumor, or leaves it (SRU-RULING-17)."""

    rumor: str
    roll: bool


class RumorFadeRolled(SruEvent, frozen=True, kw_only=True):
    """A rumor's die at the session's start, also where nothing changes (SRU-RUMOR-22)."""

    rumor: str
    before: int
    roll: Roll
    after: int
    faded: bool


class SessionBegan(SruEvent, frozen=True, kw_only=True):
    """All rumors have rolled; play begins."""


class ReserveRecharged(SruEvent, frozen=True, kw_only=True):
    """A reserve is full again (SRU-RULING-55)."""

    character: str
    reserve: str
    before: int
    after: int


class SceneOpened(SruEvent, frozen=True, kw_only=True):
    """A scene begins."""

    scene: Scene


class SceneClosed(SruEvent, frozen=True, kw_only=True):
    """A scene is over; so is what lasted as long."""

    scene: str


class PhaseOpened(SruEvent, frozen=True, kw_only=True):
    """An action phase begins."""

    phase: str


class PhaseClosed(SruEvent, frozen=True, kw_only=True):
    """An action phase is over."""

    phase: str


class SessionClosed(SruEvent, frozen=True, kw_only=True):
    """The session is over; what is not carried to the next is gone (section 6.1)."""

    outcome: Outcome


class ProfileChanged(SruEvent, frozen=True, kw_only=True):
    """Rows, domains or settings are others from now on."""

    profile: Profile
    rulings: Rulings
    changes: tuple[ProfileChange, ...]


class GmRuled(SruEvent, frozen=True, kw_only=True):
    """The game master or a judge ruled."""

    text: Typed
    changes: tuple[Change, ...]
    adjustments: tuple[tuple[str, Adjustment], ...]


# --- actions and synergies --------------------------------------------------------------------------------------------


class ActionDeclared(SruEvent, frozen=True, kw_only=True):
    """An action waits for the game master's word."""

    action: Action


class ActionAdmitted(SruEvent, frozen=True, kw_only=True):
    """The game master admits an action: its threshold stands."""

    action: Action


class ActionRefused(SruEvent, frozen=True, kw_only=True):
    """The game master refuses an action; there is no test and nothing is spent (SRU-ACTION-01, SRU-ACTION-02)."""

    action: str
    reason: Literal["condition_missing", "no_justification"]


class SynergyRefused(SruEvent, frozen=True, kw_only=True):
    """A synergy is not credible; there is no test and nothing is spent (SRU-SYNERGY-09, SRU-SYNERGY-10)."""

    action: str
    reason: Literal["not_credible_place", "not_credible_time"]


class RumorGmUsed(SruEvent, frozen=True, kw_only=True):
    """The game master let a rumor count for an action (SRU-RUMOR-20)."""

    rumor: str
    action: str
    effect: Literal["threshold", "score"]
    amount: int
    reason: Typed


class ActionTested(SruEvent, frozen=True, kw_only=True):
    """A test has fallen short, and what was risked or botched is settled next (SRU-RULING-42)."""

    action: Action
    roll: Roll | None = None


class ActionResolved(SruEvent, frozen=True, kw_only=True):
    """An action with its outcome; ``roll``: of its dice, or of those of a risk; ``tally``: the teams' steps reached."""

    action: Action
    roll: Roll | None = None
    tally: tuple[tuple[str, int], ...] = ()
    complicates: bool = False


class SynergyGranted(SruEvent, frozen=True, kw_only=True):
    """A helper has earned a synergy (SRU-SYNERGY-02)."""

    synergy: Synergy


class ComplicationApplied(SruEvent, frozen=True, kw_only=True):
    """A complication (SRU-COMP-04 to SRU-COMP-07); counted: a point that a counter keeps (SRU-RULING-22)."""

    action: str
    complication: ComplicationKind
    who: str
    opponent: str = ""
    domain: str = ""
    amount: int = 1
    counted: bool = False


class ActionComplicated(SruEvent, frozen=True, kw_only=True):
    """The game master has picked his complications; ``number``: how many."""

    action: str
    number: int


class ActionsGiven(SruEvent, frozen=True, kw_only=True):
    """So many actions a character has left; None: not counted."""

    character: str
    actions: int | None


class ThreatRevealed(SruEvent, frozen=True, kw_only=True):
    """Somebody knows a threat (SRU-ACTIVE-03)."""

    who: str
    threat: str


# --- protection -------------------------------------------------------------------------------------------------------


class ProtectionSetAside(SruEvent, frozen=True, kw_only=True):
    """Points protect passively (SRU-PASSIVE-03); ``points``: of this reserve for the domain; ``free``: left."""

    character: str
    domain: str
    reserve: str
    points: int
    free: int


class ProtectionAbandoned(SruEvent, frozen=True, kw_only=True):
    """A defence is abandoned for an action (SRU-PASSIVE-05, SRU-PASSIVE-06)."""

    character: str
    domain: str
    points: int
    taken_back: int
    lost: int
    free: int


class ProtectionPhaseEnded(SruEvent, frozen=True, kw_only=True):
    """What was set aside comes back, or not, as the phase ends (SRU-RULING-31)."""

    character: str
    domain: str
    reserve: str
    returned: int


class ProtectionShielded(SruEvent, frozen=True, kw_only=True):
    """A character protects others too (SRU-PASSIVE-07)."""

    character: str
    domain: str
    shielding: tuple[Shielding, ...]


class ProtectionActiveDeclared(SruEvent, frozen=True, kw_only=True):
    """Somebody acts against a known threat (SRU-ACTIVE-01); it costs an action."""

    hampering: Hampering


class ProtectionActiveAnswered(SruEvent, frozen=True, kw_only=True):
    """The threat has chosen to ignore or to counter (SRU-ACTIVE-04), or a score is known; ``stage``: what is next."""

    hampering: Hampering
    stage: Literal["score", "counter"]
    roll: Roll | None = None


class ProtectionActiveResolved(SruEvent, frozen=True, kw_only=True):
    """What active protection came to (SRU-ACTIVE-05 to SRU-ACTIVE-09).

    loser: empty for nobody. reserves, set_aside: the loser's after it. bonus_left: the threat's, outside of phases.
    """

    hampering: Hampering
    timing: Timing
    passive: int
    loser: str
    points_lost: int
    reserves: tuple[Reserve, ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    bonus_left: int | None = None
    roll: Roll | None = None


# --- assistants -------------------------------------------------------------------------------------------------------


class AssistantRequested(SruEvent, frozen=True, kw_only=True):
    """A call or a rental waits for the game master's word."""

    call: Call


class AssistantAdmitted(SruEvent, frozen=True, kw_only=True):
    """The assistant is available; ``rolls``: whether the rumor die is rolled."""

    call: Call
    rolls: bool


class AssistantRefused(SruEvent, frozen=True, kw_only=True):
    """No assistant comes; nothing is spent where it is not available (SRU-ASSIST-12)."""

    call: Call
    reason: Literal["not_available", "no_result"]


class RumorCallRolled(SruEvent, frozen=True, kw_only=True):
    """The die of a call (SRU-RUMOR-16)."""

    call: Call
    roll: Roll
    heard: tuple[Heard, ...]
    total: int


class AssistantTested(SruEvent, frozen=True, kw_only=True):
    """The result of a call, to be split (SRU-ASSIST-12)."""

    call: Call
    roll: Roll | None = None


class AssistantActivated(SruEvent, frozen=True, kw_only=True):
    """An assistant helps (SRU-ASSIST-13)."""

    assistant: Assistant
    score: int
    rumor_call: str


class AssistantRented(SruEvent, frozen=True, kw_only=True):
    """A rented assistant helps (SRU-ASSIST-26); ``factor`` in hundredths."""

    assistant: Assistant
    points: int
    per_point: int
    factor: int
    price: int


class AssistantHandedOver(SruEvent, frozen=True, kw_only=True):
    """Somebody else controls an assistant (SRU-ASSIST-09)."""

    assistant: str
    giver: str
    taker: str


class AssistantEnded(SruEvent, frozen=True, kw_only=True):
    """An assistant helps no longer."""

    assistant: str
    reason: Literal["duration", "dismissed", "destroyed"]


# --- rumors and circles -----------------------------------------------------------------------------------------------


class RumorCreated(SruEvent, frozen=True, kw_only=True):
    """A rumor is told from now on (SRU-RUMOR-07)."""

    rumor: Rumor


class RumorChanged(SruEvent, frozen=True, kw_only=True):
    """A rumor has another index, or is no longer told (0)."""

    rumor: str
    before: int
    after: int
    reason: Literal["deed", "complication", "organizer"]


class RumorDetectionCounted(SruEvent, frozen=True, kw_only=True):
    """Rumors count into a planned run's detection score (SRU-RUMOR-19)."""

    plan: str
    base: int
    counted: tuple[tuple[str, int], ...]
    score: int


class CircleSaved(SruEvent, frozen=True, kw_only=True):
    """A circle is new or another."""

    circle: Circle


class CircleLinked(SruEvent, frozen=True, kw_only=True):
    """Two circles are adjacent."""

    link: Link


class CircleUnlinked(SruEvent, frozen=True, kw_only=True):
    """Two circles are no longer adjacent."""

    a: str
    b: str


# --- the script's steps -----------------------------------------------------------------------------------------------


class StepDetailed(SruEvent, frozen=True, kw_only=True):
    """A step is played in detail (SRU-IMPOSSIBLE-04)."""

    step: str
    todo: tuple[Task, ...]


class StepPlanned(SruEvent, frozen=True, kw_only=True):
    """A step is prepared by others first (SRU-IMPOSSIBLE-08)."""

    step: str
    todo: tuple[Task, ...]


class StepEnded(SruEvent, frozen=True, kw_only=True):
    """A step is reached or given up; adjustments: what stays of it; ``tally``: the teams' steps reached."""

    step: str
    reached: bool
    todo: tuple[Task, ...]
    adjustments: tuple[tuple[str, Adjustment], ...] = ()
    tally: tuple[tuple[str, int], ...] = ()


SruEvents: TypeAlias = (
    SessionOpened
    | RumorFadeChosen
    | RumorFadeRolled
    | SessionBegan
    | ReserveRecharged
    | SceneOpened
    | SceneClosed
    | PhaseOpened
    | PhaseClosed
    | SessionClosed
    | ProfileChanged
    | GmRuled
    | ActionDeclared
    | ActionAdmitted
    | ActionRefused
    | SynergyRefused
    | RumorGmUsed
    | ActionTested
    | ActionResolved
    | SynergyGranted
    | ComplicationApplied
    | ActionComplicated
    | ActionsGiven
    | ThreatRevealed
    | ProtectionSetAside
    | ProtectionAbandoned
    | ProtectionPhaseEnded
    | ProtectionShielded
    | ProtectionActiveDeclared
    | ProtectionActiveAnswered
    | ProtectionActiveResolved
    | AssistantRequested
    | AssistantAdmitted
    | AssistantRefused
    | RumorCallRolled
    | AssistantTested
    | AssistantActivated
    | AssistantRented
    | AssistantHandedOver
    | AssistantEnded
    | RumorCreated
    | RumorChanged
    | RumorDetectionCounted
    | CircleSaved
    | CircleLinked
    | CircleUnlinked
    | StepDetailed
    | StepPlanned
    | StepEnded
)
