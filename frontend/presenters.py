"""Query results → template context: numbers become SVG attributes and words; nothing is decided here."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from math import cos, pi, sin
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict

from campaigns import queries
from campaigns.domain.numbers import shown as exactly
from campaigns.domain.scoring import LEAGUE, Scoring, award
from campaigns.events import SOLO
from matches import queries as matches
from matches import replay
from matches.domain.sentences import part, sentence, told_in
from rules_engine import registry
from rules_engine.kernel.geometry import Point
from rules_engine.kernel.picture import DieFace, Gauge, Picture, Token, Window

Context: TypeAlias = dict[str, Any]  # what a template reads: plain values by name

NOBODY: Final[Mapping[str, str]] = MappingProxyType({})  # teams without a player of a league
UNITS: Final = 10  # lengths are hundredths of an inch; the board has 10 units to the inch
GRID_INCHES: Final = 12
TEAM_STYLES: Final = 4
ROOMY: Final = 14  # units of the radius of a base that has room for its id; else it stands below
SQUARE: Final = 0.85  # half a side, for a radius of 1: about the area of the round base
CENTRE, RING, GAP_DEGREES = 60.0, 50.0, 2.2
DIE_BASELINES: Final = {4: 38, 6: 32, 8: 32, 10: 32, 12: 32, 20: 32}  # where the number stands; one shape a size
PLAIN: Final = "white"


def board(picture: Picture, names: Mapping[str, str] = NOBODY) -> Context | None:
    """The table as an SVG of 10 units to the inch and as rows of words, or None where nobody knows the places."""
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
            {
                "path": _path(shape.outline),
                "kind": shape.kind,
                "level": shape.level,
                "tag": _middle(shape.outline),
                "name": shape.name,
            }
            for shape in picture.shapes
        ],
        "tokens": [_token(token, picture) for token in picture.tokens],
        "markers": _lying(picture),
        "goals": [{"x": _units(m.x), "y": _units(m.y), "name": m.name} for m in picture.markers if m.goal],
        "description": " ".join(_place_in_words(token, picture) for token in picture.tokens),
        "rows": [_row(token, picture, names) for token in picture.tokens],
    }


def cards(picture: Picture) -> list[Context]:
    """Each figure's card: team mark, points, dials, gear, notes, and whether it is the one that acts."""
    acting = {token.id for token in picture.tokens if token.acting}
    return [
        {
            "id": card.id,
            "name": card.name,
            "team": _team(card.team, picture),
            "letter": card.team,
            "points": card.points,
            "in_play": card.in_play,
            "acting": card.id in acting,
            "dials": [dial(each) for each in card.gauges],
            "carried": ", ".join(card.carried),
            "notes": card.notes,
        }
        for card in picture.cards
    ]


def dial(shown: Gauge) -> Context:
    """A gauge as a dial, a ring of positions, the window on top: the ring is turned as the real one is."""
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
        "hits": [f"{60 + (index - (now.hits - 1) / 2) * 14:.1f}" for index in range(now.hits)],
        "shields": now.shields,
        "hurt": shown.at > 0,
        "label": _dial_in_words(shown),
    }


def die(face: DieFace) -> Context:
    """A die as a chip; one without a colour is white."""
    colour = face.colour or PLAIN
    shape = face.sides if face.sides in DIE_BASELINES else 6
    return {
        "colour": colour,
        "hatched": colour != PLAIN,
        "shape": shape,
        "baseline": DIE_BASELINES[shape],
        "face": face.shown,
        "name": face.name,
    }


def ordinal(number: int) -> str:
    """1 → 1st, 22 → 22nd, 13 → 13th."""
    if 10 <= number % 100 <= 20:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def _token(token: Token, picture: Picture) -> Context:
    x, y, radius = _units(token.x), _units(token.y), _units(token.radius)
    inside = round(radius * SQUARE)
    return {
        "id": token.id,
        "team": _team(token.team, picture),
        "x": x,
        "y": y,
        "radius": radius,
        "side": inside * 2,
        "left": x - inside,
        "top": y - inside,
        "baseline": y + 7 if radius >= ROOMY else y + radius + 22,
        "roomy": radius >= ROOMY,
        "rings": [radius + 4 + 5 * level for level in range(token.level)],
        "now": radius + 5 if token.acting else 0,
    }


