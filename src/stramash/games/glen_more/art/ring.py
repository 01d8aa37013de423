"""The ring of 14 spaces with its chain; the warehouse is within it."""

from __future__ import annotations

from functools import cache

from stramash.core.game import SPECTATOR
from stramash.core.scene import drawn_by
from stramash.core.state import NOBODY
from stramash.draw import Markup, element, group, label, shift
from stramash.games.glen_more.art.scene import MARGIN, TILE, Scene
from stramash.games.glen_more.art.tiles import draw_tile, figure
from stramash.games.glen_more.art.warehouse import draw_warehouse
from stramash.games.glen_more.facts.ring import Verdict, offer_for
from stramash.games.glen_more.rules.components import (
    COST,
    DIE,
    NO_TILE,
    SPACES,
    TILE_NAMES,
)
from stramash.games.glen_more.rules.track import figure_on

__all__ = ["draw_ring"]

#: How high the price of a tile stands, by the number of cubes above it
_TAG_HEIGHTS = {1: 30, 2: 44}

_PIPS = {1: ((0, 0),), 2: ((-9, -9), (9, 9)), 3: ((-9, -9), (0, 0), (9, 9))}


def place_of(scene: Scene, space: int) -> tuple[float, float]:
    """Return the middle of a space, clockwise from the top left corner."""
    across, down = scene.ring
    if space < across:
        column, row = space, 0
    elif space < across + down - 1:
        column, row = across - 1, space - across + 1
    elif space < 2 * across + down - 2:
        column, row = across - 1 - (space - across - down + 2), down - 1
    else:
        column, row = 0, down - 1 - (space - 2 * across - down + 3)
    return MARGIN + scene.cell * (column + 0.5) + 4, MARGIN + scene.cell * (row + 0.5) + 4


def draw_ring(scene: Scene) -> Markup:
    """Draw the spaces, the way of the chain, tiles, figures and the die; and the warehouse."""
    width, height = scene.ring_size
    return group(
        element("rect", class_="well", x=MARGIN, y=MARGIN, width=width, height=height, rx=14),
        _chain(scene),
        *(_space(scene, space) for space in range(SPACES)),
        draw_warehouse(scene),
    )


@drawn_by(lambda scene: int(scene.state.origin))
def _chain(scene: Scene) -> Markup:
    """Draw the links between the spaces."""
    return Markup("".join(filter(None, (_link(scene, space) for space in range(SPACES)))))


def _link(scene: Scene, space: int) -> Markup | None:
    """A link of the chain from a space to the next; between its end and its start there is none."""
    origin = int(scene.state.origin)
    if (space - origin) % SPACES >= SPACES - 2:
        return None
    (x, y), (u, v) = place_of(scene, space), place_of(scene, (space + 1) % SPACES)
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
    x, y = place_of(scene, space)
    tile, standing = int(state.track[space]), int(figure_on(scene.record, space))
    if tile != NO_TILE:
        scale = (scene.cell - 4) / TILE
        corner = shift(x - TILE * scale / 2, y - TILE * scale / 2, scale)
        return draw_tile(scene, tile, corner, scale=scale, touchable=True, over=_tag(scene, space, tile))
    parts = [_empty(x, y)]
    if standing == DIE:
        parts.append(_die(scene, x, y))
    elif standing != NOBODY:
        if standing == state.player:
            parts.append(
                element("circle", cx=x, cy=y, r=34, fill="none", stroke="var(--sm-mark)", stroke_width=2)
            )
        parts.append(group(element("title", scene.name(standing)), figure(standing, x, y - 4)))
    return group(*parts)


@cache
def _empty(x: float, y: float) -> Markup:
    """Draw a space without a tile."""
    return Markup(
        element("rect", class_="slot edge", x=x - 37, y=y - 37, width=74, height=74, rx=8)
        + element("rect", class_="ground", x=x - 36, y=y - 36, width=72, height=72, rx=8)
    )


def _tag(scene: Scene, space: int, tile: int) -> Markup | None:
    """Return what a tile would cost the viewer: coins for what is missing, a tick; veiled if out of reach."""
    state = scene.state
    if scene.seat == SPECTATOR or state.player == NOBODY:
        return None
    offer = offer_for(scene.record, scene.seat, (space - int(state.origin)) % SPACES, space, tile)
    veiled = not offer.allowed and f"tile:{TILE_NAMES[tile]}" not in scene.now
    held = offer.verdict in (Verdict.HELD, Verdict.SPECIAL)
    priced = offer.verdict in (Verdict.BUY, Verdict.SELL_FIRST, Verdict.TOO_DEAR)
    return _draw_tag(tile, veiled=veiled, held=held, coins=offer.coins or 0 if priced else 0)


@cache
def _draw_tag(tile: int, *, veiled: bool, held: bool, coins: int) -> Markup | None:
    """Draw the tag of a tile: below the cubes that it costs."""
    marks = []
    y = _TAG_HEIGHTS.get(int(COST[tile].sum()), 53)
    if veiled:
        marks.append(element("rect", class_="veil", width=TILE, height=TILE, rx=7))
    if held:
        marks.append(element("circle", cx=13, cy=y, r=9, fill="#fdfaf1"))
        marks.append(element("path", d=f"M8 {y}l4 4 7-8", fill="none", stroke="#2c5c22", stroke_width=2.6))
    elif coins:
        marks.append(element("circle", cx=13, cy=y, r=10, fill="#dfe5ec", stroke="#5a636f", stroke_width=2))
        marks.append(label(str(coins), 13, y + 5, "numeral middle own", font_size=14, color="#1d2026"))
    return group(*marks) if marks else None


def _die(scene: Scene, x: float, y: float) -> Markup:
    """Draw the die with what it showed last; before its first roll it is blank."""
    _ = scene._
    pips = _PIPS.get(int(scene.state.rolled), ())
    return group(
        element("title", _("The die: when it is last in line, it rolls on and takes a tile away")),
        element("rect", class_="edge paper", x=-22, y=-22, width=44, height=44, rx=8),
        *(element("circle", cx=a, cy=b, r=4.4, fill="#2a2f38") for a, b in pips),
        data_card="die",
        transform=shift(x, y),
    )
