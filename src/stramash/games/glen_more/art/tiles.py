"""Tiles and the pieces that lie on them.

A tile shows its border's colour, its icon in a roundel, its cost at the top left and its name at the foot. A
river runs through it from north to south and a road from west to east, to the very edge, so that they go on
from tile to tile. Clan members stand at the top right, cubes lie above the name.
"""

from __future__ import annotations

from stramash.core.words import Translate
from stramash.draw import Markup, Sheet, drawn_once, element, fitted, group, label
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
_FRAMES = ("#cdbf45", "#5b9a4a", "#8b939d", "#3d7db4", "#8a5a35")
_PAPERS = ("#f7f3cf", "#dfecd3", "#e6e8eb", "#d3e6f4", "#ecdccb")
_INKS = ("#6b5d0c", "#2c5c22", "#444b55", "#1d5284", "#5a3417")
#: wood, stone, sheep, cattle, grain: the cube, and the ink of its icon
_CUBES = (
    ("#3f7a3c", "#fff"),
    ("#8e969f", "#fff"),
    ("#fbfaf5", "#555"),
    ("#7a4526", "#fff"),
    ("#e6d667", "#5c4c00"),
)
_MOST_WOKEN = 9  # the icons that fit into a place
_WATER, _RIPPLE = "#58a6d4", "#a5d3ee"
_EARTH, _RUT = "#c6a573", "#e6d2ae"


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
    """Say a tile in words: its name, its cost while nobody owns it, what it does, and what its card does."""
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
    touchable: bool = False,
    over: Markup | None = None,
) -> Markup:
    """Draw a tile with what is on it; in a display its cost does not matter any more, on the ring it does."""
    handle = f"tile:{TILE_NAMES[tile]}"
    owned = bool(scene.state.owner[tile] >= 0)
    return group(
        _printed(scene.sheet, tile, owned, scene._.nameless),
        _on_it(scene, tile, touchable=touchable) if owned else None,
        over,
        id=scene.sheet.id(f"tile-{tile}"),
        class_=scene.classes("tile", handle) if touchable else "tile",
        data_tile=TILE_NAMES[tile],
        data_card=f"tile-{tile}",  # by this a page knows it again, and lets it glide
        data_handle=handle if touchable else None,
        transform=transform,
    )


@drawn_once
def _printed(sheet: Sheet, tile: int, owned: bool, _: Translate) -> Markup:
    """Draw what is printed on a tile, under its title."""
    parts = (
        element("title", tile_title(tile, _, owned=owned)),
        element("rect", class_="edge", width=TILE, height=TILE, rx=7, fill=_FRAMES[BORDER[tile]]),
        element("rect", x=5, y=5, width=TILE - 10, height=TILE - 10, rx=4, fill=_PAPERS[BORDER[tile]]),
        _water() if HAS_RIVER[tile] else None,
        _earth() if HAS_ROAD[tile] else None,
        _roundel(sheet, tile),
        None if owned else _cost(sheet, tile),
        None if owned else _windfall(sheet, tile),
        _name(tile, _),
    )
    return Markup("".join(part for part in parts if part is not None))


def place_slot(scene: Scene, handle: str, transform: str, title: str, woken: list[int]) -> Markup:
    """Draw a place where the tile in hand may lie, with the icons of the tiles it would activate there."""
    return group(
        element("title", title),
        element(
            "rect", class_="slot edge", x=3, y=3, width=TILE - 6, height=TILE - 6, rx=7, fill_opacity=0.01
        ),
        *_woken(scene.sheet, woken),
        class_=scene.classes("place", handle),
        data_handle=handle,
        transform=transform,
    )


def _woken(sheet: Sheet, woken: list[int]) -> list[Markup]:
    """The icons of tiles in rows of three; a number where there are too many."""
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


def _water() -> Markup:
    ripples = "".join(f"M{x} 4c3 6-3 8 0 14s-3 8 0 14-3 8 0 14-3 8 0 14-3 8 0 14" for x in (36, 44))
    return group(
        element("rect", x=31, y=0, width=18, height=TILE, fill=_WATER),
        element("path", d=ripples, fill="none", stroke=_RIPPLE, stroke_width=1.4),
    )


def _earth() -> Markup:
    return group(
        element("rect", x=0, y=36, width=TILE, height=13, fill=_EARTH),
        element("path", d="M2 42.5h76", fill="none", stroke=_RUT, stroke_width=1.6, stroke_dasharray="6 4"),
    )


