"""A session's start, scenes and phases, and its end (docs/rules/sru.md, sections 6.1 and 6.2)."""

from collections.abc import Iterator
from typing import Final

from rules_engine.kernel.dice import Dice, Die
from rules_engine.kernel.errors import DecisionClosed, MalformedInput
from rules_engine.kernel.messages import JUDGE, Decision, Outcome, Placing
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.sru import assistants, passive_protection, profile, rumors
from rules_engine.sru import commands as c
from rules_engine.sru.components import GM, Character
from rules_engine.sru.events import (
    ActionsGiven,
    GmRuled,
    PhaseClosed,
    PhaseOpened,
    ProfileChanged,
    ReserveRecharged,
    RumorFadeChosen,
    RumorFadeRolled,
    SceneClosed,
    SceneOpened,
    SessionBegan,
    SessionClosed,
    ThreatRevealed,
)
from rules_engine.sru.state import Scene, SessionState
from rules_engine.sru.story import Story

RULE: Final = RuleId("SRU-RULING-18")


# --- fading ----------------------------------------------------------------------------------------------------------


def fade_awaiting(state: SessionState) -> tuple[Decision, ...]:
    """The next rumor's die, or whether its player wants to roll it: SRU-RUMOR-22, SRU-RULING-17."""
    rumor = state.rumor(state.to_fade[0])
    seat = _fading_seat(state, rumor.character)
    if state.rulings.rumors_fade_mode == "player_choice" and state.fading != rumor.id:
        return (Decision(id=f"choose_fade:{rumor.id}", seat=seat, kind="choose_fade", subject=rumor.id),)
    pools = (Die(rumor.id, rumors.sides(state.rulings)),)
    return (Decision(id=f"roll_fade:{rumor.id}", seat=seat, kind="roll_fade", subject=rumor.id, pools=pools),)


def _fading_seat(state: SessionState, character_id: str) -> str:
    """Whoever plays the character; for one who stays away (SRU-RULING-18 ``all_active``) the first player."""
    found = next((each for each in state.characters if each.id == character_id), state.characters[0])
    return found.seat


def choose_fade(story: Story, command: c.ChooseFade) -> None:
    """A player rolls for a rumor, or leaves it: SRU-RULING-17 ``player_choice``."""
    story.tell(RumorFadeChosen(rumor=story.state.to_fade[0], roll=command.roll))


def roll_fade(story: Story, decision: Decision, dice: Dice) -> None:
    """A rumor's die: SRU-RUMOR-21, SRU-RUMOR-22."""
    made = dice.roll(decision.kind, decision.pools)
    rumor = story.state.rumor(decision.subject)
    after = rumors.fade(rumor, made.faces[0], story.state.rulings)
    story.tell(
        RumorFadeRolled(rumor=rumor.id, before=rumor.index, roll=made, after=after.index, faded=after.state == "faded")
    )


def go_on(story: Story) -> None:
    """Begin play once all rumors have rolled: section 6.2, steps 4 and 5."""
    state = story.state
    if state.phase == "fading" and not state.to_fade:
        story.tell(*assistants.expired(state.assistants))
        if state.rulings.reserve_recharge_on != "by_hand":
            recharge_all(story)
        story.tell(SessionBegan())


# --- reserves ---------------------------------------------------------------------------------------------------------


def recharge_all(story: Story) -> None:
    """Every reserve that is not full is filled: SRU-RULING-55."""
    for character in story.state.characters:
        story.tell(*recharges(story.state, character))


def recharges(state: SessionState, character: Character) -> Iterator[ReserveRecharged]:
    """A character's reserves filled to what SRU-RULING-47 leaves of their maximum; full ones are left alone."""
    for reserve in character.reserves:
        aside = sum(entry.points for entry in character.set_aside if entry.reserve == reserve.id)
        full = assistants.recharged(reserve.maximum, reserve.id, state.assistants, character.id, state.rulings)
        after = max(reserve.current, full - aside)
        if after > reserve.current:
            yield ReserveRecharged(character=character.id, reserve=reserve.id, before=reserve.current, after=after)


def recharge(story: Story, command: c.Recharge) -> None:
    """The game master logs a recharge: SRU-RULING-55. Raises MalformedInput where every reserve is full."""
    told = tuple(recharges(story.state, story.state.character(command.character)))
    if not told:
        raise MalformedInput(f"Every reserve of {command.character} is full.")
    story.tell(*told)


