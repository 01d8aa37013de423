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

from stramash.bots.compiled import BOTS, bots_are_compiled, compile_bots, compile_soon
from stramash.bots.contract import Bot
from stramash.bots.dice import RandomBot
from stramash.bots.errors import UnknownBot
from stramash.bots.fallback import fallback_for, hint_now, searches
from stramash.bots.greedy import GreedyBot
from stramash.bots.guided import GuidedBot
from stramash.bots.hints import Hint, give_hint
from stramash.bots.levels import LEVELS, Level, LevelBot
from stramash.bots.making import make, make_own, normalized
from stramash.bots.named import names
from stramash.bots.network import NetworkBot
from stramash.bots.search import SearchBot
from stramash.core.renamed import former_names

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
    "fallback_for",
    "give_hint",
    "hint_now",
    "make",
    "make_own",
    "names",
    "normalized",
    "searches",
]


__getattr__ = former_names(__name__, {"quick": "fallback_for"})
