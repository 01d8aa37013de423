"""The table as a picture: tiles, ring, warehouse and displays."""

from stramash.games.glen_more.art.table import draw_table

__all__ = ["draw_table"]
