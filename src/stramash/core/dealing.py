"""Chance laid open: for solvers that want to decide chance themselves, one outcome at a time."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from stramash.core.state import set_seed

if TYPE_CHECKING:
    from stramash.core.game import Game

__all__ = ["CHANCE", "Dealer", "History", "Odds", "SeedDealer"]

#: Who decides what no seat decides
CHANCE = -1

#: Who did what, in order: seats their actions, and chance its outcomes
History: TypeAlias = list[tuple[int, int]]

#: What may come, and how likely it is
Odds: TypeAlias = list[tuple[int, float]]

#: A seed is thrown as so many hexadecimal digits: enough for any number of games
_DIGITS = 16
_BASE = 16


class Dealer(Protocol):
    """Sets games up so that chance is decided by whoever asks, step by step."""

    @property
    def outcomes(self) -> int:
        """How many outcomes chance has at most; an outcome is a number below this."""

    @property
    def longest(self) -> int:
        """How often chance decides at most."""

    def name(self, outcome: int) -> str:
        """Return what an outcome is called."""

    def next_dealt(self, dealt: Sequence[int]) -> Odds:
        """Return what may be dealt after these outcomes, nothing once all is dealt."""

    def deal(self, state: Any, dealt: Sequence[int]) -> None:
        """Set up a blank state as these outcomes say."""

    def next_drawn(self, state: Any, action: int) -> Odds:
        """Return what this action may draw, nothing if chance has no say in it."""

    def put_on_top(self, state: Any, outcome: int) -> None:
        """Let this be drawn next."""

    def settle(self, state: Any) -> None:
        """Forget what chance has yet to decide."""

    @property
    def exact_histories(self) -> bool:
        """Whether any position a seat imagines has outcomes that lead to it."""

    def imagine_history(self, history: History, seat: int, state: Any, dice: random.Random) -> History:
        """Return how a state that this seat imagines may have come about: what it saw, and the rest made up.

        The parts of `history` that the seat could not see are ignored. With `exact_histories` the outcomes
        and actions lead to that very state.
        """


class SeedDealer:
    """Throws the seed of a game digit by digit; from then on the state decides all chance by itself.

    >>> import stramash
    >>> game = stramash.load("schotten-totten")
    >>> state = game.blank()[0]
    >>> SeedDealer(game).deal(state, [0] * 15 + [7])
    >>> state.tobytes() == bytes(game.deal(seed=7))
    True
    """

    outcomes = _BASE
    longest = _DIGITS
    exact_histories = False

    def __init__(self, game: Game) -> None:
        self._game = game

    def name(self, outcome: int) -> str:
        """Return the digit."""
        return f"{outcome:x}"

    def next_dealt(self, dealt: Sequence[int]) -> Odds:
        """Return the digits, all equally likely."""
        return [(digit, 1 / _BASE) for digit in range(_BASE)] if len(dealt) < _DIGITS else []

    def deal(self, state: Any, dealt: Sequence[int]) -> None:
        """Deal from the seed of these digits."""
        set_seed(state, int("".join(map(self.name, dealt)), _BASE))
        self._game.rules.deal(state)

    def next_drawn(self, state: Any, action: int) -> Odds:
        """Return nothing: the state knows what is drawn."""
        del state, action
        return []

    def put_on_top(self, state: Any, outcome: int) -> None:
        """Refuse: the seed has decided."""
        del state
        raise AssertionError(f"the seed decides what is drawn, not {outcome}")

    def settle(self, state: Any) -> None:
        """Leave the seed where it is."""

    def imagine_history(self, history: History, seat: int, state: Any, dice: random.Random) -> History:
        """Make up the seed; the game knows what others could have done in secret."""
        imagined = self._game.imagine_history(history, seat, state, dice)
        return [(actor, dice.randrange(_BASE) if actor == CHANCE else action) for actor, action in imagined]
