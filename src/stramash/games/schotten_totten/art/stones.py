"""Granite: stones that are alike but never the same, each shaped by its number."""

from __future__ import annotations

import math
import zlib

from stramash.draw.svg import Markup, Sheet, drawn_once, element, label, number

__all__ = ["stone"]

_WIDTH, _HEIGHT = 84.0, 52.0
_CORNERS = 9


@drawn_once
def stone(sheet: Sheet, shape: int, numeral: str) -> Markup:
    """Draw a stone around the origin, with a numeral cut into it."""
    corners = _corners(shape)
    top = [(x * 0.86, y * 0.82 - 1.5) for x, y in corners]
    light = sheet.define("granite", _granite)
    return Markup(
        element("path", class_="shadow", d=_outline([(x + 1, y + 3) for x, y in corners]))
        + element("path", class_="edge stone", d=_outline(corners), fill="#5b626b", stroke_linejoin="round")
        + element("path", d=_facets(corners, top), stroke="#747c86", stroke_width=0.8, fill="none")
        + element("path", d=_outline(top), fill=f"url(#{light})")
        + element("path", d=_specks(shape), fill="#4b525b", opacity=0.5)
        + label(numeral, 0, 7, "numeral middle ink", font_size=25)
    )


def _corners(shape: int) -> list[tuple[float, float]]:
    points = []
    for corner in range(_CORNERS):
        turn = 2 * math.pi * (corner + 0.5 * _chance(shape, corner)) / _CORNERS
        reach = 0.9 + 0.1 * _chance(shape, corner + 20)
        points.append(
            (
                round(_WIDTH / 2 * reach * math.cos(turn), 1),
                round(_HEIGHT / 2 * reach * math.sin(turn), 1),
            )
        )
    return points


def _specks(shape: int) -> str:
    specks = []
    for speck in range(9):
        turn, reach = 6.28 * _chance(shape, speck + 40), 0.3 + 0.42 * _chance(shape, speck + 60)
        x, y = _WIDTH / 2 * reach * math.cos(turn), _HEIGHT / 2 * reach * math.sin(turn) - 1.5
        specks.append(f"M{number(round(x, 1))} {number(round(y, 1))}h1.4v1h-1.4z")
    return "".join(specks)


def _chance(shape: int, place: int) -> float:
    """Return a pseudo-random number from 0 to 1, the same for each point of a shape every time."""
    return zlib.crc32(f"{shape}:{place}".encode()) % 1009 / 1008


def _outline(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "z"


def _facets(outer: list[tuple[float, float]], inner: list[tuple[float, float]]) -> str:
    return "".join(
        f"M{number(x)} {number(y)}L{number(u)} {number(v)}"
        for (x, y), (u, v) in zip(outer, inner, strict=True)
    )


def _granite(id_: str) -> Markup:
    return element(
        "linearGradient",
        element("stop", offset=0, stop_color="#c9ced5"),
        element("stop", offset=1, stop_color="#8d959f"),
        id=id_,
        x1=0,
        y1=0,
        x2=0.6,
        y2=1,
    )
