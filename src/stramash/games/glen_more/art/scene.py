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

from stramash.core.scene import Scene as Base
from stramash.games.glen_more.rules.actions import ACTIONS
from stramash.games.glen_more.rules.turn import legal

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


class Scene(Base):
    """A table to be drawn."""

    actions = ACTIONS
    legal = staticmethod(legal)
