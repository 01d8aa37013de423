"""The store: tables, seats, and an append-only log of events for each table.

A position is never stored: it is replayed from its events. An event has a version, one more than the event
before it; the primary key (table, version) is what makes "check the ply and insert" one step: whoever
decided on an older version than the log's finds its number taken and must look again. (table, seat, client
id) is unique too, so that a move sent twice is stored once. `append` returns when the event is on the disk.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.exc import DatabaseError, IntegrityError

from stramash.core.errors import BadOption
from stramash.core.game import OptionValue
from stramash.table.seats import OPEN, Seat

__all__ = ["CHANNEL", "NEVER", "Conflict", "Event", "Setup", "Store"]

T = TypeVar("T")

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

        def write(connection: Connection) -> None:
            if follow_up is not None:
                _insert_table(connection, *follow_up)
            connection.execute(_INSERT_EVENT, {"table_id": table_id, **vars(event)})
            if seat is not None:
                where = (_seats.c.table_id == table_id) & (_seats.c.seat == seat.seat)
                connection.execute(sql.update(_seats).where(where).values(**vars(seat)))
            if self.postgres:
                notice = {"channel": CHANNEL, "notice": f"{table_id} {event.version}"}
                connection.execute(sql.text("SELECT pg_notify(:channel, :notice)"), notice)

        self._writers.run(write)

    def keep_review(self, table_id: str, review: dict[str, Any]) -> None:
        """Keep what a review of a game found; the first one stays."""
        row = {"table_id": table_id, "content": json.dumps(review)}
        with suppress(Conflict):
            self._writers.run(lambda connection: connection.execute(sql.insert(_reviews), row))

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
        self._jobs: queue.SimpleQueue[tuple[Callable[[Connection], Any], Future[Any]] | None]
        self._jobs = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"writer-{number}", daemon=True)
            for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def run(self, job: Callable[[Connection], T]) -> T:
        """Carry out a write and return when it is durable."""
        future: Future[T] = Future()
        self._jobs.put((job, future))
        return future.result()

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
            self._commit(batch)
            if last:
                return

    def _commit(self, batch: list[tuple[Callable[[Connection], Any], Future[Any]]]) -> None:
        done: list[tuple[Future[Any], Any]] = []
        failed: list[tuple[Future[Any], BaseException]] = []
        try:
            with self._engine.begin() as connection:
                for job, future in batch:
                    try:
                        with connection.begin_nested():
                            done.append((future, job(connection)))
                    except IntegrityError as error:
                        failed.append((future, Conflict(str(error.orig))))
        except BaseException as error:  # whatever it was, nothing of this batch was written: say so to all
            failed = [(future, error) for _, future in batch]
            done = []
        for future, outcome in done:
            future.set_result(outcome)
        for future, problem in failed:
            future.set_exception(problem)
