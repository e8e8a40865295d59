"""What the words of a typed-in match stand for: figures, dice, gear and faces (docs/match-log.md)."""

import re
from collections.abc import Iterable

from rules_engine.duels.state import Figure, MatchState
from rules_engine.kernel.errors import MalformedInput


def find_figure(state: MatchState, figure_id: str) -> Figure:
    """The figure with an id. Raises MalformedInput when there is none."""
    try:
        return state.figure(figure_id)
    except KeyError:
        raise MalformedInput(f"There is no figure {figure_id}.") from None


def find_dice(where: Iterable[str], written: str) -> tuple[str, ...]:
    """The ids of dice that are written by label, ``U8`` or ``smartgun/U8``; each die once, the first that fits.

    Raises MalformedInput when there is none.
    """
    left, chosen = list(where), []
    for label in written.split() if written != "nothing" else ():
        die = find_named(left, label)
        left.remove(die)
        chosen.append(die)
    return tuple(chosen)


def find_gear(state: MatchState, figure: str, written: str) -> str:
    """The id of a piece that a figure carries. Raises MalformedInput when it carries none that is written so."""
    return find_named(find_figure(state, figure).gear, written)


def find_named(ids: Iterable[str], written: str) -> str:
    """The first id that is written so: in full, or by its last words, without its number.

    Raises MalformedInput, naming them all, when there is none.
    """
    ids = tuple(ids)
    for fits in (_is_exactly, _is_like):
        for id_ in ids:
            if fits(id_, written):
                return id_
    raise MalformedInput(f"There is no {written} here; there are: {', '.join(map(short_name, ids)) or 'none'}.")


def _is_exactly(id_: str, written: str) -> bool:
    return written in {id_, short_name(id_)}


def _is_like(id_: str, written: str) -> bool:
    return f"/{id_.partition('#')[0]}".endswith(f"/{written}")


def short_name(id_: str) -> str:
    """An id without the figure that it began with: ``U8``, ``smartgun/U8``."""
    return id_.split("/", 1)[-1]


def read_face(written: str, name: str) -> int:
    """The face in ``U6=4``, ``U6=A`` or ``4``; the label must be that of the die, ``name``. Raises MalformedInput."""
    label, _, face = written.rpartition("=")
    if label and not (_is_exactly(name, label) or _is_like(name, label)):
        raise MalformedInput(f"Here {short_name(name)} is rolled, not {label}.")
    if face == "A":
        return 1
    if not re.fullmatch("[0-9]{1,4}", face):
        raise MalformedInput(f"{written!r} has no face.")
    return int(face)
