import pytest

from ledger import services, tasks
from tests.ledger.conftest import Notebook
from tests.ledger.store_contract import batch

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("wake", [tasks.run_subscriber, lambda _: tasks.sweep()])
def test_a_wake_up_and_the_sweep_let_a_subscriber_catch_up(notebook: Notebook, wake: object) -> None:
    stored = services.append(f"{notebook.name}/a", [batch("1", "2")], expected_version=0)
    assert callable(wake)
    wake(notebook.name)
    assert notebook.events == list(stored)
    wake(notebook.name)
    assert notebook.events == list(stored)
