"""The table as a picture; the clans' tartans and badges."""

from stramash.games.schotten_totten.art.table import draw_table

__all__ = ["draw_table"]
