"""The table as a picture; the clans' tartans and badges."""

from stramash.games.lords_of_scotland.art.table import draw_table

__all__ = ["draw_table"]
