"""R9: even who holds the database and the signing key cannot rewrite history unseen by one who kept a tree head."""

import random

import pytest

from ledger import chain, queries, services, verify
from ledger.events import SignedHead
from ledger.models import TreeHead
from tests.ledger.store_contract import batch, new_stream
from tests.ledger.test_verify import rewrite
from tests.promises.counts import count

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_triggers")]


@pytest.fixture
def clients() -> list[SignedHead]:
    """What clients kept: a head from each moment of a match."""
    stream, heads = new_stream("match"), []
    for version in range(count(8, 100)):
        services.append(stream, [batch(str(version))], expected_version=version)
        heads.append(services.sign_tree_head())
    forge(stream)
    return heads


def forge(stream: str) -> None:
    """Change the first roll, make the chain right, sign everything anew."""
    rewrite(stream, 1, b'"a better roll"')
    TreeHead.objects.all().delete()
    services.sign_tree_head()


def test_every_client_notices(clients: list[SignedHead]) -> None:
    assert verify.verify_all().problems == ()  # the forgery is right in itself
    for kept in random.Random(9).sample(clients, len(clients)):
        assert verify.verify_all(kept=[kept]).problems == (
            (f"tree-head/{kept.root}", 0, "it was signed for other streams than are known here"),
        )


def test_canary_who_compares_sizes_only_notices_nothing(clients: list[SignedHead]) -> None:
    (now, _), *_ = queries.tree_heads()
    assert (now.streams, now.events) == (clients[-1].streams, clients[-1].events)


def test_a_proof_among_a_million_events_has_at_most_twenty_hashes() -> None:
    assert len(chain.inclusion_proof([b""] * 1_000_000, 999_999)) <= 20