def _lying(picture: Picture) -> list[Context]:
    """The spots where something lies, each with how many pieces and, for people, which and where."""
    spots: dict[tuple[int, int], list[str]] = {}
    for marker in picture.markers:
        if not marker.goal:
            spots.setdefault((marker.x, marker.y), []).append(marker.name)
    shown = []
    for (x, y), pieces in spots.items():
        names, where = ", ".join(pieces), _inches(x, y)
        words = f"{len(pieces)} pieces at {where}: {names}" if pieces[1:] else f"{names} at {where}"
        shown.append({"x": _units(x) - 5, "y": _units(y) - 5, "name": names, "count": len(pieces), "words": words})
    return shown


def _inches(x: int, y: int) -> str:
    return f"{x / 100:.1f}, {y / 100:.1f}"


def _team(team: str, picture: Picture) -> int | None:
    """The style of a team's marks; None for what belongs to no team."""
    return picture.teams.index(team) % TEAM_STYLES if team in picture.teams else None


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


def _row(token: Token, picture: Picture, names: Mapping[str, str]) -> Context:
    return {
        "id": token.id,
        "name": _name(token, picture),
        "team": names.get(token.team) or f"Team {token.team}",
        "level": token.level,
        "place": _inches(token.x, token.y),
        "acting": token.acting,
    }


def _place_in_words(token: Token, picture: Picture) -> str:
    name = _name(token, picture)
    return f"{name} ({token.id}), level {token.level}, at {token.x // 100}, {token.y // 100} inches."


def _name(token: Token, picture: Picture) -> str:
    return next(card.name for card in picture.cards if card.id == token.id)


def _dial_in_words(shown: Gauge) -> str:
    total = len(shown.windows) - 1
    steps = f"after {shown.at} of {_counted(total, shown.step_word)}" if shown.at else "at the start position"
    words = f"{shown.name}: {_window_in_words(shown.windows[shown.at], shown.hit_word)}, {steps}."
    if shown.at < total:
        words += f" Next: {_window_in_words(shown.windows[shown.at + 1], shown.hit_word)}."
    return words


def _window_in_words(window: Window, hit_word: str) -> str:
    words = "no value" if window.value is None else str(window.value)
    if window.hits:
        words += f" with {_counted(window.hits, hit_word)}"
    return words + "".join(f", {colour} shield" for colour in window.shields)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


# --- pages ------------------------------------------------------------------------------------------------------------


class Wording(Struct, frozen=True):
    """What the numbers of a standing are called, by code: in a list, within a sentence, and at the head of a column.

    columns: those shown where a stage counts them, on a wide page, the last one on any page.
    """

    numbers: Mapping[str, str]
    short: Mapping[str, str]
    columns: Mapping[str, str]


LOT: Final = "Lot, fixed by the seed of the stage"
AGAINST_OTHERS: Final = Wording(
    numbers={
        "points": "Match points",
        "wins": "Matches won",
        "objectives": "Objective points",
        "destroyed": "Army points destroyed",
        "left": "Army points left",
        "lot": LOT,
    },
    short={
        "points": "points",
        "wins": "wins",
        "objectives": "objective points",
        "destroyed": "army points destroyed",
        "left": "army points left",
        "lot": "lot",
    },
    columns={"objectives": "Objectives", "destroyed": "AP destroyed", "left": "AP left", "points": "Points"},
)
ALONE: Final = Wording(  # nobody is beaten, no army points are shot away
    numbers={"objectives": "Steps reached", "left": "Reserve left", "lot": LOT},
    short={"objectives": "steps", "left": "reserve points left", "lot": "lot"},
    columns={"left": "Reserve left", "objectives": "Steps"},
)
UNTOLD: Final = frozenset({"match.command_accepted"})  # the request; what it made happen follows and is told
STATES: Final = {
    "scheduled": "scheduled", "mustering": "mustering", "running": "playing", "reported": "reported",
    "confirmed": "final", "disputed": "disputed", "ruled": "ruled by a judge", "forfeited": "forfeited",
    "abandoned": "broken off", "bye": "bye",
}  # fmt: skip


def standings(
    campaign: queries.Campaign, stage: queries.Stage, lines: Sequence[queries.StandingLine], *, open_tables: int
) -> Context:
    """The table with what decided each place: against the line above, for the first against the one below."""
    wording = ALONE if stage.format == SOLO else AGAINST_OTHERS
    rows = []
    for index, line in enumerate(lines):
        other = lines[index - 1] if index else lines[1] if len(lines) > 1 else None
        rows.append(_standing_row(stage, line, wording) | (_why(stage.order, line, other, wording) if other else {}))
    return {
        "campaign": campaign,
        "rows": rows,
        "open_tables": open_tables,
        "columns": [words for code, words in wording.columns.items() if code in stage.order],
        "records": wording is AGAINST_OTHERS,
        "order": [wording.numbers[code] for code in stage.order],
        "worth": worth(LEAGUE) if wording is AGAINST_OTHERS else "",
        "version": lines[0].version if lines else 0,
        "scenario": _scenario(stage.scenario),
    }


