"""Participants, histories and rounds in the notation of docs/rules/campaigns.md: a number is who, ``1-4`` a table."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from campaigns.domain.pairings.protocol import (
    Format,
    History,
    Impossible,
    Number,
    Options,
    Participant,
    PastBye,
    PastRound,
    PastTable,
    Round,
)
from tests.support.examples import cases

EXAMPLES = Path(__file__).parent.parent / "campaigns" / "domain" / "examples"
BYES: Mapping[str, Any] = {
    "B": "pairing_allocated", "F": "full", "H": "half", "Z": "zero", "A": "absent", "R": "rest",
}  # fmt: skip
GAINS: Mapping[str, tuple[int, int]] = {">": (3, 0), "<": (0, 3), "=": (1, 1), "x": (0, 0), "?": (0, 0)}


def rows(file: str, key: str = "id") -> list[Any]:
    """The worked examples of ``examples/<file>.toml`` that have a key, each named after its id."""
    return cases(EXAMPLES, file, lambda row: key in row)


def people(count: int, **more: Mapping[str, Any]) -> tuple[Participant, ...]:
    """Participants 1 … count; ``people(4, tags={"1": ("club:a",)})`` sets a field for some."""
    fields: dict[str, dict[str, Any]] = {str(number): {} for number in range(1, count + 1)}
    for name, given in more.items():
        for who, value in given.items():
            fields[who][name] = tuple(value) if isinstance(value, list) else value
    return tuple(Participant(id=who, number=int(who), **field) for who, field in fields.items())


def past_round(text: str) -> PastRound:
    """``"1>5 2=6 3<7 4f>8 5x6 9B"``: won, drawn, lost, forfeit win, double forfeit; byes by the document's letters;
    ``7?8`` is open, ``7v8`` void.
    """
    tables: list[PastTable] = []
    byes: list[PastBye] = []
    for word in text.split():
        if word[-1] in BYES:
            kind = BYES[word[-1]]
            gained = {"B": 3, "F": 3, "H": 1}.get(word[-1], 0)
            byes.append(PastBye(participant=word[:-1], kind=kind, gained=gained))
        else:
            tables.append(past_table(word, len(tables) + 1))
    return PastRound(tables=tuple(tables), byes=tuple(byes))


def past_table(word: str, number: int = 0, **more: Any) -> PastTable:
    """One table of ``past_round``."""
    mark = next(letter for letter in word if letter in "><=x?v")
    forfeit = "f" in word or mark == "x"
    seats = tuple(word.replace("f", "").split(mark))
    state = "open" if mark == "?" else "void" if mark == "v" else "forfeited" if forfeit else "played"
    gained = () if mark in "?v" else GAINS[mark]
    winner = {">": seats[0], "<": seats[1]}.get(mark, "")
    return PastTable(seats=seats, table=number, gained=gained, state=state, winner=winner, **more)  # type: ignore[arg-type]


def history(*rounds: str, points: Mapping[str, Number] | None = None, **more: Any) -> History:
    """A history whose points are those gained, unless others are given."""
    played = tuple(map(past_round, rounds))
    return History(rounds=played, points=gained(played) if points is None else points, **more)


def gained(rounds: Iterable[PastRound]) -> dict[str, Number]:
    """The points of everybody who gained some."""
    found: Counter[str] = Counter()
    for played in rounds:
        for table in played.tables:
            for who, number in zip(table.seats, table.gained, strict=False):
                found[who] += number  # type: ignore[assignment] # may be fractions
        for bye in played.byes:
            found[bye.participant] += bye.gained  # type: ignore[assignment]
    return dict(found)


def options(**more: Any) -> Options:
    """Options of plain data: lists become tuples."""
    chosen: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in more.items()}
    return Options(**chosen)


def paired(made: Round | Impossible) -> Round:
    """The round, which there must be."""
    assert isinstance(made, Round), made
    return made


def refused(made: Round | Impossible) -> tuple[str, tuple[str, ...]]:
    """Why there is no round, and who cannot be placed."""
    assert isinstance(made, Impossible), made
    return made.reason.code, made.participants


def shown(round_: Round) -> str:
    """``"1-4 2-3 5"``: tables in order with their seats, then whoever has none."""
    return " ".join("-".join(pairing.seats) for pairing in round_.pairings)


def met(round_: Round) -> set[frozenset[str]]:
    """Who meets whom, whatever the table and the seats; a bye is somebody alone."""
    return {frozenset(pairing.seats) for pairing in round_.pairings}


def sets(text: str) -> set[frozenset[str]]:
    """``"1-4 2-3 5"`` as ``met`` gives it."""
    return {frozenset(word.split("-")) for word in text.split()}


def fraction(text: str | int) -> Number:
    """``"1/2"`` or a whole number."""
    return Fraction(text)


def played_on(history_: History, round_: Round, outcomes: Sequence[str], **more: Any) -> History:
    """The history with a round in which table i ended by ``outcomes[i]``, such as ``>``, ``=`` or ``f<``."""
    tables: list[PastTable] = []
    byes: list[PastBye] = []
    for pairing in round_.pairings:
        if pairing.bye:
            worth = {"pairing_allocated": 3, "full": 3, "half": 1}.get(pairing.bye, 0)
            byes.append(PastBye(participant=pairing.seats[0], kind=pairing.bye, gained=worth))
        else:
            outcome = outcomes[len(tables) % len(outcomes)]
            word = f"{pairing.seats[0]}{outcome}{pairing.seats[1]}"
            tables.append(past_table(word, pairing.table, place=pairing.place, **more))
    rounds = (*history_.rounds, PastRound(tables=tuple(tables), byes=tuple(byes)))
    return History(rounds=rounds, points=gained(rounds))


def play_through(
    pair: Format,
    participants: Sequence[Participant],
    chosen: Options,
    *,
    seed: str = "demo",
    outcomes: str = ">",
    most: int = 99,
) -> tuple[list[Round], History]:
    """All rounds of a format in which table i of each ends by ``outcomes[i]``, again and again."""
    done, rounds = History(), list[Round]()
    while len(rounds) < most and isinstance(made := pair(participants, done, chosen, seed), Round):
        rounds.append(made)
        done = played_on(done, made, outcomes.split())
    return rounds, done
