"""Random games at full speed, for benchmarks, statistics and search: written once, linked to any game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from stramash.core.game import Rules
from stramash.core.rule import rule
from stramash.core.state import NOBODY

__all__ = ["random_games"]

_TWELVE, _TWENTY_FIVE, _TWENTY_SEVEN = np.uint64(12), np.uint64(25), np.uint64(27)
_HALF = np.uint64(32)


@rule
def random_below(dice: npt.NDArray[np.uint64], bound: int) -> int:
    """Return a number below `bound` from a xorshift generator: dice of the player, not of the game."""
    word = dice[0]
    word ^= word >> _TWELVE
    word ^= word << _TWENTY_FIVE
    word ^= word >> _TWENTY_SEVEN
    dice[0] = word
    return int(np.int64(((word >> _HALF) * np.uint64(bound)) >> _HALF))


@cache
def random_games(rules: Rules) -> Callable[[Any, Any, Any, int], int]:
    """Return a rule that plays whole random games: (states, actions, dice, count) -> actions played.

    The first of two states is a blank with the options and the first seed; each game takes the next seed.
    """
    deal, legal, play = rules.deal, rules.legal, rules.play

    @rule
    def play_games(states: Any, actions: Any, dice: Any, count: int) -> int:
        plies = 0
        blank, state = states[0], states[1]
        for _ in range(count):
            states[1] = blank
            deal(state)
            while state.player != NOBODY:
                choices = legal(state, actions)
                play(state, actions[random_below(dice, choices) if choices > 1 else 0])
                plies += 1
            blank.seed[0] += np.uint64(1)
        return plies

    return play_games
