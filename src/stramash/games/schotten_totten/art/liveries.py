"""The tartans, badges and backs of cards: each clan has a sett with its own rhythm and a badge.

Players can recognise a clan by its rhythm and its badge without seeing its colour.
"""

from __future__ import annotations

from stramash.draw import Livery, Tartan
from stramash.games.schotten_totten.rules.components import CARDS, CLAN_CARDS, STRENGTHS

__all__ = ["CLAN_BACK", "CLAN_LIVERIES", "TACTIC_BACK", "TACTIC_LIVERIES", "livery_of"]

#: In the order of the clans: blue, green, red, yellow, purple, brown
CLAN_LIVERIES = (
    # wide and calm: two broad blues and one white line
    Livery.woven("blue", "#17497f", "stag", "#1d4f88 22, #123157 12, #f4f1e6 1.6"),
    # even checks of green and black-green, like a plaid
    Livery.woven("green", "#1d6136", "pine", "#2c7a45 8, #123822 8, #2c7a45 2, #123822 2"),
    # one colour, and pairs of bright lines far apart
    Livery.woven("red", "#a01a30", "boar", "#b3213b 15, #f6ecd9 1.4, #b3213b 2.4, #f6ecd9 1.4, #8b1429 6"),
    # narrow and busy: thin dark threads on light
    Livery.woven("yellow", "#7a5600", "sun", "#e3bf3f 4, #4a3908 1.5, #e3bf3f 4, #4a3908 1.5, #f7e9b4 3"),
    # steps from light to dark
    Livery.woven("purple", "#5e3a92", "thistle", "#c9b3e6 4, #9270c2 6, #6a45a0 7, #3d2168 9"),
    # broad dark bands, a cream stripe as wide as they are
    Livery.woven("brown", "#70421c", "fox", "#ecd9b8 5, #3b210d 4, #8a5326 9, #3b210d 2"),
)

_GRANITE = Tartan.counted("granite", "#aeb6c0 12, #4a535f 2, #aeb6c0 2, #4a535f 6, #f3f4f2 1.5")


def _tactic(name: str, badge: str) -> Livery:
    return Livery(name, "#2d3540", badge, _GRANITE)


#: In the order of the Tactic cards
TACTIC_LIVERIES = (
    _tactic("joker", "jester"),
    _tactic("joker", "jester"),
    _tactic("spy", "eye"),
    _tactic("shield", "shield"),
    _tactic("bluff", "blindfold"),
    _tactic("mud", "mud"),
    _tactic("recruiter", "horn"),
    _tactic("strategist", "march"),
    _tactic("banshee", "ghost"),
    _tactic("traitor", "mask"),
)

#: The backs: heather for Clan cards, granite for Tactic cards
CLAN_BACK = Livery.woven(
    "clan-back", "#3d3357", "knot", "#5a4f80 9, #3a3158 9, #cfc6e0 1.4, #3a3158 3, #7d6ea8 3"
)
TACTIC_BACK = Livery("tactic-back", "#2d3540", "star", _GRANITE)


def livery_of(card: int) -> Livery:
    """Return what a card wears."""
    if not 0 <= card < CARDS:
        raise ValueError(f"card {card} has no face: cards are 0 to {CARDS - 1}")
    return CLAN_LIVERIES[card // STRENGTHS] if card < CLAN_CARDS else TACTIC_LIVERIES[card - CLAN_CARDS]
