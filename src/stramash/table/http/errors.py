"""Errors over HTTP: the status of each refusal, and the refusals that only HTTP knows."""

from __future__ import annotations

from stramash.table.domain import errors as domain
from stramash.table.domain.errors import TableError
from stramash.table.server import errors as server

__all__ = [
    "RETRY_AFTER",
    "ForeignSite",
    "NotAllowed",
    "NotFound",
    "ServerError",
    "TooLong",
    "refusal",
    "status_of",
]

#: Seconds after which a client that got 503 should ask again
RETRY_AFTER = 2


class TooLong(TableError):
    """A request longer than the limit."""

    code = "body-too-large"


class ForeignSite(TableError):
    """Another web site tried to act for a visitor."""

    code = "foreign-site"


class NotFound(TableError):
    """No page has this address."""

    code = "not-found"


class NotAllowed(TableError):
    """The page exists, but not for this method."""

    code = "not-allowed"


class ServerError(TableError):
    """A fault of the server."""

    code = "server-error"


_STATUS: dict[type[TableError], int] = {
    TableError: 400,
    domain.BadRequest: 422,
    domain.BadInvitation: 403,
    domain.WrongSeat: 403,
    domain.TableFull: 409,
    domain.StaleCommand: 409,
    domain.GameOver: 409,
    domain.NotYet: 409,
    domain.HintsOff: 409,
    domain.IllegalMove: 422,
    domain.Archived: 409,
    server.NoTable: 404,
    server.UnreadableTable: 409,
    server.StoreUnavailable: 503,
    server.TooMuch: 429,
    TooLong: 413,
    ForeignSite: 403,
    NotFound: 404,
    NotAllowed: 405,
    ServerError: 500,
}


def status_of(error: TableError) -> int:
    """Return the HTTP status of a refusal.

    >>> status_of(domain.StaleCommand("look again")), status_of(server.TooManyTables("wait"))
    (409, 429)
    """
    return next(_STATUS[cls] for cls in type(error).__mro__ if cls in _STATUS)


def refusal(status: int, detail: str) -> TableError:
    """Return the refusal for a status that the framework chose."""
    if status == 404:
        return NotFound("there is nothing at this address: check the link, or start from the front page")
    if status == 405:
        return NotAllowed("this address does not take such a request: see /docs")
    return ServerError(detail) if status >= 500 else TableError(detail)
