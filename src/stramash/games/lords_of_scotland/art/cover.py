"""The cover: an army, and above it the crown that it fights for."""

from __future__ import annotations

from stramash.core.words import Translate
from stramash.draw import Sheet, badge, card_face, element, group, shift
from stramash.games.lords_of_scotland.art.liveries import LIVERIES
from stramash.games.lords_of_scotland.rules.components import (
    BRUCE,
    COCHRANE,
    COCKBURN,
    FERGUSSON,
    MACDONNELL,
)

__all__ = ["draw_cover"]

_WIDTH, _HEIGHT = 320.0, 190.0
#: clan, strength, and how the card lies: x, y, turn
_CARDS = (
    (MACDONNELL, 11, 16.0, 66.0, -19.0),
    (FERGUSSON, 9, 62.0, 40.0, -9.0),
    (BRUCE, 12, 119.0, 22.0, 0.0),
    (COCHRANE, 6, 182.0, 27.0, 9.0),
    (COCKBURN, 4, 237.0, 44.0, 19.0),
)
_CROWN = (160.0, 154.0, 28.0)  # the middle and the radius of its roundel


def draw_cover(_: Translate) -> str:
    """Draw the cover."""
    sheet = Sheet("ls-cover")
    x, y, radius = _CROWN
    return sheet.picture(
        _WIDTH,
        _HEIGHT,
        "Lords of Scotland",
        *(
            group(card_face(sheet, LIVERIES[clan], str(strength)), transform=shift(left, top, 1.1, turn=turn))
            for clan, strength, left, top, turn in _CARDS
        ),
        group(
            element("circle", class_="shadow", cx=x + 1, cy=y + 2, r=radius),
            element("circle", class_="paper edge", cx=x, cy=y, r=radius),
            element(
                "circle", cx=x, cy=y, r=radius - 4, fill="none", stroke=LIVERIES[BRUCE].ink, stroke_width=1.5
            ),
            badge(sheet, "crown", x, y, 38),
            color=LIVERIES[BRUCE].ink,
        ),
    )
