"""The table as a picture; the clans' tartans and badges; the cover."""

from stramash.games.lords_of_scotland.art.cover import draw_cover
from stramash.games.lords_of_scotland.art.table import draw_pieces, draw_table

__all__ = ["draw_cover", "draw_pieces", "draw_table"]
