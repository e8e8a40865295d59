"""What a match of Duels and its dice look like, in the kernel's words."""

from rules_engine.duels.components import DIALS, DialName, Position
from rules_engine.duels.state import DieInPlay, Figure, MatchState
from rules_engine.kernel.dice import Roll
from rules_engine.kernel.picture import Card, DieFace, Gauge, Marker, Picture, Shape, Token, Window

USES: dict[DialName, str] = {"head": "move", "weapon": "attack", "body": "defence"}  # DUELS-FIG-05 to DUELS-FIG-07


def picture(state: MatchState) -> Picture:
    """The table, every figure's card, and, where places are known, the bases and the gear on the ground."""
    return Picture(
        width=state.setup.table.width,
        depth=state.setup.table.depth,
        teams=state.teams,
        shapes=tuple(
            Shape(id=piece.id, kind=piece.kind, outline=piece.outline, level=piece.top if piece.levels else 0)
            for piece in state.terrain
            if piece.outline
        ),
        tokens=tuple(
            Token(
                id=figure.id,
                team=figure.team,
                x=figure.place.x,
                y=figure.place.y,
                radius=figure.profile.radius,
                level=figure.level,
                acting=state.turn is not None and state.turn.figure == figure.id,
            )
            for figure in state.figures
            if figure.place is not None
        ),
        markers=tuple(
            Marker(name=state.gear(piece.gear).gear.name, x=piece.place.x, y=piece.place.y)
            for piece in state.ground
            if piece.place is not None
        ),
        cards=tuple(_card(state, figure) for figure in state.figures),
    )


def _card(state: MatchState, figure: Figure) -> Card:
    notes = (f"{len(figure.base)} dice on the base, {len(figure.cup)} in the cup",) if figure.in_play else ()
    return Card(
        id=figure.id,
        name=figure.profile.name,
        team=figure.team,
        points=figure.profile.army_points,
        in_play=figure.in_play,
        gauges=tuple(
            Gauge(
                name=dial.capitalize(),
                use=USES[dial],
                windows=tuple(map(_window, getattr(figure.profile, dial))),
                at=figure.clicks[index],
                step_word="click",
                hit_word="bullet",
            )
            for index, dial in enumerate(DIALS)
        ),
        carried=tuple(state.gear(piece).gear.name for piece in figure.gear),
        notes=notes,
    )


def dice_shown(state: MatchState, roll: Roll) -> tuple[DieFace, ...]:
    """The dice of a roll in their colours, aces as ``A``: DUELS-DICE-01, DUELS-DICE-12; terrain's have no colour."""
    dice = zip(roll.names, roll.sides, roll.faces, strict=True)
    return tuple(_die_face(state.parts.dice.get(name), sides, face) for name, sides, face in dice)


def _die_face(die: DieInPlay | None, sides: int, face: int) -> DieFace:
    if die is None:
        return DieFace(name=f"d{sides}", sides=sides, shown=str(face))
    colour = die.spec.colour
    return DieFace(name=f"{colour} d{sides}", colour=colour, sides=sides, shown="A" if die.is_ace(face) else str(face))


def _window(position: Position) -> Window:
    return Window(value=position.value, hits=position.bullets, shields=position.shields)
