"""The hand of the other seat at an earlier decision, given its hand in an imagined position."""

from __future__ import annotations

import numpy as np

from stramash.core.chance import below
from stramash.core.rule import rule
from stramash.core.state import Shorts
from stramash.games.schotten_totten.rules.components import CARDS, CLAN_CARDS, RECRUITER, STRENGTHS
from stramash.games.schotten_totten.rules.state import SchottenTotten
from stramash.games.schotten_totten.rules.view import bit_of, resort_hand

__all__ = ["recall"]


@rule
def recall(state: SchottenTotten, later: SchottenTotten, seat: int) -> bool:
    """Give the other seat in `state` a hand that can have led to that in `later`; return whether it succeeds.

    The earlier hand is the later hand and the cards played since, without the card drawn since. That may be
    any card of the later hand, each equally likely. The rule fails if the Recruiter was played since, because
    its player draws and puts back several cards.
    """
    other = 1 - seat
    played = played_since(state, later, seat)
    if state.round_number != later.round_number or played & bit_of(RECRUITER):
        return False
    held = held_before(state, later, other, played, 0, CLAN_CARDS)
    held |= held_before(state, later, other, played, CLAN_CARDS, CARDS)
    for place in range(int(state.hand_size[other])):
        if not hold_one(state, other, place, held):
            return False
    resort_hand(state, other)
    return True


@rule
def played_since(state: SchottenTotten, later: SchottenTotten, seat: int) -> np.uint64:
    """Return the cards that came face-up since and were not in the hand of this seat, as a set of bits."""
    played = np.uint64(0)
    for card in range(CARDS):
        row, bit = card // STRENGTHS, card % STRENGTHS
        if int(later.face_up[row]) >> bit & 1 and not int(state.face_up[row]) >> bit & 1:
            played |= bit_of(card)
    for place in range(int(state.hand_size[seat])):
        played &= ~bit_of(int(state.hand[seat, place]))
    return played


@rule
def held_before(
    state: SchottenTotten, later: SchottenTotten, other: int, played: np.uint64, start: int, stop: int
) -> np.uint64:
    """Return the cards of a kind that the other held in `state`, as many as its hand has of that kind."""
    held, holds, drawn = np.uint64(0), 0, 0
    for place in range(int(later.hand_size[other])):
        holds += start <= later.hand[other, place] < stop
    for card in range(start, stop):
        if played & bit_of(card):
            held |= bit_of(card)
            drawn += 1
    drawn += holds
    for place in range(int(state.hand_size[other])):
        drawn -= start <= state.hand[other, place] < stop
    for place in range(int(later.hand_size[other])):
        card = int(later.hand[other, place])
        if start <= card < stop:
            if below(state, holds) < drawn:
                drawn -= 1
            else:
                held |= bit_of(card)
            holds -= 1
    return held


@rule
def hold_one(state: SchottenTotten, other: int, place: int, held: np.uint64) -> bool:
    """Exchange the card at a place of the hand, if it was not held, for one of its kind that was."""
    card = int(state.hand[other, place])
    if held & bit_of(card):
        return True
    missing = held
    for there in range(int(state.hand_size[other])):
        missing &= ~bit_of(int(state.hand[other, there]))
    if card < CLAN_CARDS:
        return exchange(state.hand[other], place, state.deck, int(state.deck_size), missing)
    return exchange(state.hand[other], place, state.tactic_deck, int(state.tactic_deck_size), missing)


@rule
def exchange(hand: Shorts, place: int, deck: Shorts, size: int, wanted: np.uint64) -> bool:
    """Exchange the card at a place of a hand for a wanted one of a deck; return whether there is one."""
    for at in range(size):
        if wanted & bit_of(int(deck[at])):
            card = hand[place]
            hand[place] = deck[at]
            deck[at] = card
            return True
    return False
