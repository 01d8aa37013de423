"""Payloads of events become JSON, tables keep their first seats, and commands have keys.

The older log did not keep who held a seat before it changed hands. What is lost by that is only whether a
command from before the upgrade, sent again after it, is recognised when its seat has changed hands since.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"

_TABLES_AT_ONCE = 200


def upgrade() -> None:
    """Rewrite the events of every table, then put the new table of events in place of the old one."""
    op.add_column("tables", sql.Column("seats", sql.Text, nullable=False, server_default="[]"))
    op.add_column("tables", sql.Column("key", sql.String(64)))
    op.add_column("tables", sql.Column("ended", sql.Float))
    op.create_index("ix_tables_key", "tables", ["key"], unique=True)
    op.create_table(
        "events_new",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("version", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("kind", sql.String(16), nullable=False),
        sql.Column("seat", sql.Integer, nullable=False),
        sql.Column("payload", sql.Text, nullable=False),
        sql.Column("command", sql.String(64)),
        sql.Column("at", sql.Float, nullable=False),
        sql.UniqueConstraint("table_id", "command", name="one_event_a_command"),
    )
    connection = op.get_bind()
    for ids in _batches(connection):
        _rewrite(connection, ids)
    op.drop_table("events")
    op.rename_table("events_new", "events")


def _batches(connection: sql.Connection) -> Iterator[list[str]]:
    ids = [str(row.id) for row in connection.execute(sql.text("SELECT id FROM tables ORDER BY id"))]
    for start in range(0, len(ids), _TABLES_AT_ONCE):
        yield ids[start : start + _TABLES_AT_ONCE]


def _rewrite(connection: sql.Connection, ids: Sequence[str]) -> None:
    for table_id in ids:
        key = {"id": table_id}
        seats = connection.execute(
            sql.text("SELECT seat, kind, name, bot, holder FROM seats WHERE table_id = :id ORDER BY seat"),
            key,
        ).all()
        events = connection.execute(
            sql.text("SELECT * FROM events WHERE table_id = :id ORDER BY version"), key
        ).all()
        first, rows = rewrite_log(
            [dict(row._mapping) for row in seats], [dict(row._mapping) for row in events]
        )
        ended = [row["at"] for row in rows if row["kind"] == "resign" or _closes(row)]
        connection.execute(
            sql.text("UPDATE tables SET seats = :seats, ended = :ended WHERE id = :id"),
            key | {"seats": json.dumps(first, ensure_ascii=False), "ended": min(ended, default=None)},
        )
        if rows:
            connection.execute(
                sql.text(
                    "INSERT INTO events_new (table_id, version, kind, seat, payload, command, at) "
                    "VALUES (:table_id, :version, :kind, :seat, :payload, :command, :at)"
                ),
                rows,
            )


def _closes(row: dict[str, Any]) -> bool:
    return bool(row["kind"] == "leave" and json.loads(row["payload"])["then"] == "closed")


def rewrite_log(
    seats: list[dict[str, Any]], events: list[dict[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the first seats of a table and its events with JSON payloads, going back from the last seats."""
    places = [dict(seat) for seat in seats]
    rows = []
    for event in reversed(events):
        place = places[event["seat"]]
        payload = _payload(event, place)
        rows.append(
            {
                "table_id": event["table_id"],
                "version": event["version"],
                "kind": event["kind"],
                "seat": event["seat"],
                "payload": json.dumps(payload, ensure_ascii=False),
                "command": _command_key(event, place),
                "at": event["at"],
            }
        )
        if event["kind"] == "join":
            places[event["seat"]] = _seat(event["seat"], "open")
        elif event["kind"] == "leave" and payload["then"] != "closed":
            places[event["seat"]] = _seat(event["seat"], "person", payload["left"])
    return places, rows[::-1]


def _payload(event: dict[str, Any], place: dict[str, Any]) -> dict[str, Any]:
    """Return the payload of an event, given its seat as it was afterwards."""
    kind, content = event["kind"], event["content"]
    if kind == "move":
        return {"action": content}
    if kind == "join":
        joined = {"name": content, "holder": place["holder"], "bot": place["bot"]}
        return {name: value for name, value in joined.items() if value is not None or name == "holder"}
    if kind == "rematch":
        return {"table": content}
    if kind != "leave":
        return {}
    then, left, name = [*content.split("\t"), "", ""][:3]
    if then in ("open", "closed"):
        return {"then": then, "left": left}
    return {"then": "bot", "left": left, "bot": then, "name": name}


def _command_key(event: dict[str, Any], place: dict[str, Any]) -> str | None:
    """Return the key of the command, as `Command.key` computes it."""
    if event["client_id"] is None:
        return None
    by = "server" if event["client_id"].startswith("bot-") else place["holder"] or f"seat {event['seat']}"
    return hashlib.sha256(f"{by}:{event['client_id']}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _seat(number: int, kind: str, name: str = "") -> dict[str, Any]:
    return {"seat": number, "kind": kind, "name": name, "bot": None, "holder": None}
