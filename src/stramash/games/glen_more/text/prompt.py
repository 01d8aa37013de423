"""What the player to act can do now, in a sentence."""

from __future__ import annotations

from typing import Any

from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.glen_more.facts.legal import legal_actions
from stramash.games.glen_more.names import listed, tile_name
from stramash.games.glen_more.rules.actions import DONE, PLACE, REMOVE, SELL
from stramash.games.glen_more.rules.components import (
    ACTIVATING,
    ANY,
    BUTCHERY,
    DIFFERENT,
    ENDING,
    FAIR,
    FILLING,
    GAINING,
    MEMBER,
    MOVING,
    PAYING,
    PLACING,
)
from stramash.games.glen_more.rules.turn import may_decline_gain

__all__ = ["prompt"]


def prompt(state: Any, _: Translate) -> str:
    """Return a text that says what the player to act can do now."""
    if state.player == NOBODY:
        return _("The game is over.")
    phase = int(state.phase)
    if phase == MOVING:
        if _can_take_none(state):
            return _("You can take no tile: move to any; it leaves the game.")
        return _("Take a tile of the ring: your figure moves there.")
    if phase == PLACING:
        return _(
            "Place {tile} in your glen: the icons show what it would activate.",
            tile=tile_name(int(state.taken), _),
        )
    if phase == GAINING:
        tile = tile_name(int(state.working), _)
        if may_decline_gain(state):
            return _("{tile} is empty: choose a resource for it, or none.", tile=tile)
        return _.count(
            "{tile}: choose {n} resource.", "{tile}: choose {n} resources.", int(state.gains), tile=tile
        )
    if phase == FILLING:
        return _("Loch Shiel fills your empty production tiles: sell first what you like, then fill them.")
    if phase == ACTIVATING:
        return _("Activate the lit tiles in any order, or stop.")
    if phase == ENDING:
        if not state.movement:
            return _("End your turn; you may still sell.") if _can_sell(state) else _("End your turn.")
        return _.count(
            "You have {n} movement point: move a clan member or make one a chieftain, or end your turn.",
            "You have {n} movement points: move clan members or make them chieftains, or end your turn.",
            int(state.movement),
        )
    asked = _prompt_bill(state, _)
    return f"{asked} {_('Or stop handing in.')}" if DONE in legal_actions(state) else asked


def _can_take_none(state: Any) -> bool:
    """Return whether the player to move can take no tile; then only moves that remove a tile are legal."""
    return any(REMOVE <= action < PLACE for action in legal_actions(state))


def _can_sell(state: Any) -> bool:
    """Return whether a cube can be sold now."""
    return any(SELL <= action < DONE for action in legal_actions(state))


def _prompt_bill(state: Any, _: Translate) -> str:
    """Return a text that says what is due, or what may be handed in."""
    tile, bill = tile_name(int(state.working), _), int(state.bill)
    if bill == MEMBER:
        return _("{tile} costs a clan member or a chieftain.", tile=tile)
    if bill == DIFFERENT:
        return _.count(
            "{tile} costs {n} more resource, of another kind.",
            "{tile} costs {n} different resources.",
            int(state.due_any),
            tile=tile,
        )
    if bill == ANY:
        return _.count(
            "{tile}: hand in {n} more resource.",
            "{tile}: hand in {n} resources of any kind.",
            int(state.due_any),
            tile=tile,
        )
    if bill == FAIR:
        return _.count(
            "{tile}: hand in up to {n} more resource of a kind not handed in yet.",
            "{tile}: hand in up to {n} resources, all different.",
            int(state.due_any),
            tile=tile,
        )
    due = listed(state.due, _)
    if bill == BUTCHERY:
        return _("{tile}: hand in up to {due}.", tile=tile, due=due)
    if state.phase == PAYING:
        return _("{tile} costs {due}: hand in cubes, or buy at the warehouse.", tile=tile, due=due)
    return _("{tile} takes {due}: hand in cubes, or buy at the warehouse.", tile=tile, due=due)
