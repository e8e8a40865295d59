"""ASSIST, RUMOR: a call for an assistant, from the request to the split of its result; and rentals."""

from msgspec.structs import replace

from rules_engine.kernel.dice import Dice, Die, Roll
from rules_engine.kernel.errors import MalformedInput, RulesEngineError
from rules_engine.kernel.messages import Decision
from rules_engine.sru import assistants, circles, rumors, scores
from rules_engine.sru.actions import own
from rules_engine.sru.commands import AdmitCall, CallAssistant, EnterScore, QuoteRental, RentAssistant, SplitResult
from rules_engine.sru.components import GM
from rules_engine.sru.domains import assistant_kind
from rules_engine.sru.events import (
    AssistantActivated,
    AssistantAdmitted,
    AssistantRefused,
    AssistantRented,
    AssistantRequested,
    AssistantTested,
    RumorCallRolled,
)
from rules_engine.sru.state import Call, CallPending, SessionState
from rules_engine.sru.story import Story


def request(story: Story, command: CallAssistant | RentAssistant) -> None:
    """A character calls for an assistant by its skill, or rents one: SRU-ASSIST-07, SRU-ASSIST-08, SRU-ASSIST-26.

    Errors: RuleViolation with ``over_reserve``, ``aspect_missing``, ``limit_reached``; MalformedInput; DecisionClosed.
    """
    state = story.state
    own(state, command.seat, command.character)
    rents = isinstance(command, RentAssistant)
    call = Call(
        id=f"h{state.ply}", character=command.character, domain=command.domain, kind=command.assistant,
        label=command.label, aspect=command.aspect, group=command.group, specialised=command.specialised,
        field=command.field, rented=rents,
    )  # fmt: skip
    if isinstance(command, RentAssistant):
        if min(command.power, command.duration) < 0 or command.power + command.duration == 0:
            raise MalformedInput("An assistant is rented with 1 point or more.")
        call = replace(call, power=command.power, duration=command.duration)
    else:
        call = replace(call, reserve=command.reserve, pool=command.pool, generic_bonus=command.generic_bonus)
    check(state, call)
    story.tell(AssistantRequested(call=call))


def check(state: SessionState, call: Call) -> None:
    """Raise what forbids a call before the game master is asked; errors as of `request`."""
    character = state.character(call.character)
    scores.check_spending(character, call.pool, call.reserve if not call.rented else 0)
    assistants.check_request(character, state.domain(call.domain), call, state.assistants, state.rulings)


def is_possible(state: SessionState, call: Call) -> bool:
    """Whether nothing forbids a call."""
    try:
        check(state, call)
    except RulesEngineError:
        return False
    return True


def awaiting(state: SessionState, pending: CallPending) -> tuple[Decision, ...]:
    """What a call waits for: the game master's word, the rumor die, a score, the split, a price."""
    call = pending.call
    seat = state.character(call.character).seat
    match pending.stage:
        case "roll":
            sides = rumors.sides(state.rulings)
            names = [call.rumor_call, *(f"{call.rumor_call}#{n}" for n in range(2, len(call.counted) + 1))]
            pools = tuple(Die(name, sides) for name in names[: rumors.dice_of_call(call.counted, state.rulings)])
            return (
                Decision(id=f"roll_call:{call.id}", seat=seat, kind="roll_call", subject=call.character, pools=pools),
            )
        case "score":
            return (scores.asked(call.id, seat, number(state, call), state.rulings),)
        case "split":
            return (Decision(id=f"split:{call.id}", seat=seat, kind="split", subject=call.character),)
    kind = {"admit": "admit_call", "quote": "quote_rental"}[pending.stage]
    return (Decision(id=f"{kind}:{call.id}", seat=GM, kind=kind, subject=call.character),)


def admit(story: Story, command: AdmitCall, pending: CallPending) -> None:
    """The game master's word: whether it is available, which circles cover it, which rumors are turned.

    Rules: SRU-ASSIST-12 (``not_available``), SRU-RUMOR-16, SRU-RULING-07, SRU-RULING-09 (rentals), SRU-RULING-14.
    Errors: RuleViolation (SRU-RULING-07) where a sign must be chosen or is fixed.
    """
    state, call = story.state, pending.call
    scores.check_typed("A threshold", command.threshold)
    if not command.available:
        story.tell(AssistantRefused(call=call, reason="not_available"))
        return
    told = _told(state, call, command)
    for entry in told:
        rumors.sign(state.rumor(entry.rumor), dict(command.signs), state.rulings)
    claimed = call.generic_bonus or state.rulings.test_generic_bonus_applies == "always_outside"
    admitted = replace(
        call, circles=command.circles, signs=command.signs, threshold=command.threshold, counted=told,
        rumor_call=f"call:{call.id}" if told else "",
        bonus=state.bonus_of(call.character) if claimed and command.time and not state.action_phase else 0,
    )  # fmt: skip
    story.tell(AssistantAdmitted(call=admitted, rolls=bool(told)))


