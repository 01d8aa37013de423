"""The state of Glen More: one record for two to five players, and what its fields mean in JSON.

What lies in displays and stacks stands in the JSON as players see it; `position` tells and reads that.
"""

from __future__ import annotations

from typing import Annotated, Any

from stramash.core.fields import Bits, Count, Flag, Group, Key, Name, Phase, Seat
from stramash.core.state import Short, Shorts, State
from stramash.games.glen_more.rules.components import (
    BILL_NAMES,
    ENDING,
    FIGURES,
    NO_TILE,
    PHASE_NAMES,
    RESOURCE_NAMES,
    RESOURCES,
    ROW_SPACES,
    SCORINGS,
    SEATS,
    SPACES,
    STACKED,
    TILE_NAMES,
    TILES,
    UNKNOWN_TILE,
)

__all__ = ["MANY", "STACKED_TILE", "GlenMore"]

#: The most that a position may have of anything: far more than a game adds to 1000, and far less than what a
#: number of the state holds
MANY = 5000
#: A tile of the stacks by its name; a view knows only the backs of those still to come
STACKED_TILE = Name(TILE_NAMES[:STACKED], null=NO_TILE, hidden={UNKNOWN_TILE: TILE_NAMES[UNKNOWN_TILE]})


def _players(state: Any) -> int:
    return int(state.players)


_SEAT = Seat(_players, nobody=True)
_SPACE = Count(0, SPACES - 1)
_MANY = Count(0, MANY)
_POINTS = Count(-MANY, MANY)
_DUE = Count(0, 2)
_RESOURCES = Count(0, RESOURCES)
_KINDS = Bits(RESOURCE_NAMES)
_BILL = Group("bill", ("kind", "due", "due_any", "handed", "handed_kinds"))
_SEATS = Group("seats", ("coins", "whisky", "chieftains", "points", "display"), rows=_players)


class GlenMore(State):
    """A ring of tiles, a warehouse, and a display for each seat.

    The state says where each tile lies: in a stack, on the track, gone, or in a display, by how many tiles
    east and north of the starting village. So a display has no edge: it grows as far as there are tiles.

                 north                     track:   13   0   1   2   3
            [2] [5]                                [  ] (0) (1) [7] [2]
            [0] [H] [7]  east                 12   [1]               [5]  4
                [1]                                  11  ...
    """

    # The options
    players: Short
    die_rule: Short  # 0: the die counts tiles, 1: spaces

    # The track
    track: Annotated[Shorts, "i2", SPACES, Key("track", STACKED_TILE)]  # the tile on each space, NO_TILE
    #: the space of each seat's figure and of the die, -1: not used
    figure: Annotated[Shorts, "i2", FIGURES, Key("figures", _SPACE, rows=_players)]
    rolled: Annotated[Short, Key("rolled", Count(0, 3))]  # what the die showed last, 0 before
    #: from `laid` on: tiles to come, the next one first
    stack: Annotated[Shorts, "i2", STACKED, Key("stacks", hidden_from="everyone")]
    laid: Short  # how many tiles have left the stacks
    scorings: Annotated[Short, Key("scorings", Count(0, SCORINGS))]  # how many of the three are done
    #: spaces of each row that hold coins, from the cheapest
    warehouse: Annotated[
        Shorts, "i2", RESOURCES, Key("warehouse", Count(0, ROW_SPACES), names=RESOURCE_NAMES)
    ]

    # The turn
    turn: Annotated[Short, Key("turn", Count(1, MANY))]
    phase: Annotated[Short, Key("phase", Phase(PHASE_NAMES, end=ENDING))]
    player: Annotated[Short, Key("player", _SEAT)]
    origin: Annotated[Short, Key("origin", _SPACE)]  # the space from which the player to act sets out
    taken: Annotated[Short, Key("taken", STACKED_TILE)]  # this turn, NO_TILE before
    working: Annotated[Short, Key("working", STACKED_TILE)]  # being paid for, or produces or converts now
    movement: Annotated[Short, Key("movement", _MANY)]  # movement points left
    ness_used: Annotated[Short, Key("ness_used", Flag())]
    gains: Annotated[Short, Key("gains", Count(0, 2))]  # cubes still to choose
    bill: Annotated[Short, Key("kind", Name(BILL_NAMES), group=_BILL)]
    #: what is still due of each resource
    due: Annotated[Shorts, "i2", RESOURCES, Key("due", _DUE, names=RESOURCE_NAMES, sparse=True, group=_BILL)]
    #: resources of one's choice that are still due, or may still be handed in
    due_any: Annotated[Short, Key("due_any", _RESOURCES, group=_BILL)]
    handed: Annotated[Short, Key("handed", _RESOURCES, group=_BILL)]  # resources handed in for this bill
    handed_kinds: Annotated[Short, Key("handed_kinds", _KINDS, group=_BILL)]  # which ones, a bit each

    # The tiles
    owner: Annotated[Shorts, "i2", TILES, Key("gone")]  # seat, IN_STACK, ON_TRACK or GONE
    east: Annotated[Shorts, "i2", TILES]  # of the starting village, in tiles
    north: Annotated[Shorts, "i2", TILES]
    members: Annotated[Shorts, "i2", TILES]
    activity: Annotated[Shorts, "i2", TILES]  # of this turn: IDLE, WAITING, ACTIVATED
    cubes: Annotated[Shorts, "i2", TILES, RESOURCES]

    # The seats
    #: tile numbers, in rising order; no seat can have more
    display: Annotated[Shorts, "i2", SEATS, STACKED + 1]
    display_size: Annotated[Shorts, "i2", SEATS]
    stock: Annotated[Shorts, "i2", SEATS, RESOURCES]  # cubes in the whole display
    coins: Annotated[Shorts, "i2", SEATS, Key("coins", _MANY, group=_SEATS)]
    whisky: Annotated[Shorts, "i2", SEATS, Key("whisky", _MANY, group=_SEATS)]
    chieftains: Annotated[Shorts, "i2", SEATS, Key("chieftains", _MANY, group=_SEATS)]
    points: Annotated[Shorts, "i2", SEATS, Key("points", _POINTS, group=_SEATS)]
