"""Dice that lie, for passes that have them rolled again or turned (DUELS-PASS-02): whose they are, what follows."""

from collections.abc import Mapping, Sequence
from typing import Final

from rules_engine.duels.components import Whose
from rules_engine.duels.events import FacesChanged
from rules_engine.duels.state import AttackPending, Figure, HealPending, MatchState, MovePending, SkillTestPending
from rules_engine.kernel.dice import Die, Face, Roll
from rules_engine.kernel.units import INCH, Length

SAMPLES: Final = 6  # sets of dice that are listed at most


def thrown(state: MatchState) -> tuple[tuple[Die, Face], ...]:
    """The dice of the roll at hand with what they show, in the order of the roll; none before it."""
    match state.pending:
        case AttackPending(dice=dice, dodge=dodge, dodge_terrain=terrain, faces=faces):
            own = tuple(state.die(die).die for die in (*dice, *(dodge or ())))
            return tuple(zip((*own, *terrain), faces, strict=False))
        case MovePending(dice=dice, faces=faces) | SkillTestPending(dice=dice, faces=faces):
            return tuple(zip((state.die(die).die for die in dice), faces, strict=False))
        case HealPending(die=die, faces=faces):
            return tuple(zip((state.die(die).die,), faces, strict=False))
        case _:
            return ()


def within_reach(state: MatchState, figure: Figure, whose: Whose) -> tuple[tuple[Die, Face], ...]:
    """The dice that lie and that a pass may change: those of the figure's side of an attack, or of the other."""
    lying = thrown(state)
    if not isinstance(state.pending, AttackPending):
        return lying if whose == "own" else ()
    attacks = figure.id == state.pending.attacker
    number = len(state.pending.dice)
    return lying[:number] if attacks == (whose == "own") else lying[number:]


def sets_of(lying: Sequence[tuple[Die, Face]], most: int, whose: Whose) -> tuple[tuple[str, ...], ...]:
    """Dice that somebody may want to change: each alone, and the worst of them together; the enemy's best."""
    ranked = sorted(lying, key=lambda pair: pair[1] if whose == "own" else -pair[1])
    names = [die.name for die, _ in ranked]
    together = [tuple(names[:size]) for size in range(2, min(most, len(names)) + 1)]
    return (*((name,) for name in names[:SAMPLES]), *together)


def faces_changed(
    state: MatchState, card: str, figure: str, changed: Mapping[str, Face], *, roll: Roll | None = None
) -> FacesChanged:
    """What follows when some dice show other faces. Rules: DUELS-MOVE-02, DUELS-HEAL-05, DUELS-HEAL-09."""
    faces = tuple(changed.get(die.name, face) for die, face in thrown(state))
    return FacesChanged(
        card=card,
        figure=figure,
        dice=tuple(changed),
        faces=faces,
        roll=roll,
        allowance=_allowance(state, faces),
        clicks=_clicks(state, faces),
    )


def _allowance(state: MatchState, faces: tuple[Face, ...]) -> Length | None:
    pending = state.pending
    if not isinstance(pending, MovePending) or pending.allowance is None:
        return None
    before, now = (
        sum(state.die(die).value(face) for die, face in zip(pending.dice, shown, strict=True))
        for shown in (pending.faces, faces)
    )
    return pending.allowance + (now - before) * INCH


def _clicks(state: MatchState, faces: tuple[Face, ...]) -> int | None:
    pending = state.pending
    return state.die(pending.die).value_ace_high(faces[0]) if isinstance(pending, HealPending) else None
