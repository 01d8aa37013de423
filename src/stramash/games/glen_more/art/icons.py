"""Icons of tiles and pieces on a field of 24 by 24, drawn in the colour of what they stand on."""

from __future__ import annotations

from dataclasses import dataclass

from stramash.draw import Markup, Sheet, drawn_once, element, group
from stramash.games.glen_more.rules.components import (
    ABBEY,
    BRIDGE,
    BUTCHER,
    CASTLE,
    CATTLE_BUTCHER,
    DISTILLERY,
    FIELD,
    FOREST,
    GROCER,
    LARGE_FAIR,
    LOCH,
    MEADOW,
    MIDDLE_FAIR,
    PASTURE,
    QUARRY,
    SHEEP_BUTCHER,
    SMALL_FAIR,
    TAVERN,
    VILLAGE,
)

__all__ = ["ICON_OF_KIND", "RESOURCE_ICONS", "icon"]


@dataclass(frozen=True)
class Icon:
    """Paths to fill and paths to stroke."""

    fill: tuple[str, ...] = ()
    line: tuple[str, ...] = ()


_ICONS: dict[str, Icon] = {
    "wood": Icon(
        fill=("M12 1.2 7 8h2.4l-4 5.4h2.8L3.6 19h7v4h2.8v-4h7l-4.6-5.6h2.8L14.6 8H17z",),
    ),
    "stone": Icon(
        fill=("M2 14.2h8.6v7H2zM12.2 14.2H22v7h-9.8zM6.4 5.6h10.8v7H6.4z",),
    ),
    "sheep": Icon(
        fill=(
            (
                "M6.2 8.2a3.3 3.3 0 0 1 3-2.4 3.4 3.4 0 0 1 5.6 0 3.3 3.3 0 0 1 4.3 3.2 3.2 3.2 0 0"
                " 1 .6 5.4 3.3 3.3 0 0 1-3.6 2.4l-.3 3.4h-1.6l-.4-3h-3.6l-.4 3H8.2l-.4-3.6a3.2 3.2 0"
                " 0 1-2.6-2.2 3.2 3.2 0 0 1-1.5-.8L1.2 12.4c-.5-1.6.6-3 2.4-3.2z"
            ),
        ),
    ),
    "cattle": Icon(
        fill=(
            (
                "M2.4 4.2c.4 2.2 1.8 3.4 4 3.6C7.8 6.4 9.8 5.8 12 5.8s4.2.6 5.6 2c2.2-.2 3.6-1.4"
                " 4-3.6 1.6 3 .4 5.8-2.6 6.8l-.6 3.6c-.4 2.2-.8 3.2-1.4 4.2-.8 1.6-2.6 2.4-5 2.4"
                "s-4.2-.8-5-2.4c-.6-1-1-2-1.4-4.2L5 11C2 10 .8 7.2 2.4 4.2zM8.2 11.6a1.1 1.1 0 1 0"
                " 2.2 0a1.1 1.1 0 1 0-2.2 0zM13.6 11.6a1.1 1.1 0 1 0 2.2 0a1.1 1.1 0 1 0-2.2 0zM9.4"
                " 17.6c0 1 1.2 1.6 2.6 1.6s2.6-.6 2.6-1.6-1.2-1.5-2.6-1.5-2.6.5-2.6 1.5z"
            ),
        ),
    ),
    "grain": Icon(
        fill=(
            "M12 1.4c2 2 2 4.4 0 6.4-2-2-2-4.4 0-6.4z",
            (
                "M11.2 11.2C8.2 11.2 6.4 9.6 6 6.6c3 .2 5 1.6 5.2 4.6zM12.8 11.2c3 0 4.8-1.6"
                " 5.2-4.6-3 .2-5 1.6-5.2 4.6z"
            ),
            (
                "M11.2 16.2C8.2 16.2 6.4 14.6 6 11.6c3 .2 5 1.6 5.2 4.6zM12.8 16.2c3 0 4.8-1.6"
                " 5.2-4.6-3 .2-5 1.6-5.2 4.6z"
            ),
        ),
        line=("M12 8v15",),
    ),
    "abbey": Icon(
        fill=(
            (
                "M11.2.8h1.6v2h2v1.6h-2v2.2l4.6 4V13h4.2v9.4H14v-4.2a2 2 0 0 0-4 0v4.2H2.4V13h4.2"
                "v-2.4l4.6-4V4.4h-2V2.8h2z"
            ),
        ),
    ),
    "still": Icon(
        fill=(
            (
                "M8.8 2.2h4.4l.6 3.4c3 1.4 4.8 4 4.8 7.4 0 4.4-3.2 7.8-7.6 7.8s-7.6-3.4-7.6-7.8"
                "c0-3.4 1.8-6 4.8-7.4z"
            ),
        ),
        line=(
            "M13.4 3.4c4.6-.8 7.6 1 8.4 5.2V20",
            "M6 23h10",
        ),
    ),
    "cleaver": Icon(
        fill=(
            (
                "M3 5.2h14.4c1.2 0 2 .8 2 2v5.2c0 1.2-.8 2-2 2H9.2v7.4H5.8v-7.4H3zM15.6 7.4a1 1 0 1"
                " 0 2 0a1 1 0 1 0-2 0z"
            ),
        ),
    ),
    "tent": Icon(
        fill=(
            (
                "M12 3.4 2 11.2c1.2 1.8 3.8 1.8 5 0 1.2 1.8 3.8 1.8 5 0 1.2 1.8 3.8 1.8 5 0 1.2 1.8"
                " 3.8 1.8 5 0z"
            ),
            "M4 14h3.4v8H4zM16.6 14H20v8h-3.4z",
            "M12.4.4v3.6l4.4-1.8z",
        ),
    ),
    "basket": Icon(
        fill=("M1.8 10.6h20.4l-2.6 11H4.4zM8 13v6.2h1.4V13zM11.3 13v6.2h1.4V13zM14.6 13v6.2H16V13z",),
        line=("M6 10c0-4.6 2.4-7.6 6-7.6s6 3 6 7.6",),
    ),
    "bridge": Icon(
        fill=(
            ("M.8 8.6C4 6.4 7.8 5.2 12 5.2s8 1.2 11.2 3.4V19h-3.8c0-4.4-3.2-7.2-7.4-7.2S4.6 14.6 4.6 19H.8z"),
        ),
        line=("M.8 22.2h22.4",),
    ),
    "mug": Icon(
        fill=(
            "M3.6 6.4h12.8V20c0 1.2-.8 2-2 2H5.6c-1.2 0-2-.8-2-2z",
            "M4 5.4C3.6 3 5.6 1.6 7.4 2.4c1.2-1.6 4-1.4 4.8.2c2-.6 4 .8 3.8 2.8z",
        ),
        line=("M16.8 9.6h2c1.4 0 2.4 1 2.4 2.4v2.4c0 1.4-1 2.4-2.4 2.4h-2",),
    ),
    "house": Icon(
        fill=(
            "M12 2.4.8 12.2h3V22h6.4v-6h3.6v6h6.4v-9.8h3z",
            "M16.6 3h3v4.6l-3-2.6z",
        ),
    ),
    "castle": Icon(
        fill=(
            ("M2.6 22.4V4.8H5v2h2.2v-2h2.4V10h4.8V4.8h2.4v2H19v-2h2.4v17.6h-6.8v-4a2.6 2.6 0 0 0-5.2 0v4z"),
            "M12 .6v5.6h-.9V.6z",
            "M12 1l4 1.4L12 4z",
        ),
    ),
    "waves": Icon(
        line=(
            "M1.6 7.4c2.6-2.6 4.6-2.6 7 0s4.4 2.6 7 0 4.4-2.6 6.8 0",
            "M1.6 13c2.6-2.6 4.6-2.6 7 0s4.4 2.6 7 0 4.4-2.6 6.8 0",
            "M1.6 18.6c2.6-2.6 4.6-2.6 7 0s4.4 2.6 7 0 4.4-2.6 6.8 0",
        ),
    ),
    "member": Icon(
        fill=(
            (
                "M12 1.6a4.4 4.4 0 0 1 3 7.6c3.6.6 6.8 2.4 7.4 4.4.4 1.4-.8 2-2.4 2l-3.4-.2 2.2 7"
                "H13.6L12 19.2l-1.6 3.2H5.2l2.2-7-3.4.2c-1.6 0-2.8-.6-2.4-2 .6-2 3.8-3.8 7.4-4.4a4.4"
                " 4.4 0 0 1 3-7.6z"
            ),
        ),
    ),
    "chieftain": Icon(
        fill=(
            (
                "M12 4.8a4 4 0 0 1 2.8 7c3.6.6 6.6 2.2 7.2 4 .4 1.4-.8 1.8-2.2 1.8l-3-.2 1.8 5.4H5.4"
                "l1.8-5.4-3 .2c-1.4 0-2.6-.4-2.2-1.8.6-1.8 3.6-3.4 7.2-4a4 4 0 0 1 2.8-7z"
            ),
            "M6.4 4.6C6.6 2.4 9 1 12 1s5.4 1.4 5.6 3.6c-3.6 1.2-7.6 1.2-11.2 0z",
        ),
    ),
    "barrel": Icon(
        fill=(
            (
                "M7 1.8h10c1.8 3 2.8 6.4 2.8 10.2S18.8 19.2 17 22.2H7C5.2 19.2 4.2 15.8 4.2 12S5.2"
                " 4.8 7 1.8zM4.9 7.6l-.3 1.5h14.8l-.3-1.5zM4.6 14.9l.3 1.5h14.2l.3-1.5z"
            ),
        ),
    ),
    "coin": Icon(
        fill=(
            (
                "M12 1.6a10.4 10.4 0 1 0 0 20.8a10.4 10.4 0 1 0 0-20.8zM12 4.2a7.8 7.8 0 1 1 0 15.6"
                "a7.8 7.8 0 1 1 0-15.6z"
            ),
            "M12 7.2a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 1 0 0-9.6z",
        ),
    ),
    "points": Icon(
        fill=(("M12 1.2 15.2 8.4 22.8 9.2 17.1 14.3 18.7 21.8 12 18 5.3 21.8 6.9 14.3 1.2 9.2 8.8 8.4z"),),
    ),
    "tiles": Icon(
        fill=("M2 2h9v9H2zM13 2h9v9h-9zM2 13h9v9H2zM13 13h9v9h-9z",),
    ),
    "tam": Icon(
        fill=(
            "M1.4 14.6C1.4 9.4 6 6.4 12 6.4s10.6 3 10.6 8.2c-3 2-6.6 3-10.6 3s-7.6-1-10.6-3z",
            "M12 2.2a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 1 0 0-4.8z",
            "M6.6 18.8h10.8v2.6H6.6z",
        ),
    ),
}

