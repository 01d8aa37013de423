"""The schema of the database. Changes to it are migrations in `migrations/versions`.

`events` is the log; rows are only added. `seats` and `tables.ended` repeat what the log says (who sits where
now, when the game ended), so that tables can be found by it.
"""

from __future__ import annotations

import sqlalchemy as sql

__all__ = ["events", "messages", "metadata", "reviews", "seats", "tables"]

metadata = sql.MetaData()

tables = sql.Table(
    "tables",
    metadata,
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
    # the terms besides the rules, as JSON
    sql.Column("terms", sql.Text, nullable=False, server_default="{}"),
    # seconds for each action, null without a clock; also in the terms, and here for queries
    sql.Column("clock", sql.Integer),
    # the seats before the first event, as JSON
    sql.Column("seats", sql.Text, nullable=False),
    # identifies the request that opened the table
    sql.Column("key", sql.String(64), index=True, unique=True),
    # when the game ended, in seconds since 1970
    sql.Column("ended", sql.Float),
)

seats = sql.Table(
    "seats",
    metadata,
    sql.Column("table_id", sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("kind", sql.String(8), nullable=False, index=True),
    sql.Column("name", sql.String(64), nullable=False),
    sql.Column("bot", sql.String(64)),
    sql.Column("holder", sql.String(64), index=True),
    # whether the holder has removed the table from the list of their games
    sql.Column("hidden", sql.Boolean, nullable=False, server_default=sql.false()),
)

events = sql.Table(
    "events",
    metadata,
    sql.Column("table_id", sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("version", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("payload", sql.Text, nullable=False),
    # identifies the command that led to the event
    sql.Column("command", sql.String(64)),
    sql.Column("at", sql.Float, nullable=False),
    sql.UniqueConstraint("table_id", "command", name="one_event_a_command"),
)

#: what players say to each other: no part of the log
messages = sql.Table(
    "messages",
    metadata,
    sql.Column("table_id", sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("name", sql.String(64), nullable=False),
    sql.Column("text", sql.String(400), nullable=False),
    sql.Column("gesture", sql.Boolean, nullable=False),
    # identifies the request that sent it
    sql.Column("command", sql.String(64), nullable=False),
    sql.Column("at", sql.Float, nullable=False),
    sql.UniqueConstraint("table_id", "command", name="one_message_a_command"),
)

reviews = sql.Table(
    "reviews",
    metadata,
    sql.Column("table_id", sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("content", sql.Text, nullable=False),
)
