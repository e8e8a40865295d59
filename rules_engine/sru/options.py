"""Answers to the decisions of a table with a game master: samples, for people's forms and for random sessions."""

from collections.abc import Iterator
from typing import Final

from rules_engine.kernel.messages import Command, Decision, Legal
from rules_engine.sru import assistant_calls, assistants, sessions
from rules_engine.sru import commands as c
from rules_engine.sru.components import Character, Opponent
from rules_engine.sru.domains import resisting
from rules_engine.sru.rumors import Deed, Scope, told
from rules_engine.sru.state import Action, ActionPending, Call, CallPending, SessionState
from rules_engine.sru.thresholds import set_aside_in

USUAL: Final = ("MOD-OBST-MINOR", "MOD-DUR-NONE")
HINDERING: Final = "MOD-CIRC-HARD1"
MOST_SCORES: Final = 12
DEARER: Final = 120  # hundredths


# --- players ----------------------------------------------------------------------------------------------------------


def play(state: SessionState, decision: Decision) -> Legal:
    """What a player's characters can do: an action against each opponent, protection, assistants."""
    own = [each for each in state.characters if each.seat == decision.seat and each.state == "active"]
    commands = [command for character in own for command in _of_character(state, decision, character)]
    commands += _of_assistants(state, decision)
    first = state.profile.domains[0].id
    commands += [
        c.ShieldOthers(seat=decision.seat, decision=decision.id, character=each.id, domain=first, others=())
        for each in own[:1]
    ]
    return Legal(commands=tuple(commands), complete=False)


def _of_character(state: SessionState, decision: Decision, character: Character) -> Iterator[Command]:
    if character.skills and character.actions_left != 0:
        skill = max(character.skills, key=lambda name: character.skills[name])
        for opponent in state.opponents:
            yield from _against(state, decision, character, skill=skill, opponent=opponent)
        for threat in character.knows_threat[:2]:
            domain = state.profile.domains[0].id
            yield c.HamperThreat(
                seat=decision.seat, decision=decision.id, protector=character.id, threat=threat, domain=domain
            )
    yield from _set_aside(state, decision, character)
    yield from _calls(state, decision, character)


def _against(
    state: SessionState, decision: Decision, character: Character, *, skill: str, opponent: Opponent
) -> Iterator[Command]:
    for domain in state.profile.domains:
        for option in resisting(opponent, domain)[:1]:
            for risk in (False, True):
                yield c.DeclareAction(
                    seat=decision.seat, decision=decision.id, actor=character.id, domain=domain.id, skill=skill,
                    target=opponent.id, option=option, rows=USUAL, risk=risk,
                )  # fmt: skip


def _set_aside(state: SessionState, decision: Decision, character: Character) -> Iterator[Command]:
    reserve = next((each for each in character.reserves if each.current), None)
    for domain in state.profile.domains if state.action_phase and reserve else ():
        skill = character.skills.get(domain.protection_skill, 0)
        if reserve and skill and not set_aside_in(character.set_aside, domain.id):
            points = min(skill, reserve.current)
            yield c.SetPointsAside(
                seat=decision.seat, decision=decision.id, character=character.id, domain=domain.id, points=points,
                reserve=reserve.id,
            )  # fmt: skip


def _calls(state: SessionState, decision: Decision, character: Character) -> Iterator[Command]:
    for domain in state.profile.domains:
        for kind in domain.assistant_kinds:
            call = Call(
                id="", character=character.id, domain=domain.id, kind=kind.id, label=kind.label, aspect=kind.label
            )
            if character.skills.get(kind.skill, 0) and assistant_calls.is_possible(state, call):
                yield c.CallAssistant(
                    seat=decision.seat, decision=decision.id, character=character.id, domain=domain.id,
                    assistant=kind.id, label=kind.label, aspect=kind.label,
                )  # fmt: skip
            if character.nuyen >= assistants.rent(1, 1, state.rulings) and assistant_calls.is_possible(state, call):
                yield c.RentAssistant(
                    seat=decision.seat, decision=decision.id, character=character.id, domain=domain.id,
                    assistant=kind.id, label=kind.label, aspect=kind.label, power=1, duration=1,
                )  # fmt: skip


