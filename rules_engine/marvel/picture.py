"""What a match of Marvel and its dice look like, in the kernel's words. A level is a height in whole inches."""

from collections.abc import Iterator
from typing import Final

from rules_engine.kernel.dice import Roll
from rules_engine.kernel.picture import Card, DieFace, Gauge, Goal, Marker, Picture, Shape, Token, Window
from rules_engine.kernel.units import INCH, show
from rules_engine.marvel.components import Zones
from rules_engine.marvel.objectives import scoring
from rules_engine.marvel.setup import Objective
from rules_engine.marvel.state import Character, MatchState, SceneryInPlay

ZONES: Final = ("green", "pale", "red")
KIND: Final = "blocking"  # scenery is in the way of sight and of movement


def picture(state: MatchState) -> Picture:
    """The table, every character's card, and, where places are known, bases and scenery."""
    acting = state.activation.character if state.activation else ""
    return Picture(
        width=state.setup.table.width,
        depth=state.setup.table.depth,
        teams=state.teams,
        shapes=tuple(_shape(piece) for piece in state.scenery if piece.outline and not piece.destroyed),
        tokens=tuple(
            _token(character, acting) for character in state.characters if character.in_play and character.place
        ),
        markers=tuple(_marks(state)),
        cards=tuple(_card(character, tracked=state.tracked) for character in state.characters),
        goals=tuple(_goal(state, objective) for objective in state.setup.objectives),
        scored=tuple(_scored(state)),
    )


def _marks(state: MatchState) -> Iterator[Marker]:
    """The places to hold."""
    for objective in state.setup.objectives:
        if objective.place is not None:
            yield Marker(name=objective.name, x=objective.place.x, y=objective.place.y, goal=True)


def _goal(state: MatchState, objective: Objective) -> Goal:
    """An objective, and who would score it if the turn ended now (MARVEL-TURN-05)."""
    done = objective.id in state.scored
    teams = () if done else scoring(state, objective)
    note = "reached" if done else f"team {', '.join(teams)}" if teams else "open"
    return Goal(name=objective.name, points=objective.points, note=note, done=done)


def _scored(state: MatchState) -> Iterator[tuple[str, int]]:
    """Objective points of all teams, where there are objectives."""
    points = dict(state.objectives)
    for team in state.teams if state.setup.objectives else ():
        yield team, points.get(team, 0)


def _shape(piece: SceneryInPlay) -> Shape:
    return Shape(id=piece.id, kind=KIND, outline=piece.outline, level=(piece.floor + piece.piece.height) // INCH)


def _token(character: Character, acting: str) -> Token:
    place = character.place
    assert place is not None, "only characters with a place have a token"
    return Token(
        id=character.id,
        team=character.team,
        x=place.x,
        y=place.y,
        radius=character.card.radius,
        level=place.level // INCH,
        acting=character.id == acting,
    )


def _card(character: Character, *, tracked: bool) -> Card:
    return Card(
        id=character.id,
        name=character.card.name,
        team=character.team,
        points=character.card.level,
        in_play=character.in_play,
        gauges=(_endurance(character), _pow(character)),
        notes=tuple(_notes(character, tracked=tracked)) if character.in_play else (),
    )


def _endurance(character: Character) -> Gauge:
    """All boxes of the endurance track, first the full one; the zones below green count as hits (MARVEL-RULING-46)."""
    boxes = character.card.endurance
    windows = tuple(Window(value=left, hits=_lost_zones(boxes, left)) for left in range(boxes.total, -1, -1))
    at = min(max(boxes.total - character.endurance, 0), boxes.total)
    return Gauge(name="Endurance", use="boxes left", windows=windows, at=at, step_word="box", hit_word="lost zone")


def _lost_zones(boxes: Zones, left: int) -> int:
    return (left <= boxes.red + boxes.pale) + (left <= boxes.red) + (left == 0)


def _pow(character: Character) -> Gauge:
    """The POW counters that each zone generates (MARVEL-RULING-06)."""
    values = character.card.pow
    windows = (Window(value=values.green), Window(value=values.pale), Window(value=values.red))
    return Gauge(name="POW", use="a turn", windows=windows, at=ZONES.index(character.band), step_word="zone")


def _notes(character: Character, *, tracked: bool) -> Iterator[str]:
    yield f"{character.pow} POW {'counter' if character.pow == 1 else 'counters'}"
    if character.ko:
        yield "KO"
    if character.down:
        yield "knocked down"
    if not tracked and character.elevation:
        yield f"stands {show(character.elevation)} in high"
    for name in character.enhancements:
        yield f"{name} defence enhanced"
    for reduction in character.reductions:
        yield f"{reduction.rule} {reduction.x}"


def dice_shown(_: MatchState, roll: Roll) -> tuple[DieFace, ...]:
    """The dice of a roll: all are D8s but those that draw an initiative counter."""
    return tuple(
        DieFace(name=f"d{sides}", sides=sides, shown=str(face))
        for sides, face in zip(roll.sides, roll.faces, strict=True)
    )
