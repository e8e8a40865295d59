"""ACTIVE: actions that make an identified threat's activity harder."""

from typing import Literal

from msgspec.structs import replace

from rules_engine.kernel.dice import Dice, Roll
from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.messages import Decision, Record
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.sru import scores
from rules_engine.sru.commands import EnterScore, HamperThreat, Respond
from rules_engine.sru.components import Character, Opponent, Reserve, SetAside
from rules_engine.sru.domains import resistance, resisting
from rules_engine.sru.events import ProtectionActiveAnswered, ProtectionActiveDeclared, ProtectionActiveResolved
from rules_engine.sru.rulings import Rulings
from rules_engine.sru.state import Hampering, HamperPending, SessionState
from rules_engine.sru.story import Story
from rules_engine.sru.thresholds import passive

Loser = Literal["", "protector", "threat"]


class Points(Record, frozen=True, kw_only=True):
    """Somebody's reserves and what is set aside of them."""

    reserves: tuple[Reserve, ...]
    set_aside: tuple[SetAside, ...] = ()


# --- the arithmetic ---------------------------------------------------------------------------------------------------


def ignored(protector: int, reference: int) -> int:
    """What a threat that ignores it loses: SRU-ACTIVE-05; never less than 0 (SRU-RULING-35)."""
    return max(0, protector - reference)


def countered(protector: int, threat: int) -> tuple[Loser, int]:
    """Who loses a counter, and how much: SRU-ACTIVE-06, SRU-ACTIVE-07; equal scores: nobody (SRU-RULING-28)."""
    net = protector - threat
    return ("threat" if net > 0 else "protector" if net < 0 else ""), abs(net)


def bonus_left(bonus: int, hampering: Hampering, reference: int, rulings: Rulings) -> int:
    """What is left of a threat's generic bonus outside action phases: SRU-ACTIVE-08, SRU-ACTIVE-09, SRU-RULING-37.

    A failed counter costs the protector's net, or the difference as if ignored (SRU-RULING-36).
    """
    cut = ignored(hampering.protector_score, reference)
    if hampering.response == "countered":
        loser, net = countered(hampering.protector_score, hampering.threat_score)
        failed = loser == "threat"
        cut = (net if rulings.active_failed_counter == "net" else cut) if failed else 0
    return max(min(bonus, rulings.active_bonus_floor), bonus - cut)


def lose(points: int, had: Points) -> tuple[Points, int]:
    """What is left after a loss, free points first, then those set aside (SRU-RULING-31), and what was lost.

    A reserve never falls below 0 (SRU-RULING-35).
    """
    left, reserves = points, []
    for reserve in had.reserves:
        taken = min(left, reserve.current)
        left -= taken
        reserves.append(replace(reserve, current=reserve.current - taken))
    kept = []
    for entry in had.set_aside:
        taken = min(left, entry.points)
        left -= taken
        kept.append(replace(entry, points=entry.points - taken))
    still = tuple(entry for entry in kept if entry.points)
    return Points(reserves=tuple(reserves), set_aside=still), points - left


def points_of(who: Character | Opponent) -> Points:
    """The points that somebody can lose; an opponent without a tracked reserve has none."""
    if isinstance(who, Character):
        return Points(reserves=who.reserves, set_aside=who.set_aside)
    if who.guardian is None or who.guardian.reserve is None:
        return Points(reserves=())
    return Points(reserves=(who.guardian.reserve,), set_aside=who.guardian.set_aside)


# --- in a session -----------------------------------------------------------------------------------------------------


def declare(story: Story, command: HamperThreat) -> None:
    """Somebody acts against a threat that he knows: SRU-ACTIVE-01 to SRU-ACTIVE-03.

    Errors: RuleViolation with ``no_action`` (SRU-ACTIVE-02) or ``threat_not_identified`` (SRU-ACTIVE-03).
    """
    state = story.state
    protector, threat = state.target(command.protector), state.target(command.threat)
    state.domain(command.domain)
    check_action(protector)
    if threat.id not in protector.knows_threat:
        raise RuleViolation(
            RuleId("SRU-ACTIVE-03"), reason="threat_not_identified", protector=protector.name, threat=threat.name
        )
    made = Hampering(id=f"p{state.ply}", protector=protector.id, threat=threat.id, domain=command.domain)
    story.tell(ProtectionActiveDeclared(hampering=made))


def check_action(who: Character | Opponent) -> None:
    """Raise RuleViolation (``no_action``) for a character that has no action left in the phase: SRU-ACTIVE-02."""
    if isinstance(who, Character) and who.actions_left == 0:
        raise RuleViolation(RuleId("SRU-ACTIVE-02"), reason="no_action", character=who.name)


