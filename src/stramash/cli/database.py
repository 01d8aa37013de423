"""The commands for the web table's database: `stramash db upgrade`, `show`, `prune`, `backup`, `restore`."""

from __future__ import annotations

import dataclasses
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stramash.core.errors import BadOption
from stramash.core.extras import check_extra

if TYPE_CHECKING:
    from sqlalchemy.engine import Engine

    from stramash.table.settings import ServerSettings

__all__ = ["app"]

app = typer.Typer(name="db", help="Look after the database of the web table.", no_args_is_help=True)

Database = Annotated[
    str | None, typer.Option("--db", metavar="URL", help="As for 'stramash serve'; by default the same.")
]


@app.callback()
def check_installed() -> None:
    """Look after the database of the web table."""
    check_extra("table", "sqlalchemy")


@app.command()
def upgrade(db: Database = None) -> None:
    """Upgrade the database to the schema of this version. Make a copy of it first.

    Example: stramash db upgrade --db postgresql://user@host/stramash
    """
    from sqlalchemy.exc import DBAPIError

    from stramash.table.server import database
    from stramash.table.server.errors import BadDatabase

    _, engine = _open(db)
    try:
        before, after = database.upgrade(engine)
    except BadDatabase as error:
        raise BadOption(f"the database cannot be upgraded: {error}") from None
    except DBAPIError as error:
        raise BadOption(f"the database cannot be opened: {error.orig}") from None
    finally:
        engine.dispose()
    if before == after:
        typer.echo(f"The schema is {after} already: there is nothing to do.")
    else:
        typer.echo(f"The schema was {before or 'empty'} and is {after} now.")


@app.command()
def show(
    db: Database = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Show how many tables there are, and how many 'stramash db prune' would delete.

    Example: stramash db show --json
    """
    from stramash.table.server.pruning import count_tables

    settings, engine = _open(db, checked=True)
    with engine.connect() as connection:
        counts = count_tables(connection, settings, time.time())
    engine.dispose()
    if as_json:
        typer.echo(json.dumps([dataclasses.asdict(count) for count in counts], indent=2))
        return
    for count in counts:
        limit = f"after {count.days:g} days" if count.days > 0 else "never"
        typer.echo(f"{count.kind:12} {count.tables:8} tables, {count.expired} expired (they expire {limit})")


@app.command()
def prune(
    db: Database = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete expired tables; STRAMASH_KEEP_…_DAYS set after how many days they expire.

    Example: STRAMASH_KEEP_FINISHED_DAYS=30 stramash db prune --yes
    """
    from stramash.table.server import pruning

    settings, engine = _open(db, checked=True)
    with engine.connect() as connection:
        expired = pruning.expired_tables(connection, settings, time.time())
    number = sum(len(ids) for ids in expired.values())
    if number and not yes:
        typer.confirm(f"Delete {number} tables for good?", abort=True)
    deleted = pruning.prune(engine, settings, time.time())
    engine.dispose()
    typer.echo(f"Deleted {sum(deleted.values())} tables.")


BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup, such as tables.jsonl.gz.")]


@app.command()
def backup(file: BackupFile, db: Database = None) -> None:
    """Write the whole database to a file; the server may run meanwhile.

    Example: stramash db backup tables.jsonl.gz
    """
    from stramash.table.server import backup as backups

    _, engine = _open(db, checked=True)
    typer.echo(f"Wrote {backups.backup(engine, file)} rows to {file}.")
    engine.dispose()


@app.command()
def restore(file: BackupFile, db: Database = None) -> None:
    """Read a backup into an empty database, SQLite or PostgreSQL, whichever it came from.

    Example: stramash db restore tables.jsonl.gz --db sqlite:///new.db
    """
    from stramash.table.server import backup as backups

    _, engine = _open(db)
    typer.echo(f"Restored {backups.restore(engine, file)} rows.")
    engine.dispose()


def _open(db: str | None, *, checked: bool = False) -> tuple[ServerSettings, Engine]:
    """Return the settings and an engine; if checked, raise BadOption unless the schema is of this version."""
    from stramash.table.server.database import open_engine, schema_problem
    from stramash.table.settings import ServerSettings

    settings = ServerSettings.from_environment()
    engine = open_engine(db or settings.database)
    if checked and (problem := schema_problem(engine)):
        raise BadOption(f"{engine.url}: {problem}")
    return settings, engine
