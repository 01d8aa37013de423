"""Random playouts in bulk: from given positions, for search; from fresh deals, for statistics.

>>> import stramash
>>> from stramash.lab import deals, playouts
>>> game = stramash.load("schotten-totten")
>>> played = playouts([game.deal(seed=7), game.deal(seed=8)], 100)
>>> played.lengths.shape, played.shares.sum(axis=1).tolist()
((2, 100), [1.0, 1.0])
>>> deals(game, 1000).winners.shape
(1, 1000)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from stramash.core.errors import BadOption
from stramash.core.game import SEED_BITS, Game, sow
from stramash.core.position import Position
from stramash.core.state import new_states
from stramash.lab.batch import BatchGame
from stramash.lab.cpu import linked
from stramash.lab.threads import cores, in_shares

__all__ = ["Played", "deals", "playouts"]


@dataclass(frozen=True)
class Played:
    """How games ended: the first index is the position (one, for fresh deals), the second its playouts."""

    game: Game
    #: seats that won or share the win, a bit each
    winners: npt.NDArray[np.int32]
    #: points, by seat
    scores: npt.NDArray[np.int32]
    #: decisions from the position to the end
    lengths: npt.NDArray[np.int32]
    #: a digest of each final state; empty unless asked for
    digests: npt.NDArray[np.uint64]

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """The part of the wins that each seat has, by position; a shared win counts in parts."""
        bits = self.winners[:, :, np.newaxis] >> np.arange(self.game.players) & 1
        return np.asarray((bits / bits.sum(axis=2, keepdims=True)).mean(axis=1))


def playouts(
    positions: Sequence[Position] | BatchGame,
    n: int,
    *,
    seed: int = 0,
    device: str = "cpu",
    digests: bool = False,
) -> Played:
    """Play every position to its end `n` times by random choices.

    The choices differ, chance does not: a position holds its decks and its seed, so each of its playouts
    draws the same cards. To vary what is hidden from a seat, play out what its view imagines. The same
    positions and `seed` give the same games on every device.
    """
    if isinstance(positions, BatchGame):
        game = positions.game
        states = np.concatenate([positions._games.host(index) for index in range(positions.size)])
    else:
        if not positions:
            raise BadOption("no positions to play out: give at least one")
        game = positions[0].game
        if any(position.game != game for position in positions):
            raise BadOption(f"positions of several games cannot be played out together: all should be {game}")
        states = np.array([position.state for position in positions], positions[0].state.dtype)
    return _play(game, states, n, seed, device, fresh=False, digests=digests)


def deals(game: Game, n: int, *, seed: int = 0, device: str = "cpu", digests: bool = False) -> Played:
    """Deal `n` games, from `seed`, `seed + 1`, …, and play each to its end by random choices."""
    if type(seed) is not int or not 0 <= seed < 1 << SEED_BITS:
        raise BadOption(f"seed {seed!r} is not possible: a whole number from 0 to 2**{SEED_BITS} - 1")
    blank = game.blank()
    sow(blank[0], seed)
    return _play(game, blank, n, seed, device, fresh=True, digests=digests)


def _play(
    game: Game, states: npt.NDArray[Any], n: int, seed: int, device: str, *, fresh: bool, digests: bool
) -> Played:
    if type(n) is not int or n < 1:
        raise BadOption(f"{n!r} playouts are not possible: a whole number from 1")
    count = n * len(states)
    won, lengths = np.zeros(count, np.int32), np.zeros(count, np.int32)
    scores = np.zeros((count, game.players), np.int32)
    found = np.zeros(count if digests else 0, np.uint64)
    dice = np.array([seed % (1 << 64)], np.uint64)
    if device == "cpu":
        _play_on_cpu(game, states, n, fresh, dice, won, scores, lengths, found)
    elif device == "cuda":
        from stramash.lab.cuda import play_out

        play_out(game, states, n, fresh, dice, won, scores, lengths, found)
    else:
        raise BadOption(f"device {device!r} is not possible: choose one of cpu, cuda")
    shape = len(states), n
    return Played(
        game,
        won.reshape(shape),
        scores.reshape(*shape, game.players),
        lengths.reshape(shape),
        found.reshape(shape if digests else (0, 0)),
    )


def _play_on_cpu(
    game: Game,
    states: npt.NDArray[Any],
    n: int,
    fresh: bool,
    seed: npt.NDArray[np.uint64],
    won: npt.NDArray[np.int32],
    scores: npt.NDArray[np.int32],
    lengths: npt.NDArray[np.int32],
    digests: npt.NDArray[np.uint64],
) -> None:
    play = linked(game).play_out
    scratch = new_states(game.rules.state, cores())
    words = scratch.view(np.uint64).reshape(cores(), -1)
    actions = np.zeros((cores(), game.num_actions), np.int32)
    dice = np.zeros((cores(), 1), np.uint64)

    def work(worker: int, start: int, stop: int) -> None:
        play(
            states,
            n,
            fresh,
            seed,
            scratch[worker : worker + 1],
            words[worker],
            actions[worker],
            dice[worker],
            won,
            scores,
            lengths,
            digests,
            start,
            stop,
        )

    in_shares(won.size, work)
