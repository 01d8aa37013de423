"""Tiles and the pieces that lie on them.

A tile shows its border's colour and pattern, its icon in a roundel, its cost at the top left, and its name on
a ribbon at the foot where there is room for it. A river runs through it from north to south and a road from
west to east, over the edge, so that they go on from tile to tile. Clan members stand at the top right, cubes
lie above the name. A tile that is too small for this shows its icon only.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from math import ceil

from stramash.core.scene import drawn_by
from stramash.core.words import Translate
from stramash.draw import Markup, Sheet, drawn_once, element, fitted, group, label, lines_of
from stramash.games.glen_more.art.ground import river, road, texture
from stramash.games.glen_more.art.icons import ICON_OF_KIND, RESOURCE_ICONS, icon
from stramash.games.glen_more.art.scene import SEAT_INKS, TILE, Scene
from stramash.games.glen_more.names import amount_text, card_text, cost_text, tile_name, use_text
from stramash.games.glen_more.rules.components import (
    ACTIVATED,
    BORDER,
    BUTCHER,
    CATTLE,
    CATTLE_BUTCHER,
    COST,
    CUBE_KIND,
    CUBE_NAMES,
    FAIR_SIZES,
    FIRST_CUBE,
    HAS_RIVER,
    HAS_ROAD,
    HOLDS_ANY,
    IS_LOCATION,
    KIND,
    NESS,
    OICH,
    RESOURCES,
    SHEEP,
    SHEEP_BUTCHER,
    TAMS,
    TAVERN_POINTS,
    TILE_NAMES,
    WHISKY_COST,
    WINDFALL_MEMBERS,
)

__all__ = ["barrel", "cube", "draw_tile", "figure", "place_slot", "tile_title"]

#: yellow, green, gray, blue, brown: the frame, and the paper within it
_FRAMES = ("#6f6320", "#3c6b31", "#5a626d", "#265a8a", "#6a3f20")
_PAPERS = ("#f1ead0", "#dcead0", "#e4e6e9", "#d0e4f3", "#ebdbca")
_INKS = ("#5c510f", "#2c5c22", "#444b55", "#1d5284", "#5a3417")
#: wood, stone, sheep, cattle, grain: the cube, and the ink of its icon
_CUBES = (
    ("#3f7a3c", "#fff"),
    ("#8e969f", "#fff"),
    ("#fbfaf5", "#555"),
    ("#7a4526", "#fff"),
    ("#e6d667", "#5c4c00"),
)
_MOST_WOKEN = 9  # the icons that fit into a place
#: Below this scale a tile shows its icon alone
_SMALL = 0.62
_NAME = 12.5  # the size of a name where there is room
_FIGURE = 13.5  # the size of a number beside an icon


@drawn_once
def cube(sheet: Sheet, resource: int, x: float, y: float, size: float) -> Markup:
    """Draw a resource cube from its top left corner."""
    colour, ink = _CUBES[resource]
    return group(
        element("rect", class_="edge", x=x, y=y, width=size, height=size, rx=size / 5, fill=colour),
        icon(sheet, RESOURCE_ICONS[resource], x + size / 2, y + size / 2, size * 0.78),
        color=ink,
    )


@drawn_once
def barrel(sheet: Sheet, x: float, y: float, size: float) -> Markup:
    """Draw a barrel of whisky with its middle at a point."""
    return group(icon(sheet, "barrel", x, y, size), color="#a86a2c")


def figure(seat: int, x: float, y: float, scale: float = 1.0) -> Markup:
    """Draw a player's figure with its middle at a point."""
    return group(
        element(
            "path",
            d="M-17 26c0-16 5-24 9-28a11 11 0 1 1 16 0c4 4 9 12 9 28z",
            class_="edge",
            fill=SEAT_INKS[seat],
        ),
        label(str(seat + 1), 0, 18, "numeral middle own", font_size=19, color="#fff"),
        data_card=f"figure-{seat}",
        transform=f"translate({x:g} {y:g}) scale({scale:g})",
    )


def tile_title(tile: int, _: Translate, *, owned: bool) -> str:
    """Return a tile as text: its name, its cost if it has no owner, its effect and that of its card."""
    said = [tile_name(tile, _)]
    cost = cost_text(tile, _)
    if cost and not owned:
        said.append(_("Cost: {cost}", cost=cost))
    said.append(use_text(tile, _))
    if IS_LOCATION[tile]:
        said.append(card_text(tile, _))
    return ". ".join(text.rstrip(".") for text in said if text)


