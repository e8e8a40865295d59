"""The table of events, which nothing can change or delete, and on PostgreSQL the function that appends to it."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.exceptions import IrreversibleError

POSTGRESQL = [
    """
    CREATE TABLE ledger_event (
        position bigint GENERATED ALWAYS AS IDENTITY,
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        recorded_at bigint NOT NULL,
        version integer NOT NULL CHECK (version > 0),
        schema smallint NOT NULL,
        opens boolean NOT NULL,
        stream text COLLATE "C" NOT NULL,
        kind text COLLATE "C" NOT NULL,
        command_id text COLLATE "C" NOT NULL,
        actor text NOT NULL,
        prev_hash bytea NOT NULL,
        hash bytea NOT NULL,
        body bytea NOT NULL,
        PRIMARY KEY (stream, version)
    )
    """,
    "CREATE UNIQUE INDEX ledger_event_command ON ledger_event (stream, command_id) WHERE opens",
    "CREATE INDEX ledger_event_feed ON ledger_event (xid, position)",
    # for the admin's look-up by position: nearly free to keep, and no unique key beside those of the stream
    "CREATE INDEX ledger_event_position ON ledger_event USING brin (position) WITH (pages_per_range = 16)",
    """
    CREATE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'ledger_event is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
    END $$
    """,
    """
    CREATE TRIGGER ledger_event_rows BEFORE UPDATE OR DELETE ON ledger_event
        FOR EACH ROW EXECUTE FUNCTION ledger_refuse()
    """,
    """
    CREATE TRIGGER ledger_event_table BEFORE TRUNCATE ON ledger_event
        FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse()
    """,
    # ALWAYS: else session_replication_role = replica turns them off
    "ALTER TABLE ledger_event ENABLE ALWAYS TRIGGER ledger_event_rows",
    "ALTER TABLE ledger_event ENABLE ALWAYS TRIGGER ledger_event_table",
    # One round trip: compare the version, chain the hashes, insert. A refusal returns NULLs and leaves nothing behind,
    # whether the version differed already or another writer came first (its commit is waited for, then ours is undone).
    # The columns are taken from the envelopes that are hashed, so the two cannot differ.
    """
    CREATE FUNCTION ledger_append(
        in_stream text, expected integer, envelopes text[], bodies bytea[], OUT positions bigint[], OUT hashes bytea[]
    ) LANGUAGE plpgsql AS $$
    DECLARE
        actual integer;
        link bytea;
        newest xid8;
    BEGIN
        SELECT e.version, e.hash, e.xid INTO actual, link, newest FROM ledger_event e
            WHERE e.stream = in_stream ORDER BY e.version DESC LIMIT 1;
        -- a transaction older than the head's would stand before it in the feed: it comes too late as well
        IF coalesce(actual, 0) <> expected OR newest > pg_current_xact_id() THEN
            RETURN;
        END IF;
        link := coalesce(link, decode(repeat('00', 32), 'hex'));
        hashes := ARRAY[link];
        FOR i IN 1 .. cardinality(bodies) LOOP
            link := sha256(link || convert_to(envelopes[i], 'UTF8') || bodies[i]);
            hashes := hashes || link;
        END LOOP;
        WITH written AS (
            INSERT INTO ledger_event (stream, version, kind, schema, command_id, actor, recorded_at, opens, body,
                                      prev_hash, hash)
            SELECT in_stream, expected + d.n, d.e ->> 2, (d.e -> 3)::smallint, d.e ->> 5, d.e ->> 6,
                   (d.e -> 7)::bigint, (d.e -> 8)::boolean, d.body, d.prev_hash, d.hash
            FROM (
                SELECT envelope::jsonb AS e, body, prev_hash, hash, n
                FROM unnest(envelopes, bodies, hashes[:cardinality(bodies)], hashes[2:])
                    WITH ORDINALITY AS u (envelope, body, prev_hash, hash, n)
                OFFSET 0  -- parse each envelope once
            ) d
            ORDER BY d.n
            RETURNING version, position
        )
        SELECT array_agg(written.position ORDER BY written.version) INTO positions FROM written;
    EXCEPTION WHEN unique_violation THEN
        positions := NULL;  -- an OUT value survives the rollback
    END $$
    """,
]
POSTGRESQL_REVERSE = [
    "DROP FUNCTION ledger_append",
    "DROP TABLE ledger_event",
    "DROP FUNCTION ledger_refuse",
]

SQLITE = [
    """
    CREATE TABLE ledger_event (
        position integer PRIMARY KEY AUTOINCREMENT,
        stream text NOT NULL,
        version integer NOT NULL CHECK (version > 0),
        opens bool NOT NULL,
        kind text NOT NULL,
        schema integer NOT NULL,
        command_id text NOT NULL,
        actor text NOT NULL,
        recorded_at integer NOT NULL,
        prev_hash blob NOT NULL,
        hash blob NOT NULL,
        body blob NOT NULL,
        UNIQUE (stream, version)
    )
    """,
    "CREATE UNIQUE INDEX ledger_event_command ON ledger_event (stream, command_id) WHERE opens",
    """
    CREATE TRIGGER ledger_event_update BEFORE UPDATE ON ledger_event
    BEGIN SELECT RAISE(ABORT, 'ledger_event is append-only: UPDATE refused'); END
    """,
    """
    CREATE TRIGGER ledger_event_delete BEFORE DELETE ON ledger_event
    BEGIN SELECT RAISE(ABORT, 'ledger_event is append-only: DELETE refused'); END
    """,
    # REPLACE fires neither of the two above
    """
    CREATE TRIGGER ledger_event_replace BEFORE INSERT ON ledger_event
    WHEN EXISTS (SELECT 1 FROM ledger_event WHERE position = NEW.position)
      OR EXISTS (SELECT 1 FROM ledger_event WHERE stream = NEW.stream AND version = NEW.version)
      OR NEW.opens AND EXISTS (
          SELECT 1 FROM ledger_event WHERE opens AND stream = NEW.stream AND command_id = NEW.command_id)
    BEGIN SELECT RAISE(ABORT, 'ledger_event is append-only: REPLACE refused'); END
    """,
]
SQLITE_REVERSE = ["DROP TABLE ledger_event"]


def create(_: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in POSTGRESQL if editor.connection.vendor == "postgresql" else SQLITE:
        editor.execute(statement, params=None)


def drop(_: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    with editor.connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM ledger_event LIMIT 1")
        if cursor.fetchone():
            raise IrreversibleError("ledger_event holds events")
    for statement in POSTGRESQL_REVERSE if editor.connection.vendor == "postgresql" else SQLITE_REVERSE:
        editor.execute(statement, params=None)


class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.RunPython(create, drop),
        migrations.CreateModel(
            name="LedgerEvent",
            fields=[
                ("position", models.BigIntegerField(primary_key=True, serialize=False)),
                ("stream", models.TextField()),
                ("version", models.IntegerField()),
                ("opens", models.BooleanField(help_text="The first event of its batch.")),
                ("kind", models.TextField()),
                ("schema", models.SmallIntegerField()),
                ("body", models.BinaryField()),
                ("command_id", models.TextField()),
                ("actor", models.TextField()),
                ("recorded_at", models.BigIntegerField(help_text="Microseconds since 1970, UTC.")),
                ("prev_hash", models.BinaryField()),
                ("hash", models.BinaryField()),
            ],
            options={"db_table": "ledger_event", "verbose_name": "event", "managed": False},
        ),
    ]
