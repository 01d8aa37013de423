"""The actions: every kind with its notation, and the constants that rules use.

A tile of a display is named by its number, every starting village by 67. A cube is named by its place.
"""

from __future__ import annotations

from stramash.core.actions import Action, Actions, Param
from stramash.games.glen_more.rules.components import (
    CUBE_NAMES,
    DIRECTION_NAMES,
    NAMED,
    RESOURCE_NAMES,
    STACKED,
    TILE_NAMES,
)

__all__ = [
    "ACTIONS",
    "ACTIVATE",
    "BUY",
    "CROWN",
    "DONE",
    "FILL",
    "GAIN",
    "MARCH",
    "PAY",
    "PAY_CHIEFTAIN",
    "PAY_MEMBER",
    "PLACE",
    "REMOVE",
    "SELL",
    "TAKE",
]

_RING = Param("tile", TILE_NAMES[:STACKED])
_OWN = Param("tile", TILE_NAMES[:NAMED])
_CUBE = Param("cube", CUBE_NAMES)
_RESOURCE = Param("resource", RESOURCE_NAMES)
_SIDE = Param("side", DIRECTION_NAMES[::2])
_DIRECTION = Param("direction", DIRECTION_NAMES)

ACTIONS = Actions(
    Action("take", _RING, summary="move to a tile of the ring and take it"),
    Action(
        "remove",
        _RING,
        summary="move to a tile of the ring, which leaves the game, if none can be taken",
    ),
    Action("place", _OWN, _SIDE, touch=("place:{tile}-{side}",), summary="place at a side of a tile"),
    Action("pay", _CUBE, summary="hand in a cube"),
    Action("buy", _RESOURCE, touch=("warehouse:{resource}",), summary="buy a resource and hand it in"),
    Action("member", _OWN, summary="Loch Ness: pay with a clan member that stands here"),
    Action("chieftain", summary="Loch Ness: pay with a chieftain"),
    Action("gain", _RESOURCE, touch=("gain:{resource}",), summary="take a cube of one's choice"),
    Action("use", _OWN, summary="activate a tile"),
    Action(
        "move",
        _OWN,
        _DIRECTION,
        touch=("tile:{tile}", "move:{tile}-{direction}"),
        summary="move a clan member",
    ),
    Action("crown", _OWN, touch=("tile:{tile}", "crown"), summary="make a clan member a chieftain"),
    Action("fill", summary="Loch Shiel: fill the empty tiles"),
    Action("sell", _CUBE, touch=("sell", "cube:{cube}"), summary="sell a cube"),
    Action("done", summary="no more: end the gaining, the handing in, the activation, or the turn"),
)

TAKE = ACTIONS.first("take")  # + tile
REMOVE = ACTIONS.first("remove")  # + tile
PLACE = ACTIONS.first("place")  # + named tile * 4 + side
PAY = ACTIONS.first("pay")  # + cube place
BUY = ACTIONS.first("buy")  # + resource
PAY_MEMBER = ACTIONS.first("member")  # + named tile
PAY_CHIEFTAIN = ACTIONS.first("chieftain")
GAIN = ACTIONS.first("gain")  # + resource
ACTIVATE = ACTIONS.first("use")  # + named tile
MARCH = ACTIONS.first("move")  # + named tile * 8 + direction
CROWN = ACTIONS.first("crown")  # + named tile
FILL = ACTIONS.first("fill")
SELL = ACTIONS.first("sell")  # + cube place
DONE = ACTIONS.first("done")
