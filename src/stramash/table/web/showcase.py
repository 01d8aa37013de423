"""A picture of a table in play, for the home page: the same for everybody, drawn once for each language."""

from __future__ import annotations

from functools import cache

from stramash import bots
from stramash.bots.ladder import has_network
from stramash.core.position import Position
from stramash.games import load

__all__ = ["draw_table_in_play"]

#: The deal, and how many actions have been played
_SEED, _PLIES = 11, 30


@cache
def draw_table_in_play(name: str, locale: str, *, light: bool) -> str:
    """Return the picture of a game after some actions of a bot that is quick when interpreted, as SVG."""
    picture = _position_in_play(name).view(0).svg(locale)
    return picture.replace('class="stramash"', 'class="stramash light"', 1) if light else picture


@cache
def _position_in_play(name: str) -> Position:
    position = load(name).deal(_SEED)
    bot = bots.NetworkBot() if has_network(position.game) else bots.RandomBot(_SEED)
    while len(position.history) < _PLIES and position.player is not None:
        position.play(bot.choose(position.view(position.player)))
    return position
