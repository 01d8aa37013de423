"""The cover: a corner of a glen on its tartan, with a figure on the way to it."""

from __future__ import annotations

from typing import Any

from stramash.core.seats import SPECTATOR
from stramash.core.words import Translate
from stramash.draw import Markup, Sheet, Tartan, cloth, element, group, shift
from stramash.games.glen_more.art.scene import TILE, Scene
from stramash.games.glen_more.art.tiles import barrel, cube, draw_tile, figure
from stramash.games.glen_more.rules.components import GRAIN, SHEEP, STONE, TILE_OF_NAME, WOOD

__all__ = ["draw_cover"]

_WIDTH, _HEIGHT = 320.0, 190.0
_STEP = 67.0
_GLEN = Tartan.counted(
    "glen", "#4a3a66 16, #6f5a94 4, #2f3b49 12, #3f6b52 7, #2f3b49 3, #d9cfa8 1.5, #4a3a66 6"
)
#: tile, column, row; clan members; cubes by resource
_TILES: tuple[tuple[str, int, int, int, tuple[int, ...]], ...] = (
    ("distillery1", 0, 0, 0, ()),
    ("meadow1", 1, 0, 0, (SHEEP,)),
    ("moil", 2, 0, 1, ()),
    ("forest2", 0, 1, 0, (WOOD, WOOD)),
    ("home", 1, 1, 1, ()),
    ("field1", 2, 1, 0, (GRAIN,)),
)


class _Cover(Scene):
    """A small picture: names that would be too small to read are left out."""

    @property
    def least(self) -> float:
        return 13.5


def draw_cover(state: Any, _: Translate) -> str:
    """Draw the cover, on a blank state: no rules are needed for it."""
    scene = _Cover(Sheet("gm-cover"), state, SPECTATOR, _)
    scale = (_STEP - 1) / TILE
    tiles = []
    for name, column, row, members, cubes in _TILES:
        tile = TILE_OF_NAME.get(name)
        assert tile is not None, f"the cover shows {name}, which is not a tile"
        state.owner[tile] = 0
        state.members[tile] = members
        for resource in cubes:
            state.cubes[tile, resource] += 1
        tiles.append(draw_tile(scene, tile, shift(12 + _STEP * column, 26 + _STEP * row, scale), scale=scale))
    return scene.sheet.picture(_WIDTH, _HEIGHT, "Glen More", *_cloth(scene.sheet), *tiles, *_beside(scene))


def _cloth(sheet: Sheet) -> list[Markup]:
    """Draw a swatch of tartan that everything lies on."""
    return [
        element("rect", class_="shadow", x=3, y=9, width=316, height=176, rx=16),
        element("rect", x=1, y=5, width=316, height=176, rx=16, fill=cloth(sheet, _GLEN)),
    ]


def _beside(scene: Scene) -> list[Markup]:
    """Return what lies beside the glen: two figures on the ring, a barrel, a cube of stone."""
    return [
        element("rect", x=222, y=14, width=88, height=158, rx=12, class_="well"),
        *(
            element("rect", class_="slot edge", x=230, y=20 + 51 * place, width=72, height=45, rx=8)
            for place in range(3)
        ),
        figure(0, 266, 38, 0.68),
        figure(1, 266, 90, 0.68),
        group(barrel(scene.sheet, 250, 146, 27)),
        cube(scene.sheet, STONE, 270, 133, 24),
    ]
