from typing import Any

import pytest

from campaigns.domain.pairings import swiss
from campaigns.domain.pairings.by_hand import Changed, change
from campaigns.domain.pairings.protocol import History, Impossible, Locked, Options, Round
from tests.support.pairings import history, options, paired, people, rows

PREVIEW = paired(swiss.pair(people(9), History(), Options(within_group="fold"), "demo"))  # 1-5 2-6 3-7 4-8, bye 9


def locked(word: str) -> Locked:
    """``1-2``, ``1-2@4`` at a table, ``9B`` and ``9Z`` for byes."""
    if word[-1] in "BZ":
        return Locked(seats=(word[:-1],), bye="pairing_allocated" if word[-1] == "B" else "zero")
    seats, _, table = word.partition("@")
    return Locked(seats=tuple(seats.split("-")), table=int(table or 0))


def changed(row: dict[str, Any]) -> Changed | Impossible:
    fields = {name: row[name] for name in ("tags",) if name in row}
    before = history(*row.get("history", []))
    return change(
        PREVIEW,
        [locked(word) for word in row["wanted"]],
        people(9, **fields),
        before,
        options(**row.get("options", {})),
    )


def shown(round_: Round) -> str:
    """Tables with their numbers, a star for those by hand."""
    marks = [f"{one.table or one.bye}:{'-'.join(one.seats)}{'*' if one.by_hand else ''}" for one in round_.pairings]
    return " ".join(marks)


@pytest.mark.parametrize("row", rows("by_hand", "expected"))
def test_camp_round_06_what_is_set_stays_is_marked_and_told(row: dict[str, Any]) -> None:
    made = changed(row)
    assert isinstance(made, Changed)
    assert shown(made.round) == row["expected"]
    assert [reason.code for reason in made.broken] == row["broken"]


@pytest.mark.parametrize("row", rows("by_hand", "refused"))
def test_camp_round_04_only_a_place_twice_or_none_is_refused(row: dict[str, Any]) -> None:
    made = changed(row)
    assert isinstance(made, Impossible)
    assert (made.reason.code, list(made.participants)) == ("two_places", row["refused"])


def test_the_reasons_name_what_is_broken() -> None:
    made = changed({"wanted": ["1-2", "5-6"], "history": ["1>2 5=6"]})
    assert isinstance(made, Changed)
    assert [dict(reason.facts) for reason in made.broken] == [
        {"who": ("1", "2"), "times": 1},
        {"who": ("1", "2"), "points": "3"},
        {"who": ("5", "6"), "times": 1},
    ]
    assert PREVIEW.pairings[0].by_hand is False
