"""The ground of a glen: river and road, the patterns of the tiles, heather and contour lines."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from stramash.draw import Markup, Sheet, drawn_once, element, group, shift

__all__ = ["Land", "moor", "river", "road", "texture"]

_WATER, _BANK, _RIPPLE = "#4f9fcd", "#2f6f99", "#b6dcf2"
_EARTH, _VERGE, _RUT = "#c9aa7a", "#8d6f45", "#ead9b8"
#: The pattern of each border: furrows, grass, ashlar, waves, planks; its size, its lines and their colour
_TEXTURES = (
    (8, "M-2 2l4-4M0 8l8-8M6 10l4-4", "#d9cd9c"),
    (14, "M2 6l1.5-4 1.5 4M9 12l1.5-4 1.5 4", "#b4cfa2"),
    (16, "M0 4h16M0 12h16M4 4v8M12 12v8M12-4v8", "#c6cbd1"),
    (12, "M0 4q3-3 6 0t6 0M0 10q3-3 6 0t6 0", "#a9cbe4"),
    (10, "M0 1h10M0 6h10M3 1v5M8 6v5", "#d2b999"),
)


def texture(sheet: Sheet, border: int) -> str:
    """Return what a `fill` attribute needs for the pattern of a border."""
    size, lines, colour = _TEXTURES[border]

    def draw(id_: str) -> Markup:
        return element(
            "pattern",
            element("path", d=lines, fill="none", stroke=colour, stroke_width=1),
            id=id_,
            width=size,
            height=size,
            patternUnits="userSpaceOnUse",
        )

    return f"url(#{sheet.define(f'texture-{border}', draw)})"


def river(sheet: Sheet) -> Markup:
    """Draw a river from north to south; it ends a little beyond the tile, where the next one begins."""

    def draw(id_: str) -> Markup:
        return group(
            element("path", d="M31-1C27 14 35 26 31 40S27 66 31 81H49C53 66 45 54 49 40S53 14 49-1z",
                    fill=_WATER),
            element("path", d="M31-1C27 14 35 26 31 40S27 66 31 81M49 81C53 66 45 54 49 40S53 14 49-1",
                    fill="none", stroke=_BANK, stroke_width=1),
            element("path", d="M36 5c-3 8 3 14 0 22m7 3c-3 8 3 14 0 22m-6 3c-3 8 3 14 0 20", fill="none",
                    stroke=_RIPPLE, stroke_width=1.3, stroke_linecap="round"),
            id=id_,
        )  # fmt: skip

    return element("use", href=f"#{sheet.define('river', draw)}", class_="river")


def road(sheet: Sheet) -> Markup:
    """Draw a road from west to east; it ends a little beyond the tile, where the next one begins."""

    def draw(id_: str) -> Markup:
        return group(
            element("path", d="M-1 36C14 33 26 39 40 36S66 33 81 36V49C66 52 54 46 40 49S14 52-1 49z",
                    fill=_EARTH),
            element("path", d="M-1 36C14 33 26 39 40 36S66 33 81 36M81 49C66 52 54 46 40 49S14 52-1 49",
                    fill="none", stroke=_VERGE, stroke_width=1),
            element("path", d="M0 42.5C14 40 26 45 40 42.5S66 40 80 42.5", fill="none", stroke=_RUT,
                    stroke_width=1.6, stroke_dasharray="6 4"),
            id=id_,
        )  # fmt: skip

    return element("use", href=f"#{sheet.define('road', draw)}", class_="road")


@dataclass(frozen=True)
class Land:
    """The land that a display lies in: its room, the grid of its tiles, and where river and road run."""

    seat: int  # whose display it is
    box: tuple[float, float, float, float]  # on the sheet
    corner: tuple[float, float]  # of the grid, from the corner of the box
    scale: float  # of the tiles
    step: float  # from one tile to the next, before it is scaled
    column: int | None  # the column of the river
    row: int | None  # the row of the road


@drawn_once
def moor(sheet: Sheet, land: Land) -> Markup:
    """Draw the land under a display: heather and contour lines; its river and its road run on through it."""
    x, y, width, height = land.box
    (left, top), step = land.corner, land.step * land.scale
    runs = []
    if land.column is not None:
        at = left + land.column * step
        runs += [
            group(river(sheet), transform=shift(at, down, land.scale)) for down in _along(top, step, height)
        ]
    if land.row is not None:
        at = top + land.row * step
        runs += [
            group(road(sheet), transform=shift(across, at, land.scale))
            for across in _along(left, step, width)
        ]
    whole = {"width": width, "height": height, "rx": 12}
    clip = sheet.id(f"land-{land.seat}")
    return group(
        element("clipPath", element("rect", **whole), id=clip),
        element("rect", class_="well", **whole),
        element("rect", fill=_heather(sheet), **whole),
        group(group(*runs, opacity=0.35), clip_path=f"url(#{clip})"),
        transform=shift(x, y),
    )


def _along(start: float, step: float, room: float) -> list[float]:
    """Return where tiles begin along a room, if one begins at `start`."""
    first = start - ceil(start / step) * step
    return [first + step * place for place in range(ceil((room - first) / step))]


def _heather(sheet: Sheet) -> str:
    """Draw contour lines that go on from one repeat to the next, and tufts of heather between them."""

    def draw(id_: str) -> Markup:
        lines = (
            "M0 30C40 10 70 46 120 34S200 50 240 30M0 62C36 40 82 74 126 62S204 84 240 62"
            "M0 132C50 118 74 150 122 138S190 146 240 132M0 160C44 148 84 172 124 164S196 172 240 160"
            "M52 96c12-14 44-16 60-4s-4 26-28 24-42-8-32-20zM66 98c8-8 24-8 34-2s-2 12-16 12-24-4-18-10z"
            "M176 92c10-10 30-10 38 0s-6 18-22 16-24-8-16-16z"
        )
        tufts = "".join(
            f"M{x} {y}l-3-6M{x} {y}v-8M{x} {y}l3-6M{x - 6} {y}l-2-4M{x + 6} {y}l2-4"
            for x, y in ((22, 100), (150, 84), (196, 146), (84, 22), (228, 78), (60, 172))
        )
        return element(
            "pattern",
            element("path", d=lines, fill="none", stroke="var(--sm-contour)", stroke_width=1.2),
            element(
                "path",
                d=tufts,
                fill="none",
                stroke="var(--sm-moor)",
                stroke_width=1.4,
                stroke_linecap="round",
            ),
            id=id_,
            width=240,
            height=180,
            patternUnits="userSpaceOnUse",
        )

    return f"url(#{sheet.define('heather', draw)})"
