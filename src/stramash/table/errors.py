"""What a table refuses: each with a status for HTTP, a short code for programs, a sentence for people."""

from __future__ import annotations

from typing import ClassVar

from stramash.core.errors import StramashError

__all__ = [
    "BadInvitation",
    "BadRequest",
    "BotNotReady",
    "ForeignSite",
    "GameOver",
    "IllegalMove",
    "NoTable",
    "NotAllowed",
    "NotFound",
    "NotReady",
    "NotYet",
    "OtherRules",
    "ServerError",
    "StaleMove",
    "TableError",
    "TableFull",
    "TooLong",
    "TooManyTables",
    "TooMuch",
    "WrongSeat",
    "refusal",
]


class TableError(StramashError):
    """The base of everything a table refuses."""

    status: ClassVar[int] = 400
    code: ClassVar[str] = "bad-request"


class BadRequest(TableError):
    """Something asked for does not exist or does not fit."""

    status = 422


class NoTable(TableError):
    """No table has this address."""

    status, code = 404, "no-table"


class OtherRules(TableError):
    """The table was opened with other rules than these."""

    status, code = 404, "other-rules"


class BadInvitation(TableError):
    """The invitation is not for this table."""

    status, code = 403, "bad-invitation"


class WrongSeat(TableError):
    """Whoever asks does not hold the seat, or the seat is not to act."""

    status, code = 403, "wrong-seat"


class TableFull(TableError):
    """All seats are taken."""

    status, code = 409, "table-full"


class StaleMove(TableError):
    """The move answers a moment that has passed."""

    status, code = 409, "stale-move"


class GameOver(TableError):
    """Nothing can be played any more."""

    status, code = 409, "game-over"


class NotYet(TableError):
    """It cannot be done at this moment of the game."""

    status, code = 409, "not-yet"


class IllegalMove(TableError):
    """The rules do not allow it."""

    status, code = 422, "illegal-move"


class TooMuch(TableError):
    """More than one client may ask for."""

    status, code = 429, "too-much"


class TooManyTables(TooMuch):
    """More tables than one client may open within an hour."""

    code = "too-many-tables"


class TooLong(TableError):
    """A request longer than any honest one."""

    status, code = 413, "body-too-large"


class ForeignSite(TableError):
    """Another web site tried to act for a visitor."""

    status, code = 403, "foreign-site"


class NotReady(TableError):
    """The rules of the game are still being compiled."""

    status, code = 503, "not-ready"


class BotNotReady(TableError):
    """The search that a bot needs is still being compiled."""

    status, code = 503, "bot-not-ready"


class NotFound(TableError):
    """No page has this address."""

    status, code = 404, "not-found"


class NotAllowed(TableError):
    """The page exists, but not for this method."""

    status, code = 405, "not-allowed"


class ServerError(TableError):
    """Our own fault."""

    status, code = 500, "server-error"


def refusal(status: int, detail: str) -> TableError:
    """Return the error that fits a status of HTTP."""
    if status == NotFound.status:
        return NotFound("there is nothing at this address: check the link, or start from the front page")
    if status == NotAllowed.status:
        return NotAllowed("this address does not take such a request: see /docs")
    return ServerError(detail) if status >= ServerError.status else TableError(detail)
