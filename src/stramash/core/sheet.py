"""Score sheets: what each seat scored, row by row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Scoring", "SheetRow", "add_up", "total_of"]


@dataclass(frozen=True)
class Scoring:
    """An action that changed somebody's points, with the states before and after it."""

    before: Any
    action: int
    after: Any


@dataclass(frozen=True)
class SheetRow:
    """One row of a score sheet: what it is for, and the points of each seat.

    >>> SheetRow("coins", (3, 0)) + SheetRow("coins", (1, 2))
    SheetRow(what='coins', points=(4, 2), notes=())
    """

    what: str
    points: tuple[int, ...]
    #: a note beside the points of each seat, such as the cards they come from; empty if there are none
    notes: tuple[str, ...] = ()

    def __add__(self, other: SheetRow) -> SheetRow:
        """Return a row with the points and the notes of both."""
        points = tuple(one + more for one, more in zip(self.points, other.points, strict=True))
        if not self.notes or not other.notes:
            return SheetRow(self.what, points, self.notes or other.notes)
        notes = zip(self.notes, other.notes, strict=True)
        return SheetRow(self.what, points, tuple(" + ".join(filter(None, both)) for both in notes))


def add_up(rows: Iterable[SheetRow]) -> list[SheetRow]:
    """Return the rows with those for the same thing added up, in the order of their first occurrence."""
    sums: dict[str, SheetRow] = {}
    for row in rows:
        sums[row.what] = sums[row.what] + row if row.what in sums else row
    return list(sums.values())


def total_of(rows: Sequence[SheetRow], players: int) -> tuple[int, ...]:
    """Return the sum of all rows for each seat."""
    return tuple(sum(row.points[seat] for row in rows) for seat in range(players))