def _scenario(content: Any) -> Context | None:  # plain data of a file that has been checked
    """Title and description of the scenario that a stage's matches are played in."""
    return content and {name: content[name]["en"] for name in ("title", "description")}


def worth(scoring: Scoring) -> str:
    """What results are worth, in a sentence."""
    win, draw, loss = award("win", scoring), award("draw", scoring), award("loss", scoring)
    return (
        f"A win is worth {exactly(win)} point{'' if win == 1 else 's'}, a draw {exactly(draw)}, a loss {exactly(loss)}."
    )


def _standing_row(stage: queries.Stage, line: queries.StandingLine, wording: Wording) -> Context:
    numbers = dict(zip(stage.order, map(exactly, line.numbers), strict=True))
    *wide, main = (numbers[code] for code in wording.columns if code in numbers)
    return {
        "rank": line.rank,
        "name": line.name,
        "level": line.level,
        "record": f"{line.won}–{line.drawn}–{line.lost}",
        "wide": wide,
        "main": main,
        "ordinal": ordinal(line.rank),
    }


def _why(order: Sequence[str], line: queries.StandingLine, other: queries.StandingLine, wording: Wording) -> Context:
    """Why a line stands above or below its neighbour: in a sentence, and number by number up to the decisive one."""
    is_above = line.rank < other.rank
    decided_by = "" if line.rank == other.rank else other.decided_by if is_above else line.decided_by
    steps, level = [], []
    for code, *both in zip(order, line.numbers, other.numbers, strict=True):
        own, their = map(exactly, both)
        if code == "lot" and code == decided_by:
            words = f"{wording.numbers[code]}: it puts {line.name if is_above else other.name} first."
        elif own == their:
            words = f"{wording.numbers[code]}: {own}, level with {other.name}."
            level.append(wording.short[code])
        else:
            words = f"{wording.numbers[code]}: {own} against {their}."
        steps.append({"words": words, "decisive": code == decided_by})
        if code == decided_by:
            break
    reason = wording.short.get(decided_by, "")
    return {"why": steps, "opening": f"{ordinal(line.rank)}{_opening(reason, level, other.name, above=is_above)}"}


def _opening(decided_by: str, level: Sequence[str], other: str, *, above: bool) -> str:
    """What follows the place: ``: same points as Ana, fewer wins.``; level: the numbers that are the same."""
    if not decided_by:
        return f", tied with {other}: every number is the same."
    reason = f"{'the better' if above else 'the worse'} lot"
    if decided_by != "lot":
        reason = f"{'more' if above else 'fewer'} {decided_by}"
    return f": same {_listed(level)} as {other}, {reason}." if level else f": {reason} than {other}."


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def pairings(campaign: queries.Campaign, tables: Sequence[queries.TableRow], names: Mapping[str, str]) -> Context:
    """The rounds, each with its tables in order."""
    rounds: dict[int, list[Context]] = {}
    for table in tables:
        home, away = table.places.get(table.home), table.places.get(table.away or "")
        rounds.setdefault(table.round, []).append(
            {
                "number": table.number,
                "home": names[table.home],
                "away": names[table.away] if table.away else "",
                "match": table.match,
                "home_won": bool(table.away) and home == 1 and away != 1,
                "away_won": away == 1 and home != 1,
                "word": _table_word(table, home, away),
                "final": bool(table.places) or not table.match,
            }
        )
    return {"campaign": campaign, "rounds": [{"number": n, "tables": rows} for n, rows in rounds.items()]}


def _table_word(table: queries.TableRow, home: int | None, away: int | None) -> str:
    if not table.match:
        return "bye"
    if home is None:
        return "open"
    if table.away is None:
        return "final"
    return "draw" if home == away else "final"


def outside(rows: Sequence[matches.MatchRow], *, total: int) -> Context:
    """Matches outside any league, each with its teams, its winners and when it last changed; total: listed or not."""
    return {"matches": [_outside_line(row) for row in rows], "unlisted": total - len(rows)}


