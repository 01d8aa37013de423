"""How Alembic runs our migrations: on the connection that the server gives it, in one transaction."""

from __future__ import annotations

from alembic import context

from stramash.table.server.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