def awaiting(state: SessionState, pending: HamperPending) -> tuple[Decision, ...]:
    """The threat's answer, then the scores of protector and threat."""
    made = pending.hampering
    if pending.stage == "respond":
        seat = state.seat_of(made.threat)
        return (Decision(id=f"respond:{made.id}", seat=seat, kind="respond", subject=made.threat),)
    who = made.protector if pending.stage == "score" else made.threat
    subject = f"{made.id}:{who}"
    return (scores.asked(subject, state.seat_of(who), _skill(state, who, made.domain), state.rulings),)


def respond(story: Story, command: Respond, pending: HamperPending) -> None:
    """The threat ignores it or counters: SRU-ACTIVE-04."""
    answered = replace(pending.hampering, response=command.response)
    story.tell(ProtectionActiveAnswered(hampering=answered, stage="score"))


def roll(story: Story, decision: Decision, dice: Dice, pending: HamperPending) -> None:
    """A score by dice (SRU-RULING-27 ``dice_pool``)."""
    made = dice.roll(decision.kind, decision.pools)
    _scored(story, pending, scores.successes(made.faces), made)


def enter(story: Story, command: EnterScore, pending: HamperPending) -> None:
    """A score that the table enters (SRU-RULING-27 ``manual``)."""
    scores.check_typed("A score", command.score)
    _scored(story, pending, command.score, None)


def go_on(story: Story) -> None:
    """Score what needs nobody."""
    while isinstance(pending := story.state.pending, HamperPending) and pending.stage != "respond":
        made = pending.hampering
        who = made.protector if pending.stage == "score" else made.threat
        number = _skill(story.state, who, made.domain)
        if not scores.is_known(number, story.state.rulings):
            return
        _scored(story, pending, number, None)


def _scored(story: Story, pending: HamperPending, score: int, made: Roll | None) -> None:
    if pending.stage == "score" and pending.hampering.response == "countered":
        known = replace(pending.hampering, protector_score=score)
        story.tell(ProtectionActiveAnswered(hampering=known, stage="counter", roll=made))
    elif pending.stage == "score":
        _resolve(story, replace(pending.hampering, protector_score=score), made)
    else:
        _resolve(story, replace(pending.hampering, threat_score=score), made)


def _resolve(story: Story, made: Hampering, rolled: Roll | None) -> None:
    state = story.state
    reference = _reference(state, made)
    if not state.action_phase:
        left = bonus_left(state.bonus_of(made.threat), made, reference, state.rulings)
        story.tell(
            ProtectionActiveResolved(
                hampering=made,
                timing="outside",
                passive=reference,
                loser="",
                points_lost=0,
                bonus_left=left,
                roll=rolled,
            )
        )
        return
    loser, net = countered(made.protector_score, made.threat_score)
    if made.response == "ignored":
        loser, net = "threat", ignored(made.protector_score, reference)
    who = {"": "", "protector": made.protector, "threat": made.threat}[loser]
    left_over, lost = lose(net, points_of(state.target(who))) if who else (Points(reserves=()), 0)
    story.tell(
        ProtectionActiveResolved(
            hampering=made, timing="action_phase", passive=reference, loser=who if lost else "", points_lost=lost,
            reserves=left_over.reserves, set_aside=left_over.set_aside, roll=rolled,
        )
    )  # fmt: skip


def _reference(state: SessionState, made: Hampering) -> int:
    """The threat's passive protection, or its whole defence index: SRU-RULING-34.

    For a whole index the weakest of what can resist counts.
    """
    threat = state.target(made.threat)
    protection = passive(threat, made.domain, state.situation)
    if state.rulings.active_reference == "passive":
        return protection
    return protection + _weakest(state, threat, made.domain)


def _weakest(state: SessionState, threat: Character | Opponent, domain_id: str) -> int:
    domain_ = state.domain(domain_id)
    values = [resistance(threat, domain_, option) for option in resisting(threat, domain_)]
    changes = () if isinstance(threat, Character) else threat.adjustments
    return min(values, default=0) + sum(each.change for each in changes if each.domain == domain_id)


def _skill(state: SessionState, who: str, domain_id: str) -> int:
    """The domain's protection skill: SRU-RULING-34."""
    found = state.target(who)
    if isinstance(found, Character):
        return found.skills.get(state.domain(domain_id).protection_skill, 0)
    return found.guardian.skills.get(domain_id, 0) if found.guardian else 0
