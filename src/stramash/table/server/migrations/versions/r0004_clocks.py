"""Tables may have a clock. Older tables have none."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column."""
    op.add_column("tables", sql.Column("clock", sql.Integer))
