"""Clan members: movement points, and members who become chieftains."""

from __future__ import annotations

from stramash.core.rule import rule
from stramash.core.state import Ints
from stramash.games.glen_more.rules.actions import CROWN, DONE, MARCH
from stramash.games.glen_more.rules.components import DIRECTIONS, EAST_STEP, NO_TILE, NORTH_STEP
from stramash.games.glen_more.rules.display import members_in_display, named, tile_at
from stramash.games.glen_more.rules.state import GlenMore
from stramash.games.glen_more.rules.track import refill_ends_game
from stramash.games.glen_more.rules.warehouse import legal_sales

__all__ = ["crown", "legal_movement", "march", "may_crown", "neighbour"]


@rule
def may_crown(state: GlenMore, seat: int) -> bool:
    """One clan member stays in the display, except in the turn whose refill ends the game."""
    return members_in_display(state, seat) > 1 or refill_ends_game(state)


@rule
def neighbour(state: GlenMore, seat: int, tile: int, direction: int) -> int:
    """Return the tile next to a tile in one of the eight directions, NO_TILE if there is none."""
    east = int(state.east[tile]) + EAST_STEP[direction]
    north = int(state.north[tile]) + NORTH_STEP[direction]
    return tile_at(state, seat, east, north)


@rule
def legal_movement(state: GlenMore, seat: int, actions: Ints) -> int:
    """Spend a movement point on a step to a neighbouring tile or on a chieftain; sell; or end the turn."""
    count = 0
    if state.movement > 0:
        for place in range(int(state.display_size[seat])):
            tile = int(state.display[seat, place])
            if state.members[tile] > 0:
                for direction in range(DIRECTIONS):
                    if neighbour(state, seat, tile, direction) != NO_TILE:
                        actions[count] = MARCH + named(tile) * DIRECTIONS + direction
                        count += 1
        if may_crown(state, seat):
            for place in range(int(state.display_size[seat])):
                tile = int(state.display[seat, place])
                if state.members[tile] > 0:
                    actions[count] = CROWN + named(tile)
                    count += 1
    count = legal_sales(state, seat, actions, count)
    actions[count] = DONE
    return count + 1


@rule
def march(state: GlenMore, seat: int, tile: int, direction: int) -> None:
    """Move a clan member to a neighbouring tile, for one movement point."""
    state.members[tile] -= 1
    state.members[neighbour(state, seat, tile, direction)] += 1
    state.movement -= 1


@rule
def crown(state: GlenMore, seat: int, tile: int) -> None:
    """Take a clan member from the display, for one movement point: it is a chieftain from now on."""
    state.members[tile] -= 1
    state.chieftains[seat] += 1
    state.movement -= 1
