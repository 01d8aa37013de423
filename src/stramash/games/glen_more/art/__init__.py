"""The table as a picture: tiles, ring, warehouse, displays and ledger; the cover; pictures for the rules."""

from stramash.games.glen_more.art.cover import draw_cover
from stramash.games.glen_more.art.pictures import (
    draw_glen_picture,
    draw_ledger_picture,
    draw_ring_picture,
    draw_tile_picture,
)
from stramash.games.glen_more.art.table import draw_pieces, draw_table

__all__ = [
    "draw_cover",
    "draw_glen_picture",
    "draw_ledger_picture",
    "draw_pieces",
    "draw_ring_picture",
    "draw_table",
    "draw_tile_picture",
]