def draw_tile(
    scene: Scene,
    tile: int,
    transform: str,
    *,
    scale: float = 1.0,
    touchable: bool = False,
    over: Markup | None = None,
) -> Markup:
    """Draw a tile with what is on it; in a display its cost does not matter any more, on the ring it does."""
    handle = f"tile:{TILE_NAMES[tile]}"
    owned = bool(scene.state.owner[tile] >= 0)
    small = scale < _SMALL
    if small:
        printed = _printed_small(scene.sheet, tile, scene._.nameless)
        lying = _on_it_small(scene, tile)
    else:
        lines = 1 if owned and any(scene.lying[tile][2]) else 2
        least = ceil(2 * scene.least / scale) / 2  # rounded, so that cached drawings are found
        printed = _printed(scene.sheet, tile, owned, lines, least, scene._.nameless)
        lying = _on_it(scene, tile, least, touchable=touchable)
    return group(
        printed,
        lying if owned else None,
        over,
        id=scene.sheet.id(f"tile-{tile}"),
        class_=scene.classes("tile scrolls", handle) if touchable else "tile",
        data_tile=TILE_NAMES[tile],
        data_card=f"tile-{tile}",  # the page finds a piece by this id and animates its movement
        data_handle=handle if touchable else None,
        transform=transform,
    )


@drawn_once
def _printed(sheet: Sheet, tile: int, owned: bool, lines: int, least: float, _: Translate) -> Markup:
    """Draw what is printed on a tile, under its title."""
    parts = (
        element("title", tile_title(tile, _, owned=owned)),
        _frame(sheet, tile),
        _roundel(sheet, tile, least),
        None if owned else _cost(sheet, tile, least),
        None if owned else _windfall(sheet, tile),
        _name(tile, lines, least, _),
    )
    return Markup("".join(part for part in parts if part is not None))


@drawn_once
def _printed_small(sheet: Sheet, tile: int, _: Translate) -> Markup:
    """Draw a tile that is too small for words: its icon as large as can be."""
    ink = _INKS[BORDER[tile]]
    return Markup(
        element("title", tile_title(tile, _, owned=True))
        + _frame(sheet, tile)
        + element("circle", cx=40, cy=40, r=27, fill="#fdfaf1", stroke=_FRAMES[BORDER[tile]], stroke_width=3)
        + group(icon(sheet, ICON_OF_KIND[int(KIND[tile])], 40, 40, 40), color=ink)
    )


def _frame(sheet: Sheet, tile: int) -> Markup:
    """Draw the frame, the patterned paper, the rim of a highlighted tile, the river and the road."""
    border = int(BORDER[tile])
    inner = {"x": 4, "y": 4, "width": TILE - 8, "height": TILE - 8, "rx": 4}
    return Markup(
        element("rect", class_="edge", width=TILE, height=TILE, rx=7, fill=_FRAMES[border])
        + element("rect", fill=_PAPERS[border], **inner)
        + element("rect", fill=texture(sheet, border), **inner)
        + element("rect", class_="rim", x=2, y=2, width=TILE - 4, height=TILE - 4, rx=5, fill="none")
        + (river(sheet) if HAS_RIVER[tile] else "")
        + (road(sheet) if HAS_ROAD[tile] else "")
    )


def place_slot(scene: Scene, handle: str, transform: str, title: str, woken: list[int]) -> Markup:
    """Draw a place where the tile in hand may lie, with the icons of the tiles it would activate there."""
    return group(
        element("title", title),
        element(
            "rect", class_="slot edge", x=3, y=3, width=TILE - 6, height=TILE - 6, rx=7, fill_opacity=0.01
        ),
        *_woken(scene.sheet, woken),
        class_=scene.classes("place scrolls", handle),
        data_handle=handle,
        transform=transform,
    )


