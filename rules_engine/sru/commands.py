"""What a seat can ask for. A command answers the decision whose kind is named with it.

``play`` is open to every player, ``run`` to the game master, at all times when nothing else must be settled first. To
the rules a text that people type is opaque: a league may hand in the id of one that it keeps elsewhere.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from rules_engine.kernel.messages import Command, Id, Record, RollCommand
from rules_engine.kernel.typed_text import Typed
from rules_engine.sru.components import (
    Adjective,
    Adjustment,
    Circle,
    ComplicationKind,
    Handling,
    Link,
    Profile,
    Timing,
)
from rules_engine.sru.rulings import Rulings
from rules_engine.sru.rumors import Deed
from rules_engine.sru.state import Change, Offer

Skill: TypeAlias = Annotated[str, Meta(pattern=r"^\S*( \S+){0,2}$", max_length=60, description="a skill of a sheet")]


class Roll(RollCommand, frozen=True, kw_only=True):
    """Roll the pools of an open roll decision: any decision whose kind starts with ``roll_``."""


class ChooseFade(Command, frozen=True, kw_only=True):
    """``choose_fade``: roll for a rumor, or leave it (SRU-RULING-17 ``player_choice``)."""

    roll: bool


# --- players ----------------------------------------------------------------------------------------------------------


class DeclareAction(Command, frozen=True, kw_only=True):
    """``play``: an action of a character or an assistant (SRU-ACTION-01 to SRU-ACTION-03), as state.Action."""

    actor: Id
    domain: Id
    skill: Skill
    target: Id
    option: Id
    rows: tuple[Id, ...] = ()
    conditions: tuple[Typed, ...] = ()
    justification: Typed = ""
    synergies: tuple[Id, ...] = ()
    generic_bonus: bool = False
    reserve: int = 0
    pool: Id = "reserve"
    taken_back: int | None = None
    risk: bool = False
    botched: bool = False
    conspicuous: bool = False
    aspect: Typed = ""
    in_field: bool = True
    helps: Offer | None = None


class SetPointsAside(Command, frozen=True, kw_only=True):
    """``play``: reserve points for passive protection in an action phase (SRU-PASSIVE-03)."""

    character: Id
    domain: Id
    points: int
    reserve: Id = "reserve"


class ShieldOthers(Command, frozen=True, kw_only=True):
    """``play``: protect others too; points: for each, under SRU-RULING-32 ``points`` (SRU-PASSIVE-07)."""

    character: Id
    domain: Id
    others: tuple[Id, ...]
    points: tuple[int, ...] = ()


class HamperThreat(Command, frozen=True, kw_only=True):
    """``play``, or ``run`` for an opponent: active protection against a known threat (SRU-ACTIVE-01)."""

    protector: Id
    threat: Id
    domain: Id


class Respond(Command, frozen=True, kw_only=True):
    """``respond``: ignore active protection or counter it (SRU-ACTIVE-04)."""

    response: Literal["ignored", "countered"]


class EnterScore(Command, frozen=True, kw_only=True):
    """``enter_score``: the score that the table gives, under SRU-RULING-27 ``manual``."""

    score: int


class CallAssistant(Command, frozen=True, kw_only=True):
    """``play``: call for an assistant of a kind (SRU-ASSIST-07, SRU-ASSIST-12)."""

    character: Id
    domain: Id
    assistant: Id
    label: Typed
    aspect: Typed
    group: bool = False
    specialised: bool = False
    field: Typed = ""
    reserve: int = 0
    pool: Id = "reserve"
    generic_bonus: bool = False


class SplitResult(Command, frozen=True, kw_only=True):
    """``split``: the result of a call between power and duration (SRU-ASSIST-13)."""

    power: int
    duration: int


class RentAssistant(Command, frozen=True, kw_only=True):
    """``play``: rent an assistant from a supplier (SRU-ASSIST-26)."""

    character: Id
    domain: Id
    assistant: Id
    label: Typed
    aspect: Typed
    power: int
    duration: int
    group: bool = False
    specialised: bool = False
    field: Typed = ""


class HandOver(Command, frozen=True, kw_only=True):
    """``play``: hand an assistant to another character (SRU-ASSIST-09)."""

    assistant: Id
    to: Id


class DismissAssistant(Command, frozen=True, kw_only=True):
    """``play``: send an assistant away."""

    assistant: Id


# --- the game master --------------------------------------------------------------------------------------------------


class OpenScene(Command, frozen=True, kw_only=True):
    """``run``: begin a scene; one that is open ends."""

    scene: Id
    title: Typed
    handling: Handling = "single_test"
    timing: Timing = "outside"


class CloseScene(Command, frozen=True, kw_only=True):
    """``run``: end the scene."""


class OpenPhase(Command, frozen=True, kw_only=True):
    """``run``: begin an action phase of the scene."""


class ClosePhase(Command, frozen=True, kw_only=True):
    """``run``: end the action phase."""


class RumorUse(Record, frozen=True, kw_only=True):
    """A rumor that counts for an action (SRU-RUMOR-20); amount: None for what is proposed (SRU-RULING-21)."""

    rumor: Id
    effect: Literal["threshold", "score"] = "threshold"
    circle: Id = ""
    amount: int | None = None
    reason: Typed = ""


class AdmitAction(Command, frozen=True, kw_only=True):
    """``admit_action``: the game master's word on an action.

    conditions: which are met, in order; missing: all. rows: circumstances (SRU-ACTION-04). time: for the generic bonus
    (SRU-RULING-29). credible: of a synergy, in place and in time (SRU-SYNERGY-09, SRU-SYNERGY-10).
    """

    conditions: tuple[bool, ...] = ()
    accepted: bool = True
    rows: tuple[Id, ...] = ()
    time: bool = True
    credible: Literal["", "not_credible_place", "not_credible_time"] = ""
    rumors: tuple[RumorUse, ...] = ()


class SettleGamble(Command, frozen=True, kw_only=True):
    """``settle_gamble``: what the table made of a risk or a botched job (SRU-RULING-42)."""

    reached: bool


class Complication(Record, frozen=True, kw_only=True):
    """A complication that the game master picks (SRU-COMP-03 to SRU-COMP-07).

    who: the runner, or for ``defence_raised`` the opponent. opponent: who identifies him. circle, adjective: of a point
    of negative reputation. amount: of damage and stress, which have no default; for a raised index None is 1.
    """

    kind: ComplicationKind
    who: Id
    opponent: Id = ""
    domain: Id = ""
    amount: int | None = None
    circle: Id = ""
    adjective: Adjective = ""


class Complicate(Command, frozen=True, kw_only=True):
    """``complicate``: none, one or more complications (SRU-RULING-44)."""

    complications: tuple[Complication, ...] = ()


class AdmitCall(Command, frozen=True, kw_only=True):
    """``admit_call``: whether the assistant is available, which circles cover the call, which rumors are turned.

    threshold: under SRU-RULING-45 ``margin``. time: for the generic bonus.
    """

    available: bool = True
    circles: tuple[Id, ...] = ()
    signs: tuple[tuple[Id, int], ...] = ()
    threshold: int = 0
    time: bool = True


class QuoteRental(Command, frozen=True, kw_only=True):
    """``quote_rental``: the price factor in hundredths, None for the league's (SRU-ASSIST-27)."""

    factor: int | None = None


