"""The cover: an army under the crown it is after."""

from __future__ import annotations

from stramash.core.words import Translate
from stramash.draw import Sheet, badge, card_back, card_face, element, group, shift
from stramash.games.lords_of_scotland.art.liveries import BACK, LIVERIES
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
    (MACDONNELL, 11, 34.0, 70.0, -17.0),
    (FERGUSSON, 9, 78.0, 50.0, -8.0),
    (COCHRANE, 6, 168.0, 40.0, 8.0),
    (COCKBURN, 4, 216.0, 52.0, 17.0),
    (BRUCE, 12, 119.0, 36.0, -1.0),
)
_CROWN = (160.0, 34.0, 29.0)  # the middle and the radius of its roundel


def draw_cover(_: Translate) -> str:
    """Draw the cover."""
    sheet = Sheet("ls-cover")
    x, y, radius = _CROWN
    return sheet.picture(
        _WIDTH,
        _HEIGHT,
        "Lords of Scotland",
        group(
            card_back(sheet, BACK.tartan, BACK.badge, BACK.ink), transform=shift(6, 84, 0.86, turn=-26)
        ),
        *(
            group(card_face(sheet, LIVERIES[clan], str(strength)), transform=shift(left, top, 1.1, turn=turn))
            for clan, strength, left, top, turn in _CARDS
        ),
        group(
            element("circle", class_="shadow", cx=x + 1, cy=y + 2, r=radius),
            element("circle", class_="paper edge", cx=x, cy=y, r=radius),
            element("circle", cx=x, cy=y, r=radius - 4, fill="none", stroke=LIVERIES[BRUCE].ink, stroke_width=1.5),
            badge(sheet, "crown", x, y, 38),
            color=LIVERIES[BRUCE].ink,
        ),
    )