def _of_assistants(state: SessionState, decision: Decision) -> Iterator[Command]:
    for assistant in state.assistants:
        controller = next((each for each in state.characters if each.id == assistant.controller), None)
        if assistant.state == "active" and controller is not None and controller.seat == decision.seat:
            yield c.DismissAssistant(seat=decision.seat, decision=decision.id, assistant=assistant.id)
            for opponent in state.opponents:
                for option in resisting(opponent, state.domain(assistant.domain))[:1]:
                    yield c.DeclareAction(
                        seat=decision.seat, decision=decision.id, actor=assistant.id, domain=assistant.domain,
                        skill="", target=opponent.id, option=option, rows=USUAL, aspect=assistant.aspect,
                    )  # fmt: skip


def fade(state: SessionState, decision: Decision) -> Legal:  # noqa: ARG001 -- the same for every rumor
    """To roll for a rumor or to leave it."""
    return Legal(
        commands=tuple(c.ChooseFade(seat=decision.seat, decision=decision.id, roll=roll) for roll in (True, False))
    )


def respond(state: SessionState, decision: Decision) -> Legal:  # noqa: ARG001 -- the same for every threat
    """To ignore active protection or to counter it."""
    return Legal(
        commands=(
            c.Respond(seat=decision.seat, decision=decision.id, response="countered"),
            c.Respond(seat=decision.seat, decision=decision.id, response="ignored"),
        )
    )


def enter_score(state: SessionState, decision: Decision) -> Legal:  # noqa: ARG001 -- any score
    """Scores that a table might enter."""
    scores = (c.EnterScore(seat=decision.seat, decision=decision.id, score=score) for score in range(MOST_SCORES + 1))
    return Legal(commands=tuple(scores), complete=False)


def split(state: SessionState, decision: Decision) -> Legal:
    """Every split of a call's result that the settings allow, most power first (SRU-ASSIST-13)."""
    assert isinstance(state.pending, CallPending), "a result is split while a call is pending"
    result, rulings = state.pending.call.score, state.rulings
    powers = range(result - rulings.assistants_min_duration, rulings.assistants_min_power - 1, -1)
    splits = (
        c.SplitResult(seat=decision.seat, decision=decision.id, power=power, duration=result - power)
        for power in powers
    )
    return Legal(commands=tuple(splits))


# --- the game master --------------------------------------------------------------------------------------------------


def run(state: SessionState, decision: Decision) -> Legal:
    """What a game master can do: scenes and phases, threats, rumors, recharges, and the end."""
    seat, id_ = decision.seat, decision.id
    commands: list[Command] = [
        c.OpenScene(seat=seat, decision=id_, scene=f"scene-{state.ply}", title="A scene"),
        c.OpenScene(seat=seat, decision=id_, scene=f"scene-{state.ply}", title="A fight", timing="action_phase"),
    ]
    if state.scene is not None:
        commands.append(c.CloseScene(seat=seat, decision=id_))
        phase = c.ClosePhase if state.action_phase else c.OpenPhase
        commands.append(phase(seat=seat, decision=id_))
    commands += _threats(state, decision)
    commands += _rumors(state, decision)
    commands += [
        c.Recharge(seat=seat, decision=id_, character=each.id)
        for each in state.characters
        if any(sessions.recharges(state, each))
    ]
    commands += [
        c.DestroyAssistant(seat=seat, decision=id_, assistant=each.id)
        for each in state.assistants
        if each.state == "active"
    ]
    return Legal(commands=(*commands, c.CloseSession(seat=seat, decision=id_)), complete=False)


def _threats(state: SessionState, decision: Decision) -> Iterator[Command]:
    seat, id_ = decision.seat, decision.id
    for character in state.characters[:2]:
        yield c.GiveActions(seat=seat, decision=id_, character=character.id, actions=2)
        for opponent in state.opponents[:2]:
            for who, threat in ((character.id, opponent.id), (opponent.id, character.id)):
                if threat not in state.target(who).knows_threat:
                    yield c.RevealThreat(seat=seat, decision=id_, who=who, threat=threat)
            if character.id in opponent.knows_threat:
                domain = state.profile.domains[0].id
                yield c.HamperThreat(seat=seat, decision=id_, protector=opponent.id, threat=character.id, domain=domain)


