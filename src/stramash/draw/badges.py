"""Badges: original icons on a field of 24 by 24, drawn in the colour of what they stand on.

A badge is strokes (`line`) and shapes (`fill`; holes by the even-odd rule). One that is the same on both
sides is drawn as its left half, a hair over the middle so that no seam shows, and mirrored.
"""

from __future__ import annotations

from dataclasses import dataclass

from stramash.draw.svg import Markup, Sheet, drawn_once, element, group

__all__ = ["BADGES", "Badge", "badge"]


@dataclass(frozen=True)
class Badge:
    """Paths to fill and paths to stroke, in order; of the left half only if mirrored."""

    fill: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    mirrored: bool = False


def _disc(x: float, y: float, r: float) -> str:
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0z"


BADGES: dict[str, Badge] = {
    "stag": Badge(
        fill=(
            "M12.1 23c-1.5 0-2.4-1.3-2.7-3L8 15l2.2-2.2h1.9z",
            "M8.2 14.8 4 13.4l2.6 3.4z",
        ),
        line=(
            "M10.2 13C9.2 11.4 5.8 11 4.7 8 4.1 6.3 4.2 4.3 4.7 2.2",
            "M4.8 8.4C3.2 8 2 6.8 1.7 4.9",
            "M7 10.9c1-1.5 1.4-3.5 1-6.2",
        ),
        mirrored=True,
    ),
    "pine": Badge(fill=("M12.1 1 7.2 7.7h2.3l-4 5.4h2.7L3.4 19h7.1v4h1.6z",), mirrored=True),
    "boar": Badge(
        fill=(
            "M1.6 13.2c.5-1.7 2.2-2 3.5-3.4l.2-3 2.3 1.4c1.3-.8 2.8-1.3 4.4-1.4"
            "l.9-1.8 1.2 1.8 1.4-1.4.8 1.9 1.6-1 .5 2.1"
            "c2 1.1 3.3 2.9 3.6 5.3.1 1 .5 1.3 1 1.2-.2 1-1 1.4-1.8 1.1-.3 1.2-.8 2-1.4 2.6l.3 3.4"
            "h-2.4l-1-3.1c-2 .4-4.2.4-6 0l-.7 3.1H7.7l-.2-3.8c-1.5-.5-2.4-1.3-4.1-1.3-1.4 0-2.1-1.4-1.8-3.7z"
            "M6.6 11.2a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0zM3.4 14.9l1.5-2.4.8 2.6z",
        ),
    ),
    "sun": Badge(
        fill=(_disc(12, 12, 4.9),),
        line=(
            "M12 1.6v2.9M12 19.5v2.9M1.6 12h2.9M19.5 12h2.9",
            "M4.7 4.7l2 2M17.3 17.3l2 2M4.7 19.3l2-2M17.3 6.7l2-2",
        ),
    ),
    "thistle": Badge(
        fill=(
            "M12.1.8l-1.5 3L8 1.8l.3 3.3-3-.8 1.6 4.4h5.2z",
            "M12.1 9.7H6.4c-.9 3.6 1.7 6.5 4.7 6.8h1z",
            "M12.1 16h-1.2v7.4h1.2z",
            "M11.1 22.4C7.4 22.6 4.6 20.6 2.8 17l2.9.5-.4-2.6c3.4 1.2 5.6 3.8 5.8 7.5z",
        ),
        mirrored=True,
    ),
    "fox": Badge(
        fill=("M12.1 22.6 8.4 18 2.2 13.6C1.5 9.6 1.8 5.2 3 1.4l6.2 6h2.9zM5.6 11.8l3.6 2.1-3 .4z",),
        mirrored=True,
    ),
    "wolf": Badge(
        fill=(
            "M20.6 23c1-5.4.4-10.4-2.6-14L16.6 3.6 13.9 6 11.4 1.2 9.6 6.8 2.2 10.6"
            "c-.8.5-.8 1.5-.2 2.2l1 1.2 5-.4"
            "-3.6 2.2 1 1.5c1.7.6 3.5.4 5-.3.4 2-.8 4-3 6zM9.4 9.4l2.6-.8-1.1 2z",
        ),
    ),
    "tower": Badge(
        fill=(
            "M5.6 22.5V8.6L4 7V1.8h3.2v2.1h2.6V1.8h4.4v2.1h2.6V1.8H20V7l-1.6 1.6v13.9h-4"
            "v-4.4a2.4 2.4 0 0 0-4.8 0v4.4z"
            "M10.9 13.4V11a1.1 1.1 0 0 1 2.2 0v2.4z",
        ),
    ),
    "ship": Badge(
        fill=(
            "M.8 13.2 4 15.6h16l3.2-2.4c.2 4.8-2.6 8-6.4 8H7.2c-3.8 0-6.6-3.2-6.4-8z",
            "M11.2 1h1.6v14h-1.6z",
            "M5 3.4c4.6-1 9.4-1 14 0-1.2 3-1.2 5.8 0 8.8-4.6 1-9.4 1-14 0 1.2-3 1.2-5.8 0-8.8z",
        ),
    ),
    "eagle": Badge(
        fill=(
            "M12.1 1.6c-1.5 0-2.5.9-2.5 2.2l-1.8.8 1.7.7c0 1 .3 1.8.8 2.5C7 8.2 4 6.6 1 3.6"
            "c-.4 2.2-.2 4 .6 5.6l-1 .1c.6 1.7 1.6 3 3 4l-.9.4c1 1.3 2.3 2.1 4 2.5l-.4.8c.9.6 1.8.8 2.9.7"
            "l-1.8 4.9 2.1-.9 1 1.7.6-1h1z",
        ),
        mirrored=True,
    ),
    "feather": Badge(
        fill=(
            "M20.6 1.4C10.8 2.2 4.4 7.8 4.8 16.4L2.4 21.8l1.5.8 2.5-5.2c2 .2 4-.2 5.8-1.1l-1.4-1.5 3.4.3"
            "c1.7-1.3 3.1-3 4.2-5l-2.2-.7 2.9-.8c.9-2.2 1.4-4.6 1.5-7.2zM6.9 16C9.2 11.7 12.6 8 16.6 5.4"
            " 13.2 8.6 10 12.2 7.7 16.3z",
        ),
    ),
    "sword": Badge(
        fill=(
            "M12.1.8 10.3 3.4V14.6h1.8z",
            "M12.1 14.4H9.6L4.6 12.8 3.4 15l6.6 2h.8v2.8h1.3z",
            _disc(12, 21.4, 1.9),
        ),
        mirrored=True,
    ),
    "oak": Badge(
        fill=(
            "M12.1 1c-2 0-3.2 1.6-2.7 3.3-2-.6-3.7.9-3.3 2.9.2 1 .8 1.7 1.6 2.1-2.2-.3-4 1-3.9 3.1"
            ".1 1.5 1.2 2.5 2.6 2.7-1.5.4-2.2 1.7-1.7 3C5.6 20 8.6 20 11.3 19.4V23h.8V19l-.8-.2V8h.8z",
        ),
        mirrored=True,
    ),
    "hound": Badge(
        fill=(
            "M1.8 10.2 8.4 5.6c.5-1.6 2-2.8 4.2-3.2L13.4 4c3 .6 5 3.6 5.4 8 .3 4 1.4 7.6 3 11H9.4"
            "c.5-3-.1-5.4-1.6-7-1.8.5-3.8.3-5.2-.5-.9-.6-1-1.6-.3-2.3l2.9-.9-3.7-.2c-.5-.6-.4-1.4.3-1.9z"
            "M13.2 6.6c-1.8 2.2-1.8 5.4.4 8.6 1.9-2.7 1.8-5.9-.4-8.6zM7.6 8.8"
            "a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0z",
        ),
    ),
    "crown": Badge(
        fill=(
            "M12.1 19.6H4V22.4h8.1z",
            "M12.1 4.4 8.8 11 2.6 6.8 4 18.2h8.1z",
            _disc(12, 3.2, 1.9),
            _disc(2.6, 5.6, 1.6),
        ),
        mirrored=True,
    ),
    "knot": Badge(
        line=(
            "M4.8 4.8a10.2 4.4 45 0 1 14.4 14.4a10.2 4.4 45 0 1-14.4-14.4z",
            "M19.2 4.8a10.2 4.4-45 0 1-14.4 14.4a10.2 4.4-45 0 1 14.4-14.4z",
            _disc(12, 12, 6.4),
        ),
    ),
    "rowan": Badge(
        fill=(
            "M12.1.6C9.8 3 9.8 5.6 12.1 8z",
            "M11.2 8.8C6.6 9.2 3.4 7.4 2 3.6c4.6-.6 7.8 1.4 9.2 5.2z",
            "M10.6 12.2C7.2 14.6 4 14.4 1.2 11.8c3.2-2.2 6.6-2 9.4.4z",
            _disc(12, 13.2, 2.4),
            _disc(8.8, 17, 2.4),
            _disc(12, 21, 2.4),
        ),
        mirrored=True,
    ),
    "heather": Badge(
        fill=(
            _disc(12, 3, 1.8),
            _disc(9.2, 5.8, 1.8),
            _disc(8.4, 9.6, 1.9),
            _disc(8.2, 13.6, 2),
        ),
        line=("M12 4v19", "M12 21c-3 0-5-1.5-6-4"),
        mirrored=True,
    ),
    "raven": Badge(
        fill=(
            "M1 8.4 5.6 6c.8-2 2.6-3.2 4.8-3.2 3 0 5 2 5.4 5 .4 3.4 3 6 7.2 8.2l-5.2-.2 2.6 3.4-5-1.6"
            "c-1.3.8-2.8 1.2-4.4 1.2l.6 2.2h2V22.4H8.2l.6-.8-.9-3C5.4 17.4 4 15 4.4 12.4c.2-1.4.6-2.4.6-3.6z"
            "M7.8 6.6a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0z",
        ),
    ),
    "harp": Badge(
        line=(
            "M5 22 4.6 5.4C4.5 3.4 6.5 2 8.4 3.2c3 2 5.6 2 8.8-.4 1.7-1.2 3.6.4 2.8 2.4"
            "C17 12 11.5 18.4 5 22z",
            "M8.4 6.6v10.8M12 7.6v7.4M15.6 7v4.2",
        ),
    ),
    "star": Badge(
        fill=("M12.1 1 9.2 8.2 1.4 8.8l6 5-1.9 7.7 6.6-4.2z",),
        mirrored=True,
    ),
    # Nature
    "sheep": Badge(
        fill=(
            "M6.6 6C7.4 4 9.8 3.6 11.2 4.8 12.6 3.4 15 3.6 16 5.2 18 4.9 19.6 6.2 19.6 8"
            "C21.2 8.8 21.8 10.8 20.8 12.2 21.6 13.8 20.8 15.6 19.2 16.2"
            "C18.8 18 16.8 18.8 15.2 18.2 13.8 19.4 11.8 19.4 10.6 18.2"
            "C8.8 18.8 7 17.8 6.6 16 5.8 16 5.2 15.6 4.8 15 2.8 14.8 1.4 13.6 1 11.6"
            "L3.4 10.8C3.2 8.6 4.4 6.6 6.6 6z"
            "M4.4 11a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0z",
            "M8.4 18h2v4.8h-2zM15.2 18h2v4.8h-2z",
        ),
    ),
    "cattle": Badge(
        fill=(
            "M12.1 8.6H9.2L5.4 9.8l2 2.2.8 6.4C8.6 21 10.2 22.4 12.1 22.4z"
            "M9 13.2l2 .6-1.6.8zM10.2 19.4a.8.8 0 1 0 1.6 0a.8.8 0 1 0-1.6 0z",
            "M12.1 3.6 9.8 8h2.3z",
        ),
        line=("M8.6 8.4C5 8.4 2.2 6.4 1.8 2.6",),
        mirrored=True,
    ),
    "grain": Badge(
        fill=(
            "M12.1.8C10.4 2.8 10.4 5 12.1 7z",
            "M11.4 10C8 9.8 6.4 7.8 6.6 4.8c3 .4 4.6 2.2 4.8 5.2z",
            "M11.4 14.6C8 14.4 6.4 12.4 6.6 9.4c3 .4 4.6 2.2 4.8 5.2z",
            "M11.4 19.2C8 19 6.4 17 6.6 14c3 .4 4.6 2.2 4.8 5.2z",
            "M12.1 8h-.7v15.2h.7z",
        ),
        mirrored=True,
    ),
    "logs": Badge(
        fill=(
            _disc(12, 7.2, 4.8) + _disc(12, 7.2, 2.9) + _disc(12, 7.2, 1.2),
            _disc(6.6, 16.6, 4.8) + _disc(6.6, 16.6, 2.9) + _disc(6.6, 16.6, 1.2),
        ),
        mirrored=True,
    ),
    "quarry": Badge(
        fill=("M7.6 3.2h8.8l1.8 6.8H5.8zM1.8 12.4 3.4 21h7.5l.4-8.6zM12.7 12.4l.4 8.6h7.5l1.6-8.6z",),
    ),
    "cask": Badge(
        fill=(
            "M6.2 1.6h11.6c.6 1.2 1.1 2.5 1.5 4H4.7c.4-1.5.9-2.8 1.5-4z",
            "M4.3 7.4h15.4c.5 3 .5 6.2 0 9.2H4.3c-.5-3-.5-6.2 0-9.2z" + _disc(12, 12, 1.9),
            "M4.7 18.4h14.6c-.4 1.5-.9 2.8-1.5 4H6.2c-.6-1.2-1.1-2.5-1.5-4z",
        ),
    ),
    "coin": Badge(fill=(_disc(12, 12, 10) + _disc(12, 12, 7.8), "M12.1 6.4 8.4 12l3.7 5.6z"), mirrored=True),
    "house": Badge(
        fill=("M12.1 2.2 1.2 11.6l1.6 1.9L4.6 12v10h4.8v-6.2a2.7 2.7 0 0 1 2.7-2.7z",),
        mirrored=True,
    ),
    "bonnet": Badge(
        fill=(
            _disc(12, 4, 2.4),
            "M12 6C6 6 1.2 8.8 1.2 12.4c0 1.6 1.8 2.8 4.4 3.4h12.8"
            "c2.6-.6 4.4-1.8 4.4-3.4C22.8 8.8 18 6 12 6z",
            "M5.2 17.2h13.6V21H5.2z",
        ),
    ),
    # People and tools
    "jester": Badge(
        fill=(
            "M12.1 19.4H5.6v3h6.5z",
            "M12.1 3.4C10.4 5.2 9.6 7.4 9.5 10 7.2 5.8 2.4 6.6 1.6 11.2c2.6 0 3.7 2 4 6.8h6.5z",
            _disc(12, 2.6, 1.9),
            _disc(2.2, 13.4, 1.9),
        ),
        mirrored=True,
    ),
    "eye": Badge(
        fill=(
            "M1 12C3.6 7.2 7.4 4.8 12 4.8S20.4 7.2 23 12c-2.6 4.8-6.4 7.2-11 7.2S3.6 16.8 1 12z"
            + _disc(12, 12, 4.8),
            _disc(12, 12, 2.5),
        ),
    ),
    "shield": Badge(
        fill=(
            "M12 1.2c3 1.6 6.2 2.3 9.4 2.3.4 9-2.5 15.6-9.4 19.5C5.1 19.1 2.2 12.5 2.6 3.5"
            "c3.2 0 6.4-.7 9.4-2.3z"
            "M12 4.2v15.6c4.6-3.2 6.7-7.8 6.8-13.9-2.4-.2-4.7-.8-6.8-1.7z",
        ),
    ),
    "blindfold": Badge(
        fill=("M2.4 8.4h16.4l4-3.4.7 2.7-2.3 1.7 2.4 2.4-1.4 2.4-3-2.4H2.4z",),
        line=(
            "M3.8 8C4.6 4.2 7.4 2 10.8 2s6.2 2.2 7 6",
            "M3.8 13c.2 5.5 3 9.5 7 9.5s6.8-4 7-9.5",
            "M8.4 18c1.6 1 3.2 1 4.8 0",
        ),
    ),
    "mud": Badge(
        fill=(
            "M1.2 18.6c0-1.7 1.7-2.7 3.6-2.4.4-1.8 2.4-2.6 4-1.8C9.2 11 9 8 7.8 5.4c3 1.6 4.4 4.2 4.6 8.2"
            "C13.4 11.6 15 10.2 17.4 9.6c-.8 1.7-1.2 3.4-1 5.2 1.8-.6 3.5.3 3.6 1.8 1.6 0 2.8.8 2.8 2.2"
            " 0 2.3-4.6 3.8-10.8 3.8S1.2 21 1.2 18.6z",
            "M12.6 2c1.6 2 2.3 3.2 2.3 4.2a2.2 2.2 0 0 1-4.4 0c0-1 .6-2.2 2.1-4.2z",
            "M20 3.6c1.2 1.6 1.8 2.5 1.8 3.3a1.8 1.8 0 0 1-3.6 0c0-.8.6-1.7 1.8-3.3z",
            "M4.2 6.2c1.1 1.5 1.6 2.3 1.6 3a1.6 1.6 0 0 1-3.2 0c0-.7.5-1.5 1.6-3z",
        ),
    ),
    "horn": Badge(
        fill=(
            "M.8 5.8 4.6 4c1.8 5.8 6 8.6 12 7.6L21 7.4c2.6 2.8 2.8 9 .4 12.8l-5-2.2C8.4 18.8 2.4 14 .8 5.8z"
            "M20.4 10c-1.1 2-1.2 5-.2 7.2 1-2.2 1.1-5 .2-7.2z",
        ),
        line=("M5 16.5c.5 3 2.5 5 6 5.5",),
    ),
    "march": Badge(
        fill=(_disc(4.6, 18.6, 3.2), "M23 9.4 18.4 17 13.6 9.8z"),
        line=("M4.6 12.4C5.4 2.8 17 1.6 18.4 11", _disc(18.6, 20, 1.4)),
    ),
    "ghost": Badge(
        fill=(
            "M12 1.2c-5.2 0-8.4 3.8-8.4 9.2v12l3-2.6 2.7 2.8 2.7-2.8 2.7 2.8 2.7-2.8 3 2.6"
            "v-12c0-5.4-3.2-9.2-8.4-9.2z"
            "M7.4 9.4a1.5 1.9 0 1 0 3 0a1.5 1.9 0 1 0-3 0zM13.6 9.4a1.5 1.9 0 1 0 3 0a1.5 1.9 0 1 0-3 0z"
            "M9.9 15.2a2.1 2.7 0 1 0 4.2 0a2.1 2.7 0 1 0-4.2 0z",
        ),
    ),
    "mask": Badge(
        fill=(
            "M12.1 9C9 6.4 5 5.8.8 7.2c-.2 6 2 10.6 6 10.6 2.3 0 4-1.3 5.3-3.6zM4.4 10.8"
            "c2-.9 4-.6 5.4 1-1.7 1.5-4 1.3-5.4-1z",
        ),
        mirrored=True,
    ),
}


@drawn_once
def badge(sheet: Sheet, name: str, x: float, y: float, size: float) -> Markup:
    """Place a badge with its middle at a point; it takes the `color` around it."""

    def draw(id_: str) -> Markup:
        it = BADGES[name]
        # Classes outside <use> do not affect its content, so attributes carry the colours.
        paths = [element("path", d=d, fill="currentColor", fill_rule="evenodd") for d in it.fill]
        if it.line:
            paths.append(
                group(
                    *(element("path", d=d) for d in it.line),
                    fill="none",
                    stroke="currentColor",
                    stroke_width=1.9,
                    stroke_linecap="round",
                    stroke_linejoin="round",
                )
            )
        if it.mirrored:
            paths = [group(*paths, id=f"{id_}-half")]
            paths.append(element("use", href=f"#{id_}-half", transform="matrix(-1 0 0 1 24 0)"))
        return element("symbol", *paths, id=id_, viewBox="0 0 24 24")

    href = f"#{sheet.define(f'badge-{name}', draw)}"
    return element("use", href=href, x=x - size / 2, y=y - size / 2, width=size, height=size)
