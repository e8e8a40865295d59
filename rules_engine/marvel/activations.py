"""Goes (MARVEL-TURN-04): whom to activate, the right to pass, the beginning and the end of an activation."""

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel import abilities, ko, leadership
from rules_engine.marvel.commands import Activate, EndActivation, Pass
from rules_engine.marvel.events import ActivationEnded, ActivationStarted, GoStarted, Passed
from rules_engine.marvel.state import Activation, Character, MatchState, Reduction
from rules_engine.marvel.story import Story

PASSING = RuleId("MARVEL-RULING-11")


# --- goes -------------------------------------------------------------------------------------------------------------


def yet_to_act(state: MatchState, team: str) -> tuple[Character, ...]:
    """The characters of a team that can still be activated this turn."""
    return tuple([character for character in state.team(team) if not character.activated])


def next_go(state: MatchState) -> str:
    """The team whose go comes next: players alternate, who has nobody left is skipped; none when nobody is left.

    Rules: MARVEL-TURN-04, MARVEL-RULING-11.
    """
    return next((team for team in (*state.after(state.go), state.go) if yet_to_act(state, team)), "")


# --- activating -------------------------------------------------------------------------------------------------------


def activate(story: Story, command: Activate, decision: Decision) -> None:
    """Activate one of the seat's characters that has not acted this turn.

    Rules: MARVEL-TURN-04, MARVEL-REC-01. Errors: RuleViolation for one that has acted; MalformedInput for one that is
    not the seat's, or not of the team whose go it is.
    """
    character = story.state.find(command.character)
    if character is None or character.seat != decision.seat or character.team != story.state.go:
        raise MalformedInput(f"{command.character} is not of those that {decision.seat} can activate.")
    if character.activated:
        raise RuleViolation(RuleId("MARVEL-TURN-04"), character=character.id)
    start(story, character)


def start(story: Story, character: Character, *, by: str = "", ability: str = "", chain: int = 1) -> None:
    """Begin an activation; a KO character's with the test whether it comes to.

    Rules: MARVEL-ATK-06 (enhancements end), MARVEL-RULING-33 (so do some reductions), MARVEL-REC-01.
    """
    lasting = tuple([entry for entry in character.reductions if not _ends(story.state, entry)])
    story.tell(
        ActivationStarted(
            character=character.id,
            reductions=lasting,
            follow=bool(leadership.leaders(story.state, character)),
            by=by,
            ability=ability,
            chain=chain,
        )
    )
    if character.ko:
        ko.recover(story, character.id)


def _ends(state: MatchState, reduction: Reduction) -> bool:
    """Whether a reduction ends as its character is activated (MARVEL-RULING-33)."""
    if reduction.rule == "awkwardness":
        return state.rulings.awkwardness_ends_on_activation
    return reduction.rule in {"dazzle", "distract"}


def pass_go(story: Story, command: Pass, decision: Decision) -> None:
    """Hand over the go without activating anyone.

    Rules: MARVEL-ABILITY-STRATEGIST, MARVEL-RULING-11. Errors: RuleViolation for a right to pass that is used up or was
    never there.
    """
    team = story.state.go
    if command not in _passes(story.state, decision):
        raise RuleViolation(PASSING, team=team, strategist=command.strategist)
    story.tell(Passed(team=team, strategist=command.strategist), GoStarted(team=next_go(story.state)))


def _passes(state: MatchState, decision: Decision) -> list[Pass]:
    names = [
        character.id
        for character in yet_to_act(state, state.go)
        if character.seat == decision.seat
        and character.passes < state.rulings.strategist_passes_per_turn
        and abilities.has(state, character, "strategist")
    ]
    if dict(state.passes).get(state.go, 0) < state.rulings.general_passes_per_turn:
        names.append("")
    return [Pass(seat=decision.seat, decision=decision.id, strategist=name) for name in names]


def activate_options(state: MatchState, decision: Decision) -> Legal:
    """Each of the seat's characters that has not acted, and each right to pass."""
    own = [character for character in yet_to_act(state, state.go) if character.seat == decision.seat]
    commands = [Activate(seat=decision.seat, decision=decision.id, character=character.id) for character in own]
    return Legal(commands=(*commands, *_passes(state, decision)))


# --- acting -----------------------------------------------------------------------------------------------------------


def acting(state: MatchState) -> tuple[Activation, Character]:
    """The activation under way and its character; asking at any other time is a programmer's mistake."""
    assert state.activation is not None, "a character is acting"
    return state.activation, state.character(state.activation.character)


def end(story: Story, command: EndActivation, decision: Decision) -> None:  # noqa: ARG001 -- the shape of all answers
    """The acting character does no more."""
    story.tell(ActivationEnded(character=decision.subject))
