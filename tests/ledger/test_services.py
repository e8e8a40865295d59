from types import SimpleNamespace
from typing import cast

import pytest

from ledger import queries, services
from tests.ledger.store_contract import Ledger, StoreContract
from tests.support.in_memory_ledger import InMemoryLedger


def database_ledger() -> Ledger:
    return cast(  # modules as an object, so that the contract takes both
        "Ledger",
        SimpleNamespace(
            append=services.append,
            read_stream=queries.read_stream,
            stream_version=queries.stream_version,
            batch_of=queries.batch_of,
            streams=queries.streams,
            read_feed=queries.read_feed,
        ),
    )


@pytest.mark.django_db
class TestInsideATransaction(StoreContract):
    @pytest.fixture
    def ledger(self) -> Ledger:
        return database_ledger()


@pytest.mark.django_db(transaction=True)
class TestInItsOwnTransaction(StoreContract):
    @pytest.fixture
    def ledger(self) -> Ledger:
        return database_ledger()


class TestInMemory(StoreContract):
    @pytest.fixture
    def ledger(self) -> Ledger:
        return cast("Ledger", InMemoryLedger())
