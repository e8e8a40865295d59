"""The check of objectives in the End phase (MARVEL-TURN-05): what a scenario supplies (MARVEL-RULING-01)."""

from typing import assert_never

from rules_engine.kernel.geometry import point_distance
from rules_engine.kernel.units import Length
from rules_engine.marvel.events import ObjectiveScored
from rules_engine.marvel.setup import Objective
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story


def score(story: Story) -> None:
    """Let teams score what they have reached at the end of a turn (MARVEL-TURN-05)."""
    for objective in story.state.setup.objectives:
        if objective.id in story.state.scored:
            continue
        for team in scoring(story.state, objective):
            once = objective.kind == "destroy"
            story.tell(ObjectiveScored(objective=objective.id, team=team, points=objective.points, once=once))


def scoring(state: MatchState, objective: Objective) -> tuple[str, ...]:
    """The teams that score an objective if the turn ends now."""
    match objective.kind:
        case "hold":
            return _holding(state, objective)
        case "destroy":
            gone = state.find_scenery(objective.target) is None
            return tuple([team for team in state.teams if gone and team != objective.team])
        case "survive":
            character = state.find(objective.target)
            return (objective.team,) if character and not character.ko else ()
        case _:
            assert_never(objective.kind)


def _holding(state: MatchState, objective: Objective) -> tuple[str, ...]:
    """The team with the most characters near the place; none if there is no such team."""
    numbers = {team: sum(is_near(state, other, objective) for other in state.team(team)) for team in state.teams}
    most = max(numbers.values())
    best = tuple([team for team, number in numbers.items() if number == most])
    return best if most and len(best) == 1 else ()


def is_near(state: MatchState, character: Character, objective: Objective) -> bool:
    """Whether a character, not KO, is close enough to a place to hold it."""
    found = distance(state, character, objective)
    return found is not None and found <= objective.reach and not character.ko


def distance(state: MatchState, character: Character, objective: Objective) -> Length | None:
    """From a base's edge to the place, in plan; on the declared board what was measured; None if it is not known."""
    if not state.tracked:
        facts = [fact.distance for fact in state.measured if (fact.a, fact.b) == (character.id, objective.id)]
        return facts[0] if facts else None
    if character.place is None or objective.place is None:
        return None
    return point_distance(character.place, character.card.radius, objective.place.x, objective.place.y)