class RecordDeed(Command, frozen=True, kw_only=True):
    """``run``: a deed makes a rumor or raises one (SRU-RUMOR-07)."""

    deed: Deed


class WithdrawRumor(Command, frozen=True, kw_only=True):
    """``run``: a rumor is no longer told."""

    rumor: Id


class CountDetection(Command, frozen=True, kw_only=True):
    """``run``: rumors count into a planned run's detection score (SRU-RUMOR-19); circle: empty for each one's own."""

    plan: Id
    base: int
    rumors: tuple[Id, ...]
    circle: Id = ""


class SaveCircle(Command, frozen=True, kw_only=True):
    """``run``: a new or changed circle."""

    circle: Circle


class LinkCircles(Command, frozen=True, kw_only=True):
    """``run``: two circles are adjacent from now on."""

    link: Link


class UnlinkCircles(Command, frozen=True, kw_only=True):
    """``run``: two circles are no longer adjacent."""

    a: Id
    b: Id


class Recharge(Command, frozen=True, kw_only=True):
    """``run``: a character's reserves fill up (SRU-RULING-55)."""

    character: Id


class GiveActions(Command, frozen=True, kw_only=True):
    """``run``: how many actions a character has left in the action phase; None: not counted."""

    character: Id
    actions: int | None


class RevealThreat(Command, frozen=True, kw_only=True):
    """``run``: somebody now knows a threat (SRU-ACTIVE-03)."""

    who: Id
    threat: Id


