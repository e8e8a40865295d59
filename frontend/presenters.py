"""Query results → template context: numbers become SVG attributes and words; nothing is decided here."""

from math import cos, pi, sin
from typing import Any, Final, TypeAlias

from rules_engine.kernel.geometry import Point
from rules_engine.kernel.picture import Dial, Picture, Token, Window

Context: TypeAlias = dict[str, Any]  # what a template reads: plain values by name

UNITS: Final = 10  # lengths are hundredths of an inch; the board has 10 units to the inch
GRID_INCHES: Final = 12
TEAM_STYLES: Final = 4
CENTRE, RING, GAP_DEGREES = 60.0, 50.0, 2.2


def board(picture: Picture) -> Context | None:
    """The table as an SVG of 10 units to the inch, or None where nobody knows the places."""
    if not picture.tokens and not picture.shapes:
        return None
    width, depth = _units(picture.width), _units(picture.depth)
    steps = GRID_INCHES * UNITS
    lines = [f"M{x} 0V{depth}" for x in range(steps, width, steps)]
    lines += [f"M0 {y}H{width}" for y in range(steps, depth, steps)]
    return {
        "width": width,
        "depth": depth,
        "grid": "".join(lines),
        "scale": f"M24 {depth - 20}h{steps}M24 {depth - 28}v16M{24 + steps} {depth - 28}v16",
        "scale_y": depth - 13,
        "scale_x": 32 + steps,
        "shapes": [
            {"path": _path(shape.outline), "kind": shape.kind, "level": shape.level, "tag": _middle(shape.outline)}
            for shape in picture.shapes
        ],
        "tokens": [_token(token, picture) for token in picture.tokens],
        "markers": [{"x": _units(m.x) - 5, "y": _units(m.y) - 5, "name": m.name} for m in picture.markers],
        "description": " ".join(_place_in_words(token, picture) for token in picture.tokens),
    }


def cards(picture: Picture) -> list[Context]:
    """Each figure's card: team mark, points, dials, gear, notes."""
    return [
        {
            "id": card.id,
            "name": card.name,
            "team": _team(card.team, picture),
            "letter": card.team,
            "points": card.points,
            "in_play": card.in_play,
            "dials": [dial(each) for each in card.dials],
            "carried": ", ".join(card.carried),
            "notes": card.notes,
        }
        for card in picture.cards
    ]


def dial(shown: Dial) -> Context:
    """A dial as a ring of positions, the window on top: the ring is turned as the real one is."""
    count = len(shown.windows)
    step = 360 / count
    segments, pips = [], []
    for index, window in enumerate(shown.windows):
        angle = (index - shown.at) * step
        style = "is-now" if index == shown.at else "is-spent" if index < shown.at else ""
        segments.append({"path": _arc(angle - step / 2 + GAP_DEGREES, angle + step / 2 - GAP_DEGREES), "style": style})
        pips += [] if index == shown.at else _pips(angle, window.hits)
    now = shown.windows[shown.at]
    return {
        "name": shown.name,
        "use": shown.use,
        "segments": segments,
        "pips": pips,
        "start": f"rotate({-shown.at * step:.1f} 60 60)",
        "value": "–" if now.value is None else now.value,
        "baseline": 72 if now.hits else 75,
        "bullets": [f"{60 + (index - (now.hits - 1) / 2) * 14:.1f}" for index in range(now.hits)],
        "shields": now.shields,
        "hurt": shown.at > 0,
        "label": _dial_in_words(shown),
    }


def ordinal(number: int) -> str:
    """1 → 1st, 22 → 22nd, 13 → 13th."""
    if 10 <= number % 100 <= 20:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def _token(token: Token, picture: Picture) -> Context:
    x, y, radius = _units(token.x), _units(token.y), _units(token.radius)
    return {
        "id": token.id,
        "team": _team(token.team, picture),
        "x": x,
        "y": y,
        "radius": radius,
        "side": radius * 2,
        "left": x - radius,
        "top": y - radius,
        "baseline": y + 7,
        "rings": [radius + 4 + 5 * level for level in range(token.level)],
        "now": radius + 5 if token.acting else 0,
    }


def _team(team: str, picture: Picture) -> int:
    return picture.teams.index(team) % TEAM_STYLES


def _units(length: int) -> int:
    return round(length * UNITS / 100)


def _path(outline: tuple[Point, ...]) -> str:
    return "M" + "L".join(f"{_units(x)} {_units(y)}" for x, y in outline) + "z"


def _middle(outline: tuple[Point, ...]) -> Context:
    return {
        "x": round(sum(_units(x) for x, _ in outline) / len(outline)),
        "y": round(sum(_units(y) for _, y in outline) / len(outline)) + 7,
    }


def _on_ring(degrees: float, radius: float = RING) -> tuple[float, float]:
    turn = degrees * pi / 180
    return CENTRE + radius * sin(turn), CENTRE - radius * cos(turn)


def _arc(start: float, end: float) -> str:
    (x1, y1), (x2, y2) = _on_ring(start), _on_ring(end)
    return f"M{x1:.1f} {y1:.1f}A50 50 0 {int(end - start > 180)} 1 {x2:.1f} {y2:.1f}"


def _pips(angle: float, hits: int) -> list[Context]:
    spots = [_on_ring(angle + (index - (hits - 1) / 2) * 11) for index in range(hits)]
    return [{"x": f"{x:.1f}", "y": f"{y:.1f}"} for x, y in spots]


def _place_in_words(token: Token, picture: Picture) -> str:
    name = next(card.name for card in picture.cards if card.id == token.id)
    return f"{name} ({token.id}), level {token.level}, at {token.x // 100}, {token.y // 100} inches."


def _dial_in_words(shown: Dial) -> str:
    clicks = f"after {shown.at} of {len(shown.windows) - 1} clicks" if shown.at else "at the start position"
    words = f"{shown.name}: {_window_in_words(shown.windows[shown.at])}, {clicks}."
    if shown.at + 1 < len(shown.windows):
        words += f" Next: {_window_in_words(shown.windows[shown.at + 1])}."
    return words


def _window_in_words(window: Window) -> str:
    words = "no value" if window.value is None else str(window.value)
    if window.hits:
        words += f" with {window.hits} bullet{'s' if window.hits > 1 else ''}"
    return words + "".join(f", {colour} shield" for colour in window.shields)
