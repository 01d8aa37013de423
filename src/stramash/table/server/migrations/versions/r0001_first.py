"""The schema as it was before schema versions: payloads of events were texts joined by tabs."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the four tables."""
    op.create_table(
        "tables",
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
    op.create_table(
        "seats",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("kind", sql.String(8), nullable=False, index=True),
        sql.Column("name", sql.String(64), nullable=False),
        sql.Column("bot", sql.String(64)),
        sql.Column("holder", sql.String(64), index=True),
    )
    op.create_table(
        "events",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("version", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("kind", sql.String(16), nullable=False),
        sql.Column("seat", sql.Integer, nullable=False),
        sql.Column("content", sql.String(128), nullable=False),
        sql.Column("client_id", sql.String(64)),
        sql.Column("at", sql.Float, nullable=False),
        sql.UniqueConstraint("table_id", "seat", "client_id"),
    )
    op.create_table(
        "reviews",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("content", sql.Text, nullable=False),
    )
