"""Setups: what is decided about a table when it is opened, and never changes."""

from __future__ import annotations

from dataclasses import dataclass

from stramash.core.game import OptionValue
from stramash.table.domain.seats import Seat

__all__ = ["Setup"]


@dataclass(frozen=True)
class Setup:
    """A table before its first event: game, deal, invitation, and who sits where."""

    id: str
    game: str
    #: the version of the game's rules
    rules: int
    players: int
    options: dict[str, OptionValue]
    seed: int
    salt: str
    invite: str
    listed: bool
    #: the fingerprint of the one who opened it
    creator: str | None
    created: float
    seats: tuple[Seat, ...]
    #: the table that this one is a rematch of
    previous: str | None = None
    #: identifies the request that opened it; the same request sent again opens nothing
    key: str | None = None
