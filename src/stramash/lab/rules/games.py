"""Operations on one game of many, for the rules of any game; CPU threads and CUDA kernels call them.

Each function takes arrays and the index of a game in them. A CPU thread loops over a part of the games
(`batch`); on the GPU each thread has one game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from stramash.core.chance import philox
from stramash.core.game import Rules
from stramash.core.playout import random_below
from stramash.core.rule import rule
from stramash.core.state import NOBODY

__all__ = [
    "TO_ACT",
    "Endings",
    "OneGame",
    "Playouts",
    "Results",
    "Scratch",
    "advance_seed",
    "dice_of",
    "digest",
    "one_game",
    "reward",
]

#: In place of a seat: the seat to act.
TO_ACT = -2

_HALF = np.uint64(32)
_ZERO = np.uint64(0)
_SEVEN, _THIRTEEN, _SEVENTEEN = np.uint64(7), np.uint64(13), np.uint64(17)


class Results(NamedTuple):
    """The arrays that a step writes, by game.

    Python passes the fields to a compiled loop or a kernel one by one (`*results`), because Numba needs
    milliseconds to find the type of a tuple of arrays. The records below are passed in the same way.
    """

    #: by game and seat: the reward for this step
    rewards: Any
    #: whether this step ended the game
    over: Any
    #: the seat to act next
    player: Any
    #: by game and seat: the points of the last game that ended
    scores: Any


class Playouts(NamedTuple):
    """The games that random players play to the end."""

    #: the states from which they begin
    positions: Any
    #: how many games begin from each state
    each: Any
    #: whether every game is dealt from the seed of the only state, plus its number
    fresh: Any
    #: the seed of the random players, in an array
    seed: Any


class Scratch(NamedTuple):
    """The memory of one thread that plays games to the end."""

    #: an array of one state
    state: Any
    #: the same memory as 64-bit words
    words: Any
    #: the legal actions
    actions: Any
    #: the state of the random generator, in an array
    dice: Any


class Endings(NamedTuple):
    """The arrays that playouts write, by game."""

    winners: Any
    scores: Any
    lengths: Any
    #: empty if no digests are wanted
    digests: Any


@rule
def reward(winners: int, seat: int, players: int) -> float:
    """Return the reward of a seat for a finished game: 1 for a sole winner; all rewards add up to 0.

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
    """Return the first state of the random generator for the random players of one game."""
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
    """Return a 64-bit hash of a state; `words` are the bytes of the state as 64-bit words."""
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for index in range(words.size):
        mixed ^= words[index]
        mixed ^= mixed << _THIRTEEN
        mixed ^= mixed >> _SEVEN
        mixed ^= mixed << _SEVENTEEN
    return mixed


@dataclass(frozen=True)
class OneGame:
    """The operations for the rules of a game, each compiled."""

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
    #: step(states, blank, index, action, results, again): play an action; `again` deals a finished game again
    step: Callable[..., None]
    #: play_out(playouts, game, scratch, endings, index): play the game of this number to its end by random
    #: actions; write its ending at `index`
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
    def step(states: Any, blank: Any, index: int, action: int, results: Any, again: bool) -> None:
        state = states[index]
        players = results.rewards.shape[1]
        for seat in range(players):
            results.rewards[index, seat] = 0
        results.over[index] = False
        if state.player == NOBODY:
            return
        play(state, action)
        if state.player == NOBODY:
            results.over[index] = True
            points(state, results.scores[index])
            won = winners(state)
            for seat in range(players):
                results.rewards[index, seat] = reward(won, seat, players)
            if again:
                state.seed[1] += np.uint64(1)
                redeal(states, blank, index)
        results.player[index] = state.player

    @rule
    def play_out(playouts: Any, game: int, scratch: Any, endings: Any, index: int) -> None:
        state, actions, dice = scratch.state[0], scratch.actions, scratch.dice
        if playouts.fresh:
            scratch.state[0] = playouts.positions[0]
            advance_seed(state, game)
            deal(state)
        else:
            scratch.state[0] = playouts.positions[game // playouts.each]
        dice[0] = dice_of(playouts.seed[0], game)
        plies = 0
        while state.player != NOBODY:
            choices = legal(state, actions)
            play(state, int(actions[random_below(dice, choices) if choices > 1 else 0]))
            plies += 1
        endings.winners[index] = winners(state)
        points(state, endings.scores[index])
        endings.lengths[index] = plies
        if endings.digests.size:
            endings.digests[index] = digest(scratch.words)

    return OneGame(redeal, mark, see, may, sample, step, play_out)
