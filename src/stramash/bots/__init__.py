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
stramash.bots.errors.UnknownBot: no bot 'deep-thought': the bots are greedy, random, search
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from stramash.bots.dice import RandomBot
from stramash.bots.errors import UnknownBot
from stramash.bots.greedy import GreedyBot
from stramash.bots.search import SearchBot
from stramash.core.position import View

__all__ = ["Bot", "GreedyBot", "RandomBot", "SearchBot", "UnknownBot", "make", "names"]


class Bot(Protocol):
    """A player that is a program."""

    @property
    def name(self) -> str:
        """What it is called, as `make` knows it."""

    def choose(self, view: View) -> int:
        """Return one of `view.legal`; it is this seat's turn."""


_BOTS: dict[str, Callable[[int | None], Bot]] = {
    "greedy": GreedyBot,
    "random": RandomBot,
    "search": SearchBot,
}


def names() -> list[str]:
    """Return the names of all bots."""
    return sorted(_BOTS)


def make(spec: str, seed: int | None = None) -> Bot:
    """Return the bot that a text describes; with a seed it plays the same way every time."""
    name, colon, budget = spec.strip().lower().partition(":")
    if name not in _BOTS:
        raise UnknownBot(f"no bot {spec!r}: the bots are {', '.join(names())}")
    if name == "search":
        return SearchBot.described(budget, seed)
    if colon:
        raise UnknownBot(f"{name} does not think longer for a budget: write {name}, not {name}:{budget}")
    return _BOTS[name](seed)
