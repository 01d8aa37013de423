"""The evaluation of a state for a seat: a heuristic for bots that look one action ahead.

What it counts, in points: points scored; each standing (whisky, chieftains with tams, locations) for every
scoring still to come; coins, and cubes the more the nearer the end; members in the display; end-of-game
cards; what tiles promise while the game lasts; less tiles over the fewest, and less the turns lost by a
figure that stands far ahead. A turn under way counts what it is about to bring: tiles that wait and are of
use, a conversion begun, a tile taken; what is still to be paid is not counted before.

The weights were found by playing: thousands of games between variants of this evaluation. A distillery or a
brown tile promises less than nothing by itself, because all that it brings is counted where it brings it.
"""

from __future__ import annotations

from stramash.core.rule import rule
from stramash.core.state import NOBODY
from stramash.games.glen_more.rules.activation import is_of_use
from stramash.games.glen_more.rules.components import (
    ABBEY,
    CASTLE,
    CONVERTING,
    DISTILLERY,
    ENDING,
    FIELD,
    IS_LOCATION,
    KIND,
    LOCH,
    MOVING,
    NO_TILE,
    PLACING,
    RESOURCES,
    SCORINGS,
    SPACES,
    STACKED,
    TAVERN,
    TAVERN_POINTS,
    VILLAGE,
    WAITING,
    WHISKY_COST,
    WINDFALL_MEMBERS,
    WINDFALL_WHISKY,
)
from stramash.games.glen_more.rules.display import members_in_display
from stramash.games.glen_more.rules.scoring import (
    CATEGORIES,
    fewest_tiles,
    location_points,
    standing,
    winners,
)
from stramash.games.glen_more.rules.state import GlenMore

__all__ = ["evaluate"]

VICTORY = 100.0
STANDING = 2.1  # one more in a category, for each scoring to come
# What follows has a worth at the start of the game, and one at its end
COIN_EARLY, COIN_LATE = 1.5, 1.7
CUBE_EARLY, CUBE_LATE = 0.0, 1.5
FURTHER_CUBE = 0.8  # of a kind that one has already, of what the first is worth
MEMBER_EARLY, MEMBER_LATE = 0.15, 0.5
USEFUL_MEMBERS = 4
TILE_EARLY, TILE_LATE = 0.75, 2.3  # for each tile over the fewest
STEP = 0.5  # a space further ahead
# What a tile promises at the start of the game
PRODUCTION, CASTLE_TILE, DISTILLERY_TILE, BROWN_TILE = 4.0, 3.7, -3.0, -1.0
# A tile that waits to be activated
PRODUCES, CONVERTS, POINT = 0.65, 5.0, 0.9
# A conversion begun, and each resource handed in for it
BEGUN, HANDED = 2.0, 2.6


@rule
def evaluate(state: GlenMore, seat: int) -> float:
    """Return how many points a seat is about ahead of the best other one; victory weighs more than points."""
    best = -1000.0
    for other in range(int(state.players)):
        if other != seat:
            best = max(best, seat_points(state, other))
    lead = seat_points(state, seat) - best
    if state.player == NOBODY:
        lead += VICTORY if winners(state) >> seat & 1 else -VICTORY
    return lead


@rule
def seat_points(state: GlenMore, seat: int) -> float:
    """Return about how many points a seat's position is worth."""
    total = float(state.points[seat])
    if state.player == NOBODY:
        return total
    left = (STACKED - int(state.laid)) / STACKED
    scorings = SCORINGS - int(state.scorings)
    for category in range(CATEGORIES):
        total += STANDING * scorings * standing(state, seat, category)
    total += location_points(state, seat) + goods(state, seat, left)
    members = min(members_in_display(state, seat), USEFUL_MEMBERS)
    total += between(MEMBER_EARLY, MEMBER_LATE, left) * members
    total -= between(TILE_EARLY, TILE_LATE, left) * (int(state.display_size[seat]) - fewest_tiles(state))
    total -= STEP * ((int(state.figure[seat]) - int(state.origin)) % SPACES)
    for place in range(int(state.display_size[seat])):
        total += promise(int(state.display[seat, place])) * left
    return total + under_way(state, left, scorings) if seat == state.player else total


@rule
def between(early: float, late: float, left: float) -> float:
    """Interpolate between an early and a late value; `left` is the part of the game that is left."""
    return early * left + late * (1.0 - left)


@rule
def goods(state: GlenMore, seat: int, left: float) -> float:
    """Return what coins and cubes are worth; a second cube of a kind is worth less than the first."""
    cubes = 0.0
    for resource in range(RESOURCES):
        count = int(state.stock[seat, resource])
        if count > 0:
            cubes += 1 + FURTHER_CUBE * (count - 1)
    coins = int(state.coins[seat])
    return between(COIN_EARLY, COIN_LATE, left) * coins + between(CUBE_EARLY, CUBE_LATE, left) * cubes


@rule
def promise(tile: int) -> float:
    """Return what a tile is about worth over a whole game, beyond what is counted elsewhere."""
    kind = KIND[tile]
    if kind <= FIELD:
        return PRODUCTION
    if kind == VILLAGE or kind == LOCH:
        return 0.0
    if kind == CASTLE:
        return CASTLE_TILE
    return DISTILLERY_TILE if kind == DISTILLERY or kind == ABBEY else BROWN_TILE


@rule
def under_way(state: GlenMore, left: float, scorings: int) -> float:
    """Return what the turn of the player to act is about to bring."""
    phase = int(state.phase)
    if phase == MOVING or phase == ENDING:
        return 0.0
    total = waiting_tiles(state, int(state.player))
    if phase == CONVERTING:
        return total + BEGUN + HANDED * int(state.handed)
    if phase == PLACING and state.taken != NO_TILE:
        tile = int(state.taken)
        total += promise(tile) * left + PRODUCES
        total += between(MEMBER_EARLY, MEMBER_LATE, left) * int(WINDFALL_MEMBERS[tile])
        cards = int(IS_LOCATION[tile]) + int(WINDFALL_WHISKY[tile] - WHISKY_COST[tile])
        total += STANDING * scorings * cards
    return total


@rule
def waiting_tiles(state: GlenMore, seat: int) -> float:
    """Return what the tiles that still wait to be activated this turn may bring."""
    total = 0.0
    for place in range(int(state.display_size[seat])):
        tile = int(state.display[seat, place])
        if state.activity[tile] != WAITING or not is_of_use(state, seat, tile):
            continue
        if KIND[tile] == TAVERN:
            total += POINT * int(TAVERN_POINTS[tile])
        else:
            total += PRODUCES if KIND[tile] <= ABBEY else CONVERTS
    return total
