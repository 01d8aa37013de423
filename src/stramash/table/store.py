"""The store: tables, seats, and an append-only log of events for each table.

A position is never stored: it is replayed from its events. An event has a version, one more than the event
before it; the primary key (table, version) is what makes "check the ply and insert" one step: whoever
decided on an older version than the log's finds its number taken and must look again. (table, seat, client
id) is unique too, so that a move sent twice is stored once. `append` returns when the event is on the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.exc import DatabaseError, IntegrityError

from stramash.core.errors import BadOption
from stramash.core.game import OptionValue
from stramash.table.seats import OPEN, Seat

__all__ = ["CHANNEL", "NEVER", "Conflict", "Event", "Setup", "Store"]

#: Something to write: an event to add, or whatever else is done with a connection
Job: TypeAlias = dict[str, Any] | Callable[[Connection], None]
_Promise: TypeAlias = "Future[None] | asyncio.Future[None]"

#: The PostgreSQL channel on which processes tell each other of new events
CHANNEL = "stramash_events"

#: A version after every other: to ask for nothing new
NEVER = 1 << 30

#: How many writes may share one commit, and so one wait for the disk
_BATCH = 64
_POSTGRES_WRITERS = 4

_metadata = sql.MetaData()

_tables = sql.Table(
    "tables",
    _metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("game", sql.String(64), nullable=False),
    sql.Column("rules", sql.Integer, nullable=False),
    sql.Column("players", sql.Integer, nullable=False),
    sql.Column("options", sql.Text, nullable=False),
    sql.Column("seed", sql.String(40), nullable=False),
    sql.Column("salt", sql.String(64), nullable=False),
    sql.Column("invite", sql.String(64), nullable=False),
    sql.Column("listed", sql.Boolean, nullable=False),
    sql.Column("creator", sql.String(64), index=True),
    sql.Column("created", sql.Float, nullable=False, index=True),
    sql.Column("previous", sql.String(32)),
)

_seats = sql.Table(
    "seats",
    _metadata,
    sql.Column("table_id", sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("kind", sql.String(8), nullable=False, index=True),
    sql.Column("name", sql.String(64), nullable=False),
    sql.Column("bot", sql.String(64)),
    sql.Column("holder", sql.String(64), index=True),
)

_events = sql.Table(
    "events",
    _metadata,
    sql.Column("table_id", sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("version", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("content", sql.String(128), nullable=False),
    sql.Column("client_id", sql.String(64)),
    sql.Column("at", sql.Float, nullable=False),
    sql.UniqueConstraint("table_id", "seat", "client_id"),
)

_reviews = sql.Table(
    "reviews",
    _metadata,
    sql.Column("table_id", sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("content", sql.Text, nullable=False),
)


class Conflict(Exception):
    """Another event took this version or this client id first: look again."""


@dataclass(frozen=True)
class Setup:
    """What is decided about a table when it is made, and never changes."""

    id: str
    game: str
    rules: int
    players: int
    options: dict[str, OptionValue]
    seed: int
    salt: str
    invite: str
    listed: bool
    creator: str | None
    created: float
    previous: str | None = None


@dataclass(frozen=True)
class Event:
    """One thing that happened at a table."""

    version: int
    kind: str
    seat: int
    content: str = ""
    client_id: str | None = None
    at: float = 0.0


class Store:
    """The database behind the tables."""

    def __init__(self, url: str) -> None:
        self.engine = _open(url)
        self.postgres = self.engine.dialect.name == "postgresql"
        try:
            self._create_schema()
        except DatabaseError as error:
            shown = self.engine.url.render_as_string()
            raise BadOption(f"the database {shown} cannot be opened: {error.orig}") from None
        self._writers = _Writers(self.engine, *((_POSTGRES_WRITERS, 1) if self.postgres else (1, _BATCH)))

    def _create_schema(self) -> None:
        with self.engine.begin() as connection:
            if self.postgres:  # two processes that start at once must not both create it
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7218354)")
            _metadata.create_all(connection)

    def close(self) -> None:
        """Finish what is being written and close the database."""
        self._writers.close()
        self.engine.dispose()

    # --- writing ---------------------------------------------------------------------------------

    def create(self, setup: Setup, seats: Sequence[Seat]) -> None:
        """Store a new table."""
        self._writers.run(lambda connection: _insert_table(connection, setup, seats))

    def append(
        self,
        table_id: str,
        event: Event,
        seat: Seat | None = None,
        follow_up: tuple[Setup, Sequence[Seat]] | None = None,
    ) -> None:
        """Store an event, with the seat it changes and the table it founds, all of it or nothing."""
        self._writers.run(self._appending(table_id, event, seat, follow_up))

    async def append_soon(
        self,
        table_id: str,
        event: Event,
        seat: Seat | None = None,
        follow_up: tuple[Setup, Sequence[Seat]] | None = None,
    ) -> None:
        """Do the same, while the event loop does something else."""
        await self._writers.run_soon(self._appending(table_id, event, seat, follow_up))

    def _appending(
        self,
        table_id: str,
        event: Event,
        seat: Seat | None,
        follow_up: tuple[Setup, Sequence[Seat]] | None,
    ) -> Job:
        row = {"table_id": table_id, **vars(event)}
        if seat is None and follow_up is None and not self.postgres:
            return row

        def write(connection: Connection) -> None:
            if follow_up is not None:
                _insert_table(connection, *follow_up)
            connection.execute(_INSERT_EVENT, row)
            if seat is not None:
                where = (_seats.c.table_id == table_id) & (_seats.c.seat == seat.seat)
                connection.execute(sql.update(_seats).where(where).values(**vars(seat)))
            if self.postgres:
                notice = {"channel": CHANNEL, "notice": f"{table_id} {event.version}"}
                connection.execute(sql.text("SELECT pg_notify(:channel, :notice)"), notice)

        return write

    def keep_review(self, table_id: str, review: dict[str, Any]) -> None:
        """Keep what a review of a game found, in place of an older one; of two at once the first stays."""
        row = {"table_id": table_id, "content": json.dumps(review)}

        def write(connection: Connection) -> None:
            connection.execute(sql.delete(_reviews).where(_reviews.c.table_id == table_id))
            connection.execute(sql.insert(_reviews), row)

        with suppress(Conflict):
            self._writers.run(write)

    # --- reading ---------------------------------------------------------------------------------

    def review(self, table_id: str) -> dict[str, Any] | None:
        """Return the review of a game, None if none is kept."""
        query = sql.select(_reviews.c.content).where(_reviews.c.table_id == table_id)
        with self.engine.connect() as connection:
            content = connection.execute(query).scalar_one_or_none()
        return None if content is None else json.loads(content)

    def load(self, table_id: str) -> Setup | None:
        """Return what was decided about a table, None if there is none."""
        with self.engine.connect() as connection:
            row = connection.execute(sql.select(_tables).where(_tables.c.id == table_id)).one_or_none()
        return None if row is None else _setup(row)

    def since(self, table_id: str, version: int) -> tuple[list[Seat], list[Event]]:
        """Return the seats as they are, and the events after a version, of one moment."""
        newer = (_events.c.table_id == table_id) & (_events.c.version > version)
        with self.engine.connect() as connection:
            events = connection.execute(sql.select(_events).where(newer).order_by(_events.c.version)).all()
            places = connection.execute(
                sql.select(_seats).where(_seats.c.table_id == table_id).order_by(_seats.c.seat)
            ).all()
        return [_seat(row) for row in places], [_event(row) for row in events]

    def open_tables(self, since: float, limit: int) -> list[str]:
        """Return the listed tables with a free seat, the newest first."""
        query = (
            sql.select(_tables.c.id, _tables.c.created)
            .join(_seats, _seats.c.table_id == _tables.c.id)
            .where(_tables.c.listed, _seats.c.kind == OPEN, _tables.c.created >= since)
            .distinct()
            .order_by(_tables.c.created.desc())
            .limit(limit)
        )
        return self._ids(query)

    def tables_of(self, holder: str, limit: int) -> list[str]:
        """Return the tables at which somebody sits, the newest first."""
        query = (
            sql.select(_tables.c.id, _tables.c.created)
            .join(_seats, _seats.c.table_id == _tables.c.id)
            .where(_seats.c.holder == holder)
            .distinct()
            .order_by(_tables.c.created.desc())
            .limit(limit)
        )
        return self._ids(query)

    def count_created(self, creator: str, since: float) -> int:
        """Return how many tables somebody made since then."""
        query = (
            sql.select(sql.func.count())
            .select_from(_tables)
            .where(_tables.c.creator == creator, _tables.c.created >= since)
        )
        with self.engine.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def _ids(self, query: sql.Select[Any]) -> list[str]:
        with self.engine.connect() as connection:
            return [str(row.id) for row in connection.execute(query)]


_INSERT_EVENT = sql.insert(_events)


def _insert_table(connection: Connection, setup: Setup, seats: Sequence[Seat]) -> None:
    row = vars(setup) | {"options": json.dumps(setup.options), "seed": str(setup.seed)}
    connection.execute(sql.insert(_tables), row)
    connection.execute(sql.insert(_seats), [{"table_id": setup.id, **vars(seat)} for seat in seats])


def _setup(row: sql.Row[Any]) -> Setup:
    return Setup(**(dict(row._mapping) | {"options": json.loads(row.options), "seed": int(row.seed)}))


def _seat(row: sql.Row[Any]) -> Seat:
    return Seat(row.seat, row.kind, row.name, row.bot, row.holder)


def _event(row: sql.Row[Any]) -> Event:
    return Event(row.version, row.kind, row.seat, row.content, row.client_id, row.at)


# --- the engine --------------------------------------------------------------------------------------


def _open(url: str) -> Engine:
    """Return an engine for a database address; every commit is on the disk before it returns."""
    try:
        address = make_url(url)
    except sql.exc.ArgumentError:
        raise BadOption(f"{url!r} is no database: write sqlite:///file.db or postgresql://…") from None
    backend = address.get_backend_name()
    if backend == "postgresql":
        if find_spec("psycopg") is None:
            raise BadOption("PostgreSQL needs its driver: pip install 'stramash[postgres]'")
        return sql.create_engine(
            address.set(drivername="postgresql+psycopg"), pool_size=12, pool_pre_ping=True
        )
    if backend != "sqlite" or address.database in (None, "", ":memory:"):
        raise BadOption(f"{url!r} is not supported: write sqlite:///file.db or postgresql://…")
    Path(str(address.database)).parent.mkdir(parents=True, exist_ok=True)
    engine = sql.create_engine(
        address, pool_size=12, connect_args={"timeout": 30, "check_same_thread": False}
    )
    sql.event.listen(engine, "connect", _prepare_sqlite)
    sql.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # we say ourselves where a transaction begins
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    # A writer that begins as a reader can find, too late, that another has written: it locks at once.
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


class _Writers:
    """Threads that write. Writes that come at the same time share a commit, and so one wait for the disk."""

    def __init__(self, engine: Engine, threads: int, batch: int) -> None:
        self._engine = engine.execution_options(writing=True)
        self._batch = batch
        self._jobs: queue.SimpleQueue[tuple[Job, _Promise] | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"writer-{number}", daemon=True)
            for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def run(self, job: Job) -> None:
        """Carry out a write and return when it is durable."""
        promise: Future[None] = Future()
        self._jobs.put((job, promise))
        promise.result()

    async def run_soon(self, job: Job) -> None:
        """Carry out a write and return when it is durable; the event loop goes on meanwhile."""
        promise = asyncio.get_running_loop().create_future()
        self._jobs.put((job, promise))
        await promise

    def close(self) -> None:
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            batch, last = [first], False
            while len(batch) < self._batch and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    last = True
                    break
                batch.append(job)
            _keep(batch, self._commit([job for job, _ in batch]))
            if last:
                return

    def _commit(self, jobs: list[Job]) -> list[BaseException | None]:
        """Write them all with one commit; return for each what was wrong with it, None if nothing."""
        try:
            try:
                with self._engine.begin() as connection:
                    self._write_together(connection, jobs)
                return [None] * len(jobs)
            except IntegrityError:  # one of them came too late: find out which
                with self._engine.begin() as connection:
                    return [_write_alone(connection, job) for job in jobs]
        except BaseException as error:  # whatever it was, nothing of this batch was written: say so to all
            return [error] * len(jobs)

    def _write_together(self, connection: Connection, jobs: list[Job]) -> None:
        rows = []
        for job in jobs:
            if callable(job):
                job(connection)
            else:
                rows.append(job)
        if rows:
            connection.execute(_INSERT_EVENT, rows)


def _write_alone(connection: Connection, job: Job) -> Conflict | None:
    try:
        with connection.begin_nested():
            if callable(job):
                job(connection)
            else:
                connection.execute(_INSERT_EVENT, job)
    except IntegrityError as error:
        return Conflict(str(error.orig))
    return None


def _keep(batch: list[tuple[Job, _Promise]], problems: list[BaseException | None]) -> None:
    """Tell everybody who waits how it went; an event loop is woken once for all of its own."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Promise, BaseException | None]]] = {}
    for (_, promise), problem in zip(batch, problems, strict=True):
        if isinstance(promise, asyncio.Future):
            by_loop.setdefault(promise.get_loop(), []).append((promise, problem))
        else:
            _settle([(promise, problem)])
    for loop, promises in by_loop.items():
        with contextlib.suppress(RuntimeError):  # a loop that has been closed waits for nothing
            loop.call_soon_threadsafe(_settle, promises)


def _settle(promises: list[tuple[_Promise, BaseException | None]]) -> None:
    for promise, problem in promises:
        if promise.done():  # nobody waits any more
            continue
        if problem is None:
            promise.set_result(None)
        else:
            promise.set_exception(problem)
