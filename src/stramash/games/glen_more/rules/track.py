"""The track: the ring of 14 spaces, the chain of figures and tiles, its refill, and the die.

The chain starts at the rearmost figure and runs clockwise over 13 spaces; the space behind it is free. When
the rearmost figure leaves, the next one becomes rearmost, and whatever tiles lay between the two go away. So
the chain never has a hole, and as many tiles are laid at its end as its start has moved on.
"""

from __future__ import annotations

from stramash.core.chance import below
from stramash.core.rule import rule
from stramash.core.state import NOBODY
from stramash.games.glen_more.rules.components import (
    DIE,
    DIE_FACES,
    FIGURES,
    GONE,
    NO_TILE,
    ON_TRACK,
    SPACES,
    STACK,
    STACKED,
)
from stramash.games.glen_more.rules.scoring import score_finally, score_round
from stramash.games.glen_more.rules.state import GlenMore

__all__ = [
    "die_target",
    "figure_on",
    "lay_tile",
    "move_figure",
    "next_figure_space",
    "refill",
    "refill_ends_game",
    "refill_once",
    "roll_die",
    "space_of",
    "tiles_to_lay",
]


@rule
def figure_on(state: GlenMore, space: int) -> int:
    """Return the seat whose figure stands on a space, DIE if it is the die, NOBODY if none does."""
    for figure in range(FIGURES):
        if state.figure[figure] == space:
            return figure
    return NOBODY


@rule
def space_of(state: GlenMore, tile: int) -> int:
    """Return the space of the track on which a tile lies, -1 if it does not."""
    for space in range(SPACES):
        if state.track[space] == tile:
            return space
    return -1


@rule
def move_figure(state: GlenMore, figure: int, space: int) -> int:
    """Move a figure or the die to a space and take up the tile that lies there."""
    tile = int(state.track[space])
    state.track[space] = NO_TILE
    state.figure[figure] = space
    return tile


@rule
def next_figure_space(state: GlenMore, space: int) -> int:
    """Return the first space clockwise behind this one on which a figure or the die stands."""
    ahead = (space + 1) % SPACES
    while figure_on(state, ahead) == NOBODY:
        ahead = (ahead + 1) % SPACES
    return ahead


@rule
def tiles_to_lay(state: GlenMore) -> int:
    """Return how many tiles the refill lays: one for the figure that moved, one for each tile it passed."""
    return (next_figure_space(state, int(state.origin)) - int(state.origin) - 1) % SPACES + 1


@rule
def refill_ends_game(state: GlenMore) -> bool:
    """Return whether the refill after this turn lays the last tile."""
    return int(state.laid) + tiles_to_lay(state) >= STACKED


@rule
def lay_tile(state: GlenMore, space: int) -> None:
    """Lay the next tile; the last of stack 1, 2 and 3 halts the game for a scoring, the very last ends it."""
    tile = int(state.stack[state.laid])
    state.stack[state.laid] = NO_TILE
    state.laid += 1
    state.track[space] = tile
    state.owner[tile] = ON_TRACK
    state.reveals += 1
    last = state.laid == STACKED
    if STACK[tile] > 0 and (last or STACK[state.stack[state.laid]] != STACK[tile]):
        score_round(state)
    if last:
        score_finally(state)
        state.player = NOBODY


@rule
def refill(state: GlenMore) -> None:
    """Refill the track; a die that is rearmost then moves at once, and the track is refilled again."""
    while refill_once(state):
        roll_die(state)


@rule
def refill_once(state: GlenMore) -> bool:
    """Clear away the tiles left behind and lay new ones, until exactly one space behind the chain is free.

    Return whether the die is rearmost now; a figure that is takes the next turn.
    """
    origin = int(state.origin)
    count = tiles_to_lay(state)
    for step in range(1, count):
        space = (origin + step) % SPACES
        state.owner[state.track[space]] = GONE
        state.track[space] = NO_TILE
    for step in range(count):
        lay_tile(state, (origin - 1 + step) % SPACES)
        if state.player == NOBODY:
            return False
    state.origin = (origin + count) % SPACES
    figure = figure_on(state, int(state.origin))
    if figure == DIE:
        return True
    state.player = figure
    return False


@rule
def roll_die(state: GlenMore) -> None:
    """The die moves on, and the tile it comes to leaves the game."""
    state.rolled = DIE_FACES[below(state, len(DIE_FACES))]
    state.reveals += 1
    tile = move_figure(state, DIE, die_target(state, int(state.rolled)))
    state.owner[tile] = GONE


@rule
def die_target(state: GlenMore, face: int) -> int:
    """Return where the die goes: `face` tiles ahead; or `face` spaces ahead, and then to the next tile."""
    space = int(state.figure[DIE])
    if state.die_rule == 1:
        space = (space + face) % SPACES
        while state.track[space] == NO_TILE:
            space = (space + 1) % SPACES
        return space
    while face > 0:
        space = (space + 1) % SPACES
        if state.track[space] != NO_TILE:
            face -= 1
    return space