# --- scenes and phases ------------------------------------------------------------------------------------------------


def open_scene(story: Story, scene: Scene) -> None:
    """A scene begins; one that is open ends. Timing ``action_phase`` opens a phase too."""
    close_scene(story)
    story.tell(SceneOpened(scene=scene))
    if story.state.rulings.reserve_recharge_on == "scene":
        recharge_all(story)
    if scene.timing == "action_phase":
        open_phase(story)


def close_scene(story: Story) -> None:
    """The open scene ends, if there is one, with its phase and what lasted as long."""
    scene = story.state.scene
    if scene is not None:
        close_phase(story)
        story.tell(*assistants.ending(story.state, ("scene",)))
        story.tell(SceneClosed(scene=scene.id))


def open_phase(story: Story) -> None:
    """An action phase begins. Raises MalformedInput where none can."""
    state = story.state
    if state.scene is None or state.action_phase:
        raise MalformedInput("An action phase begins in a scene, one at a time.")
    story.tell(PhaseOpened(phase=f"{state.scene.id}/{state.ply}"))


def close_phase(story: Story) -> None:
    """The action phase ends, if there is one; points set aside come back (SRU-RULING-31)."""
    phase = story.state.action_phase
    if phase:
        story.tell(*passive_protection.end_of_phase(story.state))
        story.tell(*assistants.ending(story.state, ("phase",)))
        story.tell(PhaseClosed(phase=phase))


def close(story: Story) -> None:
    """The session is over: section 6.2, step 8. What is not carried ends (section 6.1)."""
    close_scene(story)
    story.tell(*assistants.ending(story.state, ("action", "phase", "scene")))
    story.tell(SessionClosed(outcome=outcome(story.state)))


def outcome(state: SessionState) -> Outcome:
    """The teams by steps reached, then by reserve points left; equal ones share a place."""
    scored = [
        (steps, sum(each.free for each in state.characters if each.team == team), team) for team, steps in state.reached
    ]
    ranked = sorted(scored, key=lambda entry: (-entry[0], -entry[1]))
    placings = tuple(
        Placing(
            team=team, place=1 + sum(other[:2] > (steps, left) for other in scored), points_left=left,
            points_destroyed=0, objectives=steps,
        )
        for steps, left, team in ranked
    )  # fmt: skip
    return Outcome(placings=placings, rule_id=RULE)


# --- the game master --------------------------------------------------------------------------------------------------


def give_actions(story: Story, command: c.GiveActions) -> None:
    """How many actions a character has left; the text has no number (section 5.3)."""
    story.state.character(command.character)
    if command.actions is not None and command.actions < 0:
        raise MalformedInput("A character has 0 actions left or more.")
    story.tell(ActionsGiven(character=command.character, actions=command.actions))


def reveal_threat(story: Story, command: c.RevealThreat) -> None:
    """Somebody knows a threat from now on: SRU-ACTIVE-03."""
    story.state.target(command.who), story.state.target(command.threat)
    story.tell(ThreatRevealed(who=command.who, threat=command.threat))


def change_profile(story: Story, command: c.ChangeProfile) -> None:
    """Other rows, domains or settings from now on (section 5.1).

    Raises MalformedInput for a version that is not newer, and for one that nothing can be played with.
    """
    state = story.state
    if command.profile.version <= state.profile.version:
        raise MalformedInput(f"A changed profile has a version above {state.profile.version}.")
    profile.check(command.profile, command.rulings)
    found = profile.changes((state.profile, state.rulings), (command.profile, command.rulings))
    story.tell(ProfileChanged(profile=command.profile, rulings=command.rulings, changes=found))


def rule(story: Story, command: c.GmRule) -> None:
    """The game master or a judge rules, in words and in numbers, whatever the rules say (`sru.gm.ruled`).

    Errors: DecisionClosed for any other seat and once the session is over; MalformedInput for what does not exist.
    """
    state = story.state
    if command.seat not in {GM, JUDGE} or state.result is not None:
        raise DecisionClosed(f"The seats {GM} and {JUDGE} rule, while a session runs.")
    for change in command.changes:
        state.character(change.character)
        if change.value < 0:
            raise MalformedInput(f"{change.what} is 0 or more.")
    for opponent, adjustment in command.adjustments:
        state.opponent(opponent), state.domain(adjustment.domain)
    story.tell(GmRuled(text=command.text, changes=command.changes, adjustments=command.adjustments))