def _told(state: SessionState, call: Call, command: AdmitCall) -> tuple[rumors.Told, ...]:
    for each in command.circles:
        circles.circle(state.graph, each)
    if call.rented and not state.rulings.rumors_roll_on_rental:
        return ()
    scope = rumors.Scope(character=call.character, domain=call.domain, circles=command.circles)
    return rumors.told(state.rumors, scope, state.graph, state.rulings)


def kind_signs(state: SessionState, call: Call, covering: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """The signs of the rumors that depend, all turned to the good, for who answers without a word of his own."""
    scope = rumors.Scope(character=call.character, domain=call.domain, circles=covering)
    counted = (state.rumor(each.rumor) for each in rumors.told(state.rumors, scope, state.graph, state.rulings))
    return tuple((rumor.id, 1) for rumor in counted if rumor.polarity == "depends")


def roll_call(story: Story, decision: Decision, dice: Dice, pending: CallPending) -> None:
    """The die of a call, or one a rumor: SRU-RUMOR-16 to SRU-RUMOR-18, SRU-RULING-05."""
    state, call = story.state, pending.call
    made = dice.roll(decision.kind, decision.pools)
    known = {rumor.id: rumor for rumor in state.rumors}
    heard = rumors.call(call.counted, known, made.faces, signs=dict(call.signs), rulings=state.rulings)
    total = rumors.total(heard, state.rulings)
    after = replace(call, heard=heard, modifier=total)
    story.tell(RumorCallRolled(call=after, roll=made, heard=heard, total=total))


def number(state: SessionState, call: Call) -> int:
    """The score of the activation test, the rumor's modifier included: SRU-RULING-08, SRU-RULING-45."""
    character = state.character(call.character)
    kind = assistant_kind(state.domain(call.domain), call.kind)
    return scores.points(
        character.skills.get(kind.skill, 0), rulings=state.rulings, bonus=call.bonus, spent=call.reserve,
        rumor=call.modifier,
    )  # fmt: skip


def roll_test(story: Story, decision: Decision, dice: Dice, pending: CallPending) -> None:
    """Roll the activation test (SRU-RULING-27 ``dice_pool``)."""
    made = dice.roll(decision.kind, decision.pools)
    _tested(story, pending.call, scores.successes(made.faces), made)


def enter(story: Story, command: EnterScore, pending: CallPending) -> None:
    """The score that the table enters (SRU-RULING-27 ``manual``)."""
    scores.check_typed("A score", command.score)
    _tested(story, pending.call, command.score, None)


def go_on(story: Story) -> None:
    """Score what needs nobody."""
    pending = story.state.pending
    if isinstance(pending, CallPending) and pending.stage == "score":
        score = number(story.state, pending.call)
        if scores.is_known(score, story.state.rulings):
            _tested(story, pending.call, score, None)


def _tested(story: Story, call: Call, score: int, made: Roll | None) -> None:
    """The result to be split; with 0 no assistant comes (SRU-RULING-46)."""
    rulings = story.state.rulings
    result = assistants.result_of(score, call.threshold, rulings)
    tested = replace(call, score=result)
    least = max(1, rulings.assistants_min_power + rulings.assistants_min_duration)
    story.tell(AssistantTested(call=tested, roll=made))
    if result < least:
        story.tell(AssistantRefused(call=tested, reason="no_result"))


def split(story: Story, command: SplitResult, pending: CallPending) -> None:
    """The player splits the result between power and duration: SRU-ASSIST-13, SRU-RULING-46."""
    state, call = story.state, pending.call
    assistants.check_split(call.score, command.power, command.duration, state.rulings)
    made = assistants.made(state, call, command.power, command.duration)
    story.tell(AssistantActivated(assistant=made, score=call.score, rumor_call=call.rumor_call))


def quote(story: Story, command: QuoteRental, pending: CallPending) -> None:
    """The price of a rental: SRU-ASSIST-26, SRU-ASSIST-27, SRU-RULING-51; who cannot pay it gets nobody.

    Errors: MalformedInput for a factor below 0.
    """
    state, call = story.state, pending.call
    factor = state.rulings.rental_factor if command.factor is None else command.factor
    price = assistants.rent(call.power, call.duration, state.rulings, factor)
    if factor < 0:
        raise MalformedInput("A price factor is 0 or more.")
    if price > state.character(call.character).nuyen:
        story.tell(AssistantRefused(call=call, reason="not_available"))
        return
    story.tell(
        AssistantRented(
            assistant=assistants.made(state, call, call.power, call.duration, price=price),
            points=assistants.rented_points(call.power, call.duration, state.rulings),
            per_point=state.rulings.rental_per_point, factor=factor, price=price,
        )
    )  # fmt: skip
