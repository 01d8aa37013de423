"""The reasons for which a table refuses a command, each with a short code for programs."""

from __future__ import annotations

from typing import ClassVar

from stramash.core.errors import StramashError

__all__ = [
    "Archived",
    "BadInvitation",
    "BadRequest",
    "GameOver",
    "HintsOff",
    "IllegalMove",
    "NotYet",
    "StaleCommand",
    "TableError",
    "TableFull",
    "WrongSeat",
]


class TableError(StramashError):
    """The base of everything a table refuses."""

    code: ClassVar[str] = "bad-request"


class BadRequest(TableError):
    """Something asked for does not exist or does not fit."""


class BadInvitation(TableError):
    """The invitation is not for this table."""

    code = "bad-invitation"


class WrongSeat(TableError):
    """The sender does not hold the seat, or the seat is not to act."""

    code = "wrong-seat"


class TableFull(TableError):
    """All seats are taken."""

    code = "table-full"


class StaleCommand(TableError):
    """The command answers a moment that has passed, or reuses the id of another command."""

    code = "stale-move"


class GameOver(TableError):
    """The game is over."""

    code = "game-over"


class NotYet(TableError):
    """It cannot be done at this moment of the game."""

    code = "not-yet"


class HintsOff(TableError):
    """The table was opened without hints."""

    code = "hints-off"


class IllegalMove(TableError):
    """The rules do not allow the action."""

    code = "illegal-move"


class Archived(TableError):
    """The engine of this server cannot replay the game, so nothing can be played there."""

    code = "other-rules"
