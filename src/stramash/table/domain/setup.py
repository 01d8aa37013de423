"""Setups: what is decided about a table when it is opened, and never changes."""

from __future__ import annotations

from dataclasses import dataclass, field

from stramash.core.game import OptionValue
from stramash.table.domain.seats import LOCAL, OPEN, PERSON, Seat

__all__ = ["Setup", "Terms"]


@dataclass(frozen=True)
class Terms:
    """The terms of a table besides the rules of its game; the same for all players."""

    #: whether players may ask for hints; None means only if one person plays
    hints: bool | None = None
    #: seconds that a person has for each action; None means that no clock runs
    clock: int | None = None


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
    #: the fingerprint of the creator
    creator: str | None
    created: float
    seats: tuple[Seat, ...]
    #: the table that this one is a rematch of
    previous: str | None = None
    #: identifies the request that opened it; the same request sent again opens nothing
    key: str | None = None
    terms: Terms = field(default_factory=Terms)

    @property
    def shared(self) -> bool:
        """Whether the table was opened for several people; an open seat is for a person."""
        return sum(seat.kind in (PERSON, LOCAL, OPEN) for seat in self.seats) > 1

    @property
    def hints(self) -> bool:
        """Whether players may ask for hints."""
        return not self.shared if self.terms.hints is None else self.terms.hints
