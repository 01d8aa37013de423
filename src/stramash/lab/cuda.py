"""Many games on a GPU: one thread a game, and the same rules."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from stramash.core.errors import BadOption
from stramash.core.game import Game
from stramash.core.tuning import KernelParameters
from stramash.lab.cpu import IllegalMove, as_actions, dice_for, not_actions
from stramash.lab.cuda_contract import check_game, options_of
from stramash.lab.cuda_device import DeviceArray, Program, capability, device, foreign, multiprocessors
from stramash.lab.cuda_versions import check_version
from stramash.lab.rules.games import Endings, Playouts, Results

__all__ = ["CudaGames", "play_out", "program"]

#: Threads per block of kernels that play one action in each game
THREADS = 128
#: Threads per multiprocessor of the kernel that writes observations. With more threads the output no longer
#: fits the caches
SEEING_THREADS = 384
#: Threads per block of the kernel that plays games to their end
PLAYOUT_THREADS = 256


#: The most playouts in the GPU's memory at a time
MOST_PLAYOUTS = 1 << 24


class CudaGames:
    """The states of many games and the results of their last step, in GPU memory."""

    def __init__(self, game: Game, size: int) -> None:
        check_game(game)
        check_version()
        device()
        self._game = game
        self._size = size
        self._blocks = -(-size // THREADS)
        blank = game.blank()
        self._blank = DeviceArray.of(blank)
        self.states = DeviceArray.of(np.repeat(blank, size))
        self.rewards = DeviceArray((size, game.players), np.float32)
        self.over = DeviceArray((size,), np.bool_)
        self.player = DeviceArray((size,), np.int32)
        self.scores = DeviceArray((size, game.players), np.int32)
        self._results = Results(self.rewards, self.over, self.player, self.scores)
        self._masks = DeviceArray((size, game.num_actions), np.bool_)
        # Neighbouring threads write neighbouring numbers: a row for each feature, a column for each game.
        self._tensors = DeviceArray((game.tensor_size, size), np.float32)
        self._chosen = DeviceArray((size,), np.int64)
        self._sampled = DeviceArray((size,), np.int64)
        self._dice = DeviceArray((size,), np.uint64)
        #: the first game with an illegal action, or `size`; that action; whether it is still to be reported
        self._wrong = DeviceArray.of(np.array([size, 0, 0], np.int64))
        self.scores.clear()

    def _run(self, name: str, *arguments: Any) -> None:
        program(self._game, name).start(self._blocks, THREADS, *arguments)

    def deal(self, seeds: npt.NDArray[np.uint64]) -> None:
        """Deal every game from its seed."""
        states = np.repeat(self._game.blank(), self._size)
        states["seed"] = seeds
        self.states.put(states)
        self._dice.put(dice_for(seeds))
        self._forget_wrong()
        self.rewards.clear()
        self.over.clear()
        self._run("redeal", self.states, self._blank, self.player)

    def mask(self) -> DeviceArray:
        """Return which actions are legal."""
        self._masks.clear()
        self._run("mark", self.states, self._masks)
        return self._masks

    def see(self, seat: int) -> DeviceArray:
        """Return the observations of a seat, or of the players to act."""
        self._tensors.clear()
        blocks = min(self._blocks, multiprocessors() * SEEING_THREADS // THREADS)
        program(self._game, "see").start(blocks, THREADS, self.states, seat, self._tensors)
        return self._tensors.T

    def sample(self) -> DeviceArray:
        """Return a legal action of every game, at random."""
        self._run("sample", self.states, self._dice, self._sampled)
        return self._sampled

    def step(self, actions: Any, check: bool, again: bool) -> IllegalMove | None:
        """Play an action in every game; if one is illegal, play none: `illegal` returns it."""
        chosen = self._on_device(actions)
        if check:
            self._run("check", self.states, chosen, self._wrong)
        self._run("step", self.states, self._blank, chosen, *self._results, again, self._wrong)
        return None

    def _on_device(self, actions: Any) -> DeviceArray:
        """Return actions as 64-bit integers on the GPU; such an array on the GPU is not copied."""
        found = foreign(actions)
        if found is None:
            self._chosen.put(as_actions(actions, self._size).astype(np.int64))
            return self._chosen
        if found.shape != (self._size,) or found.dtype.kind not in "iu":
            raise not_actions(found, self._size)
        if not found.contiguous:
            raise BadOption(
                "actions that do not lie one after the other are not possible: make them contiguous"
            )
        if found.dtype == np.int64:
            return found
        if found.dtype != np.int32:
            raise BadOption(f"actions of type {found.dtype} are not possible: give int64 or int32")
        self._run("widen", found, self._chosen)
        return self._chosen

    def illegal(self) -> IllegalMove | None:
        """Return the first illegal action since the last call; None if there was none."""
        game, action, _ = self._wrong.get().tolist()
        if game == self._size:
            return None
        self._forget_wrong()
        return IllegalMove(game, action)

    def _forget_wrong(self) -> None:
        self._wrong.put(np.array([self._size, 0, 0], np.int64))

    def host(self, index: int) -> npt.NDArray[np.void]:
        """Return a copy of the state of one game."""
        return self.states.item(index % self._size)


@cache
def program(game: Game, name: str) -> Program:
    """Return a kernel of a game on the GPU; print a line if it must be compiled first.

    Kernels are compiled for the options of the game, without code for other options.
    """
    check_game(game)
    device()
    from stramash.lab.cuda_compile import compile_kernel
    from stramash.lab.cuda_kernels import kernels

    kernel, parameters = kernels(game)[name], KernelParameters(registers=None, unroll=True)
    if name == "play_out":
        parameters = game.kernel
    code = compile_kernel(
        kernel.function,
        kernel.signature,
        fixed=options_of(game),
        capability=capability(),
        registers=parameters.registers,
        unroll=parameters.unroll,
        on_compile=lambda: _say(game, name),
    )
    return Program(code.name, code.cubin)


def _say(game: Game, name: str) -> None:
    line = f"Compiling {name} of {game.title} for the GPU, once on this machine: it takes some seconds"
    print(line, file=sys.stderr)  # noqa: T201


def launch_for(game: Game, run: Program, count: int) -> tuple[int, int]:
    """Return the numbers of blocks and of threads for a number of playouts."""
    blocks = -(-count // PLAYOUT_THREADS)
    if game.kernel.crowded:
        blocks = min(blocks, run.resident(PLAYOUT_THREADS) // 2)
    return blocks, PLAYOUT_THREADS


def play_out(game: Game, playouts: Playouts, endings: Endings) -> None:
    """Play games to their end by random actions; write how they ended."""
    run = program(game, "play_out")
    states, count = playouts.positions, len(endings.winners)
    positions = states if isinstance(states, DeviceArray) else DeviceArray.of(states)
    playouts = playouts._replace(positions=positions, seed=DeviceArray.of(playouts.seed))
    for start in range(0, count, MOST_PLAYOUTS):
        part = slice(start, min(start + MOST_PLAYOUTS, count))
        found = [DeviceArray(values[part].shape, values.dtype) for values in endings]
        run.start(*launch_for(game, run, part.stop - start), *playouts, start, *found)
        for values, array in zip(endings, found, strict=True):
            values[part] = array.get()
