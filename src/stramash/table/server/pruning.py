"""Pruning: delete tables after a number of days without events; the settings say how many.

A table is *waiting* (a seat is open), *unfinished* or *finished*. The days count from its last event. The
time now is never taken to be later than the newest event of all tables, so a wrong clock deletes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine

from stramash.table.domain.seats import OPEN
from stramash.table.server.schema import events, messages, reviews, seats, tables
from stramash.table.settings import ServerSettings

__all__ = [
    "FINISHED",
    "UNFINISHED",
    "WAITING",
    "Count",
    "count_tables",
    "delete_tables",
    "expired_tables",
    "prune",
]

WAITING, UNFINISHED, FINISHED = "waiting", "unfinished", "finished"
_DAY = 24 * 3600.0
#: Tables deleted in one transaction
_BATCH = 200

_last_event = sql.select(sql.func.max(events.c.at)).where(events.c.table_id == tables.c.id).scalar_subquery()
_touched = sql.func.coalesce(_last_event, tables.c.created)
_has_open_seat = sql.exists().where(seats.c.table_id == tables.c.id, seats.c.kind == OPEN)
_kind = sql.case((tables.c.ended.is_not(None), FINISHED), (_has_open_seat, WAITING), else_=UNFINISHED)


@dataclass(frozen=True)
class Count:
    """How many tables of a kind there are, how many have expired, and after how many days they do."""

    kind: str
    tables: int
    expired: int
    #: 0 means never
    days: float


def days_of(settings: ServerSettings) -> dict[str, float]:
    """Return after how many days each kind of table expires."""
    return {
        WAITING: settings.keep_waiting_days,
        UNFINISHED: settings.keep_unfinished_days,
        FINISHED: settings.keep_finished_days,
    }


def count_tables(connection: Connection, settings: ServerSettings, now: float) -> list[Count]:
    """Return how many tables of each kind there are."""
    query = (
        sql.select(_kind.label("kind"), sql.func.count().label("number")).select_from(tables).group_by("kind")
    )
    numbers = {row.kind: int(row.number) for row in connection.execute(query)}
    expired = expired_tables(connection, settings, now)
    return [
        Count(kind, numbers.get(kind, 0), len(expired[kind]), days)
        for kind, days in days_of(settings).items()
    ]


def expired_tables(
    connection: Connection, settings: ServerSettings, now: float, among: Sequence[str] | None = None
) -> dict[str, list[str]]:
    """Return the ids of the tables that have expired, by kind: of all tables, or of some."""
    now = min(now, _newest(connection))
    found: dict[str, list[str]] = {}
    for kind, days in days_of(settings).items():
        if days <= 0:
            found[kind] = []
            continue
        query = sql.select(tables.c.id).where(_kind == kind, _touched < now - days * _DAY)
        if among is not None:
            query = query.where(tables.c.id.in_(among))
        found[kind] = [str(row.id) for row in connection.execute(query)]
    return found


def _newest(connection: Connection) -> float:
    """Return when something happened last at any table."""
    last = connection.execute(sql.select(sql.func.max(events.c.at))).scalar()
    opened = connection.execute(sql.select(sql.func.max(tables.c.created))).scalar()
    return max(float(last or 0.0), float(opened or 0.0))


def prune(engine: Engine, settings: ServerSettings, now: float) -> dict[str, int]:
    """Delete the tables that have expired; return how many of each kind."""
    with engine.connect() as connection:
        expired = expired_tables(connection, settings, now)
    deleted = dict.fromkeys(expired, 0)
    for kind, ids in expired.items():
        for start in range(0, len(ids), _BATCH):
            with engine.execution_options(writing=True).begin() as connection:
                deleted[kind] += _delete_expired(connection, settings, now, ids[start : start + _BATCH])
    return deleted


def _delete_expired(connection: Connection, settings: ServerSettings, now: float, ids: Sequence[str]) -> int:
    """Delete those of some tables that are still expired: somebody may have come back meanwhile."""
    # From here on nobody can store an event at these tables. SQLite has no such lock: it has one writer.
    connection.execute(sql.select(tables.c.id).where(tables.c.id.in_(ids)).with_for_update())
    found = expired_tables(connection, settings, now, ids)
    still = [table_id for expired in found.values() for table_id in expired]
    delete_tables(connection, still)
    return len(still)


def delete_tables(connection: Connection, ids: Sequence[str]) -> None:
    """Delete tables with everything that belongs to them."""
    owners: list[tuple[sql.Table, sql.Column[Any]]] = [
        (messages, messages.c.table_id),
        (reviews, reviews.c.table_id),
        (events, events.c.table_id),
        (seats, seats.c.table_id),
        (tables, tables.c.id),
    ]
    for table, column in owners:
        connection.execute(sql.delete(table).where(column.in_(ids)))
