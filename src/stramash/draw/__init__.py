"""Drawing: positions as SVG, from parts that know no game and need nothing but Python.

Same input, same bytes. Elements that a player can touch have the attribute `data-handle`, with the same text
as in `Game.handles`, and the class `legal` while they can be chosen. A page highlights other elements by
moving that class.

>>> sheet = Sheet("demo")
>>> ancient = Livery("ancient", "#234", "stag", Tartan("ancient", (("#246", 8), ("#fff", 1), ("#123", 5))))
>>> sheet.picture(74, 104, "a card", card_face(sheet, ancient, "7"))[:4]
'<svg'
"""

from stramash.draw.badges import BADGES, Badge, badge
from stramash.draw.cards import (
    CARD_HEIGHT,
    CARD_WIDTH,
    STRIP,
    Livery,
    card_back,
    card_face,
    card_slot,
    named_face,
)
from stramash.draw.reading import plain
from stramash.draw.svg import Markup, Sheet, drawn_once, element, group, label, number, shift
from stramash.draw.table import button, handle_classes, panel, prompt, ribbon, settled, table
from stramash.draw.tartan import Tartan, cloth
from stramash.draw.theme import STYLE
from stramash.draw.words import broken, fitted, legible, lines_of, width_of

__all__ = [
    "BADGES",
    "CARD_HEIGHT",
    "CARD_WIDTH",
    "STRIP",
    "STYLE",
    "Badge",
    "Livery",
    "Markup",
    "Sheet",
    "Tartan",
    "badge",
    "broken",
    "button",
    "card_back",
    "card_face",
    "card_slot",
    "cloth",
    "drawn_once",
    "element",
    "fitted",
    "group",
    "handle_classes",
    "label",
    "legible",
    "lines_of",
    "named_face",
    "number",
    "panel",
    "plain",
    "prompt",
    "ribbon",
    "settled",
    "shift",
    "table",
    "width_of",
]
