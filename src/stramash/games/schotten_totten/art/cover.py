"""The cover: three cards of a formation, and a stone that they can win."""

from __future__ import annotations

from stramash.core.words import Translate
from stramash.draw import CARD_WIDTH, Sheet, card_back, card_face, group, shift
from stramash.games.schotten_totten.art.liveries import CLAN_BACK, livery_of
from stramash.games.schotten_totten.art.stones import stone
from stramash.games.schotten_totten.rules.components import STRENGTHS

__all__ = ["draw_cover"]

_WIDTH, _HEIGHT = 320.0, 190.0
#: clan, strength, and how the card lies: x, y, turn
_CARDS = ((4, 7, 46.0, 46.0, -13.0), (4, 8, 96.0, 30.0, -3.0), (4, 9, 148.0, 30.0, 8.0))


def draw_cover(_: Translate) -> str:
    """Draw the cover."""
    sheet = Sheet("st-cover")
    back = card_back(sheet, CLAN_BACK.tartan, CLAN_BACK.badge, CLAN_BACK.ink)
    return sheet.picture(
        _WIDTH,
        _HEIGHT,
        "Schotten Totten",
        group(back, transform=shift(218, 18, 0.9, turn=14)),
        *(
            group(
                card_face(sheet, livery_of(clan * STRENGTHS), str(strength)), transform=shift(x, y, turn=turn)
            )
            for clan, strength, x, y, turn in _CARDS
        ),
        group(stone(sheet, 3, "3"), transform=shift(252, 146, 1.15)),
        group(stone(sheet, 7, "7"), transform=shift(70 - CARD_WIDTH / 4, 164, 0.85)),
    )
