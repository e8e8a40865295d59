import pytest

from campaigns import events as e
from campaigns.services import writing
from ledger import queries as ledger_queries
from ledger.errors import ConcurrencyConflict
from tests.support.leagues import ACTOR, league_of, new_id

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny_catalog")]
NOTHING = e.RoundPublished(round=9, tables=())


def test_derived_ids_depend_on_every_part() -> None:
    assert writing.derived_id("a", 1) == writing.derived_id("a", 1)
    assert len({writing.derived_id(*parts) for parts in (("a", 1), ("a", 2), ("b", 1))}) == 3


def test_who_was_slower_decides_again() -> None:
    _, stage = league_of("Ana", "Bo")
    stream = f"stage/{stage}"
    left = [1, 2]

    def decide() -> tuple[e.RoundPublished, ...]:
        if left:  # somebody else is faster
            left.pop()
            writing.write(stream, new_id(), ACTOR, (NOTHING,))
        return (NOTHING,)

    before = ledger_queries.stream_version(stream)
    stored = writing.write_decided(stream, new_id(), ACTOR, decide)
    assert stored[0].version == before + 3


def test_who_is_always_slower_is_told_so_and_writes_nothing() -> None:
    _, stage = league_of("Ana", "Bo")
    stream, own = f"stage/{stage}", new_id()

    def decide() -> tuple[e.RoundPublished, ...]:
        writing.write(stream, new_id(), ACTOR, (NOTHING,))
        return (NOTHING,)

    with pytest.raises(ConcurrencyConflict):
        writing.write_decided(stream, own, ACTOR, decide)
    assert ledger_queries.batch_of(stream, own) == ()