class DestroyAssistant(Command, frozen=True, kw_only=True):
    """``run``: an assistant is lost."""

    assistant: Id


class ChangeProfile(Command, frozen=True, kw_only=True):
    """``run``: other rows, domains or settings from now on (section 5.1)."""

    profile: Profile
    rulings: Rulings


class GmRule(Command, frozen=True, kw_only=True):
    """The game master's or the judge's seat, at any time: a ruling in words, and what it sets."""

    text: Typed
    changes: tuple[Change, ...] = ()
    adjustments: tuple[tuple[Id, Adjustment], ...] = ()


class CloseSession(Command, frozen=True, kw_only=True):
    """``run``: the session is over."""


# --- a scenario's steps -----------------------------------------------------------------------------------------------


class TakeStep(Command, frozen=True, kw_only=True):
    """``way``: try the step, with the help that there is (SRU-IMPOSSIBLE-03 for lowered demands)."""

    actor: Id
    reserve: int = 0
    pool: Id = "reserve"
    risk: bool = False
    botched: bool = False
    lowered: bool = False


class HelpStep(Command, frozen=True, kw_only=True):
    """``way``: a synergy action that the step offers (SRU-IMPOSSIBLE-07)."""

    offer: Id
    actor: Id
    reserve: int = 0
    pool: Id = "reserve"
    risk: bool = False


class GoIntoDetail(Command, frozen=True, kw_only=True):
    """``way``: play the step in detail (SRU-IMPOSSIBLE-04)."""


class PlanRun(Command, frozen=True, kw_only=True):
    """``way``: prepare the step by others (SRU-IMPOSSIBLE-08)."""


class CallForStep(Command, frozen=True, kw_only=True):
    """``way``: call for an assistant that the step offers."""

    offer: Id
    character: Id
    reserve: int = 0
    pool: Id = "reserve"


class SkipStep(Command, frozen=True, kw_only=True):
    """``way``: leave the step."""


SruCommand: TypeAlias = (
    Roll
    | ChooseFade
    | DeclareAction
    | SetPointsAside
    | ShieldOthers
    | HamperThreat
    | Respond
    | EnterScore
    | CallAssistant
    | SplitResult
    | RentAssistant
    | HandOver
    | DismissAssistant
    | OpenScene
    | CloseScene
    | OpenPhase
    | ClosePhase
    | AdmitAction
    | SettleGamble
    | Complicate
    | AdmitCall
    | QuoteRental
    | RecordDeed
    | WithdrawRumor
    | CountDetection
    | SaveCircle
    | LinkCircles
    | UnlinkCircles
    | Recharge
    | GiveActions
    | RevealThreat
    | DestroyAssistant
    | ChangeProfile
    | GmRule
    | CloseSession
    | TakeStep
    | HelpStep
    | GoIntoDetail
    | PlanRun
    | CallForStep
    | SkipStep
)
