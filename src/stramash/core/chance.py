"""Chance lives in the state: the same seed and the same actions give the same game on every machine.

The generator is Philox4x32-10 (Salmon et al., 2011), which is counter-based: the n-th number is a function
of seed and n alone, in 32-bit multiplications that a CPU, a GPU and the interpreter all do alike. A seed has
128 bits, 64 as the key and 64 as the upper half of the counter, so that a table's seed cannot be searched.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from stramash.core.rule import rule
from stramash.core.state import Shorts, State

__all__ = ["below", "hide_seed", "philox", "shuffle"]

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_MULTIPLIER_0 = np.uint64(0xD2511F53)
_MULTIPLIER_1 = np.uint64(0xCD9E8D57)
_WEYL_0 = np.uint64(0x9E3779B9)
_WEYL_1 = np.uint64(0xBB67AE85)
_ROUNDS = 10

Block: TypeAlias = tuple[np.uint64, np.uint64, np.uint64, np.uint64]


@rule
def philox(key: np.uint64, low: np.uint64, high: np.uint64) -> Block:
    """Return four random 32-bit words for a 64-bit key and a 128-bit counter."""
    key_0, key_1 = key & _LOW, key >> _HALF
    a, b = low & _LOW, low >> _HALF
    c, d = high & _LOW, high >> _HALF
    for _ in range(_ROUNDS):
        product_0 = _MULTIPLIER_0 * a
        product_1 = _MULTIPLIER_1 * c
        a, b = (product_1 >> _HALF) ^ b ^ key_0, product_1 & _LOW
        c, d = (product_0 >> _HALF) ^ d ^ key_1, product_0 & _LOW
        key_0 = (key_0 + _WEYL_0) & _LOW
        key_1 = (key_1 + _WEYL_1) & _LOW
    return a, b, c, d


@rule
def _block(state: State) -> Block:
    words = philox(state.seed[0], np.uint64(state.draws), state.seed[1])
    state.draws += 1
    return words


@rule
def _scale(word: np.uint64, bound: int) -> int:
    """Map a 32-bit word to 0..bound-1; for bounds of cards and dice the bias is below one in ten million."""
    return int(np.int64((word * np.uint64(bound)) >> _HALF))


@rule
def hide_seed(state: State) -> None:
    """Blank what future chance follows from: no seat may know it."""
    state.seed[0] = 0
    state.seed[1] = 0
    state.draws = 0


@rule
def below(state: State, bound: int) -> int:
    """Return a random number from 0 to bound - 1."""
    word, _, _, _ = _block(state)
    return _scale(word, bound)


@rule
def shuffle(state: State, cards: Shorts, count: int) -> None:
    """Shuffle the first `count` of these cards: every order is equally likely."""
    left = count
    while left > 1:
        a, b, c, d = _block(state)
        left = _swap_last(cards, left, a)
        left = _swap_last(cards, left, b)
        left = _swap_last(cards, left, c)
        left = _swap_last(cards, left, d)


@rule
def _swap_last(cards: npt.NDArray[np.int16], left: int, word: np.uint64) -> int:
    """Swap the last of the remaining cards with a random one of them; it stays there."""
    if left < 2:
        return left
    last, other = left - 1, _scale(word, left)
    card = cards[last]
    cards[last] = cards[other]
    cards[other] = card
    return last
