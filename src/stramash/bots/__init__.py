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
stramash.bots.errors.UnknownBot: no bot 'deep-thought': the bots are greedy, guided, network, random, ...
"""

from __future__ import annotations

from collections.abc import Callable

from stramash.bots.compiled import BOTS, bots_are_compiled, compile_bots, compile_soon
from stramash.bots.contract import Bot
from stramash.bots.dice import RandomBot
from stramash.bots.errors import UnknownBot
from stramash.bots.greedy import GreedyBot
from stramash.bots.guided import GuidedBot
from stramash.bots.hints import Hint, give_hint
from stramash.bots.levels import LEVELS, Level, LevelBot, find_level
from stramash.bots.meanwhile import hint_now, quick, searches
from stramash.bots.network import NetworkBot
from stramash.bots.search import Budget, SearchBot

__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "GreedyBot",
    "GuidedBot",
    "Hint",
    "Level",
    "LevelBot",
    "NetworkBot",
    "RandomBot",
    "SearchBot",
    "UnknownBot",
    "bots_are_compiled",
    "compile_bots",
    "compile_soon",
    "give_hint",
    "hint_now",
    "make",
    "names",
    "quick",
    "searches",
]

_BOTS: dict[str, Callable[[int | None], Bot]] = {"greedy": GreedyBot, "random": RandomBot}


def names() -> list[str]:
    """Return the names of all bots: the plain ones, then the levels from weak to strong."""
    return ["greedy", "guided", "network", "random", "search", *(level.name for level in LEVELS)]


def make(spec: str, seed: int | None = None) -> Bot:
    """Return the bot that a text describes; with a seed it plays the same way every time."""
    name, colon, budget = spec.strip().lower().partition(":")
    if name not in names():
        raise UnknownBot(f"no bot {spec!r}: the bots are {', '.join(names())}")
    if name == "search":
        return SearchBot.described(budget, seed)
    if name == "guided":
        return GuidedBot(seed, Budget.read(budget) if budget else None)
    if name == "network":
        return NetworkBot(seed, _temperature(budget) if budget else 0.0)
    if colon:
        raise UnknownBot(f"{name} does not think longer for a budget: write {name}, not {name}:{budget}")
    level = find_level(name)
    return _BOTS[name](seed) if level is None else LevelBot(level, seed)


def _temperature(text: str) -> float:
    """Read the temperature of a network bot: 0 is its best play, 1 as it played while it learned."""
    try:
        temperature = float(text)
    except ValueError:
        temperature = -1.0
    if not 0 <= temperature <= 10:
        raise UnknownBot(
            f"network cannot play at temperature {text!r}: write network or network:0.5, 0 to 10"
        )
    return temperature
