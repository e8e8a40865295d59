"""What a session and its dice look like, in the kernel's words: cards without a board, and the steps as goals."""

from rules_engine.kernel.dice import Roll
from rules_engine.kernel.picture import Card, DieFace, Gauge, Goal, Picture, Window
from rules_engine.sru.components import Character, Opponent, Reserve
from rules_engine.sru.state import SessionState
from rules_engine.sru.thresholds import passive


def picture(state: SessionState) -> Picture:
    """Every character and opponent as a card; there is no table (`width` and `depth` are 0)."""
    cards = (
        *(_character(state, each) for each in state.characters),
        *(_opponent(state, each) for each in state.opponents),
    )
    goals, scored = (_goals(state), state.reached) if state.scripted else ((), ())
    return Picture(width=0, depth=0, teams=state.teams, cards=cards, goals=goals, scored=scored)


def _goals(state: SessionState) -> tuple[Goal, ...]:
    """The steps of the script's scenes, each with how it stands."""
    assert state.setup.script is not None, "a scripted session has its script"
    ended, now = dict(state.ended), {state.todo[0].step, state.todo[0].parent} if state.todo else set()
    told = {True: "reached", False: "not reached", None: "to come"}
    return tuple(
        Goal(
            name=step.title, points=1, note="now" if step.id in now else told[ended.get(step.id)],
            done=step.id in ended,
        )
        for scene in state.setup.script.scenes
        for step in scene.steps
    )  # fmt: skip


def _character(state: SessionState, character: Character) -> Card:
    helping = (each for each in state.assistants if each.controller == character.id and each.state == "active")
    rumors = (each for each in state.rumors if each.character == character.id and each.state == "active")
    notes = [f"{name} {value}" for name, value in sorted(character.skills.items()) if value]
    circles = {each.id: each.name for each in state.graph.circles}
    notes += [f"“{rumor.adjective}” {rumor.index}, {circles[rumor.circle]}" for rumor in rumors]
    notes += [f"{what} {value}" for what in ("damage", "stress") if (value := getattr(character, what))]
    return Card(
        id=character.id,
        name=character.name,
        team=character.team,
        points=character.army_points,
        in_play=character.state == "active",
        gauges=tuple(map(_reserve, character.reserves)),
        carried=tuple(f"{each.label} {each.power}" for each in helping),
        notes=tuple(notes),
    )


def _reserve(reserve: Reserve) -> Gauge:
    """A reserve from full to empty."""
    windows = tuple(Window(value=value) for value in range(reserve.maximum, -1, -1))
    return Gauge(
        name=reserve.name.capitalize(), use="points left", windows=windows, at=reserve.maximum - reserve.current,
        step_word="point",
    )  # fmt: skip


def _opponent(state: SessionState, opponent: Opponent) -> Card:
    """What an opponent resists with, by domain, its passive protection and what has changed since."""
    notes = [
        f"{domain.name}: {option.label} {values[option.id]}, protection {passive(opponent, domain.id, state.situation)}"
        for domain in state.profile.domains
        if (values := opponent.resistance.get(domain.id, {}))
        for option in domain.resistance_options
        if option.id in values
    ]
    notes += [f"{each.domain} {each.change:+d}" for each in opponent.adjustments]
    return Card(id=opponent.id, name=opponent.name, team="", points=0, in_play=True, notes=tuple(notes))


def dice_shown(state: SessionState, roll: Roll) -> tuple[DieFace, ...]:  # noqa: ARG001 -- the protocol's; dice have no owner
    """The dice of a roll: plain ones, without colours."""
    dice = zip(roll.sides, roll.faces, strict=True)
    return tuple(DieFace(name=f"d{sides}", sides=sides, shown=str(face)) for sides, face in dice)
