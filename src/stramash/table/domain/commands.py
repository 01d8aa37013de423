"""Commands: typed requests to change a table.

Every command carries an id, who sends it, when, and the version of the table that the sender saw. The same
sender and id mean the same command, however often it is sent: the table answers it once.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from stramash.table.domain.setup import Setup

__all__ = [
    "SERVER",
    "AnswerUndo",
    "AskHint",
    "AskUndo",
    "BotChoice",
    "Close",
    "Command",
    "Join",
    "Leave",
    "Play",
    "Rematch",
    "ReplaceBot",
    "Resign",
    "RunOut",
    "SeatCommand",
    "Undo",
]

#: The sender of commands for bots and for the table itself; no fingerprint looks like this
SERVER = "server"


@dataclass(frozen=True)
class BotChoice:
    """A bot, as `bots.make` accepts it, and its name at a table."""

    spec: str
    name: str


@dataclass(frozen=True, kw_only=True)
class Command:
    """The base of all commands."""

    id: str
    #: the fingerprint of the sender's secret, or `SERVER`
    by: str
    #: the version of the table that the sender saw
    version: int
    #: when it was received, in seconds since 1970
    at: float

    @property
    def key(self) -> str:
        """What identifies this command at its table. It is stored instead of sender and id."""
        return hashlib.sha256(f"{self.by}:{self.id}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True, kw_only=True)
class SeatCommand(Command):
    """A command of the holder of a seat. Without `seat` it is for the seat to act, else for their first."""

    seat: int | None = None


@dataclass(frozen=True, kw_only=True)
class Play(SeatCommand):
    """Take an action, given in notation, in the position after `ply` actions."""

    action: str
    ply: int


@dataclass(frozen=True, kw_only=True)
class AskHint(SeatCommand):
    """Ask for a hint; at a table of several people the log shows it, once for each position."""


@dataclass(frozen=True, kw_only=True)
class Undo(SeatCommand):
    """Take the last action back."""


@dataclass(frozen=True, kw_only=True)
class AskUndo(SeatCommand):
    """Ask the other players whether the last action may be taken back."""


@dataclass(frozen=True, kw_only=True)
class AnswerUndo(SeatCommand):
    """Agree to an undo that another player asks for, or refuse it; the player who asks can withdraw it."""

    agree: bool


@dataclass(frozen=True, kw_only=True)
class Leave(SeatCommand):
    """Leave the table; `takeover` is the bot that replaces the player, if a bot does."""

    takeover: BotChoice


@dataclass(frozen=True, kw_only=True)
class Resign(SeatCommand):
    """Give up a game of two; in a larger game it is the same as to leave."""

    takeover: BotChoice


@dataclass(frozen=True, kw_only=True)
class RunOut(SeatCommand):
    """End the turn of a player whose time has run out, as if they had resigned."""

    takeover: BotChoice


@dataclass(frozen=True, kw_only=True)
class Rematch(SeatCommand):
    """Play again; `setup` is the new table, whose seats are those of `state.rematch_seats()`."""

    setup: Setup


@dataclass(frozen=True, kw_only=True)
class Join(Command):
    """Sit down at an open seat; without a seat, the first one."""

    invite: str
    name: str = ""
    seat: int | None = None
    bot: str | None = None


@dataclass(frozen=True, kw_only=True)
class ReplaceBot(Command):
    """Replace a bot that keeps failing by a simpler one."""

    seat: int
    bot: BotChoice


@dataclass(frozen=True, kw_only=True)
class Close(Command):
    """Close a table that this server cannot replay."""

    reason: str
