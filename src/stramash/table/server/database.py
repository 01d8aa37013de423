"""The database: how it is opened, which schema it has, and whether this server can use it.

SQLite is upgraded when the server starts. PostgreSQL, which several processes share, is upgraded by
`stramash db upgrade`. An empty database gets the newest schema in both.
"""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.exc import DBAPIError

from stramash.core.errors import BadOption
from stramash.core.extras import check_extra
from stramash.table.server.errors import BadDatabase
from stramash.table.server.schema import metadata

__all__ = [
    "CONNECTING",
    "create_schema",
    "health_problem",
    "migrate",
    "open_engine",
    "revision_of",
    "revisions",
    "schema_problem",
    "upgrade",
]

_log = logging.getLogger("stramash.table")

_MIGRATIONS = Path(__file__).parent / "migrations"
_OURS = {"tables", "seats", "events"}
#: The revision of databases from before schema versions
_FIRST = "0001"
#: Reads the revision, and fails unless every table that the server needs is there
_HEALTHY = sql.text(
    "SELECT version_num, (SELECT 1 FROM tables LIMIT 1), (SELECT 1 FROM seats LIMIT 1), "
    "(SELECT 1 FROM events LIMIT 1) FROM alembic_version"
)
#: Held while the schema is created or changed, so that two processes do not do it at once
_LOCK = 7218354
#: How PostgreSQL is reached: a connection that leads nowhere is noticed within half a minute
CONNECTING: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
#: Milliseconds to wait for an SQLite file that another process has locked
_BUSY = 10_000


