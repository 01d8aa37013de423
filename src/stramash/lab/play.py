"""One game for environments, with as little Python as possible between two actions."""

from __future__ import annotations

import secrets
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from stramash.core.errors import IllegalAction
from stramash.core.game import Game
from stramash.core.numbers import as_int
from stramash.core.options import OptionValue
from stramash.core.position import Position, View
from stramash.core.seats import SPECTATOR
from stramash.core.seeds import SEED_BITS, check_seed
from stramash.core.state import NOBODY, new_states, set_seed
from stramash.games import load
from stramash.lab.rules import steps
from stramash.lab.rules.games import reward

__all__ = ["Play", "check_action"]


def check_action(action: Any, game: Game) -> int:
    """Return an action as a plain `int`; raise if it is not the number of any action, legal or not."""
    number = as_int(action)
    if number is None:
        raise IllegalAction(
            f"{action!r} is not an action: give a whole number from 0 to {game.num_actions - 1}"
        )
    return number


class Play:
    """One game in play: observations, legal actions, and the history."""

    def __init__(self, game: Game) -> None:
        game.prepare()
        self.game = game
        self.seed: int | None = None
        #: the whole state, and memory for the state as a seat may know it
        self.states = new_states(game.rules.state, 2)
        self.history: list[tuple[int, int]] = []
        self._blank = game.blank()
        self._start = self._blank
        self._actions = np.empty(game.num_actions, np.int32)
        self._mask = np.empty(game.num_actions, np.int8)
        self._veil = steps.veil(game.rules)
        self._look = steps.look(game.rules)
        self._act = steps.act(game.rules)
        self._choices = steps.choices(game.rules)
        #: the seat to act, NOBODY when the game is over or has not begun
        self.player = NOBODY

    @property
    def state(self) -> Any:
        """The whole state, hidden information included: for rules, not for players."""
        return self.states[0]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.player == NOBODY

    @property
    def returns(self) -> list[float]:
        """The reward of each seat; they add up to 0. All are 0 until the game ends."""
        players = self.game.players
        if not self.over:
            return [0.0] * players
        winners = int(self.game.rules.winners(self.state))
        return [float(reward(winners, seat, players)) for seat in range(players)]

    def deal(self, seed: int | None = None) -> None:
        """Begin a new game."""
        self.seed = secrets.randbits(SEED_BITS) if seed is None else check_seed(seed)
        self.states[0] = self._blank[0]
        set_seed(self.states[0], self.seed)
        self.game.rules.deal(self.states[0])
        self.begin()

    def begin(self) -> None:
        """Use the current state as the start of the game."""
        self._start = self.states[:1].copy()
        self.history = []
        self.player = int(self.states[0].player)

    def legal(self) -> npt.NDArray[np.int32]:
        """Return the legal actions in rising order."""
        return self._actions[: self._choices(self.states, self._actions)].copy()

    def look(self, seat: int) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8]]:
        """Return the observation of a seat and its action mask."""
        tensor = np.empty(self.game.tensor_size, np.float32)
        mask = np.empty(self.game.num_actions, np.int8)
        self._look(self.states, seat, self._actions, tensor, mask)
        return tensor, mask

    def see(self, seat: int, tensor: npt.NDArray[np.float32]) -> None:
        """Write the observation of a seat."""
        self._look(self.states, seat, self._actions, tensor, self._mask)

    def private(self, seat: int) -> npt.NDArray[np.float32]:
        """Return the observation of a seat, with 0 in place of every number that a spectator sees too."""
        seen, public = np.empty((2, self.game.tensor_size), np.float32)
        self.see(seat, seen)
        watched = self.states.copy()
        self._veil(watched, SPECTATOR)
        self.game.rules.observe(watched[1], seat, public)
        return np.where(seen == public, np.float32(0), seen)

    def play(self, action: int) -> None:
        """Carry out an action; raise IllegalAction if it is not legal."""
        player = steps.NOT_LEGAL
        if 0 <= action < self.game.num_actions:  # compiled rules do not check the range of an action
            player = self._act(self.states, action, self._actions)
        if player == steps.NOT_LEGAL:
            self.position().play(action)  # raises an error with legal actions
        self.history.append((self.player, action))
        self.player = player

    def position(self) -> Position:
        """Return the game so far as an independent position, for pictures and records."""
        return Position(
            self.game, self.states[:1].copy(), seed=self.seed, start=self._start, history=self.history
        )

    def view(self, seat: int | None) -> View:
        """Return all that a seat may know; None is a spectator."""
        return self.position().view(seat)

    def take(self, position: Position) -> None:
        """Start from a position of this game."""
        self.states[0] = position.state
        self.begin()

    def copy(self) -> Play:
        """Return an independent copy."""
        other = object.__new__(Play)
        other.__dict__.update(self.__dict__)
        # Arrays that rules write must not be shared: rules run without the GIL.
        other.states = self.states.copy()
        other._actions = np.empty_like(self._actions)
        other._mask = np.empty_like(self._mask)
        other.history = list(self.history)
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Play:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        game = (self.game.name, self.game.players, tuple(self.game.options.items()))
        return _restore, (game, self.seed, self.states[:1].tobytes(), self._start.tobytes(), self.history)


@cache
def _load(name: str, players: int, options: tuple[tuple[str, OptionValue], ...]) -> Game:
    return load(name, players=players, **dict(options))


def _restore(
    game: tuple[Any, ...], seed: int | None, state: bytes, start: bytes, history: list[tuple[int, int]]
) -> Play:
    """Return the unpickled game."""
    play = Play(_load(*game))
    play.seed = seed
    play.states[0] = np.frombuffer(state, play.states.dtype)[0]
    play.player = int(play.states[0].player)
    play._start = np.frombuffer(start, play.states.dtype).copy()
    play.history = history
    return play
