"""A session as it stands: frozen records, and the look-ups and copies that every rule needs."""

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias, TypeVar

from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Id, Outcome, Record, Seat
from rules_engine.kernel.typed_text import Typed
from rules_engine.sru.components import (
    Assistant,
    Character,
    Domain,
    Effect,
    Graph,
    Handling,
    Opponent,
    Profile,
    Rumor,
    Timing,
)
from rules_engine.sru.domains import domain
from rules_engine.sru.rulings import Rulings
from rules_engine.sru.rumors import Heard, Told
from rules_engine.sru.setups import Setup, Step
from rules_engine.sru.thresholds import Situation

Phase: TypeAlias = Literal["fading", "play", "over"]
Stage: TypeAlias = Literal["admit", "roll", "score", "gamble", "complicate", "split", "quote", "respond", "counter"]
Result: TypeAlias = Literal["", "reached", "not_reached", "refused"]
Scope: TypeAlias = Literal["action", "scene", "session"]
R = TypeVar("R", Character, Opponent, Rumor, Assistant)


class Scene(Record, frozen=True, kw_only=True):
    """A scene that is being played (section 5.5)."""

    id: Id
    title: Typed
    handling: Handling = "single_test"
    timing: Timing = "outside"


class Condition(Record, frozen=True, kw_only=True):
    """A condition of an action, and whether the game master says that it is met (SRU-ACTION-01)."""

    text: Typed
    met: bool = True


class Offer(Record, frozen=True, kw_only=True):
    """What a synergy action is to give (SRU-SYNERGY-01).

    helped: the character, or empty for whoever acts. target: of the action that is made easier, empty for any. scene:
    to which the effect is tied, empty for the one that is played.
    """

    effect: Effect
    amount: int = 0
    helped: Id = ""
    target: Id = ""
    timing: Literal["during", "before"] = "before"
    scene: Id = ""


class Synergy(Record, frozen=True, kw_only=True):
    """A synergy that was granted; id: that of the helper's action. scope: what it serves (SRU-RULING-40)."""

    id: str
    giver: str
    offer: Offer
    scope: Scope = "action"
    scene: str = ""
    step: str = ""


class Action(Record, frozen=True, kw_only=True):
    """An action of section 5.5.

    taken_back: reserve points taken back from an abandoned defence, None where it is kept. helps: for a synergy action.
    step: the step or offer of the scenario. rumor: what rumors add to the threshold; own_rumor: to the score. bonus:
    what the claimed generic bonus is worth.
    """

    id: str
    scene: str
    phase: str = ""
    actor: str
    domain: str
    skill: str
    target: str
    option: str
    rows: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    justification: Typed = ""
    synergies: tuple[str, ...] = ()
    generic_bonus: bool = False
    bonus: int = 0
    reserve: int = 0
    pool: str = "reserve"
    taken_back: int | None = None
    risk: bool = False
    botched: bool = False
    conspicuous: bool = False
    aspect: Typed = ""
    in_field: bool = True
    helps: Offer | None = None
    step: str = ""
    lowered: bool = False
    rumor: int = 0
    own_rumor: int = 0
    threshold: int = 0
    score: int = 0
    outcome: Result = ""
    margin: int = 0
    shortfall: int = 0


class Call(Record, frozen=True, kw_only=True):
    """A call for an assistant, or a rental, while it goes on.

    circles, signs: the game master's word (SRU-RULING-14, SRU-RULING-07). threshold: under SRU-RULING-45 ``margin``.
    """

    id: str
    character: str
    domain: str
    kind: str
    label: Typed
    aspect: Typed
    group: bool = False
    specialised: bool = False
    field: Typed = ""
    reserve: int = 0
    pool: str = "reserve"
    generic_bonus: bool = False
    bonus: int = 0
    rented: bool = False
    power: int = 0
    duration: int = 0
    step: str = ""
    circles: tuple[str, ...] = ()
    signs: tuple[tuple[str, int], ...] = ()
    threshold: int = 0
    counted: tuple[Told, ...] = ()
    heard: tuple[Heard, ...] = ()
    rumor_call: str = ""
    modifier: int = 0
    score: int = 0


class Hampering(Record, frozen=True, kw_only=True):
    """Active protection while it goes on: a protector makes a threat's activity harder (SRU-ACTIVE-01)."""

    id: str
    protector: str
    threat: str
    domain: str
    response: Literal["", "ignored", "countered"] = ""
    protector_score: int = 0
    threat_score: int = 0


class ActionPending(Record, frozen=True, kw_only=True):
    """An action that was declared and is not resolved."""

    action: Action
    stage: Stage = "admit"


class CallPending(Record, frozen=True, kw_only=True):
    """A call or a rental that was made and is not settled."""

    call: Call
    stage: Stage = "admit"


class HamperPending(Record, frozen=True, kw_only=True):
    """Active protection that is not settled: the threat responds, then scores are made."""

    hampering: Hampering
    stage: Stage = "respond"


Pending: TypeAlias = ActionPending | CallPending | HamperPending


