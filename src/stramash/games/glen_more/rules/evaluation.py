"""How well off a player is: a short judgement by eye, for bots that look one action ahead.

What it counts, in points: points scored; each standing (whisky, chieftains with tams, locations) for every
scoring still to come; coins and cubes; end-of-game cards; what tiles promise while the game lasts; less tiles
over the fewest, and less the turns lost by a figure that stands far ahead. A turn under way counts what it is
about to bring: tiles that wait, a conversion begun, a tile taken and its cost.
"""

from __future__ import annotations

from stramash.core.rule import rule
from stramash.core.state import NOBODY
from stramash.games.glen_more.rules.components import (
    BORDER,
    CONVERTING,
    COST,
    ENDING,
    FIELD,
    GRAY,
    IS_LOCATION,
    KIND,
    MOVING,
    NO_TILE,
    PLACING,
    RESOURCES,
    SCORINGS,
    SPACES,
    STACKED,
    TILE_PENALTY,
    WAITING,
    WHISKY_COST,
    WINDFALL_WHISKY,
)
from stramash.games.glen_more.rules.display import members_in_display
from stramash.games.glen_more.rules.scoring import (
    CATEGORIES,
    cubes_held,
    fewest_tiles,
    location_points,
    standing,
    winners,
)
from stramash.games.glen_more.rules.state import GlenMore

__all__ = ["evaluate"]

VICTORY = 100.0
STANDING = 1.1  # one more in a category, for each scoring to come
COIN = 0.8
CUBE = 1.0
MEMBER = 0.9  # in the display, up to a few
USEFUL_MEMBERS = 3
STEP = 0.3  # a space further ahead
WAITING_TILE = 0.6
BEGUN = 2.5  # a conversion
PRODUCTION, GRAY_TILE, LOCH_TILE, BROWN = 2.0, 2.0, 0.5, 4.0  # what a tile promises at the start of the game


@rule
def evaluate(state: GlenMore, seat: int) -> float:
    """Return how many points a seat is about ahead of the best other one; victory weighs more than points."""
    best = -1000.0
    for other in range(int(state.players)):
        if other != seat:
            best = max(best, worth(state, other))
    lead = worth(state, seat) - best
    if state.player == NOBODY:
        lead += VICTORY if winners(state) >> seat & 1 else -VICTORY
    return lead


@rule
def worth(state: GlenMore, seat: int) -> float:
    """Return about how many points a seat's position is worth."""
    total = float(state.points[seat])
    if state.player == NOBODY:
        return total
    left = (STACKED - int(state.laid)) / STACKED
    scorings = SCORINGS - int(state.scorings)
    for category in range(CATEGORIES):
        total += STANDING * scorings * standing(state, seat, category)
    total += COIN * int(state.coins[seat]) + CUBE * cubes_held(state, seat) + location_points(state, seat)
    total += MEMBER * min(members_in_display(state, seat), USEFUL_MEMBERS)
    total -= TILE_PENALTY * (1.0 - left) * (int(state.display_size[seat]) - fewest_tiles(state))
    total -= STEP * ((int(state.figure[seat]) - int(state.origin)) % SPACES)
    for place in range(int(state.display_size[seat])):
        total += promise(int(state.display[seat, place])) * left
    return total + under_way(state, left, scorings) if seat == state.player else total


@rule
def promise(tile: int) -> float:
    """What a tile is about worth over a whole game, beyond what it gives at once."""
    if KIND[tile] <= FIELD:
        return PRODUCTION
    if BORDER[tile] == GRAY:
        return GRAY_TILE
    return LOCH_TILE if IS_LOCATION[tile] else BROWN


@rule
def under_way(state: GlenMore, left: float, scorings: int) -> float:
    """What the turn of the player to act is about to bring."""
    seat, phase = int(state.player), int(state.phase)
    total = 0.0
    if phase == PLACING and state.taken != NO_TILE:
        tile = int(state.taken)
        total += promise(tile) * left + WAITING_TILE
        total += (
            STANDING * scorings * (int(IS_LOCATION[tile]) + int(WINDFALL_WHISKY[tile] - WHISKY_COST[tile]))
        )
        for resource in range(RESOURCES):
            total -= CUBE * int(COST[tile, resource])
    for resource in range(RESOURCES):
        total -= CUBE * int(state.due[resource]) if phase != CONVERTING else 0.0
    if phase == CONVERTING:
        total += BEGUN * (1 + int(state.handed))
    if phase != MOVING and phase != ENDING:
        for place in range(int(state.display_size[seat])):
            if state.activity[state.display[seat, place]] == WAITING:
                total += WAITING_TILE
    return total