def open_engine(url: str) -> Engine:
    """Return an engine for a database URL. Every commit is on the disk before it returns."""
    try:
        address = make_url(url)
    except sql.exc.ArgumentError:
        raise BadOption(f"{url!r} is not a database: write sqlite:///file.db or postgresql://…") from None
    backend = address.get_backend_name()
    if backend == "postgresql":
        check_extra("postgres", "psycopg")
        return sql.create_engine(
            address.set(drivername="postgresql+psycopg"),
            pool_size=12,
            pool_timeout=5,
            pool_pre_ping=True,
            connect_args=dict(CONNECTING),
            hide_parameters=True,
        )
    if backend != "sqlite" or address.database in (None, "", ":memory:"):
        raise BadOption(f"{url!r} is not supported: write sqlite:///file.db or postgresql://…")
    Path(str(address.database)).parent.mkdir(parents=True, exist_ok=True)
    engine = sql.create_engine(
        address,
        pool_size=12,
        connect_args={"check_same_thread": False},
        hide_parameters=True,
    )
    sql.event.listen(engine, "connect", _prepare_sqlite)
    sql.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where `_begin_sqlite` says so
    for pragma in ("synchronous=FULL", "foreign_keys=ON", f"busy_timeout={_BUSY}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that begins by reading may find, too late, that another has written: lock at once.
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


# --- which schema it has ---------------------------------------------------------------------------------


@cache
def revisions() -> list[str]:
    """Return the revisions of the schema that this version knows, the oldest first."""
    scripts = ScriptDirectory.from_config(_config())
    return [script.revision for script in scripts.walk_revisions()][::-1]


def revision_of(connection: Connection) -> str | None:
    """Return the revision of a database, None if it is empty; raise BadDatabase if it is not ours."""
    inspector = sql.inspect(connection)
    found = set(inspector.get_table_names())
    if "alembic_version" in found:
        stored = connection.execute(sql.text("SELECT version_num FROM alembic_version")).scalars().all()
        if len(stored) == 1 and found >= _OURS:
            return str(stored[0])
        if not stored and not found & _OURS:
            return None
        if not stored and found >= _OURS:
            raise BadDatabase("it does not say which schema it has: restore a copy")
        raise BadDatabase("it belongs to another program: give Stramash a database of its own")
    if found >= _OURS and "content" in {column["name"] for column in inspector.get_columns("events")}:
        return _FIRST
    shared = connection.dialect.name == "postgresql"
    if not found or (shared and not found & _OURS):
        return None
    raise BadDatabase("it belongs to another program: give Stramash a database of its own")


def _not_known(revision: str) -> str:
    """Return the end of a sentence about a database whose revision this version does not know."""
    first, last = revisions()[0], revisions()[-1]
    if revision < first:
        return (
            f"has schema {revision}, which is too old: this version of Stramash upgrades {first} and newer. "
            "Upgrade it with an older version first"
        )
    return (
        f"has schema {revision}, and this version of Stramash knows {last} and older: install a newer version"
    )


def _missing_columns(connection: Connection) -> list[str]:
    """Return the columns of the newest schema that a database does not have."""
    inspector = sql.inspect(connection)
    tables = set(inspector.get_table_names())
    found = {
        (name, column["name"])
        for name in metadata.tables.keys() & tables
        for column in inspector.get_columns(name)
    }
    return [
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.columns
        if (table.name, column.name) not in found
    ]


def health_problem(engine: Engine) -> str:
    """Return why the database cannot be used now, empty if it can: one small query while all is well."""
    try:
        with engine.connect() as connection:
            stored = [str(row.version_num) for row in connection.execute(_HEALTHY)]
        if stored == revisions()[-1:]:
            return ""
    except DBAPIError:
        pass  # the inspection below says what it is
    return schema_problem(engine)


def schema_problem(engine: Engine) -> str:
    """Return why the database cannot be used as it is, in a sentence; empty if it can.

    Anybody may read the sentence, so it does not say where the database is.
    """
    try:
        with engine.connect() as connection:
            revision, known = revision_of(connection), revisions()
            missing = _missing_columns(connection) if revision == known[-1] else []
    except BadDatabase as error:
        return f"the database cannot be used: {error}"
    except DBAPIError as error:
        return _cannot_open(engine, error)
    if revision is None:
        return "the database is empty: run 'stramash db upgrade'"
    if revision not in known:
        return f"the database {_not_known(revision)}, or choose another database"
    if missing:
        return (
            f"the database is damaged: schema {revision} has {', '.join(missing)}, "
            "and it does not: restore a copy"
        )
    if revision != known[-1]:
        return (
            f"the database has the older schema {revision}: make a copy of it, then run 'stramash db upgrade'"
        )
    return ""


def create_schema(engine: Engine) -> None:
    """Create the newest schema in an empty database, and upgrade SQLite; raise BadDatabase if that fails."""
    try:
        _check_file(engine)
        with engine.connect() as connection:
            revision = revision_of(connection)
        if revision is None or (engine.dialect.name == "sqlite" and revision in revisions()):
            upgrade(engine)
    except BadDatabase as error:
        raise BadDatabase(f"the database cannot be used: {error}") from None
    except DBAPIError as error:
        raise BadDatabase(_cannot_open(engine, error)) from None
    problem = schema_problem(engine)
    if problem:
        raise BadDatabase(problem)
    if engine.dialect.name == "sqlite":
        _use_wal(engine)


def _use_wal(engine: Engine) -> None:
    """Set WAL mode, in which readers and the writer do not wait for each other; the file keeps it."""
    connection = engine.raw_connection()
    try:
        connection.cursor().execute("PRAGMA journal_mode=WAL")
    finally:
        connection.close()


def upgrade(engine: Engine) -> tuple[str | None, str]:
    """Upgrade to the newest schema in one transaction; return the revisions before and after."""
    with engine.execution_options(writing=True).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        before, known = revision_of(connection), revisions()
        if before is not None and before not in known:
            raise BadDatabase(f"it {_not_known(before)}")
        try:
            migrate(connection, "head")
        except Exception as error:
            raise BadDatabase(
                f"it cannot be upgraded from schema {before}, and nothing was changed "
                f"({type(error).__name__}: {error})"
            ) from error
        return before, known[-1]


def migrate(connection: Connection, revision: str) -> None:
    """Migrate to a revision, or to the newest one ("head"), in the transaction of a connection."""
    config = _config()
    config.attributes["connection"] = connection
    before = revision_of(connection)
    if before is not None:
        command.stamp(config, before)  # a database from before schema versions has no stamp
    command.upgrade(config, revision)


def _check_file(engine: Engine) -> None:
    """Raise BadDatabase if an SQLite file is damaged."""
    if engine.dialect.name != "sqlite":
        return
    with engine.connect() as connection:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise BadDatabase(f"it is damaged ({found}): restore a copy")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    return config


def _cannot_open(engine: Engine, error: DBAPIError) -> str:
    """Return a sentence without the addresses and names that PostgreSQL tells; the log has those."""
    if engine.dialect.name == "sqlite":
        return f"the database cannot be opened: {error.orig}"
    _log.warning("the database %s cannot be opened: %s", engine.url, error.orig)
    return "the database cannot be opened: PostgreSQL does not answer, or refuses this server (see its log)"
