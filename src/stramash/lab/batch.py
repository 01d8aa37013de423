"""Batches: thousands of games in one array, stepped together on all cores or on a GPU.

>>> import numpy as np
>>> import stramash
>>> from stramash.lab import BatchGame
>>> batch = BatchGame(stramash.load("schotten-totten"), 4)
>>> batch.reset(seeds=7)
>>> batch.legal_mask().shape, batch.observe().shape, batch.player.tolist()
((4, 498), (4, 1378), [0, 0, 0, 0])
>>> batch.step(batch.legal_mask().argmax(axis=1))
>>> batch.player.tolist(), batch.over.tolist()
([1, 1, 1, 1], [False, False, False, False])
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from stramash.core.errors import BadOption, IllegalAction
from stramash.core.game import Game
from stramash.core.numbers import as_int
from stramash.core.position import Position
from stramash.core.seats import check_seat
from stramash.core.seeds import check_seed
from stramash.lab.cpu import CpuGames, IllegalMove
from stramash.lab.rules.games import TO_ACT

__all__ = ["BatchGame", "Seeds", "check_count", "check_game", "no_such_device"]

Seeds: TypeAlias = SupportsIndex | Sequence[SupportsIndex] | npt.NDArray[Any] | None

_WORD = 1 << 64


class Games(Protocol):
    """The backend of `BatchGame`: many games on the CPU or on a GPU."""

    states: Any
    rewards: Any
    over: Any
    player: Any
    scores: Any

    def deal(self, seeds: npt.NDArray[np.uint64]) -> None:
        """Deal every game from its seed, in two words of 64 bits, the lower first."""

    def mask(self) -> Any:
        """Return which actions are legal."""

    def see(self, seat: int) -> Any:
        """Return the observations of a seat, or of the players to act."""

    def sample(self) -> Any:
        """Return a legal action of every game, at random."""

    def step(self, actions: Any, check: bool, again: bool) -> IllegalMove | None:
        """Play an action in every game, or return the first that is illegal and play none."""

    def illegal(self) -> IllegalMove | None:
        """Return the first illegal action since the last call; None if there was none."""

    def host(self, index: int) -> npt.NDArray[np.void]:
        """Return a copy of the state of one game."""


class BatchGame:
    """Many games of one variant, stepped together.

    `device` is "cpu", which uses all cores, or "cuda". Arrays are reused: each call overwrites the
    last result. Copy what you keep. A tensor that shares their memory always shows the latest result:
    `torch.from_numpy(batch.rewards)`, and on the GPU `torch.as_tensor(batch.rewards, device="cuda")`,
    `cupy.asarray(batch.rewards)` or anything that takes DLPack.

    **Seeds.** Game `i` is dealt from the `i`-th seed. When a game ends it is dealt again at once (unless
    `redeal` is False), from the seed it had plus 2**64: the `n`-th game in place `i` is `game.deal(seeds[i] +
    n * 2**64)`, modulo 2**128. So any game of a batch can be dealt again on its own.

    **Illegal actions** raise `IllegalAction`, which names the game, and no game is changed. On the GPU the
    step does nothing and the rewards are 0; the error is raised later, by `check()`, because an immediate
    check would wait for the GPU after every step. `step(actions, check=True)` checks immediately.
    """

    def __init__(self, game: Game, size: SupportsIndex, device: str = "cpu", *, redeal: bool = True) -> None:
        self.game = check_game(game)
        self.size = check_count(size, "a batch of {} games is not possible")
        self.device = device
        self.redeal = redeal
        self._games: Games = games_on(device, self.game, self.size)
        self.reset()

    # --- What a batch shows --------------------------------------------------------------------

    @property
    def states(self) -> Any:
        """All states, an array of records. They contain hidden information; players use `observe`."""
        return self._games.states

    @property
    def player(self) -> Any:
        """The seat to act in each game, -1 where it is over."""
        return self._games.player

    @property
    def over(self) -> Any:
        """Whether the last step ended each game. With `redeal`, the state is that of the next game."""
        return self._games.over

    @property
    def rewards(self) -> Any:
        """The reward of each seat for the last step: 0 until the game ends.

        The rewards of a game add up to 0. A sole winner gets 1. Of `n` players, each loser gets -1/(n-1);
        several winners share the rest.
        """
        return self._games.rewards

    @property
    def scores(self) -> Any:
        """The points of each seat at the end of the last finished game with this index."""
        return self._games.scores

    def legal_mask(self) -> Any:
        """For every game and action, whether it is legal. No action is legal in a finished game."""
        return self._games.mask()

    def observe(self, seat: int | None = None) -> Any:
        """Return the observations of the players to act, or of one seat: `View.tensor` for every game.

        A finished game has no player to act: its observation is that of a spectator.
        """
        return self._games.see(TO_ACT if seat is None else check_seat(self.game.players, seat))

    def sample(self) -> Any:
        """Return a random legal action for each game, all equally likely.

        `reset` seeds the random generator too: equal seeds give equal games.
        """
        return self._games.sample()

    def position(self, index: SupportsIndex) -> Position:
        """Return a copy of one game as a position, for its notation and picture."""
        place = as_int(index)
        if place is None or not -self.size <= place < self.size:
            raise BadOption(f"no game {index!r}: games are 0 to {self.size - 1}")
        return Position(self.game, self._games.host(place))

    def snapshot(self) -> dict[str, npt.NDArray[Any]]:
        """Return all games as arrays that can be saved to a file; `restore` reads them."""
        states, player = (it if isinstance(it, np.ndarray) else it.get() for it in (self.states, self.player))
        return {"states": np.frombuffer(states.tobytes(), np.uint8), "player": player.copy()}

    # --- What changes a batch ----------------------------------------------------------------------------

    def restore(self, snapshot: Mapping[str, npt.NDArray[Any]]) -> None:
        """Restore all games from a snapshot; rewards and the generator of `sample` are not part of it."""
        states = np.ascontiguousarray(snapshot["states"])
        dtype = self.game.blank().dtype
        if states.nbytes != self.size * dtype.itemsize:
            raise BadOption(f"this snapshot is not of {self.size} games of {self.game}")
        for target, values in ((self.states, states.view(dtype)), (self.player, snapshot["player"])):
            if isinstance(target, np.ndarray):
                target[:] = values
            else:
                target.put(values)

    def reset(self, seeds: Seeds = None) -> None:
        """Deal all games: from these seeds, from `seeds`, `seeds + 1`, …, or from random seeds."""
        self._games.deal(words_of(seeds, self.size))

    def step(self, actions: Any, *, check: bool | None = None) -> None:
        """Play an action in every game; actions for finished games are ignored.

        `check` turns the check for illegal actions on or off; by default it is on. Without it an illegal
        action is undefined behaviour: it may corrupt the batch or end the process.
        """
        wait = check if check is not None else self.device == "cpu"
        wrong = self._games.step(actions, check is not False, self.redeal)
        if wait:
            wrong = wrong or self._games.illegal()
        self._refuse(wrong)

    def check(self) -> None:
        """Raise IllegalAction if a step since the last check had an illegal action."""
        self._refuse(self._games.illegal())

    def _refuse(self, wrong: IllegalMove | None) -> None:
        if wrong is not None:
            raise IllegalAction(
                f"action {wrong.action} is not legal in game {wrong.game}: choose one that legal_mask() "
                "shows there; no game was changed"
            )

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"BatchGame({self.game!r}, {self.size}, device={self.device!r})"


def games_on(device: str, game: Game, size: int) -> Games:
    """Return `size` games on a device."""
    if device == "cpu":
        return CpuGames(game, size)
    if device == "cuda":
        from stramash.lab.cuda import CudaGames

        return CudaGames(game, size)
    raise no_such_device(device)


def no_such_device(device: str) -> BadOption:
    """Return the error for an unknown device."""
    return BadOption(f"device {device!r} is not possible: choose one of cpu, cuda")


def words_of(seeds: Seeds, size: int) -> npt.NDArray[np.uint64]:
    """Return the seeds of a batch, each in two words of 64 bits, the lower first.

    >>> words_of(2**64 - 1, 2).tolist()
    [[18446744073709551615, 0], [0, 1]]
    """
    if seeds is None:
        seeds = secrets.randbits(64)
    if (
        not isinstance(seeds, Sequence | np.ndarray)
        or isinstance(seeds, str | bytes)
        or getattr(seeds, "ndim", 1) == 0
    ):
        return _words_from(check_seed(seeds), size)
    if len(seeds) != size:
        raise BadOption(f"{len(seeds)} seeds do not fit {size} games: give one for each, or the first alone")
    return np.array([divmod(check_seed(seed), _WORD)[::-1] for seed in seeds], np.uint64)


def _words_from(first: int, size: int) -> npt.NDArray[np.uint64]:
    """Return `size` consecutive seeds."""
    check_seed(first + size - 1)
    words = np.empty((size, 2), np.uint64)
    words[:, 0] = np.uint64(first % _WORD) + np.arange(size, dtype=np.uint64)
    words[:, 1] = np.uint64(first // _WORD) + (words[:, 0] < first % _WORD)
    return words


def check_game(game: Game) -> Game:
    """Return `game` if it is a `Game`, else raise `BadOption`."""
    if not isinstance(game, Game):
        raise BadOption(f"{game!r} is not a game: give what stramash.load returns")
    return game


def check_count(count: Any, sentence: str) -> int:
    """Return a positive count as a plain `int`, else raise `BadOption` with this sentence.

    >>> check_count(np.int64(3), "{} games are not possible")
    3
    """
    number = as_int(count)
    if number is None or number < 1:
        raise BadOption(f"{sentence.format(repr(count))}: a whole number from 1")
    return number
