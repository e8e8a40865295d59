"""Damage (DUELS-DMG): how many clicks an attack deals, and how dials turn."""

from collections.abc import Iterable

from rules_engine.duels import aces, boons
from rules_engine.duels.commands import AssignDamage, ChooseBonus
from rules_engine.duels.components import DIALS, Colour, DamageBonus, DialName
from rules_engine.duels.events import DamageCounted, DialsTurned, DialTurn, SpillOwed
from rules_engine.duels.rulings import Rulings
from rules_engine.duels.state import AttackPending, Figure, MatchState, SpillPending
from rules_engine.duels.story import Story
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Decision, Legal, Seat
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import Length

DAMAGE = RuleId("DUELS-DMG-08")


# --- bonuses ----------------------------------------------------------------------------------------------------------


def bonuses_in_range(state: MatchState, attacker: Figure, distance: Length) -> tuple[DamageBonus, ...]:
    """The damage bonuses that work at a distance.

    Rules: DUELS-DMG-04, DUELS-DMG-05; basic has no range condition (DUELS-DMG-06); DUELS-RULING-073.
    """
    return tuple(
        bonus
        for bonus in attacker.profile.damage_bonuses
        if not state.advanced or _bonus_reaches(state.setup.rulings, attacker, bonus.colour, distance)
    )


def _bonus_reaches(rulings: Rulings, attacker: Figure, colour: Colour, distance: Length) -> bool:
    marks = [mark for mark in attacker.profile.bonus_marks if mark.colour == colour]
    if not marks and rulings.unmarked_bonus == "whole_band":
        marks = [band for band in attacker.profile.bands if band.colour == colour]
    return any(mark.reaches(distance) for mark in marks)


def bonuses(state: MatchState, pending: AttackPending) -> tuple[DamageBonus, ...]:
    """The bonuses of which the attacker may use one (DUELS-DMG-07): a die of the colour deals damage.

    Rules: DUELS-DMG-05, DUELS-DMG-06, DUELS-RULING-072, DUELS-RULING-074. A miss has none.
    """
    if not pending.hit:
        return ()
    aces = pending.aces if state.setup.rulings.ace_triggers_damage_bonus else ()
    dealing = (*left_after_shields(pending), *aces)
    colours = {state.parts.dice[die].spec.colour for die in dealing}
    in_range = bonuses_in_range(state, state.figure(pending.attacker), pending.distance)
    return tuple(bonus for bonus in in_range if bonus.colour in colours)


def left_after_shields(pending: AttackPending) -> tuple[str, ...]:
    """The dice, aces aside, that deal damage (DUELS-ATK-22, DUELS-DMG-01)."""
    return tuple(die for die in pending.kept if die not in pending.blocked)


# --- dials ------------------------------------------------------------------------------------------------------------


def last_position(figure: Figure, dial: DialName) -> int:
    """The position at which a dial stops (DUELS-RULING-075)."""
    return len(getattr(figure.profile, dial)) - 1


def can_turn(figure: Figure, dial: DialName, rulings: Rulings) -> bool:
    """Whether a click would move a dial: it is not at its last position, or it goes round (DUELS-RULING-075)."""
    last = last_position(figure, dial)
    return last > 0 and (rulings.dial_overflow == "wrap" or figure.clicks[DIALS.index(dial)] < last)


def open_dials(figure: Figure, rulings: Rulings) -> tuple[DialName, ...]:
    """The dials that may take damage; none if no dial can turn.

    Rules: DUELS-RULING-075, DUELS-RULING-076. Where clicks spill over, a finished dial would only pass them on, so it
    is never offered.
    """
    turning = tuple(dial for dial in DIALS if can_turn(figure, dial, rulings))
    soaking = rulings.finished_dial_choice == "allowed" and rulings.dial_overflow != "spill_to_chosen_dial"
    return DIALS if turning and soaking else turning


def turned(figure: Figure, dial: DialName, clicks: int, *, rulings: Rulings) -> tuple[DialTurn, int]:
    """A dial turned clockwise, and the clicks for which it has no room (DUELS-DMG-09, DUELS-RULING-075)."""
    before, last = figure.clicks[DIALS.index(dial)], last_position(figure, dial)
    if rulings.dial_overflow == "wrap":
        return DialTurn(dial=dial, before=before, after=(before + clicks) % (last + 1)), 0
    after = min(before + clicks, last)
    return DialTurn(dial=dial, before=before, after=after), before + clicks - after


def hurt_every_dial(story: Story, figure_id: str, clicks: int, *, rule_id: RuleId) -> None:
    """Turn all three dials together, each by so many clicks: a jump, a failed test.

    Rules: DUELS-RULING-048; clicks past the end follow DUELS-RULING-075, dial by dial: where they spill over, the
    figure's controller puts them on another dial.
    """
    figure, rulings = story.state.figure(figure_id), story.state.setup.rulings
    outcomes = [turned(figure, dial, clicks, rulings=rulings) for dial in DIALS]
    turns = tuple(turn for turn, _ in outcomes if turn.before != turn.after)
    over = sum(excess for _, excess in outcomes)
    spills = rulings.dial_overflow == "spill_to_chosen_dial"
    story.tell(DialsTurned(figure=figure_id, rule_id=rule_id, turns=turns, lost=0 if spills else over))
    if spills and over and not hurt_without_choice(story, figure_id, over):
        story.tell(SpillOwed(figure=figure_id, seat=figure.seat, clicks=over))


