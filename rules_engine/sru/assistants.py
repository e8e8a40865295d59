"""ASSIST: what an assistant may do, how many there may be, what one costs, and how long it helps."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.kernel.messages import JUDGE
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.sru.commands import DestroyAssistant, DismissAssistant, HandOver
from rules_engine.sru.components import Assistant, AssistantKind, Character, Domain, Span
from rules_engine.sru.domains import assistant_kind
from rules_engine.sru.events import AssistantEnded, AssistantHandedOver
from rules_engine.sru.profile import duration_row
from rules_engine.sru.rounding import half
from rules_engine.sru.rulings import Rulings
from rules_engine.sru.state import Action, Call, SessionState
from rules_engine.sru.story import Story

# --- pure functions ---------------------------------------------------------------------------------------------------


def index(assistant: Assistant, *, in_field: bool, rulings: Rulings) -> int:
    """What an assistant acts with: its power, and more inside the field of a specialised one.

    Rules: SRU-ASSIST-14, SRU-ASSIST-17, SRU-RULING-50.
    """
    special = assistant.specialised and in_field
    return assistant.power + (rulings.assistants_specialised_bonus if special else 0)


def limit(character: Character, domain_: Domain, kind: AssistantKind, rulings: Rulings) -> int:
    """How many assistants a character can have at once: SRU-ASSIST-20, SRU-RULING-48, SRU-RULING-53."""
    by = kind.own_limit or domain_.assistant_limit
    value = character.rating(by.rating)
    counted = value if by.divisor == 1 else half(value, rulings.assistants_limit_rounding)
    return max(rulings.assistants_limit_minimum, counted)


def counted(assistants: Iterable[Assistant], character: str, domain: str, kind: AssistantKind, rulings: Rulings) -> int:
    """How many active assistants count against the limit; a group is one: SRU-ASSIST-11, SRU-RULING-49, SRU-RULING-54.

    A kind with a limit of its own is counted by itself (SRU-RULING-53).
    """
    by_kind = rulings.assistants_limit_scope == "kind" or kind.own_limit is not None
    holders = [
        each.controller if rulings.assistants_count_for == "controller" else each.owner
        for each in assistants
        if each.state == "active" and each.domain == domain and (not by_kind or each.kind == kind.id)
    ]
    return holders.count(character)


def check_request(
    character: Character, domain_: Domain, call: Call, assistants: Iterable[Assistant], rulings: Rulings
) -> None:
    """Raise RuleViolation where a call or rental cannot be made: ``aspect_missing``, ``limit_reached``.

    Rules: SRU-ASSIST-10, SRU-ASSIST-12, SRU-ASSIST-18 (a specialised one needs its field), SRU-ASSIST-20.
    """
    kind = assistant_kind(domain_, call.kind)
    if not call.aspect.strip():
        raise RuleViolation(RuleId("SRU-ASSIST-10"), reason="aspect_missing", assistant=call.label)
    if call.specialised and not call.field.strip():
        raise RuleViolation(RuleId("SRU-ASSIST-18"), assistant=call.label)
    most = limit(character, domain_, kind, rulings)
    if counted(assistants, character.id, domain_.id, kind, rulings) >= most:
        raise RuleViolation(RuleId("SRU-ASSIST-20"), reason="limit_reached", character=character.name, most=most)


def check_split(result: int, power: int, duration: int, rulings: Rulings) -> None:
    """Raise RuleViolation unless power and duration are a split of a result: SRU-ASSIST-13, SRU-RULING-46."""
    low = power < rulings.assistants_min_power or duration < rulings.assistants_min_duration
    if power + duration != result or low or min(power, duration) < 0:
        raise RuleViolation(
            RuleId("SRU-ASSIST-13"), reason="split_mismatch", result=result, power=power, duration=duration
        )


def result_of(score: int, threshold: int, rulings: Rulings) -> int:
    """The result of a call, at least 0: its score, or the margin over a threshold: SRU-RULING-45."""
    return max(0, score - threshold if rulings.assistants_result == "margin" else score)


def rent(power: int, duration: int, rulings: Rulings, factor: int | None = None) -> int:
    """What an assistant costs in nuyens: SRU-ASSIST-26, SRU-ASSIST-27, SRU-RULING-51; ``factor`` in hundredths."""
    points = rented_points(power, duration, rulings)
    hundredths = points * rulings.rental_per_point * (rulings.rental_factor if factor is None else factor)
    return -(-hundredths // 100)


def rented_points(power: int, duration: int, rulings: Rulings) -> int:
    """The points that are paid for: SRU-RULING-51."""
    return power + duration if rulings.rental_points == "total" else power


def recharged(maximum: int, reserve: str, assistants: Iterable[Assistant], owner: str, rulings: Rulings) -> int:
    """What a reserve holds after a recharge; the points in assistants are not lost: SRU-ASSIST-19, SRU-RULING-47."""
    if rulings.assistants_invested_at_recharge == "refill":
        return maximum
    invested = sum(
        each.invested
        for each in assistants
        if each.state == "active" and (each.owner, each.reserve) == (owner, reserve)
    )
    return max(0, maximum - invested)


# --- in a session -----------------------------------------------------------------------------------------------------


def check_acting(state: SessionState, action: Action) -> None:
    """Raise what forbids an assistant's action: SRU-ASSIST-10, SRU-ASSIST-16, SRU-ASSIST-17.

    Errors: RuleViolation with ``assistant_cannot``, ``outside_aspect``, ``outside_field``; MalformedInput for one that
    no longer helps.
    """
    assistant = state.assistant(action.actor)
    if assistant.state != "active":
        raise MalformedInput(f"The assistant {assistant.id} no longer helps.")
    if action.reserve or action.risk or action.botched or action.taken_back is not None:
        raise RuleViolation(RuleId("SRU-ASSIST-16"), reason="assistant_cannot", assistant=assistant.label)
    if action.aspect != assistant.aspect or action.domain != assistant.domain:
        raise RuleViolation(RuleId("SRU-ASSIST-10"), reason="outside_aspect", assistant=assistant.label)
    refused = state.rulings.assistants_outside_field == "refused"
    if assistant.specialised and not action.in_field and refused:
        raise RuleViolation(RuleId("SRU-ASSIST-17"), reason="outside_field", assistant=assistant.label)


def made(state: SessionState, call: Call, power: int, duration: int, *, price: int = 0) -> Assistant:
    """The assistant of a call or rental, which helps as long as Table B says: SRU-ASSIST-15, SRU-RULING-52.

    A phase, scene or session that has begun counts as one; where none has, the next one does.
    """
    row = duration_row(state.profile, duration)
    return Assistant(
        id=call.id, domain=call.domain, kind=call.kind, label=call.label, aspect=call.aspect, group=call.group,
        specialised=call.specialised, field=call.field, power=power, duration=duration, row=row.id,
        reserve=call.pool if call.reserve else "", invested=call.reserve, owner=call.character,
        controller=call.character, rented=call.rented, price=price, span=row.span,
        sessions_left=row.sessions if row.span == "sessions" else None,
        scene=state.scene.id if state.scene else "", phase=state.action_phase,
    )  # fmt: skip


def ending(state: SessionState, spans: Sequence[Span]) -> Iterator[AssistantEnded]:
    """The assistants whose row ends now, with a phase or a scene."""
    for each in state.assistants:
        if each.state == "active" and each.span in spans:
            yield AssistantEnded(assistant=each.id, reason="duration")


def carried(assistants: Iterable[Assistant]) -> tuple[Assistant, ...]:
    """The assistants that come to the next session (section 6.1), which counts for those that count sessions."""
    left: Mapping[str, int | None] = {each.id: each.sessions_left for each in assistants}
    return tuple(
        replace(each, sessions_left=None if (count := left[each.id]) is None else count - 1, scene="", phase="")
        for each in assistants
        if each.state == "active" and each.span in {"sessions", "dismissed"}
    )


def expired(assistants: Iterable[Assistant]) -> Iterator[AssistantEnded]:
    """The carried assistants whose row ended with the last session (section 6.2, step 4)."""
    for each in assistants:
        if each.state == "active" and each.sessions_left is not None and each.sessions_left < 1:
            yield AssistantEnded(assistant=each.id, reason="duration")


def hand_over(story: Story, command: HandOver) -> None:
    """An assistant goes to another character: SRU-ASSIST-09; he needs room under SRU-RULING-49 ``controller``."""
    state, assistant = story.state, _controlled(story.state, command.assistant, command.seat)
    taker = state.character(command.to)
    domain_ = state.domain(assistant.domain)
    kind = assistant_kind(domain_, assistant.kind)
    most = limit(taker, domain_, kind, state.rulings)
    full = counted(state.assistants, taker.id, assistant.domain, kind, state.rulings) >= most
    if state.rulings.assistants_count_for == "controller" and full:
        raise RuleViolation(RuleId("SRU-ASSIST-20"), reason="limit_reached", character=taker.name, most=most)
    story.tell(AssistantHandedOver(assistant=assistant.id, giver=assistant.controller, taker=taker.id))


def dismiss(story: Story, command: DismissAssistant) -> None:
    """An assistant is sent away."""
    assistant = _controlled(story.state, command.assistant, command.seat)
    story.tell(AssistantEnded(assistant=assistant.id, reason="dismissed"))


def destroy(story: Story, command: DestroyAssistant) -> None:
    """An assistant is lost: the game master's word. Raises MalformedInput for one that no longer helps."""
    assistant = story.state.assistant(command.assistant)
    if assistant.state != "active":
        raise MalformedInput(f"The assistant {assistant.id} no longer helps.")
    story.tell(AssistantEnded(assistant=assistant.id, reason="destroyed"))


def _controlled(state: SessionState, assistant_id: str, seat: str) -> Assistant:
    assistant = state.assistant(assistant_id)
    seats = {state.character(who).seat for who in (assistant.controller, assistant.owner)}
    if seat not in {*seats, JUDGE}:
        raise DecisionClosed(f"The assistant {assistant.id} is not for {seat} to send.")
    if assistant.state != "active":
        raise MalformedInput(f"The assistant {assistant.id} no longer helps.")
    return assistant
