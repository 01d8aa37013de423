"""Backups: the whole database as one file, the same for SQLite and PostgreSQL.

The file is gzipped JSON lines: first the format and the schema revision, then one line a row. It is written
from one snapshot while the server runs. It can be restored into an empty database of either kind, also by a
later version: the schema is upgraded afterwards.
"""

from __future__ import annotations

import gzip
import json
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine

from stramash.table.server.database import migrate, revision_of, revisions
from stramash.table.server.errors import BadDatabase
from stramash.table.server.schema import metadata

__all__ = ["BadBackup", "backup", "restore"]

_FORMAT = 1
_ROWS_AT_ONCE = 1000


class BadBackup(BadDatabase):
    """A file that is not a backup, or one that does not fit."""


def backup(engine: Engine, file: Path) -> int:
    """Write all rows to a new file and return how many; raise BadBackup if the file exists."""
    if file.exists():
        raise BadBackup(f"{file} exists already: choose another name")
    with tempfile.NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}", delete=False) as handle:
        unfinished = Path(handle.name)
    snapshot = engine if engine.dialect.name == "sqlite" else _repeatable(engine)
    try:
        with gzip.open(unfinished, "wt", encoding="utf-8") as out, snapshot.connect() as connection:
            rows = _write(connection, out)
        unfinished.rename(file)
    finally:
        unfinished.unlink(missing_ok=True)
    return rows


def restore(engine: Engine, file: Path) -> int:
    """Read a backup into an empty database and return the number of rows; all or nothing."""
    try:
        with (
            gzip.open(file, "rt", encoding="utf-8") as lines,
            engine.execution_options(writing=True).begin() as connection,
        ):
            revision = _revision_in(next(lines, ""))
            if revision_of(connection) is not None:
                raise BadBackup("the database is not empty: restore into a new one")
            migrate(connection, revision)
            rows = _read(connection, lines)
            migrate(connection, "head")
            return rows
    except FileNotFoundError:
        raise BadBackup(f"there is no file {file}") from None
    except (OSError, EOFError, ValueError, KeyError, sql.exc.SQLAlchemyError) as error:
        if isinstance(error, BadDatabase):
            raise
        raise BadBackup(f"{file} is not a whole backup, and nothing was restored: {error}") from error


def _repeatable(engine: Engine) -> Engine:
    """Return an engine whose transactions see one moment of the database."""
    return engine.execution_options(isolation_level="REPEATABLE READ")


def _write(connection: Connection, out: IO[str]) -> int:
    head = {"stramash": "backup", "format": _FORMAT, "schema": revision_of(connection)}
    out.write(json.dumps(head) + "\n")
    rows = 0
    for table in metadata.sorted_tables:
        for row in connection.execute(sql.select(table).order_by(*table.primary_key.columns)):
            out.write(json.dumps([table.name, dict(row._mapping)], ensure_ascii=False) + "\n")
            rows += 1
    out.write(json.dumps({"rows": rows}) + "\n")
    return rows


def _revision_in(line: str) -> str:
    head = json.loads(line) if line.startswith("{") else {}
    if head.get("stramash") != "backup" or head.get("format") != _FORMAT:
        raise BadBackup("this is not a backup of 'stramash db backup'")
    if head["schema"] not in revisions():
        raise BadBackup(f"the backup has schema {head['schema']}, which this version does not know: upgrade")
    return str(head["schema"])


def _read(connection: Connection, lines: IO[str]) -> int:
    """Insert the rows; raise ValueError unless the last line says how many there were."""
    found = sql.MetaData()
    found.reflect(connection)
    rows, said = 0, None
    pending: Iterator[Any] = (json.loads(line) for line in lines)
    while batch := list(islice(pending, _ROWS_AT_ONCE)):
        if isinstance(batch[-1], dict):
            said = batch.pop()["rows"]
        for name in dict.fromkeys(name for name, _ in batch):
            connection.execute(sql.insert(found.tables[name]), [row for table, row in batch if table == name])
        rows += len(batch)
    if said != rows:
        raise ValueError("its end is missing")
    return rows
