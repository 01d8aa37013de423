"""The effects of the end of a turn, as data: refills of the ring, rolls of the die, scorings."""

from __future__ import annotations

from typing import Any

from stramash.core.game import Json
from stramash.core.state import NOBODY
from stramash.games.glen_more.facts.standings import final_points, scoring_points
from stramash.games.glen_more.rules.actions import ACTIONS, DONE
from stramash.games.glen_more.rules.components import (
    CUBE_TILE,
    DIE,
    ENDING,
    GONE,
    IN_STACK,
    NO_TILE,
    SPACES,
    TILE_NAMES,
    UNKNOWN_TILE,
)
from stramash.games.glen_more.rules.display import display_tile
from stramash.games.glen_more.rules.members import neighbour
from stramash.games.glen_more.rules.scoring import LOCATION_CARDS, RANKED_CHIEFTAINS, WHISKY
from stramash.games.glen_more.rules.track import refill_once, roll_die

__all__ = ["list_effects", "list_marks"]


def list_effects(state: Any, action: int) -> list[Json]:
    """Return what follows when this action ends a turn, in order; nothing where the stacks are hidden.

    The refill is tried on a copy, one step at a time.
    """
    hidden = (state.stack == UNKNOWN_TILE).any()
    if action != DONE or state.player == NOBODY or state.phase != ENDING or hidden:
        return []
    found, after, refilling = [], state.copy(), True
    while refilling:
        before = after.copy()
        refilling = bool(refill_once(after))
        found += [_refill(before, after), *_scorings(before, after)]
        if refilling:
            before = after.copy()
            roll_die(after)
            found.append(_roll(before, after))
    return found


def list_marks(state: Any, action: int, *, veiled: bool) -> list[str]:
    """Return the tile that an action is about; a starting village includes its owner."""
    del veiled
    kind, values = ACTIONS.split(action)
    if kind in ("take", "remove"):
        return [f"tile-{values[0]}"]
    if kind == "place":
        return [f"tile-{int(state.taken)}"]
    if kind in ("pay", "sell"):
        return [f"tile-{int(CUBE_TILE[values[0]])}"]
    if kind not in ("member", "use", "move", "crown"):
        return []
    seat = int(state.player)
    tile = int(display_tile(seat, values[0]))
    if kind == "move":
        goal = int(neighbour(state, seat, tile, values[1]))
        tile = tile if goal == NO_TILE else goal
    return [f"tile-{tile}"]


def _refill(before: Any, after: Any) -> Json:
    """Return the tiles that were left behind and have left the game, and those laid, in their order."""
    chain = [(int(before.origin) - 1 + step) % SPACES for step in range(SPACES)]
    left = [int(before.track[space]) for space in chain if before.track[space] != NO_TILE]
    laid = [(space, int(after.track[space])) for space in chain if after.track[space] != NO_TILE]
    return {
        "kind": "refill",
        "left": [TILE_NAMES[tile] for tile in left if after.owner[tile] == GONE],
        "laid": [
            {"tile": TILE_NAMES[tile], "space": space}
            for space, tile in laid
            if before.owner[tile] == IN_STACK
        ],
    }


def _scorings(before: Any, after: Any) -> list[Json]:
    """Return the scorings that a refill brought, and the end of the game. A refill changes no standing."""
    categories = {
        "whisky": scoring_points(before, WHISKY),
        "chieftains": scoring_points(before, RANKED_CHIEFTAINS),
        "locations": scoring_points(before, LOCATION_CARDS),
    }
    numbers = range(int(before.scorings) + 1, int(after.scorings) + 1)
    found = [{"kind": "scoring", "number": number, **_with_sum(categories)} for number in numbers]
    return [*found, {"kind": "end", **_with_sum(final_points(before))}] if after.player == NOBODY else found


def _with_sum(parts: dict[str, list[int]]) -> Json:
    return {**parts, "points": [sum(each) for each in zip(*parts.values(), strict=True)]}


def _roll(before: Any, after: Any) -> Json:
    """Return what the die showed, where it went, and the tile that left the game there."""
    space = int(after.figure[DIE])
    return {
        "kind": "die",
        "rolled": int(after.rolled),
        "space": space,
        "tile": TILE_NAMES[before.track[space]],
    }
