"""What is drawn, for whom, and how it is laid out.

+-------------------------------+-----------------+
|  ring of 14 spaces            | player | player |
|   [ ][ ][ ][ ][ ][ ]          |  map   |  map   |
|   [ ]  warehouse  [ ]         +--------+--------+
|   [ ][ ][ ][ ][ ][ ]          | player | player |
+-------------------------------+--------+--------+
|         what I can do now        (buttons)      |
|   my display, north above        | the ledger   |
+----------------------------------+--------------+

A page for a phone stacks it instead: the ring, what I can do now, my display, the ledger, the others.
"""

from __future__ import annotations

from functools import cached_property

from stramash.core.scene import Scene as Base
from stramash.games.glen_more.rules.actions import ACTIONS
from stramash.games.glen_more.rules.turn import legal

__all__ = ["HEIGHT", "MARGIN", "NARROW", "SEAT_INKS", "TILE", "WIDTH", "Scene"]

MARGIN = 10.0
TILE = 80.0  # a tile is drawn on a field of 80 by 80
WIDTH = 880.0  # about as many pixels as a small screen has for it
HEIGHT = 606.0
NARROW = 440.0  # the width of pieces for a phone

#: The colours of seats; pieces show the number of the seat too
SEAT_INKS = ("#d0453b", "#2f7fc4", "#39874f", "#8a5fc4", "#c8632b")


class Scene(Base):
    """A table to be drawn. On a phone the ring is as wide as the screen; else it is long and low."""

    actions = ACTIONS
    legal = staticmethod(legal)

    @cached_property
    def lying(self) -> list[tuple[int, int, tuple[int, ...]]]:
        """For each tile its clan members, its activity, and its cubes by resource."""
        state = self.state
        cubes = map(tuple, state.cubes.tolist())
        return list(zip(state.members.tolist(), state.activity.tolist(), cubes, strict=True))

    @property
    def ring(self) -> tuple[int, int]:
        """The spaces of the ring across and down."""
        return (5, 4) if self.narrow else (6, 3)

    @property
    def cell(self) -> float:
        """From one space of the ring to the next."""
        return 84.0 if self.narrow else 88.0

    @property
    def ring_size(self) -> tuple[float, float]:
        """The width and the height of the ring."""
        return self.cell * self.ring[0] + 8, self.cell * self.ring[1] + 8

    @property
    def least(self) -> float:
        """The size of text that is 11 pixels high on a small screen."""
        return 13.0 if self.narrow else 12.0