def _woken(sheet: Sheet, woken: list[int]) -> list[Markup]:
    """Draw the icons of tiles in rows of three; a number where there are too many."""
    if len(woken) > _MOST_WOKEN:
        return [label(f"×{len(woken)}", TILE / 2, TILE / 2 + 8, "numeral middle", font_size=24)]
    rows = [woken[start : start + 3] for start in range(0, len(woken), 3)]
    drawn = []
    for row, tiles in enumerate(rows):
        y = TILE / 2 + 23 * (row - (len(rows) - 1) / 2)
        for place, tile in enumerate(tiles):
            x = TILE / 2 + 23 * (place - (len(tiles) - 1) / 2)
            drawn.append(
                group(
                    element("circle", cx=x, cy=y, r=10.5, fill=_PAPERS[BORDER[tile]],
                            stroke=_FRAMES[BORDER[tile]], stroke_width=2),
                    icon(sheet, ICON_OF_KIND[int(KIND[tile])], x, y, 15),
                    color=_INKS[BORDER[tile]],
                )
            )  # fmt: skip
    return drawn


def _roundel(sheet: Sheet, tile: int, least: float) -> Markup:
    """Draw the icon of a tile, and marks that distinguish tiles with the same icon."""
    kind, border = int(KIND[tile]), int(BORDER[tile])
    marks: list[Markup] = []
    if kind in (SHEEP_BUTCHER, CATTLE_BUTCHER, BUTCHER):
        animals = {SHEEP_BUTCHER: [SHEEP], CATTLE_BUTCHER: [CATTLE], BUTCHER: [SHEEP, CATTLE]}[kind]
        marks = [cube(sheet, animal, 56 - 40 * place, 31, 13) for place, animal in enumerate(animals)]
    elif FAIR_SIZES[kind] or TAVERN_POINTS[tile]:
        number = int(FAIR_SIZES[kind]) or int(TAVERN_POINTS[tile])
        size = max(_FIGURE, least)
        wide = size * 2 / 3
        x = min(61, TILE - 4 - wide)
        marks = [
            element("circle", cx=x, cy=37, r=wide, fill=_INKS[border]),
            label(str(number), x, 37 + size / 3, "numeral middle own", font_size=size, color="#fff"),
        ]
    elif TAMS[tile]:
        marks = [
            group(icon(sheet, "tam", 64 - 16 * place, 56, 15), color="#9c2f38") for place in range(TAMS[tile])
        ]
    return group(
        element("circle", cx=40, cy=26, r=18, fill="#fdfaf1", stroke=_FRAMES[border], stroke_width=2),
        icon(sheet, ICON_OF_KIND[kind], 40, 26, 26),
        *marks,
        color=_INKS[border],
    )


def _cost(sheet: Sheet, tile: int, least: float) -> Markup | None:
    """The price at the top left: cubes, a barrel, a clan member, or two different ones."""
    if tile == NESS:
        return group(_chip(13, 13), icon(sheet, "member", 13, 13, 15), color="#2a2f38")
    if tile == OICH:
        size = max(13, least)
        return group(_chip(13, 13), label("≠2", 13, 17.5, "middle own", font_size=size, color="#2a2f38"))
    if WHISKY_COST[tile]:
        return group(_chip(13, 13), barrel(sheet, 13, 13, 15))
    due = [kind for kind in range(RESOURCES) for _ in range(int(COST[tile, kind]))]
    step = 15 if len(due) < 3 else 13  # three leave room below for the price at the warehouse
    return (
        group(*(cube(sheet, kind, 3, 3 + step * row, step - 1) for row, kind in enumerate(due)))
        if due
        else None
    )


def _chip(x: float, y: float) -> Markup:
    return element("circle", class_="edge", cx=x, cy=y, r=10, fill="#fdfaf1")


def _windfall(sheet: Sheet, tile: int) -> Markup | None:
    """The clan members that come with a tile, at the top right."""
    count = int(WINDFALL_MEMBERS[tile])
    if not count:
        return None
    return group(*(icon(sheet, "member", 68, 12 + 15 * row, 15) for row in range(count)), color="#7b838d")


def _name(tile: int, most: int, least: float, _: Translate) -> Markup | None:
    """The name on a ribbon, in one line or two, if that can be read."""
    name, size, room = tile_name(tile, _), max(_NAME, least), TILE - 12
    lines = [name]
    if fitted(name, size, room, serif=True) < least and most > 1:
        lines = lines_of(name, size, room, serif=True)
    size = min(fitted(line, size, room, serif=True) for line in lines)
    if size < least or (len(lines) > 1 and size > _NAME):
        return None
    tall = 0.95 * size * len(lines) + 4
    top, foot = TILE - 4 - tall, TILE - 4
    wide = max(TILE - 8, 0)
    notch = f"M4 {top:g}h{wide:g}l-3 {tall / 2:g}l3 {tall / 2:g}h-{wide:g}l3 -{tall / 2:g}z"
    return group(
        element("path", d=notch, fill="#fdfaf1", stroke="currentColor", stroke_width=0.8),
        *(
            label(line, 40, foot - 2 - 0.2 * size - 0.95 * size * row, "name middle own", font_size=size)
            for row, line in enumerate(reversed(lines))
        ),
        color=_INKS[BORDER[tile]],
    )


