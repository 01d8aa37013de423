"""Glen More: a ring of tiles, a glen for every clan, and whisky for those who wait."""

from stramash.games.glen_more.game import GlenMore

__all__ = ["GAME"]

GAME = GlenMore
