"""Security passes (DUELS-PASS): who may play which when, and what a played pass sets off.

A pass is played in answer to a decision that is open anyway and stays open. After the roll of an attack or a test, and
on a hit, nobody has to decide anything: there those who hold a fitting pass are asked, and nobody else.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

from rules_engine.duels import pass_effects, pass_rolls
from rules_engine.duels.commands import KeepPasses, PlayPass
from rules_engine.duels.components import HeldPass, PassPoint
from rules_engine.duels.events import PassesKept, PassPlayed
from rules_engine.duels.pass_changes import kept_mark
from rules_engine.duels.state import AttackPending, Figure, MatchState, SkillTestPending
from rules_engine.duels.story import Story
from rules_engine.kernel.dice import Dice
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Command, Decision, Legal, Seat
from rules_engine.kernel.rule_ids import RuleId

PASS: Final = RuleId("DUELS-PASS-02")
ASKED: Final = "play_pass"  # the decision of those who hold a pass, at points where nobody has to decide
DECISIONS: Final[dict[str, PassPoint]] = {
    "choose_dice": "dice",
    "declare_initiative": "initiative",
    "act": "turn",
    "move": "move",
    "roll_attack": "attack",
    "choose_dodge": "dodge",
    "roll_test": "test",
    "choose_healed_dial": "heal",
}
"""The points at which somebody has to decide anyway, by the kind of the decision."""

Moment: TypeAlias = tuple[PassPoint, str]
"""A point of the rules, and the figure that it is about."""


# --- who is asked -----------------------------------------------------------------------------------------------------


def awaiting(state: MatchState) -> tuple[Decision, ...]:
    """The roll that a pass lets somebody repeat, or the next who may play a pass now; none if nobody may."""
    if state.rerolling is not None:
        again = state.rerolling
        return (state.ask("roll_again", again.seat, again.figure, pools=again.dice),)
    for seat, _, figure_id in _asked(state):
        return (state.ask(ASKED, seat, figure_id),)
    return ()


def waited_for(state: MatchState) -> bool:
    """Whether an attack or a test has to wait for somebody who may play a pass or roll again."""
    return state.rerolling is not None or next(_asked(state), None) is not None


def _asked(state: MatchState) -> Iterator[tuple[Seat, PassPoint, str]]:
    """Who may still play a pass at a moment at which nobody has to decide, in the order in which they are asked."""
    for point, figure_id in _moments(state):
        figure = state.figure(figure_id)
        for held in state.setup.passes:
            is_done = kept_mark(held.seat, point, figure_id) in state.passes_kept
            if not is_done and is_playable(state, held, point, figure):
                yield held.seat, point, figure_id


def _moments(state: MatchState) -> tuple[Moment, ...]:
    match state.pending:
        case AttackPending(rolled=True, karma_done=False, attacker=attacker, target=target):
            return (("attack_rolled", attacker), ("attack_rolled", target))
        case AttackPending(hit=True, shields_done=False, attacker=attacker, target=target):
            return (("hit", attacker), ("hit", target))
        case SkillTestPending(faces=faces, figure=figure) if faces:
            return (("test_rolled", figure),)
        case _:
            return ()


def moment_of(state: MatchState, decision: Decision) -> Moment | None:
    """The moment at which a decision lets its seat play passes; None where it lets nobody.

    A choice that stays secret goes without passes: they are laid open.
    """
    if decision.kind == ASKED:
        return next((point, figure) for seat, point, figure in _asked(state) if seat == decision.seat)
    point = DECISIONS.get(decision.kind)
    return None if point is None or decision.hidden else (point, decision.subject)


# --- what may be played -----------------------------------------------------------------------------------------------


def can_play(state: MatchState, point: PassPoint, figure: Figure) -> bool:
    """Whether the figure's own seat holds a pass that it may play for the figure at a point where it is asked."""
    if not state.setup.passes:  # nearly always
        return False
    return any(held.seat == figure.seat and is_playable(state, held, point, figure) for held in state.setup.passes)


def is_playable(state: MatchState, held: HeldPass, point: PassPoint, figure: Figure) -> bool:
    """Whether a pass may be played at a point for a figure of the holder's team, and would do something."""
    card = held.card
    return (
        point in card.when
        and held.figure in {"", figure.id}
        and card.suits(figure.profile)
        and figure.team == team_of(state, held.seat)
        and uses_left(state, held) > 0
        and all(pass_effects.works(state, held, effect, point=point, figure=figure) for effect in card.effects)
    )


