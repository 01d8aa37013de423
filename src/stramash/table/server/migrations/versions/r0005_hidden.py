"""A player may remove a table from the list of their games. In older databases nothing is removed."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column."""
    op.add_column("seats", sql.Column("hidden", sql.Boolean, nullable=False, server_default=sql.false()))
