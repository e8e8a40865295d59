"""The Action phase (MARVEL-TURN-04): what is open in it, and what follows by itself."""

from rules_engine.kernel.messages import Decision
from rules_engine.marvel import activations, extra_activations, leadership
from rules_engine.marvel.events import ActivationEnded, GoStarted
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story


def awaiting(state: MatchState) -> tuple[Decision, ...]:
    """Whom to activate, a Leadership counter, the acts of the acting character, or who acts next out of turn."""
    if state.activation is not None:
        acting = state.character(state.activation.character)
        kind = "act" if state.activation.led or not leadership.leaders(state, acting) else "follow"
        return (state.ask(kind, acting.seat, acting.id),)
    if state.offer is not None:
        return (state.ask("choose_next", state.character(state.offer.character).seat, state.offer.character),)
    seats = dict.fromkeys(character.seat for character in activations.yet_to_act(state, state.go))
    return tuple([state.ask("activate", seat, seat) for seat in seats])


def step(story: Story) -> bool:
    """End the activation of one that can act no more, hand on the go; False while somebody must decide, or at the end.

    Rules: MARVEL-TURN-04, MARVEL-RULING-12.
    """
    state = story.state
    if state.activation is not None:
        acting = state.character(state.activation.character)
        if acting.in_play and not acting.ko:
            return False
        story.tell(ActivationEnded(character=acting.id))
        return True
    if state.offer is not None:
        return not extra_activations.choices(state, state.offer) and _hand_on(story)
    return not activations.yet_to_act(state, state.go) and _hand_on(story)


def _hand_on(story: Story) -> bool:
    team = activations.next_go(story.state)
    if team:
        story.tell(GoStarted(team=team))
    return bool(team)


def is_over(state: MatchState) -> bool:
    """Whether everybody has acted, and nothing more can follow from the last activation."""
    if state.activation is not None or (state.offer is not None and extra_activations.choices(state, state.offer)):
        return False
    return not activations.next_go(state)
