"""What a seat knows: hiding what it may not know, and imagining what is hidden.

Only the order of the stacks is hidden, and the seed. Everything else lies open, also which tiles have left
the game; so all seats know the same, and which tiles are still to come is known to everybody.
"""

from __future__ import annotations

from stramash.core.chance import hide_seed, shuffle
from stramash.core.rule import rule
from stramash.games.glen_more.rules.components import (
    IN_STACK,
    STACK,
    STACKED,
    UNKNOWN_TILE,
)
from stramash.games.glen_more.rules.state import GlenMore

__all__ = ["hide", "imagine"]


@rule
def hide(state: GlenMore, seat: int) -> None:
    """Blank the order of the stacks and the seed: no seat knows them."""
    hide_seed(state)
    for place in range(int(state.laid), STACKED):
        state.stack[place] = UNKNOWN_TILE


@rule
def imagine(state: GlenMore, seat: int) -> None:
    """Shuffle the tiles that are still to come, each stack by itself. The state brings a fresh seed."""
    place, first = int(state.laid), int(state.laid)
    for tile in range(STACKED):
        if state.owner[tile] != IN_STACK:
            continue
        if place > first and STACK[state.stack[first]] != STACK[tile]:
            shuffle(state, state.stack[first:], place - first)
            first = place
        state.stack[place] = tile
        place += 1
    shuffle(state, state.stack[first:], place - first)