@drawn_by(lambda scene, tile: scene.lying[tile])
def _on_it_small(scene: Scene, tile: int) -> Markup:
    """Return what lies on a small tile: a clan member if there is any, and its cubes."""
    sheet, (members, _activity, counts) = scene.sheet, scene.lying[tile]
    cubes = [kind for kind, count in enumerate(counts) for _ in range(count)]
    return group(
        *(
            group(
                element("circle", cx=64 - 27 * at, cy=16, r=15, fill="#fdfaf1"),
                icon(sheet, "member", 64 - 27 * at, 16, 26),
                color="#1d2026",
            )
            for at in range(min(members, 2))
        ),
        *(cube(sheet, kind, 3 + 22 * at, 56, 21) for at, kind in enumerate(cubes[:3])),
    )


def _read_on_it(scene: Scene, tile: int, least: float, *, touchable: bool) -> Hashable:  # noqa: ARG001
    """Return what the pieces on a tile depend on."""
    handles = (f"cube:{CUBE_NAMES[place]}" for place in _cube_places(scene, tile)) if touchable else ()
    return scene.lying[tile], tuple(scene.classes("cubes", handle) for handle in handles)


@drawn_by(_read_on_it)
def _on_it(scene: Scene, tile: int, least: float, *, touchable: bool) -> Markup:
    """Draw the clan members and cubes on a tile of a display, and a mark if it was activated this turn."""
    sheet, (members, activity, _cubes_there) = scene.sheet, scene.lying[tile]
    parts: list[Markup] = [
        group(
            element("circle", cx=67, cy=13 + 19 * row, r=10, fill="#fdfaf1", opacity=0.9),
            icon(sheet, "member", 67, 13 + 19 * row, 17),
            color="#1d2026",
        )
        for row in range(min(members, 2))
    ]
    if members > 2:
        size = max(13, least)
        count = label(f"×{members}", TILE - 1, 54, "numeral end own", font_size=size, color="#1d2026")
        parts.append(count)
    if activity == ACTIVATED:
        parts.append(element("path", d="M6 58l4 4 7-9", fill="none", stroke="#1d2026", stroke_width=2.4))
    parts += _cubes(scene, tile, touchable=touchable)
    return group(*parts)


@cache
def _all_cube_places(tile: int) -> tuple[tuple[int, int], ...]:
    """Return the places for cubes on a tile, each with its resource."""
    at = int(FIRST_CUBE[tile])
    places = range(at, at + (RESOURCES if HOLDS_ANY[tile] else 1)) if at >= 0 else ()
    return tuple((place, int(CUBE_KIND[place])) for place in places)


def _cube_places(scene: Scene, tile: int) -> list[int]:
    """Return the places where cubes lie on a tile."""
    cubes = scene.lying[tile][2]
    return [place for place, resource in _all_cube_places(tile) if cubes[resource]]


def _cubes(scene: Scene, tile: int, *, touchable: bool) -> list[Markup]:
    """Return the cubes on a tile; cubes of one kind are one target for touches, half a tile larger."""
    lying = _cube_places(scene, tile)
    drawn, x = [], 20.0
    for order, place in enumerate(lying):
        resource = int(CUBE_KIND[place])
        count = scene.lying[tile][2][resource]
        handle = f"cube:{CUBE_NAMES[place]}"
        width, share = 15.0 * count, TILE / len(lying)
        reach = element("rect", class_="reach", x=order * share, y=34, width=share, height=TILE - 34,
                        fill="none", pointer_events="none")  # fmt: skip
        drawn.append(
            group(
                element("title", amount_text(resource, count, scene._)),
                reach if touchable else None,
                element(
                    "rect", class_="edge", x=x - 1.5, y=43.5, width=width + 2, height=17, rx=4, fill="none"
                ),
                *(cube(scene.sheet, resource, x + 15 * nth, 45, 14) for nth in range(count)),
                class_=scene.classes("cubes scrolls", handle) if touchable else "cubes",
                data_handle=handle if touchable else None,
            )
        )
        x += width + 2
    return drawn
