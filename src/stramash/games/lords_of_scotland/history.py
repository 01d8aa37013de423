"""What was done in secret, told again as it would have been in a position that a seat imagines."""

from __future__ import annotations

from typing import Any

from stramash.core.dealing import Happened
from stramash.games.lords_of_scotland.rules.actions import ACTIONS, MUSTER_DOWN
from stramash.games.lords_of_scotland.rules.armies import find_down
from stramash.games.lords_of_scotland.rules.components import (
    ARMY_PLACES,
    DOWNS,
    NO_CARD,
)

__all__ = ["retell"]


def retell(happened: Happened, state: Any) -> Happened:
    """Let every Follower that lies face-down have been mustered as the card that the state has there.

    All others were shown since, by Wemyss or at the end of their round: everybody knows what they are.
    """
    told = list(happened)
    orders = state.downs.tolist()
    for at in reversed(range(len(told))):
        actor, action = told[at]
        if actor < 0 or not ACTIONS.veil(action) or not orders[actor]:
            continue
        orders[actor] -= 1
        spot = int(find_down(state, actor * DOWNS + orders[actor]))
        if spot != NO_CARD:
            told[at] = actor, MUSTER_DOWN + int(state.army[spot // ARMY_PLACES, spot % ARMY_PLACES])
    return told
