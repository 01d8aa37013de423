"""The actions: every kind with its notation, and the constants that rules use.

A card is mustered face-down, face-up, or face-up with its power. A face-up Follower is named by its card, a
face-down one by the seat that mustered it and its number: `follower:?1.2` is the second of seat 1 in this
round. Recruit places count from 1.
"""

from __future__ import annotations

from stramash.core.actions import Action, Actions, Param
from stramash.games.lords_of_scotland.rules.components import CARD_NAMES, CARDS, DOWN_NAMES, RECRUITS

__all__ = [
    "ACTIONS",
    "ACTIVATE",
    "CLAIM",
    "MUSTER_DOWN",
    "MUSTER_UP",
    "PASS",
    "RECRUIT",
    "TAKE",
    "TARGET",
    "TARGET_DOWN",
]

_CARD = Param("card", CARD_NAMES[:CARDS])
_SECRET = Param("card", CARD_NAMES[:CARDS], seen_as=CARD_NAMES[CARDS])
_PLACE = Param("place", [str(place + 1) for place in range(RECRUITS)])
_DOWN = Param("down", DOWN_NAMES)

ACTIONS = Actions(
    Action("recruit", _PLACE, touch=("recruit:{place}",), summary="take the Recruit at a place"),
    Action("down", _SECRET, touch=("card:{card}", "muster:down"), summary="muster face-down"),
    Action("up", _CARD, touch=("card:{card}", "muster:up"), summary="muster face-up, without the power"),
    Action(
        "power",
        _CARD,
        notation="up:{card}!",
        touch=("card:{card}", "muster:power"),
        summary="muster face-up with the power",
    ),
    Action("follower", _CARD, touch=("follower:{card}",), summary="name a face-up Follower"),
    Action(
        "face-down",
        _DOWN,
        notation="follower:{down}",
        touch=("follower:{down}",),
        summary="name a face-down Follower (`down = musterer * 5 + number - 1`)",
    ),
    Action("take", _CARD, touch=("supporter:{card}",), summary="Cockburn: take a Supporter"),
    Action("claim", _CARD, touch=("supporter:{card}",), summary="claim a Supporter"),
    Action("pass", summary="pass"),
)

RECRUIT = ACTIONS.first("recruit")  # + place
MUSTER_DOWN = ACTIONS.first("down")  # + card
MUSTER_UP = ACTIONS.first("up")  # + card, its power declined
ACTIVATE = ACTIONS.first("power")  # + card, mustered face-up with its power
TARGET = ACTIONS.first("follower")  # + card, a face-up Follower
TARGET_DOWN = ACTIONS.first("face-down")  # + musterer * 5 + number - 1
TAKE = ACTIONS.first("take")  # + card, a Supporter for Cockburn
CLAIM = ACTIONS.first("claim")  # + card, a Supporter at the round's end
PASS = ACTIONS.first("pass")
