"""The schedule of a tournament: every deal is played with the seats rotated, to reduce luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from stramash.core.errors import BadOption

__all__ = ["Fixture", "lineups", "schedule"]


@dataclass(frozen=True)
class Fixture:
    """One game to be played: a deal, and the bot at each seat."""

    deal: int
    seats: tuple[str, ...]


def schedule(bots: Sequence[str], players: int, pairs: int, first_deal: int = 1) -> list[Fixture]:
    """Return all games of a tournament, deal by deal, so that it can be stopped at any time.

    >>> [fixture.seats for fixture in schedule(["greedy", "random"], players=2, pairs=1)]
    [('greedy', 'random'), ('random', 'greedy')]
    """
    rotations = [rotation for lineup in lineups(bots, players) for rotation in _rotations(lineup)]
    return [
        Fixture(deal, rotation) for deal in range(first_deal, first_deal + pairs) for rotation in rotations
    ]


def lineups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Return all combinations of bots, one bot for each seat.

    With fewer bots than seats every bot takes part, and each bot in turn fills the remaining seats.

    >>> lineups(["a", "b", "c"], players=2)
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> lineups(["a", "b"], players=3)
    [('a', 'b', 'a'), ('a', 'b', 'b')]
    """
    twice = sorted({bot for bot in bots if list(bots).count(bot) > 1})
    if twice or len(bots) < 2:
        raise BadOption(f"a tournament needs two or more different bots, not {', '.join(bots) or 'none'}")
    if len(bots) >= players:
        return list(combinations(bots, players))
    rounds, left = divmod(players, len(bots))
    return [tuple(bots) * rounds + extra for extra in combinations(bots, left)]


def _rotations(lineup: tuple[str, ...]) -> list[tuple[str, ...]]:
    turned = [lineup[seat:] + lineup[:seat] for seat in range(len(lineup))]
    return list(dict.fromkeys(turned))
