"""The reasons for which a server refuses something, beyond those of a table."""

from __future__ import annotations

from stramash.core.errors import StramashError
from stramash.table.domain.errors import TableError

__all__ = [
    "BadDatabase",
    "NoTable",
    "StoreUnavailable",
    "TooManyTables",
    "TooMuch",
    "UnreadableTable",
]


class BadDatabase(StramashError):
    """A database that this version cannot use; the message says what to do, not where the database is."""


class NoTable(TableError):
    """There is no such table."""

    code = "no-table"


class UnreadableTable(TableError):
    """The row of the table is damaged, or a newer version of Stramash wrote it."""

    code = "unreadable-table"


class StoreUnavailable(TableError):
    """The database does not answer. A client can send its command again: the id makes it count once."""

    code = "store-unavailable"


class TooMuch(TableError):
    """A client exceeded a limit."""

    code = "too-much"


class TooManyTables(TooMuch):
    """More new tables than one visitor may open within an hour."""

    code = "too-many-tables"