RESOURCE_ICONS = ("wood", "stone", "sheep", "cattle", "grain")
ICON_OF_KIND = {
    FOREST: "wood",
    QUARRY: "stone",
    MEADOW: "sheep",
    PASTURE: "cattle",
    FIELD: "grain",
    ABBEY: "abbey",
    DISTILLERY: "still",
    SHEEP_BUTCHER: "cleaver",
    CATTLE_BUTCHER: "cleaver",
    BUTCHER: "cleaver",
    SMALL_FAIR: "tent",
    MIDDLE_FAIR: "tent",
    LARGE_FAIR: "tent",
    GROCER: "basket",
    BRIDGE: "bridge",
    TAVERN: "mug",
    VILLAGE: "house",
    CASTLE: "castle",
    LOCH: "waves",
}


@drawn_once
def icon(sheet: Sheet, name: str, x: float, y: float, size: float) -> Markup:
    """Place an icon with its middle at a point; it takes the `color` around it."""

    def draw(id_: str) -> Markup:
        it = _ICONS[name]
        # Classes outside <use> do not affect its content, so attributes carry the colours.
        fills = [element("path", d=d, fill="currentColor", fill_rule="evenodd") for d in it.fill]
        lines = group(
            *(element("path", d=d) for d in it.line),
            fill="none",
            stroke="currentColor",
            stroke_width=2,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
        return element("symbol", *fills, lines if it.line else None, id=id_, viewBox="0 0 24 24")

    href = f"#{sheet.define(f'icon-{name}', draw)}"
    return element("use", href=href, x=x - size / 2, y=y - size / 2, width=size, height=size)
