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
    #: recall(states, later, seat, fits): turn worlds of an earlier moment into ones from which those of
    #: `later` can have come, and write whether each could; None if the game's rules have no `recall`
    recall: Callable[[Any, Any, int, Any], None] | None
    #: begin(states, actions): play an action in each position
    begin: Callable[[Any, Any], None]
    #: watch(states, scratch, tensors, masks, actions): write the observation and the action mask of the seat
    #: to act in each position; both are zero where the game is over
    watch: Callable[..., None]
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
    def note(state: Any, scratch: Any, count: int, tensor: Any, mask: Any, actions: Any) -> None:
        for place in range(count):
            mask[actions[place]] = True
        scratch[0] = state
        hide(scratch[0], int(state.player))
        observe(scratch[0], int(state.player), tensor)

    @rule
    def watch(states: Any, scratch: Any, tensors: Any, masks: Any, actions: Any) -> None:
        for index in range(states.size):
            masks[index] = False
            tensors[index] = 0
            if states[index].player != NOBODY:
                count = legal(states[index], actions)
                note(states[index], scratch, count, tensors[index], masks[index], actions)

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
            note(state, scratch, count, tensors[found], masks[found], actions)
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

    recall = None if rules.recall is None else _recall(rules.recall)
    return Worlds(imagine, recall, begin, watch, look, shares)


def _recall(recall_one: Callable[[Any, Any, int], bool]) -> Callable[[Any, Any, int, Any], None]:
    """Return the loop over a game's `recall`."""

    @rule
    def recall(states: Any, later: Any, seat: int, fits: Any) -> None:
        for index in range(states.size):
            fits[index] = recall_one(states[index], later[index], seat)

    return recall
