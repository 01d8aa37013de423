"""`Seen`: the base class of positions and views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from stramash.core.errors import BadOption, IllegalAction
from stramash.core.meaning import OVER
from stramash.core.numbers import as_int
from stramash.core.rules import legal_actions
from stramash.core.seats import check_seat, seats_in
from stramash.core.state import NOBODY

if TYPE_CHECKING:
    from stramash.core.game import Game, Json
    from stramash.core.words import Translate

__all__ = ["Seen", "speaking_names"]


def speaking_names(game: Game, locale: str, names: Sequence[str] | None) -> Sequence[str]:
    """Return a name for each seat: those given, or numbers."""
    if names is None:
        _ = game.translator(locale)
        return [_.player(seat) for seat in range(game.players)]
    if len(names) != game.players:
        raise BadOption(f"{len(names)} names for {game.players} players: give one for each seat")
    return names


class Seen:
    """A state, and the properties that positions and views share."""

    #: the names of the players, by seat; empty if unknown
    names: tuple[str, ...] = ()

    def __init__(self, game: Game, states: npt.NDArray[np.void]) -> None:
        self.game = game
        self._states = states

    def _translator(self, locale: str) -> Translate:
        """Return the translator of the game, with the names of the players if they are known."""
        _ = self.game.translator(locale)
        return _.naming(self.names) if self.names else _

    @property
    def state(self) -> Any:
        """The record itself. Do not change it."""
        return self._states[0]

    @property
    def player(self) -> int | None:
        """The seat to act, None when the game is over."""
        player = int(self._states["player"][0])  # the record itself takes twenty times as long
        return None if player == NOBODY else player

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.player is None

    @property
    def phase(self) -> str | None:
        """The name of the phase, "over" when the game has ended; None if the game has no phases."""
        names = self.game.phases
        return None if not names else OVER if self.over else names[self.state.phase]

    @property
    def winners(self) -> list[int]:
        """The seats that won, several if they share the win; empty before the end."""
        return seats_in(int(self.game.rules.winners(self.state)))

    @property
    def scores(self) -> list[int]:
        """The points of each seat so far."""
        out = np.zeros(self.game.players, np.int32)
        self.game.rules.scores(self.state, out)
        return [int(score) for score in out]

    def notation(self, action: SupportsIndex) -> str:
        """Return the short text of an action, the same in every language."""
        return self.game.notations[self._number(action)]

    def _number(self, action: Any) -> int:
        """Return the number of an action as a plain `int`, else raise `IllegalAction`."""
        number = as_int(action)
        if number is None or not 0 <= number < self.game.num_actions:
            raise IllegalAction(f"{action!r} is not an action: actions are 0 to {self.game.num_actions - 1}")
        return number

    def parse(self, text: str) -> int:
        """Return the action of a notation."""
        return self.game.parse(text)

    def describe(self, action: SupportsIndex, locale: str = "en", who: str | None = None) -> str:
        """Return a sentence for an action: as a choice, or as done by `who`."""
        number = self._number(action)
        return self.game.describe(self.state, number, self._translator(locale), who, veiled=False)

    def prompt(self, locale: str = "en") -> str:
        """Return a sentence that says what the player to act can do now."""
        return self.game.prompt(self.state, self._translator(locale))

    def outcome(self, locale: str = "en", names: Sequence[str] | None = None) -> str:
        """Return a sentence that says who won and how; empty before the end."""
        if not self.over:
            return ""
        _ = self.game.translator(locale)
        return self.game.outcome(self.state, _, speaking_names(self.game, locale, names))

    def explain(self, about: Any, locale: str = "en", seat: int | None = None) -> str:
        """Return a sentence that says why something can or cannot be done, by default by the player to act.

        `about` is a name or a number of what the game explains (`Game.explained`), a handle, or the notation
        of an action that touches it: in Schotten Totten `3`, `"stone:3"` or `"claim@3"`.
        """
        asking = seat if seat is not None else self.player if self.player is not None else 0
        return self.game.explain(
            self.state,
            check_seat(self.game.players, asking),
            self.game.thing(about),
            self._translator(locale),
        )

    def to_dict(self) -> Json:
        """Return the state as plain JSON; the spec page of the game says what each key means."""
        identity = {"game": self.game.name, "players": self.game.players, "options": dict(self.game.options)}
        result = {"over": self.over, "winners": self.winners}
        return identity | self.game.state_to_dict(self.state) | result

    def _legal(self) -> list[int]:
        return legal_actions(self.game.rules.legal, self.state, self.game.num_actions)
