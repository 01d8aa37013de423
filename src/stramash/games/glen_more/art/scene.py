"""What is drawn, for whom, and how it is laid out.

+-------------------------+-------+-------+-------+
|  ring of 14 spaces      | player| player| player|
|   [ ][ ][ ][ ][ ]       |  ...  |       |       |
|   [ ] warehouse [ ]     |  map  |  map  |  map  |
|   [ ]           [ ]     |       |       |       |
|   [ ][ ][ ][ ][ ]       |       |       |       |
+-------------------------+-------+-------+-------+
|         what I can do now        (buttons)      |
|   my display, north above        | the ledger   |
+----------------------------------+--------------+

A page for a phone stacks it instead: the ring, what I can do now, my display, the ledger, the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from stramash.core.words import Translate
from stramash.draw import Sheet, handle_classes, plain

__all__ = ["CELL", "HEIGHT", "MARGIN", "NARROW", "RING", "SEAT_INKS", "TILE", "WIDTH", "Scene"]

MARGIN = 20.0
TILE = 80.0  # a tile is drawn on a field of 80 by 80
CELL = 84.0  # from one space of the ring to the next
RING = (5, 4)  # spaces across and down
WIDTH = 1280.0
HEIGHT = 880.0
NARROW = 440.0  # the width of pieces for a phone

#: What seats wear: told apart by number too
SEAT_INKS = ("#d0453b", "#3f8fd4", "#49a261", "#9b70d3", "#dd7d3c")


@dataclass(frozen=True)
class Scene:
    """What is drawn, for whom, on what."""

    sheet: Sheet
    record: Any  # the state, as the rules read it
    seat: int  # whose view it is, or SPECTATOR
    near: int  # the seat whose display is large
    now: frozenset[str]  # handles one may touch now
    later: frozenset[str]  # handles that complete a choice
    _: Translate
    names: tuple[str, ...] = ()  # what the players are called, if that is known
    narrow: bool = False  # for a phone

    @cached_property
    def state(self) -> Any:
        """The fields of the state, to read."""
        return plain(self.record)

    def is_legal(self, handle: str) -> bool:
        """Whether a handle can be touched now or to complete a choice."""
        return handle in self.now or handle in self.later

    def classes(self, kind: str, handle: str, *, taken: bool = False) -> str:
        """Return the classes of a thing: gold if it is legal to touch it."""
        soon = handle in self.later and handle not in self.now
        return handle_classes(kind, legal=soon or handle in self.now, later=soon, taken=taken)

    def name(self, seat: int) -> str:
        """Return what a seat is called."""
        _ = self._
        return self.names[seat] if self.names else _("Player {number}", number=seat + 1)
