"""Why a tile can or cannot be taken, in a sentence."""

from __future__ import annotations

from typing import Any

from stramash.core.errors import BadOption
from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.glen_more.facts.ring import offer_for, offer_text, tiles_ahead
from stramash.games.glen_more.names import tile_name
from stramash.games.glen_more.rules.actions import ACTIONS
from stramash.games.glen_more.rules.components import GONE, IN_STACK, MOVING, STACKED, TILE_OF_NAME
from stramash.games.glen_more.rules.track import space_of

__all__ = ["explain", "why_not"]


def explain(state: Any, seat: int, about: int | str, _: Translate) -> str:
    """Return why a seat can or cannot take a tile, given by name or by its distance in spaces."""
    tile = TILE_OF_NAME.get(about) if isinstance(about, str) else _tile_ahead(state, about)
    if tile is None or tile >= STACKED:
        raise BadOption(f"{about!r} is not a tile of the stacks: tiles are like forest3, iona, village1")
    return why(state, seat, tile, _)


def _tile_ahead(state: Any, ahead: int) -> int:
    tiles = {} if state.player == NOBODY else {steps: tile for steps, _, tile in tiles_ahead(state)}
    if ahead not in tiles:
        raise BadOption(
            f"no tile {ahead!r} spaces ahead: tiles lie {', '.join(map(str, tiles)) or 'nowhere'}; "
            "or name a tile, like forest3"
        )
    return tiles[ahead]


def why(state: Any, seat: int, tile: int, _: Translate) -> str:
    """Return why a seat can or cannot take a tile: its cost, or its place if it is not on the ring."""
    entries = {entry[2]: entry for entry in tiles_ahead(state)}
    owner, name = int(state.owner[tile]), tile_name(tile, _)
    if state.player != NOBODY and tile in entries:
        return offer_text(offer_for(state, seat, *entries[tile]), _)
    if owner == IN_STACK:
        return _("{tile} cannot be taken: it is still in its stack.", tile=name)
    if owner == GONE:
        return _("{tile} cannot be taken: it has left the game.", tile=name)
    if owner >= 0:
        return _("{tile} cannot be taken: it lies in the glen of {who}.", tile=name, who=_.player(owner))
    if state.player == NOBODY:
        return _("The game is over.")
    return _("{tile} is the tile taken this turn.", tile=name)


def why_not(state: Any, action: int, _: Translate) -> str:
    """Return why an action that takes or removes a tile is not legal now; empty for other actions."""
    kind, values = ACTIONS.split(action)
    if kind not in ("take", "remove"):
        return ""
    if state.phase != MOVING:
        return _("You have moved already this turn.")
    if kind == "remove" and space_of(state, values[0]) >= 0:
        return _("A tile leaves the game only if none can be taken.")
    return why(state, int(state.player), values[0], _)
