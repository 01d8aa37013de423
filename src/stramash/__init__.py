"""Stramash: a table for three games of Scottish clans.

>>> import stramash
>>> game = stramash.load("schotten-totten", tactics=True)
>>> pos = game.deal(seed=7)
>>> pos.player
0
"""

from stramash.core.errors import (
    BadGame,
    BadNotation,
    BadOption,
    BadPosition,
    BadRecord,
    BadSeat,
    IllegalAction,
    StramashError,
    UnknownGame,
    UnknownLocale,
)
from stramash.core.game import Game
from stramash.core.options import Option
from stramash.core.position import Position, View
from stramash.core.record import Record
from stramash.games import load, position, replay
from stramash.games import names as games

__all__ = [
    "BadGame",
    "BadNotation",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadSeat",
    "Game",
    "IllegalAction",
    "Option",
    "Position",
    "Record",
    "StramashError",
    "UnknownGame",
    "UnknownLocale",
    "View",
    "games",
    "load",
    "position",
    "replay",
]
