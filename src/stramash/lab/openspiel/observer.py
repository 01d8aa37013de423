"""OpenSpiel observers: strings and tensors of an observation or an information state."""

from __future__ import annotations

import json
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyspiel

from stramash.core.game import Game
from stramash.core.seats import SPECTATOR
from stramash.lab.openspiel.recall import BYTES

if TYPE_CHECKING:
    from stramash.lab.openspiel.state import SpielState

__all__ = ["SEEN", "SpielObserver"]

Numbers: TypeAlias = npt.NDArray[np.float32]

#: How many of the last actions an information state tensor has
SEEN = 128


class SpielObserver:
    """Observes states, as OpenSpiel's Python observers do.

    An observation is the view of one moment. An information state adds the actions as this seat saw them,
    and a digest of every view since the deal: seats have perfect recall. Without public information, an
    observation is the part that a spectator does not see.
    """

    def __init__(self, game: Game, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("private_info cannot be ALL_PLAYERS: choose SINGLE_PLAYER or NONE")
        self._game = game
        self._perfect_recall = bool(kind.perfect_recall)
        self._public = bool(kind.public_info)
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        sizes = {"observation": game.tensor_size} if self._public else {}
        if self._perfect_recall:
            sizes |= {"seen": SEEN, "recall": 8 * BYTES}
        elif self._private and not self._public:
            sizes = {"private": game.tensor_size}
        ends = [*accumulate(sizes.values(), initial=0)]
        self._size = ends[-1]
        self._pieces = {name: slice(*span) for name, span in zip(sizes, pairwise(ends), strict=True)}
        tensor = np.zeros(self._size, np.float32)
        self.tensor = tensor if sizes else None
        self.dict = self._pieces_of(tensor)

    def _pieces_of(self, tensor: Numbers) -> dict[str, Numbers]:
        return {name: tensor[piece] for name, piece in self._pieces.items()}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the observation of a seat into the tensor."""
        self._write(state, player, self.dict)

    def numbers(self, state: SpielState, player: int) -> list[float]:
        """Return the observation of a seat as a list; all threads share one observer."""
        tensor = np.empty(self._size, np.float32)
        self._write(state, player, self._pieces_of(tensor))
        seen: list[float] = tensor.tolist()
        return seen

    def _write(self, state: SpielState, player: int, pieces: dict[str, Numbers]) -> None:
        """Write the observation of a seat into these pieces of a tensor."""
        if state.dealt is not None:
            for piece in pieces.values():
                piece.fill(0)
            return
        seat = player if self._private else SPECTATOR
        if self._public:
            state.table.see(seat, pieces["observation"])
        if self._perfect_recall:
            seen = pieces["seen"]
            numbers = self._numbers_seen(state, seat)[-SEEN:]
            seen[: len(numbers)] = numbers
            seen[len(numbers) :] = 0
            digest = state.recall.digest(self._game, seat)
            pieces["recall"][:] = np.unpackbits(np.frombuffer(digest, np.uint8))
        elif "private" in pieces:
            pieces["private"][:] = state.table.private(seat)

    def _numbers_seen(self, state: SpielState, seat: int) -> list[float]:
        """Return the actions so far as numbers up to 1; hidden actions are 0."""
        count = self._game.num_actions
        return [
            0.0 if actor != seat and self._game.veil(action) else (action + 1) / count
            for actor, action in state.moves
        ]

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the observation of a seat as text."""
        if self.tensor is None:
            return ""
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
