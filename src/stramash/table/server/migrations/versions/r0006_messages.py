"""Players may send messages at a table. Older databases have none."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "messages",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("seat", sql.Integer, nullable=False),
        sql.Column("name", sql.String(64), nullable=False),
        sql.Column("text", sql.String(400), nullable=False),
        sql.Column("gesture", sql.Boolean, nullable=False),
        sql.Column("command", sql.String(64), nullable=False),
        sql.Column("at", sql.Float, nullable=False),
        sql.UniqueConstraint("table_id", "command", name="one_message_a_command"),
    )
