"""The matches that `strength.py` plays: who meets whom, on how many deals, and what is wanted of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from stramash.arena.games import GameSpec
from stramash.bots.levels import LEVELS
from stramash.games import load

__all__ = ["LISTS", "Pairing"]

#: How many real decisions a seat has in a game, about
_DECISIONS = {"schotten-totten": 26, "lords-of-scotland": 34, "glen-more": 70}
_WITH_TACTICS = 44
#: Seconds a decision of bots whose name does not tell
_SECONDS = {
    "random": 0.0002,
    "greedy": 0.002,
    "bairn": 0.001,
    "drover": 0.001,
    "crofter": 0.002,
    "laird": 0.02,
}
_CHIEFTAIN = 0.8
_SOON = 2.5
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
    """A match of two bots: a number of deals, each played from both seats."""

    game_spec: GameSpec
    bots: tuple[str, str]
    pairs: int
    wanted: float | None = None
    #: how many times sooner than others it is to be done
    sooner: float = 1.0
    first_deal: int = 1001

    @property
    def seconds(self) -> float:
        """How long one game takes at most, about."""
        tactics = dict(self.game_spec.options).get("tactics", False)
        decisions = _WITH_TACTICS if tactics else _DECISIONS[self.game_spec.game]
        return 0.1 + decisions * sum(_seconds_of(bot) for bot in self.bots)


def _seconds_of(bot: str) -> float:
    name, _, budget = bot.partition(":")
    if name == "search":
        return float(budget.partition("s")[0])
    return _SECONDS.get(name, _CHIEFTAIN)


BASE = GameSpec.of(load("schotten-totten"))
TACTICS = GameSpec.of(load("schotten-totten", tactics=True))
LORDS = GameSpec.of(load("lords-of-scotland", players=2))
GLEN = GameSpec.of(load("glen-more", players=2))


def _figures() -> list[Pairing]:
    """What is wanted of the bots; long thought against short, the dearest by far, may go on for longest."""
    found = []
    for game_spec, pairs, long_pairs in ((BASE, 150, 60), (TACTICS, 100, 30)):
        found += [
            Pairing(game_spec, ("greedy", "random"), 100, 0.95, _SOON),
            Pairing(game_spec, ("search:0.1s", "greedy"), pairs, 0.70, _SOON),
            Pairing(game_spec, ("search:1s", "search:0.1s"), long_pairs, 0.55),
        ]
    found += [
        Pairing(LORDS, ("greedy", "random"), 100, 0.85, _SOON),
        Pairing(LORDS, ("search:0.1s", "greedy"), 40, 0.65, _SOON),
        Pairing(GLEN, ("greedy", "random"), 200, 0.95, _SOON),
        Pairing(GLEN, ("search:0.2s", "greedy"), 15, 0.60, _SOON),
        Pairing(BASE, ("search:0.1s", "search:0.1s,widen=1.5,plies=4"), 30),
        Pairing(GLEN, ("search:0.05s", "search:0.05s,plies=4"), 15),
    ]
    return found


def _ladders(best_pairs: dict[str, int]) -> list[Pairing]:
    """Each level against the one below, the first against dice; the best on few deals."""
    names = ["random", *(level.name for level in LEVELS)]
    found = []
    for game_spec in (BASE, LORDS, GLEN):
        for below, above in pairwise(names[:-1]):
            found.append(Pairing(game_spec, (above, below), 100 if below == names[0] else 200, None, _SOON))
        if game_spec.game in best_pairs:
            found.append(Pairing(game_spec, (names[-1], names[-2]), best_pairs[game_spec.game]))
    return found


def _tuning() -> list[Pairing]:
    """Parameters of the search against its usual ones, at equal time; and what is cheap of the rest."""
    found = [Pairing(BASE, ("search:1s", "search:0.1s"), 20, 0.55), *_ladders({})]
    for game_spec, seconds, pairs, changes in (
        (BASE, "0.1s", 50, _CHANGES),
        (TACTICS, "0.1s", 30, ("plies=8", "trust=8")),
        (LORDS, "0.1s", 30, ("plies=10", "trust=8")),
        (GLEN, "0.05s", 20, ("plies=10", "trust=8")),
    ):
        found += [
            Pairing(game_spec, (f"search:{seconds},{change}", f"search:{seconds}"), pairs)
            for change in changes
        ]
    return found


LISTS = {
    "figures": _figures() + _ladders({"schotten-totten": 20, "lords-of-scotland": 15, "glen-more": 6}),
    # on other deals, so that nothing is measured on the deals by which it was chosen
    "tuning": [replace(pairing, first_deal=1) for pairing in _tuning()],
    "smoke": [
        Pairing(game_spec, (f"search:{budget}", "greedy"), 2)
        for game_spec, budget in ((BASE, "0.02s"), (TACTICS, "0.02s"), (LORDS, "0.02s"), (GLEN, "0.01s"))
    ],
}
