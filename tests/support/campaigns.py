"""Worked examples of docs/rules/campaigns.md as data, and stages written as crosstables."""

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from campaigns.domain.numbers import Number, exact
from campaigns.domain.results import Adjustment, Bye, ByeKind, Seat, StageResults, StandingRulings, TableResult
from campaigns.domain.scoring_expression import parse
from campaigns.domain.standings import Standing, standings
from tests.support.examples import cases

EXAMPLES = Path(__file__).parent.parent / "campaigns" / "domain" / "examples"
CHESS = "win 1, draw 0.5"
BYES: dict[str, ByeKind] = {
    "B": "pairing_allocated", "F": "full", "H": "half", "Z": "zero", "A": "absent", "L": "late", "R": "rest",
}  # fmt: skip
CELL = re.compile(r"(\d+)([fc]?)([+=-])")
COUNTED = {"d": "destroyed", "k": "lost", "l": "left", "o": "objectives"}
SeatState: TypeAlias = Literal["absent", "conceded", "played"]
STATES: dict[str, SeatState] = {"f": "absent", "c": "conceded", "": "played"}
HALVES = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
EVENT_T = """
9+ 13= 2= 15+ 4=
10+ 7+ 1= 16+ 3=
11= 6+ 8+ 4= 2=
12+ H 13+ 3= 1=
13- 15- 11+ 7= 10+
14- 3- B 10+ 8+
15+ 2- 16- 5= 11-
16= 14+ 3- 13+ 6-
1- 10- H 11f- B
2- 9+ 15- 6- 5-
3= 16- 5- 9f+ 7+
4- B 14f+ Z Z
5+ 1= 4- 8- 14-
6+ 8- 12f- Z 13+
7- 5+ 10+ 1- 16-
8= 11+ 7+ 2- 15+
"""  # section 32 of the document; its source is S3


def examples(file: str) -> list[Any]:
    """The worked examples of ``examples/<file>.toml``; pytest ids are their ids."""
    return cases(EXAMPLES, file)


def number(written: str | int) -> Number:
    """``7``, ``"7/2"``, ``"3½"``, ``"13.375"``."""
    text = str(written)
    if text[-1] in HALVES:
        return exact(Fraction(text[:-1] or 0) + HALVES[text[-1]])
    return exact(Fraction(text))


def numbers(written: str) -> list[Number]:
    """``"12½ 13 15½"``."""
    return [number(word) for word in written.split()]


def crosstable(
    rows: str, *, scoring: str = CHESS, rulings: Mapping[str, Any] | None = None, **more: Any
) -> StageResults:
    """A stage of two-player tables. A row a participant, ``1``, ``2`` …; a cell a round: ``12+`` beat 12, ``3=`` drew,
    ``9f+`` won by forfeit, ``9f-`` lost so, ``9c-`` conceded, ``B F H Z A L R`` byes and rests, ``.`` nothing. A cell
    may end in what a match counted: ``12+(d60,k40,l30,o4)``, destroyed, lost, left, objectives.
    """
    lines = [line.split() for line in rows.strip().splitlines()]
    cells = {(who, round_): cell for who, line in enumerate(lines, 1) for round_, cell in enumerate(line, 1)}
    byes = tuple(
        Bye(round=round_, participant=str(who), kind=BYES[cell])
        for (who, round_), cell in cells.items()
        if cell in BYES
    )
    return StageResults(
        participants=tuple(str(who) for who in range(1, len(lines) + 1)),
        tables=tuple(_tables(cells)),
        byes=byes,
        scoring=parse(scoring),
        rulings=StandingRulings(**(rulings or {})),
        **more,
    )


def _tables(cells: Mapping[tuple[int, int], str]) -> Iterator[TableResult]:
    for (who, round_), cell in cells.items():
        if (found := CELL.match(cell)) and who < int(found[1]):
            other = int(found[1])
            assert cells[other, round_].startswith(str(who)), f"{who} and {other} disagree about round {round_}"
            seats = (_seat(who, cell), _seat(other, cells[other, round_]))
            yield TableResult(round=round_, match=f"{who}-{other} in {round_}", seats=seats)


def _seat(who: int, cell: str) -> Seat:
    found = CELL.match(cell)
    assert found, cell
    place = 2 if found[3] == "-" else 1
    counted = {COUNTED[letter]: int(count) for letter, count in re.findall(r"([dklo])(\d+)", cell[found.end() :])}
    return Seat(participant=str(who), place=place, state=STATES[found[2]] if place == 2 else "played", **counted)


def faced(
    records: Iterable[str], rulings: Mapping[str, Any] | None = None, scoring: str = "win 3, draw 1"
) -> StageResults:
    """A stage in which 1 met 2, 3 …, whose records are ``"5-2-1"``: won, lost, drawn; ``"3-2-0 B"``: one win was a bye.

    They met 1 in a match that they won, or lost if they won none; all other matches were against others.
    """
    tables, byes, people = [], [], ["1"]
    for who, record in enumerate(records, start=2):
        won, lost, drawn = map(int, record.split()[0].split("-"))
        places = [(1, 2)] * (won - record.endswith("B")) + [(2, 1)] * lost + [(1, 1)] * drawn
        people.append(str(who))
        byes += [Bye(round=len(places) + 1, participant=str(who))] if record.endswith("B") else []
        for round_, (own, other) in enumerate(places, start=1):
            opponent = "1" if round_ == 1 else f"{who}/{round_}"
            seats = (Seat(participant=str(who), place=own), Seat(participant=opponent, place=other))
            tables.append(TableResult(round=who if round_ == 1 else 100 + round_, match=f"{who} {round_}", seats=seats))
    others = sorted({seat.participant for table in tables for seat in table.seats} - set(people))
    return StageResults(
        participants=(*people, *others),
        tables=tuple(tables),
        byes=tuple(byes),
        scoring=parse(scoring),
        rulings=StandingRulings(**(rulings or {})),
    )


def stage_of(given: Mapping[str, Any]) -> StageResults:
    """The stage of an example: ``table`` (``T``: event T), or ``faced``, with what else it names."""
    rulings = given.get("rulings", {})
    if "faced" in given:
        return faced(given["faced"], rulings, given.get("scoring", "win 3, draw 1"))
    table, scoring = given["table"], given.get("scoring", "win 3, draw 1")
    more = {name: given[name] for name in ("known", "seed", "best", "minimum", "ratings") if name in given}
    caps = tuple((1, cap) for cap in [given.get("cap")] if cap)
    event = EVENT_T if table == "T" else table
    results = crosstable(event, scoring=CHESS if table == "T" else scoring, rulings=rulings, caps=caps, **more)
    return brought_to(results, {who: number(score) for who, score in given.get("brought_to", {}).items()})


def values(results: StageResults, code: str) -> list[Number]:
    """Everyone's number of a code, in seeding order."""
    of = {row.participant: row.numbers[0] for row in standings(results, (code,)).rows}
    return [of[who] for who in results.participants]


def brought_to(results: StageResults, points: Mapping[str, Number]) -> StageResults:
    """The results with everyone of ``points`` at that score: what others did in matches that an example leaves out."""
    now = dict(zip(results.participants, values(results, "points"), strict=True))
    given = tuple(Adjustment(who, wanted - now[who]) for who, wanted in points.items())
    return replace(results, adjustments=given)


def ranks(rows: Iterable[Standing]) -> list[tuple[str, int, str]]:
    """Participant, rank and what decided it, in order."""
    return [(row.participant, row.rank, row.decided_by) for row in rows]
