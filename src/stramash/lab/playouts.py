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
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from stramash.core.errors import BadOption
from stramash.core.game import Game
from stramash.core.position import Position
from stramash.core.seeds import check_seed
from stramash.core.state import set_seed
from stramash.lab.batch import BatchGame, check_count, check_game, no_such_device
from stramash.lab.cpu import compiled_batch
from stramash.lab.rules.games import Endings, Playouts, Scratch
from stramash.lab.threads import cores, in_shares

__all__ = ["Played", "deals", "playouts"]


@dataclass(frozen=True)
class Played:
    """The results of playouts: the first index is the position (one for deals), the second the playout."""

    game: Game
    #: seats that won or share the win, a bit each
    winners: npt.NDArray[np.int32]
    #: points, by seat
    scores: npt.NDArray[np.int32]
    #: actions from the position to the end
    lengths: npt.NDArray[np.int32]
    #: a digest of each final state; empty unless `digests` is true
    digests: npt.NDArray[np.uint64]

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """The share of wins of each seat, by position; a shared win is divided."""
        bits = self.winners[:, :, np.newaxis] >> np.arange(self.game.players) & 1
        return np.asarray((bits / bits.sum(axis=2, keepdims=True)).mean(axis=1))


def playouts(
    positions: Sequence[Position] | BatchGame,
    n: SupportsIndex,
    *,
    seed: SupportsIndex = 0,
    device: str | None = None,
    digests: bool = False,
) -> Played:
    """Play every position to its end `n` times by random actions.

    The actions differ, but chance does not: a position contains its decks and its seed, so all its playouts
    draw the same cards. To vary hidden information, play out positions from `View.imagine`. The same
    positions and `seed` give the same games on every device; by default a batch is played on its own device,
    and positions on the CPU.
    """
    if isinstance(positions, BatchGame):
        chosen = device or positions.device
        states = positions.states
        if positions.device == "cuda" and chosen != "cuda":
            states = states.get()
        return _play(positions.game, states, n, seed, chosen, fresh=False, digests=digests)
    game = _game_of(positions)
    states = np.array([position.state for position in positions], positions[0].state.dtype)
    return _play(game, states, n, seed, device or "cpu", fresh=False, digests=digests)


def _game_of(positions: Sequence[Position]) -> Game:
    """Return the game that all these positions are of."""
    if not isinstance(positions, Sequence) or not positions:
        raise BadOption("nothing to play out: give a list of at least one position, or a batch")
    for position in positions:
        if not isinstance(position, Position):
            raise BadOption(
                f"{position!r} cannot be played out: give whole positions; of a view, what it imagines, "
                "view.imagine()"
            )
    game = positions[0].game
    if any(position.game != game for position in positions):
        raise BadOption(f"positions of several games cannot be played out together: all should be {game}")
    return game


def deals(
    game: Game, n: SupportsIndex, *, seed: SupportsIndex = 0, device: str = "cpu", digests: bool = False
) -> Played:
    """Deal `n` games, from `seed`, `seed + 1`, …, and play each to its end by random actions."""
    blank = check_game(game).blank()
    set_seed(blank[0], check_seed(seed))
    return _play(game, blank, n, seed, device, fresh=True, digests=digests)


def _play(
    game: Game,
    states: Any,
    each: SupportsIndex,
    seed: SupportsIndex,
    device: str,
    *,
    fresh: bool,
    digests: bool,
) -> Played:
    n = check_count(each, "{} playouts are not possible")
    dice = np.array([check_seed(seed) % (1 << 64)], np.uint64)
    count = n * len(states)
    won, lengths = np.zeros(count, np.int32), np.zeros(count, np.int32)
    scores = np.zeros((count, game.players), np.int32)
    found = np.zeros(count if digests else 0, np.uint64)
    playouts, endings = Playouts(states, n, fresh, dice), Endings(won, scores, lengths, found)
    if device == "cpu":
        _play_on_cpu(game, playouts, endings)
    elif device == "cuda":
        from stramash.lab.cuda import play_out

        play_out(game, playouts, endings)
    else:
        raise no_such_device(device)
    shape = len(states), n
    return Played(
        game,
        won.reshape(shape),
        scores.reshape(*shape, game.players),
        lengths.reshape(shape),
        found.reshape(shape if digests else (0, 0)),
    )


def _play_on_cpu(game: Game, playouts: Playouts, endings: Endings) -> None:
    play = compiled_batch(game).play_out
    scratch = np.repeat(game.blank(), cores())
    words = scratch.view(np.uint64).reshape(cores(), -1)
    actions = np.zeros((cores(), game.num_actions), np.int32)
    dice = np.zeros((cores(), 1), np.uint64)

    def work(worker: int, start: int, stop: int) -> None:
        memory = Scratch(scratch[worker : worker + 1], words[worker], actions[worker], dice[worker])
        play(*playouts, *memory, *endings, start, stop)

    in_shares(len(endings.winners), work)
