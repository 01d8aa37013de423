"""The OpenSpiel state: a position with its whole history of actions and chance outcomes."""

from __future__ import annotations

import random
from collections.abc import Callable
from hashlib import blake2b
from typing import TYPE_CHECKING

import pyspiel

from stramash.core.dealing import CHANCE, Dealer, History, Odds
from stramash.core.errors import BadSeat, IllegalAction
from stramash.core.position import Position
from stramash.core.state import NOBODY
from stramash.lab.openspiel.recall import Recall
from stramash.lab.play import Play

if TYPE_CHECKING:
    from stramash.lab.openspiel.game import SpielGame
    from stramash.lab.openspiel.observer import SpielObserver

__all__ = ["SpielState"]

OVER = int(pyspiel.PlayerId.TERMINAL)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of one of our games.

    OpenSpiel copies and pickles a state attribute by attribute. So constants are attributes of the game, and
    the attributes of a state define how they are copied.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table = game.blank
        self.recall = Recall()
        #: what was dealt so far; None after the deal
        self.dealt: list[int] | None = []
        #: the action that waits for a chance outcome: the card it draws
        self.pending: int | None = None
        #: the seat to act, CHANCE or OVER; cached, because it is read often between two actions
        self.acting = CHANCE
        #: whether OpenSpiel is replaying actions to record its history
        self.replaying = False

    # --- Who acts, and how -------------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat to act, CHANCE, or OVER."""
        return self.acting

    def is_chance_node(self) -> bool:
        """Return whether chance decides."""
        return self.acting == CHANCE

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.acting == OVER

    def returns(self) -> list[float]:
        """Return the reward of each seat."""
        return self.table.returns if self.is_terminal() else [0.0] * self.table.game.players

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions or chance outcomes; in Python, so that C++ need not call back."""
        if player is None:
            player = self.acting
        if player == CHANCE == self.acting:
            return [outcome for outcome, _ in self.chance_outcomes()]
        return self._legal_actions(player)

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.acting or player < 0:
            return []
        legal: list[int] = self.table.legal().tolist()
        return legal

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Return for every action or chance outcome whether it is legal now."""
        game = self.get_game()
        whose = self.acting if player is None else player
        mask = [0] * (game.max_chance_outcomes() if whose == CHANCE else game.num_distinct_actions())
        for action in self.legal_actions(whose):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> Odds:
        """Return the possible chance outcomes with their probabilities."""
        dealer: Dealer = self.get_game().dealer
        if self.dealt is not None:
            return dealer.next_dealt(self.dealt)
        assert self.pending is not None
        return dealer.next_drawn(self.table.state, self.pending)

    # --- Applying actions --------------------------------------------------------------------------------

    def _apply_action(self, action: int) -> None:
        if self.replaying:
            return
        dealer: Dealer = self.get_game().dealer
        if self.acting == CHANCE:
            self._check_outcome(action)
        if self.dealt is not None:
            self._deal(action)
        elif self.pending is not None:
            dealer.put_on_top(self.table.state, action)
            self._play(dealer, self.pending)
            self.pending = None
        elif dealer.next_drawn(self.table.state, action):
            self.pending = action
            self.acting = CHANCE
        else:
            self._play(dealer, action)

    def _check_outcome(self, outcome: int) -> None:
        """Raise IllegalAction if this chance outcome is not possible now."""
        possible = [number for number, _ in self.chance_outcomes()]
        if outcome not in possible:
            name = self.get_game().dealer.name
            listed = ", ".join(f"{number} ({name(number)})" for number in possible)
            raise IllegalAction(f"chance cannot decide {outcome} now: possible are {listed}")

    def _deal(self, outcome: int) -> None:
        """Deal one more outcome; after the last one the game begins."""
        game: SpielGame = self.get_game()
        self.dealt = [*(self.dealt or []), outcome]
        if game.dealer.next_dealt(self.dealt):
            return
        table = game.blank.copy()
        table.states[0] = game.game.blank()[0]
        game.dealer.deal(table.state, self.dealt)
        table.begin()
        self._go_on_at(table)
        self.recall.note(table.state)

    def _go_on_at(self, table: Play) -> None:
        """Continue with decisions of seats."""
        self.table = table
        self.dealt = None
        self.acting = table.player

    def _play(self, dealer: Dealer, action: int) -> None:
        table = self.table
        table.play(action)
        state = table.state
        dealer.settle(state)
        self.recall.note(state)
        self.acting = OVER if table.player == NOBODY else table.player

    # --- what a seat knows -----------------------------------------------------------------------

    @property
    def moves(self) -> History:
        """The actions of seats so far, without chance outcomes."""
        return [*self.recall.before, *self.table.history]

    def seen(self, seat: int) -> list[str]:
        """Return the actions so far as a seat saw them, each with who did it."""
        game = self.table.game
        moves = self.moves
        if self.pending is not None:
            moves.append((self.table.player, self.pending))
        lines = []
        for actor, action in moves:
            veiled = None if actor == seat else game.veil(action)
            lines.append(f"{actor}:{veiled or game.notations[action]}")
        return lines

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return the observation of a seat; in Python, which takes half the time."""
        return self._told_by(self.get_game().observer, player)

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Return the information state of a seat."""
        return self._told_by(self.get_game().recaller, player)

    def _told_by(self, observer: SpielObserver, player: int | None) -> list[float]:
        seat = self.acting if player is None else player
        if not 0 <= seat < self.table.game.players:
            raise BadSeat(f"no seat {seat!r}: seats are 0 to {self.table.game.players - 1}")
        return observer.numbers(self, seat)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a random state from this player's information set, with an invented history.

        The state holds no information that this player does not have.
        """
        if self.acting == CHANCE:
            raise ValueError("a chance node cannot be resampled: apply a chance outcome first")
        if self.acting == OVER:
            raise ValueError("the game is over: there is nothing left to resample for")
        dice = random.Random(int(sampler() * (1 << 32)) << 32 | int(sampler() * (1 << 32)))
        imagined = self.table.view(player).imagine(dice)
        dealer: Dealer = self.get_game().dealer
        history = [(done.player, done.action) for done in self.full_history()]
        past = dealer.imagine_history(history, player, imagined.state, dice)
        other: SpielState = self.get_game().new_initial_state()
        if dealer.exact_histories:
            for _, action in past:
                other.apply_action(action)
        else:
            other._begin_at(imagined, past)
            before = [(actor, action) for actor, action in past if actor != CHANCE]
            other.recall = self.recall.imagined(self.table.game, player, imagined.state, before)
        return other

    def _begin_at(self, position: Position, history: History) -> None:
        """Continue from an imagined position, and give OpenSpiel its invented history."""
        self.replaying = True
        for self.acting, action in history:
            self.apply_action(action)
        self.replaying = False
        table = self.get_game().blank.copy()
        table.take(position)
        self._go_on_at(table)

    # --- words -----------------------------------------------------------------------------------

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.table.game.notations[action]
        return f"deal {self.get_game().dealer.name(action)}"

    def __str__(self) -> str:
        if self.dealt is not None:
            return " ".join(["deal", *(self.get_game().dealer.name(card) for card in self.dealt)])
        waiting = [] if self.pending is None else [f"waiting: {self.table.game.notations[self.pending]}"]
        digest = blake2b(self.table.state.tobytes(), digest_size=8).hexdigest()
        return "\n".join([" ".join(self.seen(self.table.player)), *waiting, f"state {digest}"])
