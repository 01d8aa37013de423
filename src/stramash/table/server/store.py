"""The store: tables and their logs in a database.

A position is never stored: it is replayed from the events. The primary key (table, version) makes "check and
append" one step: of two events decided on the same version only one can be stored. (table, command) is unique
too, so a command that is sent twice is stored once. `append` returns when the event is on the disk.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

import sqlalchemy as sql
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from stramash.table.domain.events import (
    BadEvent,
    BotReplaced,
    Event,
    Joined,
    Left,
    Moved,
    payload_of,
    read_event,
)
from stramash.table.domain.evolve import fold
from stramash.table.domain.seats import OPEN, Seat
from stramash.table.domain.setup import Setup, Terms
from stramash.table.domain.state import TableState
from stramash.table.server.database import create_schema, health_problem, open_engine
from stramash.table.server.errors import BadDatabase, StoreUnavailable, TooManyTables, UnreadableTable
from stramash.table.server.pruning import prune
from stramash.table.server.results import BotResult, results_against_bots
from stramash.table.server.schema import events, messages, reviews, seats, tables
from stramash.table.server.writers import Conflict, Job, Writers
from stramash.table.settings import ServerSettings

__all__ = ["CHANNEL", "Log", "Store"]

_T = TypeVar("_T")

#: The PostgreSQL channel on which processes announce new events
CHANNEL = "stramash_events"

#: Kinds of event after which a clock may run
_WAITED_FROM = tuple(event.kind for event in (Moved, Joined, Left, BotReplaced))

#: How many jobs may share one commit with SQLite
_BATCH = 64
_POSTGRES_WRITERS = 4
_READERS = 4
#: Seconds after which a database that does not answer a check is unhealthy
_CHECK = 5.0
#: Seconds to wait for the database, and for as many seconds after it has not answered
_PATIENCE, _IMPATIENCE = 10.0, 1.0
_HOUR = 3600.0


@dataclass(frozen=True)
class Log:
    """The events of a table after a version; `problem` says why later ones cannot be read."""

    events: tuple[Event, ...]
    problem: str = ""

    def applied_to(self, state: TableState) -> TableState:
        """Return the state after these events; a log that cannot be read to its end archives the table."""
        state = fold(state, self.events)
        return replace(state, position=None, turn=None, archived=self.problem) if self.problem else state


class Store:
    """The database behind the tables."""

    def __init__(self, url: str, tables_an_hour: int = sys.maxsize) -> None:
        self.engine = open_engine(url)
        self._tables_an_hour = tables_an_hour
        self.postgres = self.engine.dialect.name == "postgresql"
        #: why the database cannot be used, empty if it can
        self.problem = ""
        self._open()
        self._writers = Writers(self.engine, *((_POSTGRES_WRITERS, 1) if self.postgres else (1, _BATCH)))
        self._readers = ThreadPoolExecutor(_READERS, "reader")
        self._checking: asyncio.Future[str] | None = None
        #: until when little patience is enough, on the event loop's clock
        self._silent_until = 0.0

    def _open(self) -> None:
        try:
            create_schema(self.engine)
            self.problem = ""
        except BadDatabase as error:
            self.problem = str(error)

    def close(self) -> None:
        """Finish what is being written and close the database."""
        self._writers.close()
        self._readers.shutdown(wait=True)
        self.engine.dispose()

    async def check(self) -> str:
        """Return why the database cannot be used now, empty if it can; look again if it could not before.

        One check runs at a time; concurrent calls get its result.
        """
        if self._checking is None or self._checking.done():
            self._checking = asyncio.ensure_future(asyncio.to_thread(self._look))
        try:
            return await asyncio.wait_for(asyncio.shield(self._checking), _CHECK)
        except TimeoutError:
            return f"the database does not answer within {_CHECK:g} seconds"

    def _look(self) -> str:
        if self.problem:
            self._open()
            return self.problem
        return health_problem(self.engine)

    # --- writing ---------------------------------------------------------------------------------

    async def create(self, setup: Setup) -> None:
        """Store a new table; raise Conflict if the same request opened one before."""
        await self._write(lambda connection: self._insert_table(connection, setup))

    def _insert_table(self, connection: Connection, setup: Setup) -> None:
        """Insert a table; raise TooManyTables if its creator has opened too many.

        To count and to insert is one step, so that many requests at once cannot outrun the limit.
        """
        if setup.creator is not None:
            if self.postgres:  # with SQLite there is one writer
                lock = sql.text("SELECT pg_advisory_xact_lock(hashtext(:creator))")
                connection.execute(lock, {"creator": setup.creator})
            _check_limit(connection, setup, self._tables_an_hour)
        _insert_rows(connection, setup)

    async def append(self, table_id: str, event: Event, follow_up: Setup | None = None) -> None:
        """Store an event, and the table of a rematch with it; raise Conflict if its version is taken."""
        row = _event_row(table_id, event)
        if not (event.seat_after or event.ends or follow_up or self.postgres):
            await self._write(row)
            return
        await self._write(lambda connection: self._append(connection, row, event, follow_up))

    def _append(
        self, connection: Connection, row: dict[str, Any], event: Event, follow_up: Setup | None
    ) -> None:
        table_id = row["table_id"]
        connection.execute(sql.insert(events), row)
        if follow_up is not None:
            self._insert_table(connection, follow_up)
        if event.seat_after is not None:
            where = (seats.c.table_id == table_id) & (seats.c.seat == event.seat)
            connection.execute(
                sql.update(seats).where(where).values(**asdict(event.seat_after), hidden=False)
            )
        if event.ends:
            connection.execute(sql.update(tables).where(tables.c.id == table_id).values(ended=event.at))
        if self.postgres:
            notice = {"channel": CHANNEL, "notice": f"{table_id} {event.version}"}
            connection.execute(sql.text("SELECT pg_notify(:channel, :notice)"), notice)

    async def add_message(self, table_id: str, message: dict[str, Any]) -> None:
        """Store a message; raise Conflict if its number or its command is taken."""

        def write(connection: Connection) -> None:
            connection.execute(sql.insert(messages), message | {"table_id": table_id})
            if self.postgres:
                notice = {"channel": CHANNEL, "notice": f"{table_id} 0"}
                connection.execute(sql.text("SELECT pg_notify(:channel, :notice)"), notice)

        await self._write(write)

    async def messages_of(self, table_id: str) -> list[dict[str, Any]]:
        """Return what was said at a table, in order."""
        columns = [column for column in messages.columns if column.name != "table_id"]
        query = sql.select(*columns).where(messages.c.table_id == table_id).order_by(messages.c.number)
        return await self._read(lambda connection: [dict(row._mapping) for row in connection.execute(query)])

    async def hide(self, table_id: str, holder: str) -> None:
        """Take a table from the list of somebody's games."""
        where = (seats.c.table_id == table_id) & (seats.c.holder == holder)

        def write(connection: Connection) -> None:
            connection.execute(sql.update(seats).where(where).values(hidden=True))

        await self._write(write)

    async def keep_review(self, table_id: str, review: dict[str, Any]) -> None:
        """Store the review of a game in place of an older one; of two at once the first stays."""
        row = {"table_id": table_id, "content": json.dumps(review)}

        def write(connection: Connection) -> None:
            connection.execute(sql.delete(reviews).where(reviews.c.table_id == table_id))
            connection.execute(sql.insert(reviews), row)

        with suppress(Conflict):
            await self._write(write)

    async def _write(self, job: Job) -> None:
        await self._guarded(lambda: self._writers.run(job))

    async def prune(self, settings: ServerSettings) -> dict[str, int]:
        """Delete the tables that have expired; return how many of each kind."""
        loop = asyncio.get_running_loop()
        return await self._guarded(
            lambda: loop.run_in_executor(self._readers, prune, self.engine, settings, time.time()),
            limited=False,
        )

    # --- reading ---------------------------------------------------------------------------------

    async def load(self, table_id: str) -> tuple[Setup, Log] | None:
        """Return the setup and the log of a table, None if there is no such table."""

        def read(connection: Connection) -> tuple[Setup, Log] | None:
            row = connection.execute(sql.select(tables).where(tables.c.id == table_id)).one_or_none()
            return None if row is None else (_read_setup(row), _log(connection, table_id, 0))

        return await self._read(read)

    async def since(self, table_id: str, version: int) -> Log:
        """Return the events of a table after a version."""
        return await self._read(lambda connection: _log(connection, table_id, version))

    async def opened_by(self, key: str) -> str | None:
        """Return the id of the table that a request opened before, None if there is none."""
        query = sql.select(tables.c.id).where(tables.c.key == key)
        return await self._read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def open_tables(self, since: float, limit: int) -> list[str]:
        """Return the listed tables with an open seat, the newest first."""
        query = (
            sql.select(tables.c.id, tables.c.created)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(tables.c.listed, seats.c.kind == OPEN, tables.c.created >= since, tables.c.ended.is_(None))
            .distinct()
            .order_by(tables.c.created.desc())
            .limit(limit)
        )
        return await self._ids(query)

    async def overdue(self, now: float, limit: int, after: str = "") -> list[str]:
        """Return tables whose clock may have run out: the last event is older than an action may take.

        They are in the order of their ids, those after an id.
        """
        moved = (
            sql.select(sql.func.max(events.c.at))
            .where(events.c.table_id == tables.c.id, events.c.kind.in_(_WAITED_FROM))
            .scalar_subquery()
        )
        waits = sql.exists().where(seats.c.table_id == tables.c.id, seats.c.kind == OPEN)
        query = (
            sql.select(tables.c.id)
            .where(tables.c.clock.is_not(None), tables.c.ended.is_(None), ~waits)
            .where(sql.func.coalesce(moved, tables.c.created) + tables.c.clock <= now)
            .where(tables.c.id > after)
            .order_by(tables.c.id)
            .limit(limit)
        )
        return await self._ids(query)

    async def tables_of(self, holder: str, limit: int) -> list[str]:
        """Return the tables at which somebody holds a seat, the newest first."""
        query = (
            sql.select(tables.c.id, tables.c.created)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.holder == holder, seats.c.hidden.is_(False))
            .distinct()
            .order_by(tables.c.created.desc())
            .limit(limit)
        )
        return await self._ids(query)

    async def results_of(self, holder: str, limit: int) -> list[BotResult]:
        """Return how somebody's games against bots ended, the newest first."""
        return await self._read(lambda connection: results_against_bots(connection, holder, limit))

    async def review(self, table_id: str) -> dict[str, Any] | None:
        """Return the stored review of a game, None if there is none."""
        query = sql.select(reviews.c.content).where(reviews.c.table_id == table_id)
        content = await self._read(lambda connection: connection.execute(query).scalar_one_or_none())
        return None if content is None else json.loads(content)

    async def _ids(self, query: sql.Select[Any]) -> list[str]:
        return await self._read(lambda connection: [str(row.id) for row in connection.execute(query)])

    async def _read(self, query: Callable[[Connection], _T]) -> _T:
        def read() -> _T:
            with self.engine.connect() as connection:
                return query(connection)

        loop = asyncio.get_running_loop()
        return await self._guarded(lambda: loop.run_in_executor(self._readers, read))

    async def _answered(self, act: Callable[[], Awaitable[_T]]) -> _T:
        """Wait for the database; only shortly if it did not answer a moment ago."""
        clock = asyncio.get_running_loop().time
        shortly = clock() < self._silent_until
        try:
            async with asyncio.timeout(_IMPATIENCE if shortly else _PATIENCE):
                answer = await act()
        except TimeoutError:
            if not shortly:
                self._silent_until = clock() + _PATIENCE
            raise
        self._silent_until = 0.0
        return answer

    async def _guarded(self, act: Callable[[], Awaitable[_T]], *, limited: bool = True) -> _T:
        """Raise StoreUnavailable, which clients retry, for any error of the database connection.

        A write that was not waited for to its end may still be stored. Its id makes it count once.
        """
        if self.problem:
            raise StoreUnavailable(self.problem)
        try:
            return await (self._answered(act) if limited else act())
        except IntegrityError as error:
            raise Conflict(str(error.orig)) from error
        except (SQLAlchemyError, OSError) as error:
            raise StoreUnavailable("the database does not answer: try again in a few seconds") from error


