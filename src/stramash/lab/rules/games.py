"""Operations on one game of many, for the rules of any game; CPU threads and CUDA kernels call them.

Each function takes arrays and the index of a game in them. A CPU thread loops over a part of the games
(`batch`); on the GPU each thread has one game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from stramash.core.chance import philox
from stramash.core.game import Rules
from stramash.core.playout import random_below
from stramash.core.rule import rule
from stramash.core.state import NOBODY

__all__ = ["TO_ACT", "OneGame", "advance_seed", "dice_of", "digest", "one_game", "reward"]

#: Ask `observe` for the seat to act.
TO_ACT = -2

_HALF = np.uint64(32)
_ZERO = np.uint64(0)
_SEVEN, _THIRTEEN, _SEVENTEEN = np.uint64(7), np.uint64(13), np.uint64(17)


@rule
def reward(winners: int, seat: int, players: int) -> float:
    """Return what a seat gets for the end of a game: 1 for winning alone; all rewards together are 0.

    >>> [reward(0b01, seat, 2) for seat in range(2)], [reward(0b011, seat, 3) for seat in range(3)]
    ([1.0, -1.0], [0.25, 0.25, -0.5])
    """
    count = 0
    for other in range(players):
        count += winners >> other & 1
    if winners >> seat & 1:
        return (players - count) / (count * (players - 1))
    return -1 / (players - 1)


@rule
def dice_of(seed: np.uint64, game: int) -> np.uint64:
    """The dice with which the random players of one game of many begin."""
    a, b, _, _ = philox(seed, np.uint64(game), _ZERO)
    return a << _HALF | b | np.uint64(1)


@rule
def advance_seed(state: Any, count: int) -> None:
    """Add `count` to a seed of 128 bits."""
    low = state.seed[0]
    state.seed[0] = low + np.uint64(count)
    if state.seed[0] < low:
        state.seed[1] += np.uint64(1)


@rule
def digest(words: Any) -> np.uint64:
    """Return a number that two different states hardly share; `words` are its bytes, eight each."""
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for index in range(words.size):
        mixed ^= words[index]
        mixed ^= mixed << _THIRTEEN
        mixed ^= mixed >> _SEVEN
        mixed ^= mixed << _SEVENTEEN
    return mixed


@dataclass(frozen=True)
class OneGame:
    """The operations, compiled with the rules of a game."""

    #: redeal(states, blank, index): begin again from the seed that the state holds
    redeal: Callable[..., None]
    #: mark(states, index, actions, mask): set what is legal in a mask that is empty
    mark: Callable[..., None]
    #: see(states, index, scratch, at, seat, tensor): write the observation of a seat
    see: Callable[..., None]
    #: may(states, index, actions, action) -> whether an action is legal
    may: Callable[..., bool]
    #: sample(states, index, actions, dice) -> a legal action, each equally likely
    sample: Callable[..., int]
    #: step(states, blank, index, action, rewards, over, player, scores, again): play an action
    step: Callable[..., None]
    #: play_out(positions, each, fresh, index, first, seed, scratch, words, actions, dice, won, scores,
    #: lengths, digests): play one of `each` games from a position, or a fresh deal, to its end by random
    #: choices; what is written at `index` is game number `first + index`
    play_out: Callable[..., None]


@cache
def one_game(rules: Rules) -> OneGame:
    """Return the operations for the rules of a game."""
    deal, legal, play = rules.deal, rules.legal, rules.play
    hide, observe, winners, points = rules.hide, rules.observe, rules.winners, rules.scores

    @rule
    def redeal(states: Any, blank: Any, index: int) -> None:
        state = states[index]
        low, high = state.seed[0], state.seed[1]
        states[index] = blank[0]
        state.seed[0] = low
        state.seed[1] = high
        deal(state)

    @rule
    def mark(states: Any, index: int, actions: Any, mask: Any) -> None:
        state = states[index]
        if state.player != NOBODY:
            for place in range(legal(state, actions)):
                mask[actions[place]] = True

    @rule
    def sample(states: Any, index: int, actions: Any, dice: Any) -> int:
        state = states[index]
        if state.player == NOBODY:
            return 0
        choices = legal(state, actions)
        return int(actions[random_below(dice, choices) if choices > 1 else 0])

    @rule
    def see(states: Any, index: int, scratch: Any, at: int, seat: int, tensor: Any) -> None:
        scratch[at] = states[index]
        state = scratch[at]
        viewer = int(state.player) if seat == TO_ACT else seat
        hide(state, viewer)
        observe(state, viewer, tensor)

    @rule
    def may(states: Any, index: int, actions: Any, action: int) -> bool:
        state = states[index]
        if state.player == NOBODY:
            return True  # actions for finished games are ignored
        for place in range(legal(state, actions)):
            if actions[place] == action:
                return True
        return False

    @rule
    def step(
        states: Any,
        blank: Any,
        index: int,
        action: int,
        rewards: Any,
        over: Any,
        player: Any,
        scores: Any,
        again: bool,
    ) -> None:
        state = states[index]
        players = rewards.shape[1]
        for seat in range(players):
            rewards[index, seat] = 0
        over[index] = False
        if state.player == NOBODY:
            return
        play(state, action)
        if state.player == NOBODY:
            over[index] = True
            points(state, scores[index])
            won = winners(state)
            for seat in range(players):
                rewards[index, seat] = reward(won, seat, players)
            if again:
                state.seed[1] += np.uint64(1)
                redeal(states, blank, index)
        player[index] = state.player

    @rule
    def play_out(
        positions: Any,
        each: int,
        fresh: bool,
        index: int,
        first: int,
        seed: Any,
        scratch: Any,
        words: Any,
        actions: Any,
        dice: Any,
        won: Any,
        scores: Any,
        lengths: Any,
        digests: Any,
    ) -> None:
        state, game = scratch[0], first + index
        if fresh:
            scratch[0] = positions[0]
            advance_seed(state, game)
            deal(state)
        else:
            scratch[0] = positions[game // each]
        dice[0] = dice_of(seed[0], game)
        plies = 0
        while state.player != NOBODY:
            choices = legal(state, actions)
            play(state, int(actions[random_below(dice, choices) if choices > 1 else 0]))
            plies += 1
        won[index] = winners(state)
        points(state, scores[index])
        lengths[index] = plies
        if digests.size:
            digests[index] = digest(words)

    return OneGame(redeal, mark, see, may, sample, step, play_out)
