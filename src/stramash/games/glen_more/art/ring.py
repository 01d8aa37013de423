"""The ring of 14 spaces with its chain, and the warehouse within it."""

from __future__ import annotations

from stramash.core.state import NOBODY
from stramash.draw import Markup, element, fitted, group, label, shift
from stramash.games.glen_more.art.icons import icon
from stramash.games.glen_more.art.scene import CELL, MARGIN, RING, TILE, Scene
from stramash.games.glen_more.art.tiles import cube, draw_tile, figure
from stramash.games.glen_more.naming import resource_name
from stramash.games.glen_more.notation import RESOURCE_NAMES
from stramash.games.glen_more.rules.components import (
    DIE,
    IN_STACK,
    NO_TILE,
    RESOURCES,
    ROW_SPACES,
    SPACES,
    STACK,
    STACKED,
)
from stramash.games.glen_more.rules.track import figure_on

__all__ = ["draw_ring"]

_PIPS = {1: ((0, 0),), 2: ((-9, -9), (9, 9)), 3: ((-9, -9), (0, 0), (9, 9))}


def place_of(space: int) -> tuple[float, float]:
    """Return the middle of a space, clockwise from the top left corner."""
    across, down = RING
    if space < across:
        column, row = space, 0
    elif space < across + down - 1:
        column, row = across - 1, space - across + 1
    elif space < 2 * across + down - 2:
        column, row = across - 1 - (space - across - down + 2), down - 1
    else:
        column, row = 0, down - 1 - (space - 2 * across - down + 3)
    return MARGIN + CELL * (column + 0.5) + 4, MARGIN + CELL * (row + 0.5) + 4


def draw_ring(scene: Scene) -> Markup:
    """Draw the spaces, the way of the chain, tiles, figures and the die; and the warehouse."""
    width, height = CELL * RING[0] + 8, CELL * RING[1] + 8
    return group(
        element("rect", class_="well", x=MARGIN, y=MARGIN, width=width, height=height, rx=14),
        *(_link(scene, space) for space in range(SPACES)),
        *(_space(scene, space) for space in range(SPACES)),
        _warehouse(scene),
    )


def _link(scene: Scene, space: int) -> Markup | None:
    """A link of the chain from a space to the next; between its end and its start there is none."""
    origin = int(scene.state.origin)
    if (space - origin) % SPACES >= SPACES - 2:
        return None
    (x, y), (u, v) = place_of(space), place_of((space + 1) % SPACES)
    return element(
        "path",
        d=f"M{x:g} {y:g}L{u:g} {v:g}",
        fill="none",
        stroke="var(--sm-slot)",
        stroke_width=9,
        stroke_linecap="round",
    )


def _space(scene: Scene, space: int) -> Markup:
    state = scene.state
    x, y = place_of(space)
    tile, standing = int(state.track[space]), int(figure_on(state, space))
    if tile != NO_TILE:
        scale = 0.95
        corner = shift(x - TILE * scale / 2, y - TILE * scale / 2, scale)
        return draw_tile(scene, tile, corner, touchable=True)
    parts = [
        element("rect", class_="slot edge", x=x - 37, y=y - 37, width=74, height=74, rx=8),
        element("rect", class_="ground", x=x - 36, y=y - 36, width=72, height=72, rx=8),
    ]
    if standing == DIE:
        parts.append(_die(int(state.rolled), x, y))
    elif standing != NOBODY:
        if standing == state.player:
            parts.append(
                element("circle", cx=x, cy=y, r=34, fill="none", stroke="var(--sm-mark)", stroke_width=2)
            )
        parts.append(group(element("title", scene.name(standing)), figure(standing, x, y - 4)))
    return group(*parts)


def _die(rolled: int, x: float, y: float) -> Markup:
    """The die with what it showed last; before its first roll it is blank."""
    return group(
        element("rect", class_="edge paper", x=-22, y=-22, width=44, height=44, rx=8),
        *(element("circle", cx=a, cy=b, r=4.4, fill="#2a2f38") for a, b in _PIPS.get(rolled, ())),
        transform=shift(x, y),
    )


def _warehouse(scene: Scene) -> Markup:
    """Five rows of three spaces, coins on the cheapest; below, how many tiles are still to come."""
    _, state = scene._, scene.state
    left, top = MARGIN + CELL + 10, MARGIN + CELL + 2
    width = CELL * (RING[0] - 2) - 12
    parts = [label(_("Warehouse"), left + width / 2, top + 15, "title middle", font_size=15)]
    for kind in range(RESOURCES):
        y = top + 22 + 23.5 * kind
        handle = f"warehouse:{RESOURCE_NAMES[kind]}"
        name = resource_name(kind, _)
        parts.append(
            group(
                element("title", name),
                element(
                    "rect", class_="edge", x=left, y=y, width=width, height=21, rx=6, fill="var(--sm-ground)"
                ),
                cube(scene.sheet, kind, left + 5, y + 3, 15),
                label(name, left + 26, y + 15, "quiet", font_size=fitted(name, 13, 70)),
                *_coins(scene, kind, left + width - 118, y + 10.5),
                class_=scene.classes("row", handle),
                data_handle=handle,
            )
        )
    backs = [int(STACK[tile]) for tile in range(STACKED) if state.owner[tile] == IN_STACK]
    for stack in range(4):
        x = left + width / 2 + (stack - 1.5) * 58
        parts.append(
            group(
                element(
                    "title",
                    _.count(
                        "Stack {stack}: {n} tile",
                        "Stack {stack}: {n} tiles",
                        backs.count(stack),
                        stack=stack,
                    ),
                ),
                element("rect", class_="slot edge", x=x - 25, y=top + 144, width=20, height=20, rx=4),
                label(str(stack), x - 15, top + 159, "numeral middle", font_size=14),
                label(f"×{backs.count(stack)}", x, top + 159, "quiet", font_size=13),
            )
        )
    return group(*parts)


def _coins(scene: Scene, kind: int, x: float, y: float) -> list[Markup]:
    """The spaces of a row: a number where it is open, its coins where it is filled."""
    drawn = []
    for space in range(1, ROW_SPACES + 1):
        middle = x + (14, 44, 88)[space - 1]
        if space <= scene.state.warehouse[kind]:
            drawn += [
                group(
                    icon(scene.sheet, "coin", middle + (place - (space - 1) / 2) * 13, y, 15), color="#b9c1cc"
                )
                for place in range(space)
            ]
        else:
            drawn.append(label(str(space), middle, y + 5, "quiet middle", font_size=13))
    return drawn
