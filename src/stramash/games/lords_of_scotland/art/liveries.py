"""What each clan wears: nine setts of nine rhythms, nine badges, and the back of the cards.

Clans near to each other in colour are far apart in rhythm: Scott is broad and calm where Bruce is narrow and
bright, MacDonnell an even check where Forsyth is pale with single lines.
"""

from __future__ import annotations

from stramash.draw import Livery, Tartan
from stramash.games.lords_of_scotland.rules.cards import clan_of
from stramash.games.lords_of_scotland.rules.components import CARDS

__all__ = ["BACK", "LIVERIES", "livery_of"]

#: In the order of the clans
LIVERIES = (
    # Scott: broad brick red, a narrow dark green, no bright line
    Livery.woven("scott", "#8f2a1c", "hound", "#b4432f 24, #7c2013 10, #274432 5"),
    # Makgill: steps of green, from pale to black
    Livery.woven("makgill", "#22632f", "horn", "#cfe3b4 4, #79ae5c 6, #3c7d3a 7, #143a1c 9"),
    # MacDonnell: an even check of navy and blue
    Livery.woven("macdonnell", "#1c3f7d", "oak", "#2d5ca8 9, #0f2348 9, #2d5ca8 2, #0f2348 2"),
    # Wemyss: orange with pairs of black lines far apart
    Livery.woven("wemyss", "#9a4a08", "sword", "#dd7f22 14, #241408 2, #dd7f22 3, #241408 2, #f0a757 7"),
    # Fergusson: dark purple, a cream stripe as wide as its bands
    Livery.woven("fergusson", "#5b2f86", "knot", "#efe3f4 6, #3b1a5f 5, #7443a3 8, #3b1a5f 2"),
    # Forsyth: pale teal, single dark threads
    Livery.woven(
        "forsyth", "#0f5f66", "feather", "#8fcfcd 10, #0b4b52 1.6, #c9ebe6 8, #0b4b52 1.6, #5fb0b0 5"
    ),
    # Cockburn: mustard, narrow and busy
    Livery.woven("cockburn", "#6d5500", "raven", "#d8bd4a 3, #4a3d0c 2, #d8bd4a 3, #4a3d0c 2, #f4ebc0 2"),
    # Cochrane: black and white, and one red line
    Livery.woven("cochrane", "#3a3f47", "wolf", "#f3f2ec 13, #2a2d33 13, #b02a37 2"),
    # Bruce: royal crimson under white and black, bright and close
    Livery(
        "bruce",
        "#8c0f3c",
        "crown",
        Tartan.counted("bruce", "#1b1015 4, #fbf3e4 1.8, #b5184f 5, #fbf3e4 1.8, #b5184f 5, #1b1015 1.6"),
    ),
)

#: The one back of all cards: slate and bracken
BACK = Livery(
    "back",
    "#37424a",
    "thistle",
    Tartan.counted("lords-back", "#54626b 10, #2f3a41 8, #b8a98c 1.6, #2f3a41 4, #7c6f58 4"),
)


def livery_of(card: int) -> Livery:
    """Return what a card wears."""
    if not 0 <= card < CARDS:
        raise ValueError(f"card {card} has no face: cards are 0 to {CARDS - 1}")
    return LIVERIES[clan_of(card)]