class Task(Record, frozen=True, kw_only=True):
    """A step of the scenario that is still to be done.

    parent: the step that it is a detail or a preparation of, empty for one of a scene. planned: it prepares its parent,
    which is done after it. ready: the parent of details, reached once they are.
    """

    step: str
    scene: str
    parent: str = ""
    planned: bool = False
    ready: bool = False


class Change(Record, frozen=True, kw_only=True):
    """What a game master sets on a character, whatever the rules say."""

    character: Id
    what: Literal["nuyen", "stress", "damage", "negative_reputation"]
    value: int


class SessionState(Record, frozen=True, kw_only=True):
    """A session of this ruleset.

    to_fade: rumors whose die is still to be rolled; fading: the one whose player chose to roll. bonuses: actors whose
    generic bonus active protection has cut, for this scene (SRU-ACTIVE-08). action_phase: its id, empty outside of one.
    used: offers of the scenario that were taken. todo: the scenario's steps; attempt: what came of trying the first.
    ended: steps and whether they were reached. reached: team → how many.
    """

    setup: Setup
    profile: Profile
    rulings: Rulings
    characters: tuple[Character, ...]
    opponents: tuple[Opponent, ...] = ()
    graph: Graph = Graph()
    rumors: tuple[Rumor, ...] = ()
    assistants: tuple[Assistant, ...] = ()
    synergies: tuple[Synergy, ...] = ()
    bonuses: tuple[tuple[str, int], ...] = ()
    phase: Phase = "fading"
    to_fade: tuple[str, ...] = ()
    fading: str = ""
    scene: Scene | None = None
    action_phase: str = ""
    pending: Pending | None = None
    todo: tuple[Task, ...] = ()
    used: tuple[str, ...] = ()
    attempt: Literal["", "reached", "lowered", "not_reached"] = ""
    ended: tuple[tuple[str, bool], ...] = ()
    reached: tuple[tuple[str, int], ...] = ()
    result: Outcome | None = None
    ply: int = 0

    @property
    def scripted(self) -> bool:
        """Whether a scenario answers for the game master."""
        return self.setup.script is not None

    @property
    def teams(self) -> tuple[str, ...]:
        """The players' teams."""
        return tuple(team.id for team in self.setup.teams)

    @property
    def situation(self) -> Situation:
        """What passive protection depends on."""
        return Situation(
            profile=self.profile,
            rulings=self.rulings,
            in_phase=bool(self.action_phase),
            characters=self.characters,
        )

    def domain(self, domain_id: str) -> Domain:
        """A domain of the profile. Raises MalformedInput."""
        return domain(self.profile, domain_id)

    def character(self, character_id: str) -> Character:
        """A character of the session. Raises MalformedInput."""
        return _found(self.characters, character_id)

    def opponent(self, opponent_id: str) -> Opponent:
        """An opponent or target. Raises MalformedInput."""
        return _found(self.opponents, opponent_id)

    def target(self, target_id: str) -> Opponent | Character:
        """An opponent or a character, as a target. Raises MalformedInput."""
        for opponent in self.opponents:
            if opponent.id == target_id:
                return opponent
        return self.character(target_id)

    def rumor(self, rumor_id: str) -> Rumor:
        """A rumor. Raises MalformedInput."""
        return _found(self.rumors, rumor_id)

    def assistant(self, assistant_id: str) -> Assistant:
        """An assistant. Raises MalformedInput."""
        return _found(self.assistants, assistant_id)

    def is_assistant(self, actor_id: str) -> bool:
        """Whether an actor is an assistant."""
        return any(each.id == actor_id for each in self.assistants)

    def responsible(self, actor_id: str) -> Character:
        """The character who acts, or who controls the assistant that does. Raises MalformedInput."""
        return self.character(self.assistant(actor_id).controller if self.is_assistant(actor_id) else actor_id)

    def seat_of(self, who: str) -> Seat:
        """Whose seat decides for a character or, the game master's, for an opponent."""
        found = self.target(who)
        return found.seat if isinstance(found, Character) else "gm"

    def bonus_of(self, actor_id: str) -> int:
        """What an actor's generic bonus is worth in this scene (SRU-ACTIVE-08, SRU-RULING-29)."""
        return dict(self.bonuses).get(actor_id, self.rulings.test_generic_bonus)

    def step(self, step_id: str) -> Step:
        """A step of the scenario. Raises MalformedInput."""
        assert self.setup.script is not None
        return self.setup.script.step(step_id)

    def with_(self, changed: Character | Opponent | Rumor | Assistant) -> dict[str, Any]:
        """The field of the state with one record put in its place, or added."""
        name = PLACES[type(changed)]
        return {name: _with(getattr(self, name), changed)}


PLACES = {Character: "characters", Opponent: "opponents", Rumor: "rumors", Assistant: "assistants"}


def _found(records: Iterable[R], wanted: str) -> R:
    for record in records:
        if record.id == wanted:
            return record
    raise MalformedInput(f"There is no {wanted} in this session.")


def _with(records: tuple[Any, ...], changed: Any) -> tuple[Any, ...]:  # all of one type, that of ``changed``
    if any(record.id == changed.id for record in records):
        return tuple(changed if record.id == changed.id else record for record in records)
    return (*records, changed)
