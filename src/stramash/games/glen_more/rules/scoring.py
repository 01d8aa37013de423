"""The three scorings, the final scoring, and who wins."""

from __future__ import annotations

from stramash.core.rule import rule
from stramash.core.state import NOBODY, Ints
from stramash.games.glen_more.rules.components import (
    BORDER,
    DIFFERENCE_POINTS,
    DUART,
    DUART_POINTS,
    GREEN,
    IONA,
    IONA_POINTS,
    IS_LOCATION,
    KIND,
    MEY,
    MEY_FACTOR,
    MORAR,
    MORAR_POINTS,
    RESOURCES,
    TAMS,
    TILE_PENALTY,
    VILLAGE,
    YELLOW,
)
from stramash.games.glen_more.rules.state import GlenMore

__all__ = [
    "CATEGORIES",
    "LOCATION_CARDS",
    "RANKED_CHIEFTAINS",
    "WHISKY",
    "cubes_held",
    "difference_points",
    "fewest",
    "fewest_tiles",
    "location_points",
    "score_finally",
    "score_round",
    "scores",
    "standing",
    "winners",
]

#: What is compared in every scoring
WHISKY, RANKED_CHIEFTAINS, LOCATION_CARDS = 0, 1, 2
CATEGORIES = 3


@rule
def standing(state: GlenMore, seat: int, category: int) -> int:
    """Return what a seat has to compare: barrels, chieftains with tams, or special location cards.

    The Castle of Mey doubles chieftains, not tams.
    """
    if category == WHISKY:
        return int(state.whisky[seat])
    cards, tams = 0, 0
    for place in range(int(state.display_size[seat])):
        tile = state.display[seat, place]
        cards += IS_LOCATION[tile]
        tams += TAMS[tile]
    if category == LOCATION_CARDS:
        return int(cards)
    chieftains = int(state.chieftains[seat])
    if state.owner[MEY] == seat:
        chieftains *= MEY_FACTOR
    return int(chieftains + tams)


@rule
def fewest(state: GlenMore, category: int) -> int:
    """Return what the player has who has least."""
    least = standing(state, 0, category)
    for seat in range(1, int(state.players)):
        least = min(least, standing(state, seat, category))
    return least


@rule
def difference_points(difference: int) -> int:
    """Return the points for a difference to the player with the fewest: five or more all score the same."""
    return int(DIFFERENCE_POINTS[min(difference, len(DIFFERENCE_POINTS) - 1)])


@rule
def score_round(state: GlenMore) -> None:
    """Compare whisky, chieftains and special locations, each on its own, with the player who has fewest."""
    state.scorings += 1
    for category in range(CATEGORIES):
        least = fewest(state, category)
        for seat in range(int(state.players)):
            state.points[seat] += difference_points(standing(state, seat, category) - least)


@rule
def location_points(state: GlenMore, seat: int) -> int:
    """Return what Iona Abbey, Loch Morar and Duart Castle score at the end of the game."""
    yellow, green, villages = 0, 0, 0
    for place in range(int(state.display_size[seat])):
        tile = state.display[seat, place]
        yellow += int(BORDER[tile] == YELLOW)
        green += int(BORDER[tile] == GREEN)
        villages += int(KIND[tile] == VILLAGE)
    points = 0
    if state.owner[IONA] == seat:
        points += IONA_POINTS * yellow
    if state.owner[MORAR] == seat:
        points += MORAR_POINTS * green
    if state.owner[DUART] == seat:
        points += DUART_POINTS * villages
    return points


@rule
def fewest_tiles(state: GlenMore) -> int:
    """Return how many tiles the smallest display has."""
    least = int(state.display_size[0])
    for seat in range(1, int(state.players)):
        least = min(least, int(state.display_size[seat]))
    return least


@rule
def score_finally(state: GlenMore) -> None:
    """Locations, then a point a coin, less three for every tile more than the smallest display has."""
    least = fewest_tiles(state)
    for seat in range(int(state.players)):
        state.points[seat] += location_points(state, seat) + int(state.coins[seat])
        state.points[seat] -= TILE_PENALTY * (int(state.display_size[seat]) - least)


@rule
def scores(state: GlenMore, out: Ints) -> None:
    """Points so far; coins and tiles count once the game is over."""
    for seat in range(int(state.players)):
        out[seat] = state.points[seat]


@rule
def cubes_held(state: GlenMore, seat: int) -> int:
    """Return how many resource cubes lie in a display."""
    cubes = 0
    for resource in range(RESOURCES):
        cubes += int(state.stock[seat, resource])
    return cubes


@rule
def winners(state: GlenMore) -> int:
    """The most points win; a tie goes to the most cubes; those still tied share the victory."""
    if state.player != NOBODY:
        return 0
    best, best_points, best_cubes = 0, 0, 0
    for seat in range(int(state.players)):
        points, cubes = int(state.points[seat]), cubes_held(state, seat)
        if best == 0 or points > best_points or (points == best_points and cubes > best_cubes):
            best, best_points, best_cubes = 1 << seat, points, cubes
        elif points == best_points and cubes == best_cubes:
            best |= 1 << seat
    return best
