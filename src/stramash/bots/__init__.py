"""Bots: players that are programs. A bot is shown a View, never a Position, and answers with an action.

>>> import stramash
>>> from stramash import bots
>>> pos = stramash.load("schotten-totten").deal(seed=7)
>>> bots.make("random", seed=1).choose(pos.view(0)) in pos.legal
True
>>> bots.make("search:300", seed=1).choose(pos.view(0)) in pos.legal
True
>>> bots.make("deep-thought")
Traceback (most recent call last):
stramash.bots.errors.UnknownBot: no bot 'deep-thought': the bots are greedy, random, search, bairn, ...
"""

from __future__ import annotations

from collections.abc import Callable

from stramash.bots.contract import Bot
from stramash.bots.dice import RandomBot
from stramash.bots.errors import UnknownBot
from stramash.bots.greedy import GreedyBot
from stramash.bots.hints import Hint, give_hint
from stramash.bots.levels import LEVELS, Level, LevelBot, find_level
from stramash.bots.search import SearchBot

__all__ = [
    "LEVELS",
    "Bot",
    "GreedyBot",
    "Hint",
    "Level",
    "LevelBot",
    "RandomBot",
    "SearchBot",
    "UnknownBot",
    "give_hint",
    "make",
    "names",
]

_BOTS: dict[str, Callable[[int | None], Bot]] = {"greedy": GreedyBot, "random": RandomBot}


def names() -> list[str]:
    """Return the names of all bots: the plain ones, then the levels from weak to strong."""
    return ["greedy", "random", "search", *(level.name for level in LEVELS)]


def make(spec: str, seed: int | None = None) -> Bot:
    """Return the bot that a text describes; with a seed it plays the same way every time."""
    name, colon, budget = spec.strip().lower().partition(":")
    if name not in names():
        raise UnknownBot(f"no bot {spec!r}: the bots are {', '.join(names())}")
    if name == "search":
        return SearchBot.described(budget, seed)
    if colon:
        raise UnknownBot(f"{name} does not think longer for a budget: write {name}, not {name}:{budget}")
    level = find_level(name)
    return _BOTS[name](seed) if level is None else LevelBot(level, seed)
