"""Pictures for the rules: a part of the table, or tiles beside each other."""

from __future__ import annotations

from typing import Any

from stramash.core.seats import SPECTATOR
from stramash.core.words import Translate
from stramash.draw import Markup, Sheet, group, shift, table
from stramash.games.glen_more.art.displays import draw_own_map
from stramash.games.glen_more.art.ledger import draw_ledger
from stramash.games.glen_more.art.ring import draw_ring
from stramash.games.glen_more.art.scene import MARGIN, TILE, Scene
from stramash.games.glen_more.art.tiles import draw_tile
from stramash.games.glen_more.rules.components import HOME, IS_LOCATION, KIND, NO_TILE, ON_TRACK, STACKED

__all__ = ["draw_glen_picture", "draw_ledger_picture", "draw_ring_picture", "draw_tile_picture"]

_WIDTH = 900.0
_SMALL = 620.0  # of a display, or the ledger, alone: so that a phone still shows it


def draw_ring_picture(state: Any, _: Translate) -> str:
    """Draw the ring with the warehouse, and the display of seat 0 beside it."""
    scene = Scene(Sheet("gm"), state, 0, _)
    width, tall = scene.ring_size
    height, left = tall + 2 * MARGIN, 2 * MARGIN + width
    room = _WIDTH - left - MARGIN
    return _picture(
        scene,
        height,
        _("The ring"),
        draw_ring(scene),
        draw_own_map(scene, left, MARGIN, room, tall),
    )


def draw_glen_picture(state: Any, _: Translate) -> str:
    """Draw the display of seat 0, with what can be touched."""
    scene = Scene(Sheet("gm"), state, 0, _)
    height = 340.0
    return _picture(
        scene,
        height,
        _("Your glen"),
        draw_own_map(scene, MARGIN, MARGIN, _SMALL - 2 * MARGIN, height - 2 * MARGIN),
        width=_SMALL,
    )


def draw_ledger_picture(state: Any, _: Translate) -> str:
    """Draw the ledger."""
    scene = Scene(Sheet("gm"), state, 0, _)
    height = 320.0
    drawn, _width = draw_ledger(scene, 0, height, _SMALL - 2 * MARGIN)
    placed = group(drawn, transform=shift(MARGIN, MARGIN))
    return _picture(scene, height + 2 * MARGIN, _("The ledger"), placed, width=_SMALL)


def draw_tile_picture(state: Any, _: Translate, *, locations: bool) -> str:
    """Draw the special locations, or one tile of every other kind, from a blank state."""
    state.owner[:] = ON_TRACK
    state.track[:] = NO_TILE
    scene = Scene(Sheet("gm"), state, SPECTATOR, _)
    tiles = [tile for tile in range(STACKED) if bool(IS_LOCATION[tile]) == locations]
    if not locations:
        tiles = [HOME, *{int(KIND[tile]): tile for tile in reversed(tiles)}.values()]
        tiles.sort(key=lambda tile: (int(KIND[tile]), tile))
    across = 7 if locations else 6
    step, scale = (_WIDTH - 2 * MARGIN) / across, 1.45
    rows = -(-len(tiles) // across)
    parts = [
        draw_tile(
            scene,
            tile,
            shift(
                MARGIN + step * (place % across + 0.5) - TILE * scale / 2,
                MARGIN + (TILE * scale + 16) * (place // across),
                scale,
            ),
            scale=scale,
        )
        for place, tile in enumerate(tiles)
    ]
    title = _("special locations") if locations else _("tiles")
    return _picture(scene, 2 * MARGIN + (TILE * scale + 16) * rows - 16, title, *parts)


def _picture(scene: Scene, height: float, title: str, *parts: Markup, width: float = _WIDTH) -> str:
    ground = table(scene.sheet, width, height)
    return scene.sheet.picture(width, height, title, ground, *parts)
