"""The ring of 14 spaces with its chain, and the warehouse within it."""

from __future__ import annotations

from stramash.core.game import SPECTATOR
from stramash.core.state import NOBODY
from stramash.draw import Markup, element, fitted, group, label, shift
from stramash.games.glen_more.art.icons import icon
from stramash.games.glen_more.art.scene import CELL, MARGIN, RING, TILE, Scene
from stramash.games.glen_more.art.tiles import cube, draw_tile, figure
from stramash.games.glen_more.facts.ring import Verdict, judge, warehouse_text
from stramash.games.glen_more.names import resource_name
from stramash.games.glen_more.rules.components import (
    DIE,
    IN_STACK,
    NO_TILE,
    RESOURCE_NAMES,
    RESOURCES,
    ROW_SPACES,
    SPACES,
    STACK,
    STACKED,
    TILE_NAMES,
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
    tile, standing = int(state.track[space]), int(figure_on(scene.record, space))
    if tile != NO_TILE:
        scale = 0.95
        corner = shift(x - TILE * scale / 2, y - TILE * scale / 2, scale)
        return draw_tile(scene, tile, corner, touchable=True, over=_tag(scene, space, tile))
    parts = [
        element("rect", class_="slot edge", x=x - 37, y=y - 37, width=74, height=74, rx=8),
        element("rect", class_="ground", x=x - 36, y=y - 36, width=72, height=72, rx=8),
    ]
    if standing == DIE:
        parts.append(_die(scene, x, y))
    elif standing != NOBODY:
        if standing == state.player:
            parts.append(
                element("circle", cx=x, cy=y, r=34, fill="none", stroke="var(--sm-mark)", stroke_width=2)
            )
        parts.append(group(element("title", scene.name(standing)), figure(standing, x, y - 4)))
    return group(*parts)


def _tag(scene: Scene, space: int, tile: int) -> Markup | None:
    """What a tile would cost the viewer: coins for what is missing, a tick; veiled if out of reach."""
    state = scene.state
    if scene.seat == SPECTATOR or state.player == NOBODY:
        return None
    offer = judge(scene.record, scene.seat, (space - int(state.origin)) % SPACES, space, tile)
    marks = []
    if not offer.allowed and f"tile:{TILE_NAMES[tile]}" not in scene.now:
        veil = element("rect", class_="well", width=TILE, height=TILE, rx=7, fill_opacity=0.55)
        marks.append(veil)
    if offer.verdict in (Verdict.HELD, Verdict.SPECIAL):
        marks.append(element("circle", cx=13, cy=55, r=9, fill="#fdfaf1"))
        marks.append(element("path", d="M8 55l4 4 7-8", fill="none", stroke="#2c5c22", stroke_width=2.6))
    elif offer.coins and offer.verdict in (Verdict.BUY, Verdict.SELL_FIRST, Verdict.TOO_DEAR):
        marks.append(element("circle", cx=13, cy=54, r=10, fill="#dfe5ec", stroke="#5a636f", stroke_width=2))
        marks.append(label(str(offer.coins), 13, 59, "numeral middle own", font_size=14, color="#1d2026"))
    return group(*marks) if marks else None


def _die(scene: Scene, x: float, y: float) -> Markup:
    """The die with what it showed last; before its first roll it is blank."""
    _ = scene._
    pips = _PIPS.get(int(scene.state.rolled), ())
    return group(
        element("title", _("The die: when it is last in line, it rolls on and takes a tile away")),
        element("rect", class_="edge paper", x=-22, y=-22, width=44, height=44, rx=8),
        *(element("circle", cx=a, cy=b, r=4.4, fill="#2a2f38") for a, b in pips),
        data_card="die",
        transform=shift(x, y),
    )


# --- The warehouse -----------------------------------------------------------------------------------

_LEFT, _TOP = MARGIN + CELL + 6, MARGIN + CELL + 4
_WIDE = CELL * (RING[0] - 2) - 4


def _warehouse(scene: Scene) -> Markup:
    """Each resource with its three spaces, coins on the cheapest; below, the tiles to come, and selling."""
    _ = scene._
    return group(
        label(_("Warehouse"), _LEFT + _WIDE / 2, _TOP + 13, "title middle", font_size=15),
        *(_row(scene, kind) for kind in range(RESOURCES)),
        *(_stack(scene, stack) for stack in range(4)),
        _sell(scene),
    )


def _row(scene: Scene, kind: int) -> Markup:
    """The spaces of a resource, upright so that a thumb hits them: what buying and selling it is about."""
    _ = scene._
    handle, name = f"warehouse:{RESOURCE_NAMES[kind]}", resource_name(kind, _)
    step = _WIDE / RESOURCES
    return group(
        element("title", warehouse_text(scene.record, kind, _)),
        element("rect", class_="edge", width=step - 4, height=116, rx=7, fill="var(--sm-ground)"),
        cube(scene.sheet, kind, (step - 4) / 2 - 9, 4, 18),
        label(name, (step - 4) / 2, 34, "quiet middle", font_size=fitted(name, 11.5, step - 6)),
        *(
            _coins(scene, kind, space, (step - 4) / 2, 26.0 + 25 * space)
            for space in range(1, ROW_SPACES + 1)
        ),
        class_=scene.classes("row", handle),
        data_handle=handle,
        transform=shift(_LEFT + 2 + step * kind, _TOP + 19),
    )


def _coins(scene: Scene, kind: int, space: int, x: float, y: float) -> Markup:
    """A space: its coins where filled, its number where open; the cheapest open one stands out."""
    filled = int(scene.state.warehouse[kind])
    if space <= filled:
        return group(
            *(icon(scene.sheet, "coin", x + (place - (space - 1) / 2) * 12, y, 15) for place in range(space)),
            color="var(--sm-quiet)",
        )
    if space == filled + 1:
        return label(str(space), x, y + 6, "numeral middle", font_size=18)
    return label(str(space), x, y + 5, "quiet middle", font_size=12)


def _stack(scene: Scene, stack: int) -> Markup:
    """How many tiles of a stack are still to come."""
    _ = scene._
    owners = scene.state.owner[:STACKED]
    left = int(((STACK[:STACKED] == stack) & (owners == IN_STACK)).sum())
    said = _.count("Stack {stack}: {n} tile", "Stack {stack}: {n} tiles", left, stack=stack)
    x, y = _LEFT + 3 + 42 * stack, _TOP + 141
    return group(
        element("title", said),
        element("rect", class_="slot edge", x=x, y=y, width=17, height=20, rx=4),
        label(str(stack), x + 8.5, y + 15, "numeral middle", font_size=14),
        label(f"×{left}", x + 18.5, y + 15, "quiet", font_size=11),
    )


def _sell(scene: Scene) -> Markup | None:
    """The beginning of a sale; then one touches the cube."""
    if not scene.is_legal("sell"):
        return None
    _ = scene._
    text, wide = _("Sell"), 72.0
    return group(
        element("title", _("Sell a cube")),
        element("rect", class_="edge", width=wide, height=29, rx=14.5),
        label(text, wide / 2, 20, "middle", font_size=fitted(text, 15, wide - 14)),
        class_=scene.classes("button", "sell"),
        data_handle="sell",
        transform=shift(_LEFT + _WIDE - wide, _TOP + 138),
    )
