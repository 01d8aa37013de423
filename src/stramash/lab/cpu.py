"""Many games on the CPU: NumPy arrays, and a thread for each core."""

from __future__ import annotations

import math
import sys
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stramash.core import rule as rule_layer
from stramash.core.compiling import once_on_this_machine
from stramash.core.errors import BadOption
from stramash.core.game import Game
from stramash.lab.rules.batch import BatchRules, batch_rules
from stramash.lab.rules.games import TO_ACT, Endings, Playouts, Results, Scratch, digest
from stramash.lab.threads import cores, in_shares

__all__ = ["CpuGames", "IllegalMove", "as_actions", "compiled_batch", "dice_for", "not_actions"]

ALIGNMENT = 64


class IllegalMove(NamedTuple):
    """An illegal action of a step, and the game it was for."""

    game: int
    action: int


class CpuGames:
    """The states of many games and the results of their last step, in NumPy arrays."""

    def __init__(self, game: Game, size: int) -> None:
        self._rules = compiled_batch(game)
        self._size = size
        self._blank = game.blank()
        self.states: npt.NDArray[np.void] = np.repeat(self._blank, size)
        self.rewards = zeros((size, game.players), np.float32)
        self.over = zeros((size,), np.bool_)
        self.player = zeros((size,), np.int32)
        self.scores = zeros((size, game.players), np.int32)
        self._results = Results(self.rewards, self.over, self.player, self.scores)
        self._masks = zeros((size, game.num_actions), np.bool_)
        self._tensors = zeros((size, game.tensor_size), np.float32)
        self._chosen = np.zeros(size, np.int64)
        self._sampled = np.zeros(size, np.int64)
        self._dice = np.ones(size, np.uint64)
        # scratch memory of each thread
        self._lists = np.zeros((cores(), game.num_actions), np.int32)
        self._scratch = np.repeat(self._blank, cores())

    def deal(self, seeds: npt.NDArray[np.uint64]) -> None:
        """Deal every game from its seed."""
        self.states["seed"] = seeds
        self._dice[:] = dice_for(seeds)
        self.rewards[:] = 0
        self.over[:] = False
        in_shares(
            self._size,
            lambda _, start, stop: self._rules.redeal(self.states, self._blank, self.player, start, stop),
        )

    def mask(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal."""
        in_shares(
            self._size,
            lambda worker, start, stop: self._rules.mask(
                self.states, self._lists[worker], self._masks, start, stop
            ),
        )
        return self._masks

    def see(self, seat: int) -> npt.NDArray[np.float32]:
        """Return the observations of a seat, or of the players to act."""
        in_shares(
            self._size,
            lambda worker, start, stop: self._rules.see(
                self.states, self._scratch[worker : worker + 1], seat, self._tensors, start, stop
            ),
        )
        return self._tensors

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a legal action of every game, at random."""
        in_shares(
            self._size,
            lambda worker, start, stop: self._rules.sample(
                self.states, self._lists[worker], self._dice, self._sampled, start, stop
            ),
        )
        return self._sampled

    def step(self, actions: Any, check: bool, again: bool) -> IllegalMove | None:
        """Play an action in every game, or return the first that is illegal and play none."""
        chosen = as_actions(actions, self._size)
        self._chosen[:] = chosen
        if check:
            wrong = self._first_illegal()
            if wrong < self._size:
                return IllegalMove(wrong, int(chosen[wrong]))
        in_shares(
            self._size,
            lambda _, start, stop: self._rules.step(
                self.states, self._blank, self._chosen, *self._results, again, start, stop
            ),
        )
        return None

    def _first_illegal(self) -> int:
        found = in_shares(
            self._size,
            lambda worker, start, stop: (
                int(self._rules.first_illegal(self.states, self._lists[worker], self._chosen, start, stop)),
                stop,
            ),
        )
        return min((first for first, stop in found if first < stop), default=self._size)

    def illegal(self) -> IllegalMove | None:
        """Return None: on the CPU every illegal action is reported at once."""
        return None

    def host(self, index: int) -> npt.NDArray[np.void]:
        """Return a copy of the state of one game."""
        return self.states[[index]].copy()


def as_actions(actions: Any, size: int) -> npt.NDArray[Any]:
    """Return actions as an array with one action for each game; raise if they have another shape or type."""
    try:
        chosen = np.asarray(actions)
    except ValueError:  # lists of different lengths
        chosen = np.asarray(None)
    if chosen.shape != (size,) or chosen.dtype.kind not in "iu":
        raise not_actions(chosen, size)
    return chosen


def not_actions(found: Any, size: int) -> BadOption:
    """Return the error for a value that has another shape or type than actions."""
    return BadOption(
        f"actions of shape {found.shape} and type {found.dtype} are not possible: "
        f"give {size} whole numbers, one a game"
    )


def zeros(shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Return an array aligned to 64 bytes, so that JAX uses it without a copy."""
    size = math.prod(shape) * np.dtype(dtype).itemsize
    room = np.zeros(size + ALIGNMENT, np.uint8)
    start = -room.ctypes.data % ALIGNMENT
    return room[start : start + size].view(dtype).reshape(shape)


def dice_for(seeds: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return the random generators of the random players in games with these seeds."""
    mixed = seeds[:, 0] * np.uint64(0x9E3779B97F4A7C15) ^ seeds[:, 1] * np.uint64(0xC2B2AE3D27D4EB4F)
    return np.asarray((mixed ^ mixed >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9) | np.uint64(1))


def compiled_batch(game: Game) -> BatchRules:
    """Return the compiled loops over many games; print a line if they must be compiled first."""
    game.prepare()
    found = batch_rules(game.rules)
    if rule_layer.INTERPRETED:
        return found
    mark = rule_layer.ready_mark(game.rules.deal, f"{game.name}-batch-{rule_layer.sources_key(digest)}")
    with once_on_this_machine(mark) as needed:
        if needed:
            line = f"Compiling batches of {game.title}, once on this machine: it takes a minute or two"
            print(line, file=sys.stderr)  # noqa: T201
            _try_all(game, found)
    return found


def _try_all(game: Game, found: BatchRules) -> None:
    """Call every loop with zero games, which compiles it."""
    blank = game.blank()
    actions, points = np.zeros(1, np.int32), np.zeros((1, game.players), np.int32)
    words, flags, numbers = np.zeros(1, np.uint64), np.zeros(1, np.bool_), np.zeros(1, np.int32)
    chosen, tensors = np.zeros(1, np.int64), np.zeros((1, 1), np.float32)
    found.redeal(blank, blank, numbers, 0, 0)
    found.mask(blank, actions, np.zeros((1, 1), np.bool_), 0, 0)
    found.see(blank, blank, TO_ACT, tensors, 0, 0)
    found.first_illegal(blank, actions, chosen, 0, 0)
    found.sample(blank, actions, words, chosen, 0, 0)
    found.step(blank, blank, chosen, *Results(tensors, flags, numbers, points), True, 0, 0)
    playouts, scratch = Playouts(blank, 1, True, words), Scratch(blank, words, actions, words)
    found.play_out(*playouts, *scratch, *Endings(numbers, points, numbers, words), 0, 0)
