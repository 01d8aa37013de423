"""Deals Schotten Totten card by card, for solvers that must see every way a deal can go."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import comb
from typing import Any

from stramash.core.dealing import CHANCE, History, Odds
from stramash.core.state import set_seed
from stramash.games.schotten_totten.rules.actions import CLAIM
from stramash.games.schotten_totten.rules.components import (
    CARD_NAMES,
    CLAN_CARDS,
    HAND_PLACES,
    NO_CARD,
    STONES,
)
from stramash.games.schotten_totten.rules.turn import deal, play

__all__ = ["CardDealer"]


class CardDealer:
    """Deals two hands and lets chance choose each card drawn; for one round without Tactic cards.

    A hand is dealt from its lowest card up, so that the same hand comes in one order only.
    """

    outcomes = CLAN_CARDS
    exact_histories = True

    def __init__(self, cards: Sequence[int], hand: int) -> None:
        self._cards = sorted(cards)
        self._hand = hand

    @property
    def longest(self) -> int:
        """Every card comes once at most."""
        return len(self._cards)

    def name(self, outcome: int) -> str:
        """Return the notation of a card."""
        return CARD_NAMES[outcome]

    def next_dealt(self, dealt: Sequence[int]) -> Odds:
        """Return which card may be the next one up in the hand that is being dealt."""
        if len(dealt) == 2 * self._hand:
            return []
        mine = dealt[self._hand :] if len(dealt) >= self._hand else dealt
        others = set(dealt) - set(mine)
        left = [card for card in self._cards if card not in others and (not mine or card > mine[-1])]
        missing = self._hand - len(mine)
        ways = comb(len(left), missing)
        return [
            (card, comb(len(left) - place - 1, missing - 1) / ways)
            for place, card in enumerate(left)
            if len(left) - place >= missing
        ]

    def deal(self, state: Any, dealt: Sequence[int]) -> None:
        """Set up a blank state with these hands; the rest lies in the deck."""
        deal(state)
        for seat in range(2):
            hand = sorted(dealt[seat * self._hand : (seat + 1) * self._hand])
            state.hand[seat] = hand + [NO_CARD] * (HAND_PLACES - len(hand))
        deck = [card for card in self._cards if card not in dealt]
        state.deck[:] = deck + [NO_CARD] * (CLAN_CARDS - len(deck))
        self.settle(state)

    def next_drawn(self, state: Any, action: int) -> Odds:
        """Return the cards of the deck, equally likely, if this action draws one."""
        size = int(state.deck_size)
        trial = state.copy()
        play(trial, action)
        if trial.deck_size == size:
            return []
        return [(card, 1 / size) for card in sorted(state.deck[:size].tolist())]

    def put_on_top(self, state: Any, outcome: int) -> None:
        """Move a card of the deck to its top."""
        deck = state.deck[: state.deck_size]
        deck[:] = [*(card for card in deck.tolist() if card != outcome), outcome]

    def settle(self, state: Any) -> None:
        """Put the deck in order, and the seed away."""
        set_seed(state, 0)
        state.deck[: state.deck_size].sort()

    def imagine_history(self, history: History, seat: int, state: Any, dice: random.Random) -> History:
        """Make up what the other drew, and when: each card before it is played, all ways equally likely."""
        imagined = list(history)
        held: list[int] = []  # when the cards came that the other holds, whichever they are
        for at, (actor, action) in enumerate(history):
            if actor == CHANCE:
                whose = at // self._hand if at < 2 * self._hand else history[at - 1][0]
                if whose != seat:
                    held.append(at)
            elif actor != seat and action < CLAIM:
                imagined[held.pop(dice.randrange(len(held)))] = CHANCE, action // STONES
        hand = [int(card) for card in state.hand[1 - seat] if card != NO_CARD]
        dice.shuffle(hand)
        for at, card in zip(held, hand, strict=True):
            imagined[at] = CHANCE, card
        dealt = slice((1 - seat) * self._hand, (2 - seat) * self._hand)
        imagined[dealt] = sorted(imagined[dealt])
        return imagined