# --- rows ------------------------------------------------------------------------------------------------


def _check_limit(connection: Connection, setup: Setup, limit: int) -> None:
    """Raise TooManyTables if the creator of a table opened too many within an hour before it."""
    opened = (tables.c.creator == setup.creator) & (tables.c.created >= setup.created - _HOUR)
    count = sql.select(sql.func.count()).select_from(tables).where(opened)
    if connection.execute(count).scalar_one() < limit:
        return
    if (
        setup.key is None
        or not connection.execute(sql.select(sql.exists().where(tables.c.key == setup.key))).scalar()
    ):
        raise TooManyTables(f"you opened {limit} tables within an hour: finish one first")


def _insert_rows(connection: Connection, setup: Setup) -> None:
    seated = [asdict(seat) for seat in setup.seats]
    row = asdict(setup) | {
        "options": json.dumps(setup.options),
        "seed": str(setup.seed),
        "terms": json.dumps(asdict(setup.terms)),
        "clock": setup.terms.clock,
    }
    connection.execute(sql.insert(tables), row | {"seats": json.dumps(seated, ensure_ascii=False)})
    connection.execute(sql.insert(seats), [{"table_id": setup.id, **seat} for seat in seated])


def _read_setup(row: sql.Row[Any]) -> Setup:
    try:
        return _setup(row)
    except (TypeError, ValueError, KeyError) as error:
        raise UnreadableTable(
            f"table {row.id} cannot be read: a newer version of Stramash wrote it, or it is damaged ({error})"
        ) from error