def _rumors(state: SessionState, decision: Decision) -> Iterator[Command]:
    seat, id_ = decision.seat, decision.id
    told_now = [rumor for rumor in state.rumors if rumor.state == "active"]
    for rumor in told_now[:2]:
        yield c.CountDetection(seat=seat, decision=id_, plan="run", base=2, rumors=(rumor.id,))
        yield c.WithdrawRumor(seat=seat, decision=id_, rumor=rumor.id)
    for circle in state.graph.circles[:1]:
        deed = Deed(
            character=state.characters[0].id, domain=state.profile.domains[0].id, circle=circle.id,
            adjective="reliable", index=state.rulings.rumors_start_index,
        )  # fmt: skip
        yield c.RecordDeed(seat=seat, decision=id_, deed=deed)


def admit_action(state: SessionState, decision: Decision) -> Legal:
    """To admit an action, also under a hindrance or with a rumor that its target knows, or to refuse it."""
    assert isinstance(state.pending, ActionPending), "an action is admitted while it is pending"
    admit = c.AdmitAction(seat=decision.seat, decision=decision.id)
    known = (
        c.AdmitAction(seat=decision.seat, decision=decision.id, rumors=(use,))
        for use in _known_to_target(state, state.pending.action)
    )
    hindered = c.AdmitAction(seat=decision.seat, decision=decision.id, rows=(HINDERING,))
    refused = c.AdmitAction(seat=decision.seat, decision=decision.id, accepted=False)
    return Legal(commands=(admit, hindered, *known, refused), complete=False)


def _known_to_target(state: SessionState, action: Action) -> Iterator[c.RumorUse]:
    """The rumors about the actor that are told in a circle of the target, half of each: SRU-RUMOR-20, SRU-RULING-21."""
    target = state.target(action.target)
    circles = target.circles if isinstance(target, Opponent) else ()
    for circle in circles:
        scope = Scope(character=state.responsible(action.actor).id, domain=action.domain, circles=(circle,))
        for entry in told(state.rumors, scope, state.graph, state.rulings):
            yield c.RumorUse(rumor=entry.rumor, circle=circle, amount=entry.index // 2, reason="known")


def settle_gamble(state: SessionState, decision: Decision) -> Legal:  # noqa: ARG001 -- the same for every risk
    """What the table made of a risk."""
    return Legal(
        commands=tuple(
            c.SettleGamble(seat=decision.seat, decision=decision.id, reached=reached) for reached in (True, False)
        )
    )


def complicate(state: SessionState, decision: Decision) -> Legal:
    """No complication, or one of those that need no circle."""
    assert isinstance(state.pending, ActionPending), "an action is complicated while it is pending"
    action, seat, id_ = state.pending.action, decision.seat, decision.id
    runner = state.responsible(action.actor).id
    picked = [
        c.Complication(kind="damage", who=runner, amount=1),
        c.Complication(kind="stress", who=runner, amount=1),
    ]
    if any(opponent.id == action.target for opponent in state.opponents):
        picked.append(c.Complication(kind="defence_raised", who=action.target))
        picked.append(c.Complication(kind="runner_identified", who=runner, opponent=action.target))
    some = (c.Complicate(seat=seat, decision=id_, complications=(each,)) for each in picked)
    return Legal(commands=(c.Complicate(seat=seat, decision=id_), *some), complete=False)


def admit_call(state: SessionState, decision: Decision) -> Legal:
    """To admit a call, covered by no circle or by one, or to refuse it; rumors that depend are turned to the good."""
    assert isinstance(state.pending, CallPending), "a call is admitted while it is pending"
    call, seat, id_ = state.pending.call, decision.seat, decision.id
    commands = [c.AdmitCall(seat=seat, decision=id_)]
    for circle in state.graph.circles[:3]:
        signs = assistant_calls.kind_signs(state, call, (circle.id,))
        commands.append(c.AdmitCall(seat=seat, decision=id_, circles=(circle.id,), signs=signs))
    refused = c.AdmitCall(seat=seat, decision=id_, available=False)
    return Legal(commands=(*commands, refused), complete=False)


def quote(state: SessionState, decision: Decision) -> Legal:  # noqa: ARG001 -- any factor
    """The league's price, or a dearer one."""
    return Legal(
        commands=(
            c.QuoteRental(seat=decision.seat, decision=decision.id),
            c.QuoteRental(seat=decision.seat, decision=decision.id, factor=DEARER),
        ),
        complete=False,
    )
