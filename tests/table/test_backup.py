"""Backups: everything comes back, and what is not a whole backup restores nothing."""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sql
from sqlalchemy.engine import Engine

from stramash.table.server import database
from stramash.table.server.backup import BadBackup, backup, restore
from stramash.table.server.schema import metadata

DATA = Path(__file__).parent / "data"


def rows(engine: Engine) -> dict[str, list[tuple[object, ...]]]:
    """Return everything in a database."""
    with engine.connect() as connection:
        return {
            table.name: [
                tuple(row)
                for row in connection.execute(sql.select(table).order_by(*table.primary_key.columns))
            ]
            for table in metadata.sorted_tables
        }


def played(folder: Path) -> Engine:
    """Return a database with games."""
    path = folder / "played.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((DATA / "before_alembic.sql").read_text("utf-8"))
    engine = database.open_engine(f"sqlite:///{path}")
    database.create_schema(engine)
    return engine


def empty(folder: Path) -> Engine:
    return database.open_engine(f"sqlite:///{folder / 'empty.db'}")


def test_everything_comes_back(tmp_path: Path) -> None:
    old, new = played(tmp_path), empty(tmp_path)
    written = backup(old, tmp_path / "b.gz")
    assert restore(new, tmp_path / "b.gz") == written == sum(len(found) for found in rows(old).values()) > 100
    assert rows(new) == rows(old)
    assert database.schema_problem(new) == ""


def test_a_backup_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "b.gz").write_text("precious")
    with pytest.raises(BadBackup, match="exists already"):
        backup(played(tmp_path), tmp_path / "b.gz")
    assert (tmp_path / "b.gz").read_text() == "precious"


def test_a_database_with_tables_is_not_restored_over(tmp_path: Path) -> None:
    engine = played(tmp_path)
    backup(engine, tmp_path / "b.gz")
    before = rows(engine)
    with pytest.raises(BadBackup, match="not empty"):
        restore(engine, tmp_path / "b.gz")
    assert rows(engine) == before


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda lines: lines[:-1], "its end is missing"),
        (lambda lines: lines[: len(lines) // 2], "its end is missing"),
        (lambda lines: [*lines[:5], '["tables", {"id": 3', *lines[5:]], "not a whole backup"),
        (lambda lines: lines[1:], "not a backup of 'stramash db backup'"),
        (lambda lines: [], "not a backup of 'stramash db backup'"),
        (lambda lines: [lines[0].replace('"0006"', '"0999"'), *lines[1:]], "does not know"),
    ],
)
def test_what_is_not_a_whole_backup_restores_nothing(tmp_path: Path, damage: object, sentence: str) -> None:
    backup(played(tmp_path), tmp_path / "b.gz")
    lines = gzip.decompress((tmp_path / "b.gz").read_bytes()).decode().splitlines()
    broken = "\n".join(damage(lines))  # type: ignore[operator]
    (tmp_path / "broken.gz").write_bytes(gzip.compress(broken.encode()))
    engine = empty(tmp_path)
    with pytest.raises(BadBackup, match=sentence):
        restore(engine, tmp_path / "broken.gz")
    with engine.connect() as connection:
        assert database.revision_of(connection) is None


def test_a_file_cut_off_or_of_another_kind_is_refused(tmp_path: Path) -> None:
    backup(played(tmp_path), tmp_path / "b.gz")
    (tmp_path / "cut.gz").write_bytes((tmp_path / "b.gz").read_bytes()[:-200])
    (tmp_path / "text.gz").write_text("hello")
    for name in ("cut.gz", "text.gz"):
        with pytest.raises(BadBackup, match="not a whole backup"):
            restore(empty(tmp_path), tmp_path / name)
    with pytest.raises(BadBackup, match="there is no file"):
        restore(empty(tmp_path), tmp_path / "none.gz")
