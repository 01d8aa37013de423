"""Ratings: Elo by maximum likelihood (Bradley and Terry), with intervals of 95%.

A game counts as one result for each pair of its players: the winner beats the other; otherwise the one with
more points does; equal points are a draw. Games of one deal are not independent, because the same cards are
played with rotated seats. So the intervals resample deals, not single games (a cluster bootstrap). A bot that
won every deal wins every sample too, so the bootstrap would give it no interval; therefore no interval is
narrower than the one from the Fisher information.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stramash.arena.games import Result

__all__ = ["Match", "Rating", "matches", "ratings"]

#: Two-sided 95%
_Z = 1.959964
_PERCENTILES = (2.5, 97.5)
#: A rating difference of 400 is odds of ten to one
_ELO = 400 / math.log(10)
#: A prior: this number of drawn games against the average player, so that a bot that won every game has a
#: finite rating
_PRIOR = 0.5

_MOST_STEPS, _LONGEST_STEP, _CLOSE_ENOUGH = 200, 1.0, 1e-9

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """The rating of a bot; the mean of all ratings is 0."""

    bot: str
    elo: float
    low: float
    high: float
    games: int
    share: float
    seconds: float


@dataclass(frozen=True)
class Match:
    """The score of one bot against another in the games that both played, with a 95% interval."""

    bot: str
    other: str
    games: int
    share: float
    low: float
    high: float


def ratings(results: Sequence[Result], samples: int = 500, seed: int = 1) -> list[Rating]:
    """Return the rating of every bot, the best first; empty without results."""
    if not results:
        return []
    bots = list(dict.fromkeys(bot for result in results for bot in result.fixture.seats))
    deals = _tallies(results, bots)
    elo = fit(deals.sum(axis=0))
    rng = np.random.default_rng(seed)
    drawn = fit(
        np.array([deals[rng.integers(0, len(deals), len(deals))].sum(axis=0) for _ in range(samples)])
    )
    low, high = np.percentile(drawn, _PERCENTILES, axis=0)
    margin = _Z * uncertainty(deals.sum(axis=0), elo)
    low, high = np.minimum(low, elo - margin), np.maximum(high, elo + margin)
    found = []
    for index, bot in enumerate(bots):
        games, share, seconds = _record_of(results, bot)
        found.append(
            Rating(bot, float(elo[index]), float(low[index]), float(high[index]), games, share, seconds)
        )
    return sorted(found, key=lambda rating: -rating.elo)


def fit(wins: Floats) -> Floats:
    """Return the maximum likelihood ratings, where `wins[a, b]` is the score of a against b.

    Several matrices can be fitted at once. Newton's method with limited steps: the log-likelihood is concave,
    so it has one maximum.

    >>> fit(np.array([[0, 75.0], [25.0, 0]])).round().tolist()
    [95.0, -95.0]
    """
    strength = np.zeros(wins.shape[:-1])
    for _ in range(_MOST_STEPS):
        chance = _chances(strength)
        slope = (wins * (1 - chance)).sum(axis=-1) - (wins * (1 - chance)).sum(axis=-2)
        slope -= _PRIOR * (2 * _logistic(strength) - 1)
        step = np.linalg.solve(_information(wins, strength), slope[..., None])[..., 0]
        strength = strength + np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
        if np.abs(step).max() < _CLOSE_ENOUGH:
            break
    centred: Floats = (strength - strength.mean(axis=-1, keepdims=True)) * _ELO
    return centred


def uncertainty(wins: Floats, elo: Floats) -> Floats:
    """Return the standard error of each rating, from the Fisher information."""
    centre = np.eye(len(wins)) - 1 / len(wins)
    spread = centre @ np.linalg.inv(_information(wins, elo / _ELO)) @ centre
    error: Floats = _ELO * np.sqrt(np.diag(spread))
    return error


def _logistic(edge: Floats) -> Floats:
    chance: Floats = 1 / (1 + np.exp(-edge))
    return chance


def _chances(strength: Floats) -> Floats:
    """Return the matrix of win probabilities of every bot against every other."""
    return _logistic(strength[..., :, None] - strength[..., None, :])


def _information(wins: Floats, strength: Floats) -> Floats:
    """Return the Fisher information of the results: the curvature of their log-likelihood."""
    chance, alone = _chances(strength), _logistic(strength)
    known = (wins + np.swapaxes(wins, -1, -2)) * chance * (1 - chance)
    own = known.sum(axis=-1) + 2 * _PRIOR * alone * (1 - alone)
    information: Floats = own[..., None] * np.eye(wins.shape[-1]) - known
    return information


def _tallies(results: Sequence[Result], bots: Sequence[str]) -> Floats:
    """Return the score matrix of each deal."""
    number = {bot: index for index, bot in enumerate(bots)}
    deals: dict[int, Floats] = defaultdict(lambda: np.zeros((len(bots), len(bots))))
    for result in results:
        seats = result.fixture.seats
        for one in range(len(seats)):
            for two in range(len(seats)):
                if seats[one] != seats[two]:
                    score = _score(result, one, two) / (len(seats) - 1)
                    deals[result.fixture.deal][number[seats[one]], number[seats[two]]] += score
    return np.array(list(deals.values()))


def _score(result: Result, one: int, two: int) -> float:
    """Return 1 if a seat was placed better than another, half if they were equal."""
    first, second = ((seat in result.winners, result.scores[seat]) for seat in (one, two))
    if first[0] and second[0]:
        return 0.5
    return 0.5 if first == second else float(first > second)


def _record_of(results: Sequence[Result], bot: str) -> tuple[int, float, float]:
    """Return the number of games of a bot, its share of wins, and its seconds per decision."""
    games, shares, seconds, decisions = 0, 0.0, 0.0, 0
    for result in results:
        for seat, name in enumerate(result.fixture.seats):
            if name == bot:
                games += 1
                shares += 1 / len(result.winners) if seat in result.winners else 0.0
                seconds += result.seconds[seat]
                decisions += result.decisions[seat]
    return games, shares / max(1, games), seconds / max(1, decisions)


def matches(results: Sequence[Result]) -> list[Match]:
    """Return the score of each pair of bots, from the view of the bot that is listed first."""
    bots = list(dict.fromkeys(bot for result in results for bot in result.fixture.seats))
    deals = _tallies(results, bots)
    found = []
    for one in range(len(bots)):
        for two in range(one + 1, len(bots)):
            won, lost = deals[:, one, two], deals[:, two, one]
            games = won + lost
            if games.sum() > 0:
                share, low, high = interval(won[games > 0], games[games > 0])
                met = sum({bots[one], bots[two]} <= set(result.fixture.seats) for result in results)
                found.append(Match(bots[one], bots[two], met, share, low, high))
    return found


def interval(won: Floats, games: Floats) -> tuple[float, float, float]:
    """Return a share of games won and its 95% interval (Wilson), widened if games of a deal are correlated.

    >>> [round(bound, 3) for bound in interval(np.full(50, 2.0), np.full(50, 2.0))]
    [1.0, 0.963, 1.0]
    """
    total = float(games.sum())
    share = float(won.sum()) / total
    plain = share * (1 - share) * total
    clustered = float(((won - share * games) ** 2).sum())
    together = max(1.0, clustered / plain) if plain > 0 else 1.0
    count = total / together
    middle = (share + _Z**2 / (2 * count)) / (1 + _Z**2 / count)
    margin = _Z * math.sqrt(share * (1 - share) / count + _Z**2 / (4 * count**2)) / (1 + _Z**2 / count)
    return share, max(0.0, middle - margin), min(1.0, middle + margin)
