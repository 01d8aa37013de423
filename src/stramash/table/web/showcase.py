"""A picture of a table in play, for the home page: the same for everybody, drawn once for each language."""

from __future__ import annotations

from functools import cache

from stramash import bots
from stramash.core.position import Position
from stramash.games import load

__all__ = ["draw_table_in_play"]

#: The deal, and how many actions have been played
_SEED, _PLIES = 11, 30
_BOT = "greedy"


@cache
def draw_table_in_play(name: str, locale: str, *, light: bool) -> str:
    """Return the picture of a game after some actions of a simple bot, as SVG."""
    picture = _position_in_play(name).view(0).svg(locale)
    return picture.replace('class="stramash"', 'class="stramash light"', 1) if light else picture


@cache
def _position_in_play(name: str) -> Position:
    position, bot = load(name).deal(_SEED), bots.make(_BOT)
    while len(position.history) < _PLIES and position.player is not None:
        position.play(bot.choose(position.view(position.player)))
    return position