def _setup(row: sql.Row[Any]) -> Setup:
    stored = {name: value for name, value in row._mapping.items() if name not in ("ended", "clock")}
    first = tuple(Seat(**seat) for seat in json.loads(row.seats))
    if not first:
        raise ValueError("it has no seats")
    options = json.loads(row.options)
    if not isinstance(options, dict):
        raise TypeError(f"options are {options!r}")
    if not row.seed.isdecimal():  # the message of int() would tell the seed
        raise ValueError("its seed is not a number")
    read = {
        "options": options,
        "seed": int(row.seed),
        "terms": Terms(**json.loads(row.terms)),
    }
    return Setup(**stored | read | {"seats": first})


def _event_row(table_id: str, event: Event) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "version": event.version,
        "kind": event.kind,
        "seat": event.seat,
        "payload": json.dumps(payload_of(event), ensure_ascii=False, separators=(",", ":")),
        "command": event.key,
        "at": event.at,
    }


def _log(connection: Connection, table_id: str, version: int) -> Log:
    newer = (events.c.table_id == table_id) & (events.c.version > version)
    found: list[Event] = []
    for number, row in enumerate(
        connection.execute(sql.select(events).where(newer).order_by(events.c.version)), version + 1
    ):
        if row.version != number:
            return Log(tuple(found), f"event {number} is missing")
        try:
            found.append(_event(row))
        except (BadEvent, ValueError) as error:
            return Log(tuple(found), str(error))
    return Log(tuple(found))


def _event(row: sql.Row[Any]) -> Event:
    payload = json.loads(row.payload)
    return read_event(row.kind, payload, version=row.version, seat=row.seat, at=row.at, key=row.command)
