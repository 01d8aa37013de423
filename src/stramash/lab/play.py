"""A game as environments play it: no more Python between two decisions than there must be."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
import numpy.typing as npt

from stramash.core.errors import IllegalAction
from stramash.core.game import SEED_BITS, Game, sow
from stramash.core.position import Position, View
from stramash.core.state import NOBODY, new_states
from stramash.lab.rules.looking import look

__all__ = ["Play", "returns"]

_HIDDEN = 1


def returns(winners: int, players: int) -> list[float]:
    """Return what the game was worth to each seat, 0 in all: a sole winner has 1, draws are shared.

    >>> returns(0b01, 2), returns(0b11, 2), returns(0b100, 3)
    ([1.0, -1.0], [0.0, 0.0], [-0.5, -0.5, 1.0])
    """
    count = winners.bit_count()
    shares = [(winners >> seat & 1) / count for seat in range(players)]
    return [round((share * players - 1) / (players - 1), 12) for share in shares]


class Play:
    """One game in play: what each seat sees, what it may do, and the game so far."""

    def __init__(self, game: Game) -> None:
        game.prepare()
        self.game = game
        self.seed: int | None = None
        #: the whole state, and room for what a seat may know of it
        self.states = new_states(game.rules.state, 2)
        self.history: list[tuple[int, int]] = []
        self._blank = game.blank()
        self._start = self._blank
        self._actions = np.empty(game.num_actions, np.int32)
        self._look = look(game.rules)

    @property
    def state(self) -> Any:
        """The whole state: to be read by rules, not by players."""
        return self.states[0]

    @property
    def player(self) -> int:
        """The seat to act, NOBODY when the game is over."""
        return int(self.states["player"][0])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.player == NOBODY

    @property
    def returns(self) -> list[float]:
        """What the game was worth to each seat; nothing while it goes on."""
        if not self.over:
            return [0.0] * self.game.players
        return returns(int(self.game.rules.winners(self.state)), self.game.players)

    def deal(self, seed: int | None = None) -> None:
        """Begin a new game."""
        self.seed = secrets.randbits(SEED_BITS) if seed is None else seed
        self.states[0] = self._blank[0]
        sow(self.states[0], self.seed)
        self.game.rules.deal(self.states[0])
        self.begin()

    def begin(self) -> None:
        """Take the present state for the start of the game."""
        self._start = self.states[:1].copy()
        self.history = []

    def legal(self) -> npt.NDArray[np.int32]:
        """Return what the player to act may do, in rising order."""
        if self.over:
            return self._actions[:0].copy()
        return self._actions[: self.game.rules.legal(self.states[0], self._actions)].copy()

    def look(self, seat: int) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8]]:
        """Return what a seat sees, as numbers, and for every action whether it may do it now."""
        tensor = np.empty(self.game.tensor_size, np.float32)
        mask = np.empty(self.game.num_actions, np.int8)
        self._look(self.states, seat, self._actions, tensor, mask)
        return tensor, mask

    def hidden(self, seat: int) -> bytes:
        """Return all that a seat may know, as bytes."""
        self.states[_HIDDEN] = self.states[0]
        self.game.rules.hide(self.states[_HIDDEN], seat)
        return self.states[_HIDDEN].tobytes()

    def play(self, action: int) -> None:
        """Carry out an action; raise IllegalAction if it is not legal."""
        if action not in self.legal():
            self.position().play(int(action))  # says what would be legal
            raise IllegalAction(f"{action!r} is not legal now")
        self.history.append((self.player, int(action)))
        self.game.rules.play(self.states[0], int(action))

    def position(self) -> Position:
        """Return the game so far as a position of its own: for pictures and records."""
        return Position(
            self.game, self.states[:1].copy(), seed=self.seed, start=self._start, history=self.history
        )

    def view(self, seat: int | None) -> View:
        """Return all that a seat may know; None is one who watches."""
        return self.position().view(seat)

    def copy(self) -> Play:
        """Return an independent copy."""
        other = object.__new__(Play)
        other.__dict__.update(self.__dict__)
        other.states = self.states.copy()
        other.history = list(self.history)
        return other
