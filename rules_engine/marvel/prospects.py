"""What a scenario's objectives still promise each team, for computer players (MARVEL-TURN-05, MARVEL-RULING-01)."""

from typing import Final, assert_never

from rules_engine.kernel.geometry import outline, outline_distance
from rules_engine.kernel.units import Length, inches
from rules_engine.marvel import objectives
from rules_engine.marvel.setup import Objective
from rules_engine.marvel.state import Character, MatchState

OBJECTIVE: Final = 150  # thousandths of all levels: an objective point where no number of them wins
HALF_WAY: Final = inches(5)  # what is this far off promises half
HOLDING, NEARING = 60, 20  # hundredths: for a place that is held now, and for each of two characters near it
BROKEN, ATTACKING = 50, 15  # hundredths: for all structure points gone, and for a character beside the piece


def point_worth(state: MatchState) -> int:
    """What one objective point is worth, in thousandths of a level: its part of what wins."""
    total = sum(max(character.card.level, 1) for character in state.characters)
    goal = state.setup.victory.objectives_to_win
    return total * 1000 // goal if goal else total * OBJECTIVE


def prospects(state: MatchState) -> dict[str, int]:
    """By team, what all objectives that have not been settled promise; nothing after the end."""
    promised = dict.fromkeys(state.teams, 0)
    if state.result is None:
        worth = point_worth(state)
        for objective in state.setup.objectives:
            if objective.id not in state.scored:
                _add(state, objective, promised, worth=worth * objective.points)
    return promised


def _add(state: MatchState, objective: Objective, promised: dict[str, int], *, worth: int) -> None:
    match objective.kind:
        case "hold":
            for team in promised:
                promised[team] += worth * _presence(state, objective, team) * NEARING // 10_000
            for team in objectives.scoring(state, objective):
                promised[team] += worth * HOLDING // 100
        case "destroy":
            for team in promised:
                if team != objective.team:
                    promised[team] += worth * _damage(state, objective, team) // 10_000
        case "survive":
            for team in objectives.scoring(state, objective):
                promised[team] += worth
        case _:
            assert_never(objective.kind)


def _presence(state: MatchState, objective: Objective, team: str) -> int:
    """Hundredths: how near the two nearest characters of a team are to a place, 200 with both at it."""
    gaps = [objectives.distance(state, character, objective) for character in _standing(state, team)]
    near = sorted(_nearness(gap - objective.reach) for gap in gaps if gap is not None)
    return sum(near[-2:])


def _damage(state: MatchState, objective: Objective, team: str) -> int:
    """Hundredths of hundredths: how far a piece is broken, and how near an attacker of a team is to it."""
    piece = state.find_scenery(objective.target)
    if piece is None:
        return 100 * 100
    lost = BROKEN * 100 * (piece.piece.sp - piece.sp) // max(piece.piece.sp, 1)
    if not piece.outline:
        return lost
    shape = outline(piece.outline)
    gaps = [
        outline_distance(character.place, character.card.radius, shape)
        for character in _standing(state, team)
        if character.place is not None
    ]
    return lost + (_nearness(min(gaps)) * ATTACKING if gaps else 0)


def _standing(state: MatchState, team: str) -> list[Character]:
    return [character for character in state.team(team) if not character.ko]


def _nearness(gap: Length) -> int:
    """Hundredths: 100 there, half of it half way."""
    return 100 * HALF_WAY // (HALF_WAY + max(gap, 0))
