from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.domain.pairings.protocol import History, Options, Pairing, Reason
from campaigns.domain.pairings.tables import place
from tests.support.pairings import history, options, people, rows


def placed(meet: str, before: History, chosen: Options, **fields: Any) -> list[str]:
    """``["1: A-C"]``: where those of ``"1-3 2-4"`` are put, and in which order they sit."""
    pairings = [Pairing(seats=tuple(word.split("-")), reason=Reason(code="")) for word in meet.split()]
    most = max(int(who) for one in pairings for who in one.seats)
    return [f"{one.table}: {'-'.join(one.seats)}" for one in place(pairings, people(most, **fields), before, chosen)]


@pytest.mark.parametrize("row", rows("tables"))
def test_camp_round_09_and_round_10_tables_and_seats(row: dict[str, Any]) -> None:
    fixed = row.get("fixed_table", {})
    found = placed(row["meet"], history(*row.get("history", [])), options(**row.get("options", {})), fixed_table=fixed)
    assert found == row["expected"]


def test_camp_round_09_fresh_tables_are_found_for_all_as_long_as_there_are_some() -> None:
    before = history("1>2 3>4 5>6 7>8", "1>3 2>4 5>7 6>8")
    found = placed("1-4 2-3 5-8 6-7", before, Options())
    assert found == ["1: 8-5", "2: 7-6", "3: 4-1", "4: 3-2"]


def test_camp_round_10_a_table_that_was_set_keeps_its_number_and_its_seats() -> None:
    kept = Pairing(seats=("2", "1"), reason=Reason(code="by_hand"), table=2, by_hand=True)
    moved = Pairing(seats=("4", "3"), reason=Reason(code="by_hand"), table=2, by_hand=True)
    other = Pairing(seats=("6", "5"), reason=Reason(code="berger"))
    made = place([kept, moved, other], people(6), History(), Options())
    assert [(one.table, one.seats) for one in made] == [(1, ("4", "3")), (2, ("2", "1")), (3, ("5", "6"))]


@settings(deadline=None)
@given(st.integers(1, 30), st.lists(st.integers(0, 99), min_size=60, max_size=60), st.integers(0, 3))
def test_every_table_has_a_number_of_its_own(tables: int, fixed: list[int], rounds: int) -> None:
    meet = [(str(2 * n - 1), str(2 * n)) for n in range(1, tables + 1)]
    before = history(*[" ".join(f"{one}={other}" for one, other in meet)] * rounds)
    wanted = {str(n): {"fixed_table": fixed[n - 1]} for n in range(1, 2 * tables + 1)}
    found = placed(
        " ".join("-".join(pair) for pair in meet), before, Options(),
        fixed_table={who: field["fixed_table"] for who, field in wanted.items()},
    )  # fmt: skip
    numbers = [int(text.partition(":")[0]) for text in found]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == tables
    assert set(numbers) <= set(range(1, tables + 1)) | set(fixed)
