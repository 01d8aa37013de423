"""What is legal now, asked of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from stramash.core import rules
from stramash.games.glen_more.rules.actions import ACTIONS, PAY, PLACE
from stramash.games.glen_more.rules.moving import legal_places
from stramash.games.glen_more.rules.turn import legal

__all__ = ["legal_actions", "place_actions"]


def legal_actions(state: Any) -> list[int]:
    """Return what the player to act may do, nothing when the game is over."""
    return rules.legal_actions(legal, state, ACTIONS.size)


def place_actions(state: Any, seat: int, tile: int) -> list[int]:
    """Return the actions by which a seat could place a tile, were it taken now."""
    trial, actions = state.copy(), np.empty(ACTIONS.size, np.int32)
    trial.taken = tile
    count = int(legal_places(trial, seat, actions))
    return [action for action in actions[:count].tolist() if PLACE <= action < PAY]
