"""What a match of Duels and its dice look like, in the kernel's words."""

from collections.abc import Iterator

from rules_engine.duels import objectives
from rules_engine.duels.components import DIALS, DialName, Hold, Position, SkillTest
from rules_engine.duels.passes import uses_left
from rules_engine.duels.state import DieInPlay, Figure, MatchState
from rules_engine.kernel.dice import Roll
from rules_engine.kernel.picture import Card, DieFace, Gauge, Goal, Marker, Picture, Shape, Token, Window

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
        )
        + _areas(state),
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
        )
        + _marks(state),
        goals=_goals(state),
        scored=_scored(state),
        cards=tuple(_card(state, figure) for figure in state.figures),
    )


def _areas(state: MatchState) -> tuple[Shape, ...]:
    return tuple(
        Shape(id=area.id, kind="area", outline=area.outline, name=area.name, level=area.level)
        for area in state.setup.areas
        if area.outline
    )


def _marks(state: MatchState) -> tuple[Marker, ...]:
    """What open tests are about, where it lies."""
    lying = (
        (test, objectives.lying(state, test)) for test in state.setup.skill_tests if objectives.is_open(state, test)
    )
    return tuple(Marker(name=test.name, x=place.x, y=place.y, goal=True) for test, place in lying if place is not None)


def _goals(state: MatchState) -> tuple[Goal, ...]:
    setup = state.setup
    return (*(_test(state, test) for test in setup.skill_tests), *(_hold(state, hold) for hold in setup.holds))


def _scored(state: MatchState) -> tuple[tuple[str, int], ...]:
    """Objective points of all teams, where there are objectives."""
    points = dict(state.objectives)
    return tuple((team, points.get(team, 0)) for team in state.teams) if _goals(state) else ()


def _test(state: MatchState, test: SkillTest) -> Goal:
    bearer = next((cargo.bearer for cargo in state.cargo if cargo.test == test.id), "")
    done = not bearer and not objectives.is_open(state, test)
    so_far = state.tests_won.count(test.id) % test.successes
    note = f"carried by {bearer}" if bearer else "won" if done else "open"
    if so_far and not done:
        note = f"{so_far} of {test.successes} successes"
    return Goal(name=test.name, points=test.objective_points, note=note, done=done)


def _hold(state: MatchState, hold: Hold) -> Goal:
    held = next((held for held in state.held if held.hold == hold.id and held.team), None)
    done = objectives.has_been_held(state, hold)
    note = f"team {held.team}, {held.rounds} of {hold.rounds} rounds" if held else "open"
    note = f"won by team {held.team}" if held and done else note
    return Goal(name=state.setup.area(hold.area).name, points=hold.objective_points, note=note, done=done)


def _card(state: MatchState, figure: Figure) -> Card:
    dice = "die" if len(figure.base) == 1 else "dice"
    notes = [f"{len(figure.base)} {dice} on the base, {len(figure.cup)} in the cup"] if figure.in_play else []
    notes += _pass_notes(state, figure)
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
        carried=(*(state.gear(piece).gear.name for piece in figure.gear), *_cargo(state, figure)),
        notes=tuple(notes),
    )


def _pass_notes(state: MatchState, figure: Figure) -> Iterator[str]:
    """The passes that a seat holds, at its first figure or at the one they are bound to; and those now in force."""
    first = next(other for other in state.figures if other.seat == figure.seat)
    for held in state.setup.passes:
        if held.seat == figure.seat and (held.figure or first.id) == figure.id:
            left = max(uses_left(state, held), 0)
            yield f"pass {held.card.name.en}: {f'{left} to play' if left else 'played'}"
    names = {held.id: held.card.name.en for held in state.setup.passes}
    for card in dict.fromkeys(boon.card for boon in figure.boons):
        yield f"in force: {names[card]}"


def _cargo(state: MatchState, figure: Figure) -> tuple[str, ...]:
    """What a figure carries off."""
    borne = {cargo.test for cargo in state.cargo if cargo.bearer == figure.id}
    return tuple(test.name for test in state.setup.skill_tests if test.id in borne)


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
