"""The score sheet: points of tiles, of each scoring by what was compared, and of the last count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from stramash.core.sheet import Scoring, SheetRow, add_up
from stramash.core.words import Translate
from stramash.games.glen_more.effects import list_effects
from stramash.games.glen_more.names import tile_name
from stramash.games.glen_more.rules.actions import ACTIONS
from stramash.games.glen_more.rules.components import NO_TILE
from stramash.games.glen_more.rules.display import display_tile

__all__ = ["score_sheet"]


def score_sheet(scorings: Sequence[Scoring], state: Any, _: Translate) -> list[SheetRow]:
    """Return the rows of the score sheet: tiles first, then the scorings and the last count in order."""
    del state
    tiles = [row for scoring in scorings for row in _tile_row(scoring, _)]
    counted = [row for scoring in scorings for row in _count_rows(scoring, _)]
    return [*add_up(tiles), *counted]


def _tile_row(scoring: Scoring, _: Translate) -> Iterator[SheetRow]:
    """Yield what the tile that an action worked with gave to the player."""
    before, seat = scoring.before, int(scoring.before.player)
    kind, values = ACTIONS.split(scoring.action)
    tile = int(display_tile(seat, values[0])) if kind == "use" else int(before.working)
    if tile == NO_TILE or list_effects(before, scoring.action):
        return
    points = [0] * int(before.players)
    points[seat] = int(scoring.after.points[seat] - before.points[seat])
    yield SheetRow(tile_name(tile, _), tuple(points))


def _count_rows(scoring: Scoring, _: Translate) -> Iterator[SheetRow]:
    """Yield what the scorings and the end of the game that an action brought gave to everybody."""
    names = {
        "whisky": _("Scoring {number}: whisky"),
        "chieftains": _("Scoring {number}: chieftains and tams"),
        "locations": _("Scoring {number}: special locations"),
    }
    at_the_end = {
        "locations": _("At the end: special locations"),
        "coins": _("At the end: coins"),
        "tiles": _("At the end: extra tiles"),
    }
    for effect in list_effects(scoring.before, scoring.action):
        if effect["kind"] not in ("scoring", "end"):
            continue
        for key, name in (names if effect["kind"] == "scoring" else at_the_end).items():
            if any(effect[key]):
                yield SheetRow(name.format(number=effect.get("number")), tuple(effect[key]))
