"""Results: how the games of one visitor ended, read from the log without replaying it."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass

import sqlalchemy as sql
from sqlalchemy.engine import Connection

from stramash.table.domain.seats import BOT
from stramash.table.server.schema import events, seats, tables

__all__ = ["BotResult", "results_against_bots"]


@dataclass(frozen=True)
class BotResult:
    """How a game against bots ended for the person who played it."""

    id: str
    game: str
    #: how many played
    players: int
    #: the bots, each as `bots.make` accepts it
    bots: list[str]
    won: bool
    #: when it ended, in seconds since 1970
    at: float


def results_against_bots(connection: Connection, holder: str, limit: int) -> list[BotResult]:
    """Return the results of finished games in which everybody else was a bot, the newest first.

    A game that was closed because nobody played on has no winner and is not counted.
    """
    mine = sql.select(seats.c.table_id).where(seats.c.holder == holder)
    query = (
        sql.select(tables.c.id, tables.c.game, tables.c.players, events.c.payload, events.c.at)
        .join(events, events.c.table_id == tables.c.id)
        .where(tables.c.id.in_(mine), tables.c.ended.is_not(None))
        .where(events.c.payload.contains('"winners":', autoescape=True))
        .order_by(events.c.at.desc())
        .limit(limit)
    )
    rows = connection.execute(query).all()
    held, bots = _seats(connection, [row.id for row in rows], holder)
    return [
        BotResult(row.id, row.game, row.players, bots[row.id], bool(held[row.id] & set(winners)), row.at)
        for row in rows
        if (winners := json.loads(row.payload)["result"]["winners"])
        and len(held[row.id]) + len(bots[row.id]) == row.players
        and bots[row.id]
    ]


def _seats(
    connection: Connection, ids: list[str], holder: str
) -> tuple[dict[str, set[int]], dict[str, list[str]]]:
    """Return the seats that somebody holds at tables, and the bots there."""
    held: dict[str, set[int]] = defaultdict(set)
    bots: dict[str, list[str]] = defaultdict(list)
    query = sql.select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat)
    for row in connection.execute(query):
        if row.holder == holder:
            held[row.table_id].add(row.seat)
        elif row.kind == BOT:
            bots[row.table_id].append(row.bot)
    return held, bots
