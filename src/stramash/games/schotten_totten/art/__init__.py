"""The table as a picture; the clans' tartans and badges."""

from stramash.games.schotten_totten.art.cover import draw_cover
from stramash.games.schotten_totten.art.table import draw_pieces, draw_table

__all__ = ["draw_cover", "draw_pieces", "draw_table"]