def team_of(state: MatchState, seat: Seat) -> str:
    """The team of a seat."""
    return next((figure.team for figure in state.figures if figure.seat == seat), "")


def uses_left(state: MatchState, held: HeldPass) -> int:
    """How often a pass may still be played: in this match, round or turn, as its card says."""
    played = [use for use in state.passes_played if use.card == held.id]
    if held.card.per != "match":
        played = [use for use in played if use.round == state.round]
    if held.card.per == "turn":
        acting = state.turn.figure if state.turn else ""
        played = [use for use in played if use.turn == acting]
    return held.card.uses - len(played)


def served(state: MatchState, held: HeldPass, moment: Moment) -> tuple[Figure, ...]:
    """The figures for which a pass may be played at a moment: the one that it is about, or, in a turn, its team."""
    point, figure_id = moment
    subject = state.figure(figure_id)
    whole_team = point == "turn" and held.card.serves == "team"
    figures = state.team(subject.team) if whole_team else (subject,)
    return tuple(figure for figure in figures if is_playable(state, held, point, figure))


def with_passes(state: MatchState, decision: Decision, legal: Legal) -> Legal:
    """The answers to a decision, and before them the passes that may be played with it."""
    plays = tuple(_plays(state, decision))
    return Legal(commands=(*plays, *legal.commands), complete=False) if plays else legal


def _plays(state: MatchState, decision: Decision) -> Iterator[Command]:
    moment = moment_of(state, decision)
    if moment is None:
        return
    for held in state.setup.passes:
        if held.seat == decision.seat:
            for figure in served(state, held, moment):
                yield from pass_effects.samples(state, held, figure, decision=decision)


def keep_options(state: MatchState, decision: Decision) -> Legal:  # noqa: ARG001 -- has the shape of its siblings
    """To play no (more) passes now."""
    return Legal(commands=(KeepPasses(seat=decision.seat, decision=decision.id),))


# --- playing ----------------------------------------------------------------------------------------------------------


def opening(state: MatchState) -> Iterator[PassPlayed]:
    """The passes that are in force from the setup on."""
    for held in state.setup.passes:
        if "setup" in held.card.when:
            yield pass_effects.played(state, held, "setup", state.figure(held.figure))


def play(story: Story, command: PlayPass, decision: Decision) -> None:
    """Play a pass; the decision that it came with stays open.

    Rules: DUELS-PASS-01, DUELS-PASS-02. Errors: RuleViolation at another point, too often, for a figure that it does
    not serve, or where it would do nothing; MalformedInput for a pass that the seat does not hold, and for choices that
    its effects do not ask for or that do not exist.
    """
    state = story.state
    held = next((held for held in state.setup.passes if held.id == command.card), None)
    if held is None or held.seat != decision.seat:
        raise MalformedInput(f"{decision.seat} holds no pass {command.card}.")
    moment = moment_of(state, decision)
    wanted = command.figure or decision.subject
    figure = next((figure for figure in served(state, held, moment) if figure.id == wanted), None) if moment else None
    if moment is None or figure is None:
        raise RuleViolation(PASS, card=held.card.name.en, figure=wanted)
    pass_effects.check_choices(state, held, command, figure=figure)
    story.tell(pass_effects.played(state, held, moment[0], figure, again=command.dice))
    pass_effects.carry_out(story, held, command, figure=figure)


def keep(story: Story, command: KeepPasses, decision: Decision) -> None:  # noqa: ARG001 -- one signature
    """Play no more passes at this moment."""
    moment = moment_of(story.state, decision)
    assert moment is not None, "only at a moment is anybody asked"
    story.tell(PassesKept(seat=decision.seat, point=moment[0], figure=moment[1]))


def roll_again(story: Story, decision: Decision, dice: Dice) -> None:
    """Roll the dice that a pass picked out once more; what the roll brings about is told anew."""
    again = story.state.rerolling
    assert again is not None, "a pass lets somebody roll again"
    roll = dice.roll("again", decision.pools)
    changed = dict(zip(roll.names, roll.faces, strict=True))
    story.tell(pass_rolls.faces_changed(story.state, again.card, again.figure, changed, roll=roll))
