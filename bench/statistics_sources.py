"""Where the points of Glen More come from, by the game's own rules: counted on the CPU only."""

from __future__ import annotations

from typing import Any

import numpy as np
from statistics_watch import Array, Counts, GlenWatch, Table

from stramash.games.glen_more.rules.components import TILE_PENALTY
from stramash.games.glen_more.rules.scoring import (
    CATEGORIES,
    difference_points,
    fewest,
    fewest_tiles,
    location_points,
    standing,
)

__all__ = ["SOURCES", "GlenSources"]

SOURCES = (
    "whisky, compared",
    "chieftains, compared",
    "location cards, compared",
    "special locations, at the end",
    "coins",
    "taverns, butchers, fairs and the like",
    "tiles more than the fewest",
)
_LOCATIONS, _COINS, _GOODS, _TILES = range(CATEGORIES, len(SOURCES))


class GlenSources(GlenWatch):
    """Special locations, and what the points of winners and of the others were made of."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._scorings = np.zeros(table.size, np.int16)
        self._points = np.zeros((table.size, table.players, len(SOURCES)), np.int64)

    def look_after(self) -> None:
        """After a scoring, see what each comparison gave."""
        now = self.table.field("scorings")
        for game in np.flatnonzero(now != self._scorings):
            state = self.table.batch.states[game]
            for category in range(CATEGORIES):
                least = fewest(state, category)
                for seat in range(self.table.players):
                    more = standing(state, seat, category) - least
                    self._points[game, seat, category] += difference_points(more)
        self._scorings = now.copy()

    def decided(self, shares: Array) -> Counts:
        """Return besides, for who won alone and for all others, the points of each source."""
        for game, state in enumerate(self.table.batch.states):
            least = fewest_tiles(state)
            for seat in range(self.table.players):
                self._count_the_rest(self._points[game, seat], state, seat, least)
        alone = shares == 1
        lost = (shares == 0) & alone.any(axis=0)
        return super().decided(shares) | {
            "winners_sources": self._points[alone.T].sum(axis=0).tolist(),
            "winners_counted": int(alone.sum()),
            "others_sources": self._points[lost.T].sum(axis=0).tolist(),
            "others_counted": int(lost.sum()),
        }

    def _count_the_rest(self, points: Array, state: Any, seat: int, least: int) -> None:
        """Count what the end of the game gives and takes; what is left came from goods."""
        points[_LOCATIONS] = location_points(state, seat)
        points[_COINS] = state.coins[seat]
        points[_TILES] = -TILE_PENALTY * (int(state.display_size[seat]) - least)
        points[_GOODS] = int(state.points[seat]) - points.sum()
