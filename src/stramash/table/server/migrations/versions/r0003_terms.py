"""Tables have terms besides the rules: whether hints are allowed. Older tables have the default."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column."""
    op.add_column("tables", sql.Column("terms", sql.Text, nullable=False, server_default="{}"))