def _outside_line(row: matches.MatchRow) -> Context:
    winners = [f"Team {placing['team']}" for placing in row.placings if placing["place"] == 1]
    return {
        "match": row.id,
        "teams": " – ".join(f"Team {seat.team}" for seat in _one_a_team(row.seats)),
        "game": registry.called(row.ruleset, row.ruleset_version, row.variant),
        "changed": datetime.fromtimestamp(row.changed_at / 1_000_000, tz=UTC),
        "won": winners[0] if len(winners) == 1 and len(row.placings) > 1 else "",
        "word": STATES[row.status],
        "final": _is_final(row),
    }


def _one_a_team(seats: Sequence[matches.SeatRow]) -> Sequence[matches.SeatRow]:
    return list({seat.team: seat for seat in seats}.values())


def _is_final(row: matches.MatchRow) -> bool:
    return bool(row.placings) and row.status in {"confirmed", "ruled", "forfeited"}


def match(page: matches.MatchPage, *, at: int, names: Mapping[str, str], language: str | None = None) -> Context:
    """The head of a match and its log: events in plain sentences by round, struck-out ones marked, dice shown.

    language: of the sentences; English where there are none in it.
    """
    shown = [frame for frame in page.frames if frame.kind not in UNTOLD]
    now = max((frame for frame in shown if frame.version <= at), key=_version, default=shown[0])
    parts: list[Context] = [{"title": "Before the match", "entries": [], "now": False}]
    for frame in shown:
        if title := part(frame.kind, frame.sentence, language):
            parts.append({"title": title, "entries": [], "now": False})
        parts[-1]["entries"].append(_entry(frame, now.version, language))
        parts[-1]["now"] = parts[-1]["now"] or frame is now
    places: dict[str, dict[str, str | int]] = {str(placing["team"]): placing for placing in page.row.placings}
    return {
        "match": page.row,
        "game": registry.called(page.row.ruleset, page.row.ruleset_version, page.row.variant),
        "alone": len(page.row.seats) == 1,
        "teams": [_team_line(seat.team, index, names, places) for index, seat in enumerate(page.row.seats)],
        "state": STATES[page.row.status],
        "final": _is_final(page.row),
        "parts": [part for part in parts if part["entries"]],
        "at": now.version,
        "first": shown[0].version,
        "last": shown[-1].version,
        "total": len(page.frames),
        "previous": max((each.version for each in shown if each.version < now.version), default=0),
        "next": min((each.version for each in shown if each.version > now.version), default=0),
        "now_sentence": _sentence(now, language),
        "told_in": told_in(language),
        "now_part": next(part["title"] for part in parts if part["now"]),
        "dice": _dice_badge(page.dice),
    }


def table_picture(picture: Picture | None, names: Mapping[str, str] = NOBODY) -> Context:
    """Board, cards and objectives, or nothing before the match has started; names: of the teams' players."""
    if picture is None:
        return {"board": None, "cards": [], "goals": [], "scored": []}
    return {
        "board": board(picture, names),
        "cards": cards(picture),
        "goals": [asdict(goal) for goal in picture.goals],
        "scored": [{"team": team, "name": names.get(team, ""), "points": points} for team, points in picture.scored],
    }


def _team_line(team: str, index: int, names: Mapping[str, str], places: Mapping[str, Mapping[str, object]]) -> Context:
    placing = places.get(team, {})
    return {
        "team": index % TEAM_STYLES,
        "letter": team,
        "name": names.get(team) or f"Team {team}",
        "place": placing.get("place"),
        "left": placing.get("points_left"),
        "destroyed": placing.get("points_destroyed"),
        "objectives": placing.get("objectives"),
    }


def _entry(frame: replay.Frame, at: int, language: str | None) -> Context:
    return {
        "version": frame.version,
        "sentence": _sentence(frame, language),
        "dice": [die(face) for face in frame.dice],
        "struck_by": frame.struck_by,
        "now": frame.version == at,
    }


def _version(frame: replay.Frame) -> int:
    return frame.version


def _sentence(frame: replay.Frame, language: str | None) -> str:
    return sentence(frame.kind, frame.sentence or asdict(frame.event), language)


def _dice_badge(dice: matches.DiceState) -> Context:
    if dice.mode == "table":
        return {"style": "badge--typed", "words": "Table dice, typed in"}
    if dice.seed:
        return {"style": "", "words": "Dice can be recomputed"}
    return {"style": "badge--open", "words": "Dice committed, seed still secret"}
