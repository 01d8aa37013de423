"""The matches that `strength.py` plays: who meets whom, on how many deals, and what is wanted of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from stramash.arena.games import Setting
from stramash.bots.levels import LEVELS
from stramash.games import load

__all__ = ["LISTS", "Pairing"]

#: How many real decisions a seat has in a game, about
_DECISIONS = {"schotten-totten": 26, "lords-of-scotland": 28, "glen-more": 66}
#: Seconds a decision of bots whose name does not tell
_SECONDS = {
    "random": 0.0002,
    "greedy": 0.002,
    "bairn": 0.001,
    "drover": 0.001,
    "crofter": 0.002,
    "laird": 0.05,
}
_CHIEFTAIN = 0.8
#: What is tried in Schotten Totten, one thing at a time
_CHANGES = (
    "plies=2",
    "plies=8",
    "plies=14,guides=3",
    "guides=8",
    "explore=0.25",
    "explore=0.7",
    "trust=8",
    "widen=0.8",
    "widen=3",
    "openings=20",
    "scale=5",
)


@dataclass(frozen=True)
class Pairing:
    """A match of two bots: so many deals, each from both seats."""

    setting: Setting
    bots: tuple[str, str]
    pairs: int
    wanted: float | None = None

    @property
    def seconds(self) -> float:
        """How long one game takes at most, about."""
        return 1 + _DECISIONS[self.setting.game] * sum(_seconds_of(bot) for bot in self.bots)


def _seconds_of(bot: str) -> float:
    name, _, budget = bot.partition(":")
    if name == "search":
        return float(budget.partition("s")[0])
    return _SECONDS.get(name, _CHIEFTAIN)


BASE = Setting.of(load("schotten-totten"))
TACTICS = Setting.of(load("schotten-totten", tactics=True))
LORDS = Setting.of(load("lords-of-scotland", players=2))
GLEN = Setting.of(load("glen-more", players=2))


def _figures() -> list[Pairing]:
    found = []
    for setting in (BASE, TACTICS):
        found += [
            Pairing(setting, ("greedy", "random"), 100, 0.95),
            Pairing(setting, ("search:0.1s", "greedy"), 200, 0.70),
            Pairing(setting, ("search:1s", "search:0.1s"), 100, 0.55),
        ]
    found += [
        Pairing(LORDS, ("greedy", "random"), 100, 0.85),
        Pairing(LORDS, ("search:0.1s", "greedy"), 50, 0.65),
        Pairing(GLEN, ("greedy", "random"), 200, 0.95),
        Pairing(GLEN, ("search:0.2s", "greedy"), 30, 0.60),
    ]
    return found


def _ladders(best_pairs: int) -> list[Pairing]:
    """Each level against the one below, the first against dice; the best on few deals."""
    names = ["random", *(level.name for level in LEVELS)]
    return [
        Pairing(setting, (above, below), 100 if above != names[-1] else best_pairs)
        for setting in (BASE, LORDS, GLEN)
        for below, above in pairwise(names)
        if above != names[-1] or best_pairs
    ]


def _candidates() -> list[Pairing]:
    """Settings of the search against its usual ones, at equal time."""
    found = []
    for setting, seconds, pairs, changes in (
        (BASE, "0.1s", 50, _CHANGES),
        (TACTICS, "0.1s", 30, ("plies=8", "trust=8")),
        (LORDS, "0.1s", 30, ("plies=10", "trust=8")),
        (GLEN, "0.05s", 20, ("plies=10", "trust=8")),
    ):
        found += [
            Pairing(setting, (f"search:{seconds},{change}", f"search:{seconds}"), pairs) for change in changes
        ]
    return found


LISTS = {
    "figures": _figures() + _ladders(25),
    "tuning": _candidates() + _ladders(0) + [Pairing(BASE, ("search:1s", "search:0.1s"), 20, 0.55)],
    "smoke": [
        Pairing(setting, (f"search:{budget}", "greedy"), 2)
        for setting, budget in ((BASE, "0.02s"), (TACTICS, "0.02s"), (LORDS, "0.02s"), (GLEN, "0.01s"))
    ],
}
