"""The state of Glen More: one record for two to five players."""

from __future__ import annotations

from typing import Annotated

from stramash.core.state import Short, Shorts, State
from stramash.games.glen_more.rules.components import FIGURES, RESOURCES, SEATS, SPACES, STACKED, TILES

__all__ = ["GlenMore"]


class GlenMore(State):
    """A ring of tiles, a warehouse, and a display for each seat.

    A tile knows where it lies: in a stack, on the track, gone, or in a display, there so many tiles east and
    north of the starting village. So a display has no edge: it grows as far as there are tiles.

                 north                     track:   13   0   1   2   3
            [2] [5]                                [  ] (0) (1) [7] [2]
            [0] [H] [7]  east                 12   [1]               [5]  4
                [1]                                  11  ...

    """

    # The options
    players: Short
    die_rule: Short  # 0: the die counts tiles, 1: spaces

    # The track
    track: Annotated[Shorts, "i2", SPACES]  # the tile on each space, NO_TILE
    figure: Annotated[Shorts, "i2", FIGURES]  # the space of each seat's figure and of the die, -1: not used
    rolled: Short  # what the die showed last, 0 before
    stack: Annotated[Shorts, "i2", STACKED]  # from `laid` on: tiles still to come, the next one first
    laid: Short  # how many tiles have left the stacks
    scorings: Short  # how many of the three are done
    warehouse: Annotated[Shorts, "i2", RESOURCES]  # spaces of each row that hold coins, from the cheapest

    # The turn
    turn: Short  # from 1
    phase: Short
    origin: Short  # the space from which the player to act sets out
    taken: Short  # the tile taken this turn, NO_TILE before
    working: Short  # the tile that is being paid for, or that produces or converts now
    movement: Short  # movement points left
    ness_used: Short
    gains: Short  # cubes still to choose
    bill: Short
    due: Annotated[Shorts, "i2", RESOURCES]  # what is still due of each resource
    due_any: Short  # how many resources of one's choice are still due, or may still be handed in
    handed: Short  # how many resources were handed in for this bill
    handed_kinds: Short  # which ones, a bit each

    # The tiles
    owner: Annotated[Shorts, "i2", TILES]  # seat, IN_STACK, ON_TRACK or GONE
    east: Annotated[Shorts, "i2", TILES]  # of the starting village, in tiles
    north: Annotated[Shorts, "i2", TILES]
    members: Annotated[Shorts, "i2", TILES]
    activity: Annotated[Shorts, "i2", TILES]  # of this turn: IDLE, WAITING, ACTIVATED
    cubes: Annotated[Shorts, "i2", TILES, RESOURCES]

    # The seats
    display: Annotated[
        Shorts, "i2", SEATS, STACKED + 1
    ]  # tile numbers, in rising order; nobody can have more
    display_size: Annotated[Shorts, "i2", SEATS]
    stock: Annotated[Shorts, "i2", SEATS, RESOURCES]  # cubes in the whole display
    coins: Annotated[Shorts, "i2", SEATS]
    whisky: Annotated[Shorts, "i2", SEATS]
    chieftains: Annotated[Shorts, "i2", SEATS]
    points: Annotated[Shorts, "i2", SEATS]
