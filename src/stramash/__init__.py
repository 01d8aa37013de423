"""Stramash: a table for three games of Scottish clans.

>>> import stramash
>>> game = stramash.load("schotten-totten", tactics=True)
>>> pos = game.deal(seed=7)
>>> pos.player
0
"""

from stramash.core.contract import check_game
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

__version__ = "0.1.0"

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
    "__version__",
    "check_game",
    "games",
    "load",
    "position",
    "replay",
]