def hurt_one_dial(story: Story, figure_id: str, dial: DialName, *, clicks: int, rest: int = 0) -> None:
    """Put clicks of damage on a dial; rest: clicks of the same damage that are still to be put on others.

    Rules: DUELS-DMG-08, DUELS-DMG-09, DUELS-RULING-075.
    """
    figure, rulings = story.state.figure(figure_id), story.state.setup.rulings
    turn, over = turned(figure, dial, clicks, rulings=rulings)
    spilled = over if rulings.dial_overflow == "spill_to_chosen_dial" else 0
    turns = (turn,) if turn.before != turn.after else ()
    story.tell(DialsTurned(figure=figure_id, rule_id=DAMAGE, turns=turns, left=rest + spilled, lost=over - spilled))


def hurt_without_choice(story: Story, figure_id: str, clicks: int) -> bool:
    """Put clicks where they must go: on the only dial that can take them, or nowhere (DUELS-RULING-075).

    Returns whether there was no choice; if there is one, nothing happens.
    """
    figure, rulings = story.state.figure(figure_id), story.state.setup.rulings
    choices = open_dials(figure, rulings)
    if len(choices) > 1:
        return False
    outcomes = [turned(figure, dial, clicks, rulings=rulings) for dial in choices]
    turns = tuple(turn for turn, _ in outcomes)
    lost = sum(over for _, over in outcomes) if choices else clicks
    story.tell(DialsTurned(figure=figure_id, rule_id=DAMAGE, turns=turns, lost=lost))
    return True


# --- decisions --------------------------------------------------------------------------------------------------------


def awaiting_spill(state: MatchState, pending: SpillPending) -> tuple[Decision, ...]:
    """Who puts left-over clicks on another dial (``spill_to_chosen_dial``)."""
    return (state.ask("assign_damage", pending.seat, pending.figure),)


def chooser(state: MatchState, pending: AttackPending) -> Seat:
    """Who says where the damage goes: the target's controller, or the attacker's after a called shot (DUELS-ACE-04)."""
    return state.figure(pending.attacker if pending.called_shot else pending.target).seat


def choose_bonus(story: Story, command: ChooseBonus, decision: Decision) -> None:
    """Use one damage bonus of those that apply (DUELS-DMG-07). Errors: RuleViolation for any other."""
    for bonus in bonuses(story.state, story.state.attack):
        if bonus.colour == command.colour:
            return count_damage(story, bonus)
    raise RuleViolation(RuleId("DUELS-DMG-07"), figure=decision.subject, colour=command.colour)


def count_damage(story: Story, bonus: DamageBonus | None) -> None:
    """Steps 12 and 13: the clicks of the attack, and what its aces do.

    Rules: DUELS-DMG-01 to DUELS-DMG-03, DUELS-ACE-01, DUELS-ACE-07, DUELS-RULING-071, DUELS-RULING-074,
    DUELS-RULING-083; passes add and take clicks of a hit (DUELS-PASS-02).
    """
    state, pending = story.state, story.state.attack
    dealing = left_after_shields(pending) if pending.hit else ()
    clicks = len(dealing) + aces.clicks(state, pending) + (bonus.clicks if bonus else 0)
    if pending.hit:
        added = boons.clicks_added(state.figure(pending.attacker), state.figure(pending.target))
        clicks = max(clicks + added, 0)
    story.tell(
        DamageCounted(
            clicks=clicks,
            bonus=bonus.colour if bonus else "",
            stunned=aces.stunned(state, pending),
            gear_owed=aces.gear_owed(state, pending),
            called_shot=aces.calls_the_shot(state, pending),
        )
    )


def assign_damage(story: Story, command: AssignDamage, decision: Decision) -> None:
    """Put damage, or clicks left over from a full dial, on a dial.

    Rules: DUELS-DMG-08, DUELS-RULING-076, DUELS-RULING-078. Errors: RuleViolation for a dial that cannot be chosen or
    damage that may not be split; MalformedInput for a number of clicks that is not there.
    """
    state, figure_id = story.state, decision.subject
    if command.dial not in open_dials(state.figure(figure_id), state.setup.rulings):
        raise RuleViolation(RuleId("DUELS-RULING-076"), figure=figure_id, dial=command.dial)
    left = clicks_left(state)
    clicks = left if command.clicks is None else command.clicks
    if not 1 <= clicks <= left:
        raise MalformedInput(f"There are {left} clicks to put on a dial, not {clicks}.")
    if clicks < left and not _may_split(state):
        raise RuleViolation(RuleId("DUELS-RULING-078"), figure=figure_id, clicks=left)
    hurt_one_dial(story, figure_id, command.dial, clicks=clicks, rest=left - clicks)
    if isinstance(story.state.pending, SpillPending):
        hurt_without_choice(story, figure_id, story.state.pending.clicks)


def clicks_left(state: MatchState) -> int:
    """Clicks that wait for a dial: of the attack, or those that a full dial has spilt."""
    return state.pending.clicks if isinstance(state.pending, SpillPending) else state.attack.left


def _may_split(state: MatchState) -> bool:
    called = isinstance(state.pending, AttackPending) and state.pending.called_shot
    return called and state.setup.rulings.called_shot_split


def bonus_options(state: MatchState, decision: Decision) -> Legal:
    """The bonuses that apply."""
    colours = [bonus.colour for bonus in bonuses(state, state.attack)]
    return Legal(
        commands=tuple(ChooseBonus(seat=decision.seat, decision=decision.id, colour=colour) for colour in colours)
    )


def dial_options(state: MatchState, decision: Decision) -> Legal:
    """The dials that may take the damage, and, where it may be split, each share of it."""
    dials = open_dials(state.figure(decision.subject), state.setup.rulings)
    left = clicks_left(state)
    shares: Iterable[int | None] = (None, *range(1, left)) if _may_split(state) else (None,)
    return Legal(
        commands=tuple(
            AssignDamage(seat=decision.seat, decision=decision.id, dial=dial, clicks=share)
            for share in shares
            for dial in dials
        )
    )
