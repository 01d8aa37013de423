"""The CUDA kernels: each thread calls the operations of `rules.games` for one game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np

from stramash.core.game import Game
from stramash.lab.rules.games import Endings, Playouts, Results, Scratch, one_game

if not hasattr(np, "row_stack"):  # numba-cuda asks for a name that NumPy dropped
    setattr(np, "row_stack", np.vstack)  # noqa: B010

from numba import cuda
from numba.core import cgutils
from numba.cuda.extending import intrinsic
from numba.cuda.np.arrayobj import (  # type: ignore[import-not-found]
    make_array,
    populate_array,
)

__all__ = ["Kernel", "kernels"]

_FLAG, _WORD, _INT, _LONG = numba.boolean, numba.uint64, numba.int32, numba.int64


@dataclass(frozen=True)
class Kernel:
    """A kernel in Python, and the types of its arguments."""

    function: Any
    signature: tuple[Any, ...]


def _array(kind: Any, dimensions: int = 1, layout: str = "C") -> Any:
    return numba.types.Array(kind, dimensions, layout)


@intrinsic  # type: ignore[untyped-decorator]
def as_state(_: Any, words: Any, states: Any) -> Any:
    """Return 64-bit words as an array of one state, with the dtype of another array."""
    found = numba.types.Array(states.dtype, 1, "C")

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = make_array(signature.args[0])(context, builder, arguments[0])
        target = make_array(signature.return_type)(context, builder)
        itemsize = context.get_constant(numba.intp, signature.return_type.dtype.size)
        populate_array(
            target,
            data=builder.bitcast(source.data, target.data.type),
            shape=[context.get_constant(numba.intp, 1)],
            strides=[itemsize],
            itemsize=itemsize,
            meminfo=None,
        )
        return target._getvalue()

    return found(words, states), build


@intrinsic  # type: ignore[untyped-decorator]
def cleared(_: Any, numbers: Any) -> Any:
    """Return an array of zeros that reports length 0, so that the clearing loop of a rule does nothing.

    Rules clear an observation before they write it. Here all observations are cleared in one operation, at
    the speed of the memory. The array can still be written to.
    """

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = make_array(signature.return_type)(context, builder, arguments[0])
        nothing = context.get_constant(numba.intp, 0)
        array.nitems = nothing
        array.shape = cgutils.pack_array(builder, [nothing])
        return array._getvalue()

    return numbers(numbers), build


def kernels(game: Game) -> dict[str, Kernel]:
    """Return the kernels of a game, by name: they serve all its variants that have as many actions."""
    return _kernels(type(game), game.num_actions)


@cache
def _kernels(game: type[Game], num_actions: int) -> dict[str, Kernel]:
    one = one_game(game.rules)
    redeal_one, mark_one, see_one, may = one.redeal, one.mark, one.see, one.may
    sample_one, step_one, play_one = one.sample, one.step, one.play_out
    dtype = game().blank().dtype
    record = numba.from_dtype(dtype)
    words_each, most = dtype.itemsize // 8, num_actions + 1

    def redeal(states: Any, blank: Any, player: Any) -> None:
        index = cuda.grid(1)
        if index < states.size:
            redeal_one(states, blank, index)
            player[index] = states[index].player

    def mark(states: Any, masks: Any) -> None:
        index = cuda.grid(1)
        if index < states.size:
            actions = cuda.local.array(most, numba.int16)
            mark_one(states, index, actions, masks[index])

    def see(states: Any, seat: int, tensors: Any) -> None:
        words = cuda.local.array(words_each, numba.uint64)
        scratch = as_state(words, states)
        for index in range(cuda.grid(1), states.size, cuda.gridsize(1)):
            see_one(states, index, scratch, 0, seat, cleared(tensors[:, index]))

    def widen(short: Any, long: Any) -> None:
        index = cuda.grid(1)
        if index < short.size:
            long[index] = short[index]

    def check(states: Any, chosen: Any, wrong: Any) -> None:
        index = cuda.grid(1)
        if index < states.size:
            actions = cuda.local.array(most, numba.int16)
            if not wrong[2] and not may(states, index, actions, chosen[index]):
                cuda.atomic.min(wrong, 0, index)

    def sample(states: Any, dice: Any, chosen: Any) -> None:
        index = cuda.grid(1)
        if index < states.size:
            actions = cuda.local.array(most, numba.int16)
            chosen[index] = sample_one(states, index, actions, dice[index : index + 1])

    def step(
        states: Any,
        blank: Any,
        chosen: Any,
        rewards: Any,
        over: Any,
        player: Any,
        scores: Any,
        again: bool,
        wrong: Any,
    ) -> None:
        index = cuda.grid(1)
        if index < states.size:
            if wrong[0] == states.size:
                step_one(states, blank, index, chosen[index], Results(rewards, over, player, scores), again)
                return
            over[index] = False
            for seat in range(rewards.shape[1]):
                rewards[index, seat] = 0
            if index == wrong[0] and not wrong[2]:
                wrong[1] = chosen[index]
                wrong[2] = True

    def play_out(
        positions: Any,
        each: int,
        fresh: bool,
        seed: Any,
        first: int,
        winners: Any,
        scores: Any,
        lengths: Any,
        digests: Any,
    ) -> None:
        words = cuda.local.array(words_each, numba.uint64)
        actions = cuda.local.array(most, numba.int16)
        dice = cuda.local.array(1, numba.uint64)
        playouts = Playouts(positions, each, fresh, seed)
        scratch = Scratch(as_state(words, positions), words, actions, dice)
        endings = Endings(winners, scores, lengths, digests)
        for index in range(cuda.grid(1), winners.size, cuda.gridsize(1)):
            play_one(playouts, first + index, scratch, endings, index)

    states, numbers, table = _array(record), _array(_INT), _array(_INT, 2)
    chosen, flags, rewards = _array(_LONG), _array(_FLAG), _array(numba.float32, 2)
    plays = (states, _LONG, _FLAG, _array(_WORD), _LONG, numbers, table, numbers, _array(_WORD))
    return {
        "redeal": Kernel(redeal, (states, states, numbers)),
        "mark": Kernel(mark, (states, _array(_FLAG, 2))),
        "see": Kernel(see, (states, _LONG, _array(numba.float32, 2))),
        "widen": Kernel(widen, (numbers, chosen)),
        "check": Kernel(check, (states, chosen, chosen)),
        "sample": Kernel(sample, (states, _array(_WORD), chosen)),
        "step": Kernel(step, (states, states, chosen, rewards, flags, numbers, table, _FLAG, chosen)),
        "play_out": Kernel(play_out, plays),
    }
