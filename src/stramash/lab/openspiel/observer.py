"""What OpenSpiel's algorithms see of a state: strings and tensors, of one moment or of the whole game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from stramash.core.game import SPECTATOR, Game
from stramash.lab.openspiel.recall import BYTES

if TYPE_CHECKING:
    from stramash.lab.openspiel.state import SpielState

__all__ = ["SEEN", "SpielObserver"]

#: How many of the last actions an information state tensor has
SEEN = 128


class SpielObserver:
    """Observes states, as OpenSpiel's Python observers do.

    An observation is the view of one moment. An information state adds the actions as this seat saw them,
    and a digest of every view since the deal: seats have perfect recall, and no two things they could tell
    apart look the same.
    """

    def __init__(self, game: Game, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody sees what is hidden from others: private_info is SINGLE_PLAYER or NONE")
        self._game = game
        self._perfect_recall = bool(kind.perfect_recall)
        self._public = bool(kind.public_info)
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        pieces = {"observation": game.tensor_size} if self._public else {}
        if self._perfect_recall:
            pieces |= {"seen": SEEN, "recall": 8 * BYTES}
        self.tensor = np.zeros(sum(pieces.values()), np.float32) if pieces else None
        self.dict = {}
        at = 0
        for name, size in pieces.items():
            assert self.tensor is not None
            self.dict[name] = self.tensor[at : at + size]
            at += size

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a seat sees of a state."""
        if self.tensor is None:
            return
        if state.dealt is not None:
            self.tensor.fill(0)
            return
        seat = player if self._private else SPECTATOR
        if self._public:
            state.table.see(seat, self.dict["observation"])
        if self._perfect_recall:
            numbers = self._numbers_seen(state, seat)[-SEEN:]
            self.dict["seen"][: len(numbers)] = numbers
            self.dict["seen"][len(numbers) :] = 0
            digest = state.recall.digest(self._game, seat)
            self.dict["recall"][:] = np.unpackbits(np.frombuffer(digest, np.uint8))

    def numbers(self, state: SpielState, player: int) -> list[float]:
        """Return what a seat sees of a state, as a list."""
        self.set_from(state, player)
        seen: list[float] = [] if self.tensor is None else self.tensor.tolist()
        return seen

    def _numbers_seen(self, state: SpielState, seat: int) -> list[float]:
        """Return the actions so far as numbers up to 1; what others did not show is 0."""
        count = self._game.num_actions
        return [
            0.0 if actor != seat and self._game.veil(action) else (action + 1) / count
            for actor, action in state.moves
        ]

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a seat sees of a state, as text."""
        if state.dealt is not None:
            return "not dealt"
        seat = player if self._private else SPECTATOR
        if self._perfect_recall:
            digest = state.recall.digest(self._game, seat).hex()
            return " ".join([f"seat {seat}", *state.seen(seat), f"recall {digest}"])
        view = state.table.view(None if seat == SPECTATOR else seat).to_dict()
        if not self._public:
            public = state.table.view(None).to_dict()
            view = {key: value for key, value in view.items() if value != public[key]}
        return json.dumps(view, separators=(",", ":"))
