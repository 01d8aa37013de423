"""Bots by name: `greedy`, `network:1.5`, `search:0.5s` and the like, all but the levels."""

from __future__ import annotations

from stramash.bots.contract import Bot
from stramash.bots.dice import RandomBot
from stramash.bots.errors import UnknownBot
from stramash.bots.greedy import GreedyBot
from stramash.bots.guided import GuidedBot
from stramash.bots.ladder import NAMES
from stramash.bots.network import NetworkBot
from stramash.bots.search import Budget, SearchBot

__all__ = ["make_named", "names"]

#: At this temperature a network plays almost at random
HOTTEST = 100
_NAMES = ("greedy", "guided", "network", "random", "search")


def names() -> list[str]:
    """Return the names of all bots: the plain ones, then the levels from weak to strong."""
    return [*_NAMES, *NAMES]


def make_named(spec: str, seed: int | None = None) -> Bot:
    """Return the bot that a text describes, if it is no level."""
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
    return GreedyBot(seed) if name == "greedy" else RandomBot(seed)


def _temperature(text: str) -> float:
    """Read the temperature of a network bot: 0 is its best play, 1 as it played while it learned."""
    try:
        temperature = float(text)
    except ValueError:
        temperature = -1.0
    if not 0 <= temperature <= HOTTEST:
        raise UnknownBot(
            f"network cannot play at temperature {text!r}: write network or network:0.5, 0 to {HOTTEST}"
        )
    return temperature
