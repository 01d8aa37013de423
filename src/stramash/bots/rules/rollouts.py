"""Compiled loops over many imagined positions: deal, observe and play them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from stramash.core.game import Rules
from stramash.core.rule import rule
from stramash.core.state import NOBODY

__all__ = ["Worlds", "worlds_of"]


@dataclass(frozen=True)
class Worlds:
    """The loops, compiled with the rules of a game."""

    #: imagine(hidden, states, seat): fill `states` with worlds that this seat imagines
    imagine: Callable[[Any, Any, int], None]
    #: begin(states, actions): play an action in each position
    begin: Callable[[Any, Any], None]
    #: look(states, scratch, order, tensors, masks, actions) -> count: play forced actions, then write for
    #: each position that is not over its row, its observation and its action mask
    look: Callable[..., int]
    #: shares(states, gains): write the share of the win of each seat in the positions that are over
    shares: Callable[[Any, Any], None]


@cache
def worlds_of(rules: Rules) -> Worlds:
    """Return the loops for the rules of a game."""
    imagine_one, legal, play, winners = rules.imagine, rules.legal, rules.play, rules.winners
    hide, observe = rules.hide, rules.observe

    @rule
    def imagine(hidden: Any, states: Any, seat: int) -> None:
        for index in range(states.size):
            states[index] = hidden[0]
            imagine_one(states[index], seat)
            hidden[0].seed[0] += np.uint64(1)

    @rule
    def begin(states: Any, actions: Any) -> None:
        for index in range(states.size):
            if states[index].player != NOBODY and actions[index] >= 0:
                play(states[index], int(actions[index]))

    @rule
    def look(states: Any, scratch: Any, order: Any, tensors: Any, masks: Any, actions: Any) -> int:
        found = 0
        for index in range(states.size):
            if order[index] < 0:
                continue
            state, count = states[index], 0
            while state.player != NOBODY:
                count = legal(state, actions)
                if count > 1:
                    break
                play(state, int(actions[0]))
            if state.player == NOBODY:
                order[index] = -1
                continue
            order[index] = found
            masks[found] = False
            for place in range(count):
                masks[found, actions[place]] = True
            scratch[0] = state
            hide(scratch[0], int(state.player))
            observe(scratch[0], int(state.player), tensors[found])
            found += 1
        return found

    @rule
    def shares(states: Any, gains: Any) -> None:
        for index in range(states.size):
            if states[index].player == NOBODY:
                bits, count = winners(states[index]), 0
                for seat in range(gains.shape[1]):
                    count += bits >> seat & 1
                for seat in range(gains.shape[1]):
                    gains[index, seat] = (bits >> seat & 1) / max(1, count)

    return Worlds(imagine, begin, look, shares)
