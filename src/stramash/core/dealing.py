"""Explicit chance nodes, for solvers that choose the outcomes of chance themselves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from stramash.core.state import set_seed

if TYPE_CHECKING:
    from stramash.core.game import Game

__all__ = ["CHANCE", "Dealer", "History", "Odds", "SeedDealer"]

#: The actor of a chance node
CHANCE = -1

#: Actions of seats and outcomes of chance, in order
History: TypeAlias = list[tuple[int, int]]

#: The possible outcomes with their probabilities
Odds: TypeAlias = list[tuple[int, float]]

#: The number of hexadecimal digits of a seed, each an outcome
_DIGITS = 16
_BASE = 16


class Dealer(Protocol):
    """Deals games step by step, with the outcomes that the caller chooses."""

    @property
    def outcomes(self) -> int:
        """The number of different outcomes; an outcome is a number below it."""

    @property
    def longest(self) -> int:
        """The largest number of chance nodes in a game."""

    def name(self, outcome: int) -> str:
        """Return the name of an outcome."""

    def next_dealt(self, dealt: Sequence[int]) -> Odds:
        """Return the outcomes that can follow these; empty after the deal."""

    def deal(self, state: Any, dealt: Sequence[int]) -> None:
        """Set up a blank state from these outcomes."""

    def next_drawn(self, state: Any, action: int) -> Odds:
        """Return the outcomes that a draw by this action can have; empty if it draws nothing."""

    def put_on_top(self, state: Any, outcome: int) -> None:
        """Change the state so that this outcome is drawn next."""

    def settle(self, state: Any) -> None:
        """Clear all undecided chance from a state."""

    @property
    def exact_histories(self) -> bool:
        """Whether for every imagined position there are outcomes that lead to it."""

    def imagine_history(self, history: History, seat: int, state: Any, dice: random.Random) -> History:
        """Return a history for an imagined state: what this seat saw, and invented actions and outcomes.

        Parts of `history` that the seat could not see are ignored. If `exact_histories` is true, the result
        leads to that very state.
        """


class SeedDealer:
    """Chooses the digits of the seed at 16 chance nodes; then the state decides all chance."""

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
        """Return an empty list: the seed in the state decides what is drawn."""
        del state, action
        return []

    def put_on_top(self, state: Any, outcome: int) -> None:
        """Raise AssertionError: the seed decides what is drawn."""
        del state
        raise AssertionError(f"the seed decides what is drawn, not {outcome}")

    def settle(self, state: Any) -> None:
        """Do nothing: the seed stays in the state."""

    def imagine_history(self, history: History, seat: int, state: Any, dice: random.Random) -> History:
        """Return the game's imagined history, with random digits for the seed."""
        imagined = self._game.imagine_history(history, seat, state, dice)
        return [(actor, dice.randrange(_BASE) if actor == CHANCE else action) for actor, action in imagined]