def _roundel(sheet: Sheet, tile: int) -> Markup:
    """The icon of a tile, with what tells tiles of one icon apart."""
    kind, border = int(KIND[tile]), int(BORDER[tile])
    marks: list[Markup] = []
    if kind in (SHEEP_BUTCHER, CATTLE_BUTCHER, BUTCHER):
        animals = {SHEEP_BUTCHER: [SHEEP], CATTLE_BUTCHER: [CATTLE], BUTCHER: [SHEEP, CATTLE]}[kind]
        marks = [cube(sheet, animal, 56 - 40 * place, 31, 13) for place, animal in enumerate(animals)]
    elif FAIR_SIZES[kind] or TAVERN_POINTS[tile]:
        number = int(FAIR_SIZES[kind]) or int(TAVERN_POINTS[tile])
        marks = [
            element("circle", cx=61, cy=37, r=9, fill=_INKS[border]),
            label(str(number), 61, 41.5, "numeral middle own", font_size=13.5, color="#fff"),
        ]
    elif TAMS[tile]:
        marks = [
            group(icon(sheet, "tam", 64 - 16 * place, 56, 15), color="#9c2f38") for place in range(TAMS[tile])
        ]
    return group(
        element("circle", cx=40, cy=29, r=19, fill="#fdfaf1", stroke=_FRAMES[border], stroke_width=2),
        icon(sheet, ICON_OF_KIND[kind], 40, 29, 27),
        *marks,
        color=_INKS[border],
    )


def _cost(sheet: Sheet, tile: int) -> Markup | None:
    """The price at the top left: cubes, a barrel, a clan member, or two different ones."""
    if tile == NESS:
        return group(_chip(13, 13), icon(sheet, "member", 13, 13, 15), color="#2a2f38")
    if tile == OICH:
        return group(_chip(13, 13), label("≠2", 13, 17.5, "middle own", font_size=12, color="#2a2f38"))
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


def _name(tile: int, _: Translate) -> Markup:
    name = tile_name(tile, _)
    return group(
        element("rect", x=5, y=63, width=TILE - 10, height=12, fill=_PAPERS[BORDER[tile]], opacity=0.7),
        label(name, 40, 72.5, "name middle own", font_size=fitted(name, 11.5, 68), color=_INKS[BORDER[tile]]),
    )


def _on_it(scene: Scene, tile: int, *, touchable: bool) -> Markup:
    """Clan members and cubes on a tile of a display, and a mark if it was activated this turn."""
    state, sheet = scene.state, scene.sheet
    members = int(state.members[tile])
    parts: list[Markup] = [
        group(
            element("circle", cx=67, cy=13 + 19 * row, r=10, fill="#fdfaf1", opacity=0.9),
            icon(sheet, "member", 67, 13 + 19 * row, 17),
            color="#1d2026",
        )
        for row in range(min(members, 2))
    ]
    if members > 2:
        parts.append(label(f"×{members}", 67, 54, "numeral middle own", font_size=13, color="#1d2026"))
    if state.activity[tile] == ACTIVATED:
        parts.append(element("path", d="M6 58l4 4 7-9", fill="none", stroke="#1d2026", stroke_width=2.4))
    parts += _cubes(scene, tile, touchable=touchable)
    return group(*parts)


def _cubes(scene: Scene, tile: int, *, touchable: bool) -> list[Markup]:
    """The cubes on a tile, those of one kind as one thing to touch; a thumb may miss them by half a tile."""
    at = int(FIRST_CUBE[tile])
    if at < 0:
        return []
    places = [at + offset for offset in range(RESOURCES if HOLDS_ANY[tile] else 1)]
    lying = [place for place in places if scene.state.cubes[tile, CUBE_KIND[place]]]
    drawn, x = [], 20.0
    for order, place in enumerate(lying):
        resource = int(CUBE_KIND[place])
        count = int(scene.state.cubes[tile, resource])
        handle = f"cube:{CUBE_NAMES[place]}"
        width, share = 15.0 * count, TILE / len(lying)
        reach = element("rect", class_="reach", x=order * share, y=34, width=share, height=TILE - 34,
                        fill="none", pointer_events="none")  # fmt: skip
        drawn.append(
            group(
                element("title", amount_text(resource, count, scene._)),
                reach if touchable else None,
                element(
                    "rect", class_="edge", x=x - 1.5, y=46.5, width=width + 2, height=17, rx=4, fill="none"
                ),
                *(cube(scene.sheet, resource, x + 15 * nth, 48, 14) for nth in range(count)),
                class_=scene.classes("cubes", handle) if touchable else "cubes",
                data_handle=handle if touchable else None,
            )
        )
        x += width + 2
    return drawn
