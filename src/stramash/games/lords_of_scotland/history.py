"""The history of an imagined state: face-down musters get the cards that lie there."""

from __future__ import annotations

import random
from typing import Any

from stramash.core.dealing import History
from stramash.games.lords_of_scotland.rules.actions import ACTIONS, MUSTER_DOWN
from stramash.games.lords_of_scotland.rules.armies import find_down
from stramash.games.lords_of_scotland.rules.components import (
    ARMY_PLACES,
    DOWNS,
    NO_CARD,
)

__all__ = ["imagine_history"]


def imagine_history(history: History, seat: int, state: Any, dice: random.Random) -> History:
    """Return the history, with each face-down muster naming the card that the state has there.

    Followers that are no longer face-down were shown to all, by Wemyss or at the end of their round: those
    musters stay as they are.
    """
    del seat, dice
    imagined = list(history)
    orders = state.downs.tolist()
    for at in reversed(range(len(imagined))):
        actor, action = imagined[at]
        if actor < 0 or not ACTIONS.veil(action) or not orders[actor]:
            continue
        orders[actor] -= 1
        spot = int(find_down(state, actor * DOWNS + orders[actor]))
        if spot != NO_CARD:
            imagined[at] = actor, MUSTER_DOWN + int(state.army[spot // ARMY_PLACES, spot % ARMY_PLACES])
    return imagined
