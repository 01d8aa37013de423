"""Perfect recall: a digest of everything that a seat has seen, extended with each action."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import numpy as np

from stramash.core.dealing import History
from stramash.core.game import Game
from stramash.lab.rules import steps

__all__ = ["BYTES", "Recall"]

BYTES = 8


class Recall:
    """The states of a game so far; `digest` depends only on what a seat saw of them.

    Two games have the same digest for a seat if the seat has seen the same after every action since the deal.
    Digests are computed when they are first needed.
    """

    def __init__(self, before: History | None = None) -> None:
        #: the actions before the imagined state, as the imagining seat saw them
        self.before: History = before or []
        self._trail: list[bytes] = []
        self._known: dict[int, tuple[int, bytes]] = {}

    def note(self, state: Any) -> None:
        """Add a state."""
        self._trail.append(state.tobytes())

    def digest(self, game: Game, seat: int) -> bytes:
        """Return the digest of all that a seat has seen."""
        count, digest = self._known.get(seat, (0, b""))
        if count < len(self._trail):
            states = np.repeat(game.blank(), 2)
            for whole in self._trail[count:]:
                states[0] = np.frombuffer(whole, states.dtype)[0]
                steps.veil(game.rules)(states, seat)
                digest = blake2b(digest + states[1].tobytes(), digest_size=BYTES).digest()
            self._known[seat] = (len(self._trail), digest)
        return digest

    def imagined(self, game: Game, seat: int, state: Any, before: History) -> Recall:
        """Return the recall for an imagined state: unchanged for this seat."""
        other = Recall(before)
        other.note(state)
        other._known[seat] = (1, self.digest(game, seat))
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Recall:
        other = Recall(self.before)
        other._trail = list(self._trail)
        other._known = dict(self._known)
        return other
