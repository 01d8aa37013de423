"""Cards: a cream face with its numeral and badge in the top strip, a tartan below; and tartan backs.

All are drawn from their top left corner, 74 by 104; the strip on top stays readable when cards overlap.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from stramash.draw.badges import badge
from stramash.draw.svg import Markup, Sheet, drawn_once, element, group, label
from stramash.draw.tartan import Tartan, cloth
from stramash.draw.words import fitted, lines_of

__all__ = [
    "CARD_HEIGHT",
    "CARD_WIDTH",
    "STRIP",
    "Livery",
    "card_back",
    "card_face",
    "card_slot",
    "named_face",
]

CARD_WIDTH = 74.0
CARD_HEIGHT = 104.0
#: How much of a card shows when the next one lies on it
STRIP = 30.0

_ROUND = 6.0
_NUMERAL = 26.0
_NAME = 14.0  # the size of a name, where it fits
_PANEL = (4.5, 31.0, 65.0, 68.5)  # x, y, width, height


@dataclass(frozen=True, eq=False)  # compared by identity, so that drawings are found quickly
class Livery:
    """The colours of a clan: numerals, badge and cloth."""

    name: str
    ink: str
    badge: str
    tartan: Tartan

    @classmethod
    def woven(cls, name: str, ink: str, badge: str, count: str) -> Livery:
        """Return a livery whose tartan has the same name, from a thread count such as `#fff 2, #000 6`."""
        return cls(name, ink, badge, Tartan.counted(name, count))


@drawn_once
def card_face(sheet: Sheet, livery: Livery, numeral: str) -> Markup:
    """Draw the face of a clan's card."""
    return Markup(
        _paper()
        + group(
            label(numeral, 8, 24.8, "numeral own", font_size=_NUMERAL),
            badge(sheet, livery.badge, 58.5, 16.5, 19),
            _panel(sheet, livery),
            color=livery.ink,
        )
    )


@drawn_once
def named_face(sheet: Sheet, livery: Livery, name: str, least: float) -> Markup:
    """Draw the face of a card that has a name and no numeral: its badge leads the strip.

    The name lies on the cloth where it can be read, that is where it fits at the least size of text.
    """
    written = _name(name, least)
    return Markup(
        _paper()
        + group(
            badge(sheet, livery.badge, 17, 16.5, 21),
            _panel(sheet, livery, lifted=written is not None),
            written,
            color=livery.ink,
        )
    )


def _name(name: str, least: float) -> Markup | None:
    """A name on a slip of paper across the foot of the cloth, in two lines if it is long."""
    x, y, width, height = _PANEL
    lines = lines_of(name, max(_NAME, least), width - 4, serif=True)
    size = min(fitted(line, max(_NAME, least), width - 4, serif=True) for line in lines)
    if size < least:
        return None
    tall = 1.05 * size * len(lines) + 4
    foot = y + height - 2
    return group(
        element("rect", class_="paper", x=x + 1.5, y=foot - tall, width=width - 3, height=tall, rx=3),
        *(
            label(line, CARD_WIDTH / 2, foot - 0.3 * size - 1.05 * size * row - 1, "name own middle",
                  font_size=size)
            for row, line in enumerate(reversed(lines))
        ),
    )  # fmt: skip


@drawn_once
def card_back(sheet: Sheet, tartan: Tartan, emblem: str | None = None, ink: str | None = None) -> Markup:
    """Draw the back of a card: cloth from edge to edge, with a small roundel if it has an emblem."""
    x, y, width, height = 4.0, 4.0, CARD_WIDTH - 8, CARD_HEIGHT - 8
    middle = (CARD_WIDTH / 2, CARD_HEIGHT / 2)
    return Markup(
        _paper()
        + element("rect", x=x, y=y, width=width, height=height, rx=4, fill=cloth(sheet, tartan))
        + (
            group(
                element("circle", class_="paper", cx=middle[0], cy=middle[1], r=16),
                badge(sheet, emblem, *middle, 21),
                color=ink,
            )
            if emblem
            else ""
        )
    )


@cache
def card_slot() -> Markup:
    """Draw the outline of a place where a card may lie."""
    return element("rect", class_="slot edge", width=CARD_WIDTH, height=CARD_HEIGHT, rx=_ROUND)


def _paper() -> Markup:
    size = {"width": CARD_WIDTH, "height": CARD_HEIGHT, "rx": _ROUND}
    return Markup(
        element("rect", class_="shadow", x=1, y=2, **size) + element("rect", class_="paper edge", **size)
    )


def _panel(sheet: Sheet, livery: Livery, *, lifted: bool = False) -> Markup:
    """The lower part of a face, the same for all cards of a clan; lifted, its roundel leaves room below."""

    def draw(id_: str) -> Markup:
        x, y, width, height = _PANEL
        middle = (x + width / 2, y + (18 if lifted else height / 2))
        return group(
            element("rect", x=x, y=y, width=width, height=height, rx=4, fill=cloth(sheet, livery.tartan)),
            element("circle", fill="var(--sm-paper)", cx=middle[0], cy=middle[1], r=15.5 if lifted else 20.5),
            badge(sheet, livery.badge, *middle, 22 if lifted else 28),
            id=id_,
        )

    name = f"face-{livery.name}-lifted" if lifted else f"face-{livery.name}"
    return element("use", href=f"#{sheet.define(name, draw)}")
