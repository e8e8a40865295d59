from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.exceptions import IrreversibleError

from ledger import services
from tests.ledger.store_contract import batch, new_stream

first = import_module("ledger.migrations.0001_events")


def editor() -> BaseDatabaseSchemaEditor:
    """One that is not entered, as SQLite allows that outside a transaction only."""
    return connection.SchemaEditorClass(connection)


@pytest.mark.django_db
def test_a_table_that_holds_events_is_not_dropped() -> None:
    services.append(new_stream(), [batch()], expected_version=0)
    with pytest.raises(IrreversibleError):
        first.drop(apps, editor())


@pytest.mark.django_db
def test_an_empty_table_can_be_dropped_and_made_again(no_triggers: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM ledger_event")
    first.drop(apps, editor())
    assert "ledger_event" not in connection.introspection.table_names()
    first.create(apps, editor())
    assert len(services.append(new_stream(), [batch()], expected_version=0)) == 1
