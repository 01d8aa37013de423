"""What a seat knows: hiding what it may not know, and imagining what is hidden.

Hidden are the other hand, the order of the decks, and the seed. Public are the backs: how many Clan and
Tactic cards a hand has, and that the Recruiter's player put cards under a deck. Which cards those were, that
player alone knows; the other learns it of a card that he draws from there.
"""

from __future__ import annotations

import numpy as np

from stramash.core.chance import hide_seed, shuffle
from stramash.core.rule import rule
from stramash.core.state import NOBODY, Shorts
from stramash.games.schotten_totten.rules.cards import sort_into_hand
from stramash.games.schotten_totten.rules.components import (
    CARDS,
    CLAN_CARDS,
    GONE,
    IN_THE_OTHER_HAND,
    NO_CARD,
    RETURNED,
    ROWS,
    STRENGTHS,
    UNDER_THE_DECK,
    UNKNOWN_CLAN,
    UNKNOWN_TACTIC,
)
from stramash.games.schotten_totten.rules.state import SchottenTotten

__all__ = ["hide", "imagine"]


# --- Hiding ------------------------------------------------------------------------------------------


@rule
def back_of(card: int) -> int:
    """The back of a card: all that others see of it."""
    if card == NO_CARD:
        return NO_CARD
    return UNKNOWN_CLAN if card < CLAN_CARDS or card == UNKNOWN_CLAN else UNKNOWN_TACTIC


@rule
def knows_returned(state: SchottenTotten, seat: int, index: int) -> bool:
    """Return whether a seat knows a card put back by the Recruiter's player: that player or the drawer."""
    if state.recruiter == seat:
        return True
    return seat != NOBODY and state.returned_place[index] == IN_THE_OTHER_HAND


@rule
def knows_card(state: SchottenTotten, seat: int, card: int) -> bool:
    """Return whether a seat knows where a card in a deck or in the other hand is."""
    for index in range(RETURNED):
        if state.returned[index] == card and card != NO_CARD and knows_returned(state, seat, index):
            return True
    return False


@rule
def hide(state: SchottenTotten, seat: int) -> None:
    """Blank what this seat may not know; a spectator, seat -1, knows no hand."""
    hide_seed(state)
    for place in range(int(state.deck_size)):
        if not knows_card(state, seat, int(state.deck[place])):
            state.deck[place] = UNKNOWN_CLAN
    for place in range(int(state.tactic_deck_size)):
        if not knows_card(state, seat, int(state.tactic_deck[place])):
            state.tactic_deck[place] = UNKNOWN_TACTIC
    for other in range(2):
        if other != seat:
            hide_hand(state, seat, other)
    for index in range(RETURNED):
        if not knows_returned(state, seat, index):
            hide_returned(state, index)


@rule
def hide_returned(state: SchottenTotten, index: int) -> None:
    """Show of a card that was put back only its back, and nothing once it was drawn.

    The state forgets such a card when it is played. A spectator who saw it forgotten would know which it was.
    """
    if state.returned_place[index] == UNDER_THE_DECK:
        state.returned[index] = back_of(int(state.returned[index]))
    else:
        state.returned[index] = NO_CARD
        state.returned_place[index] = GONE


@rule
def hide_hand(state: SchottenTotten, seat: int, other: int) -> None:
    """Turn the other hand over, except for the cards this seat knows; backs sort behind faces."""
    count = int(state.hand_size[other])
    for place in range(count):
        card = int(state.hand[other, place])
        if not knows_card(state, seat, card):
            state.hand[other, place] = back_of(card)
    resort_hand(state, other)


@rule
def resort_hand(state: SchottenTotten, seat: int) -> None:
    """Bring a hand back into order."""
    count = int(state.hand_size[seat])
    state.hand_size[seat] = 0
    for place in range(count):
        sort_into_hand(state, seat, int(state.hand[seat, place]))


# --- Imagining ---------------------------------------------------------------------------------------


@rule
def imagine(state: SchottenTotten, seat: int) -> None:
    """Deal the cards this seat cannot see into the places whose faces it cannot see.

    Every way to do so is equally likely, and no other information bears on it: what the other player did so
    far was possible with any of these cards. The state brings a fresh seed.
    """
    seen = seen_cards(state)
    bottom = known_bottom(state.deck, int(state.deck_size))
    unseen = lay_unseen(state.deck, bottom, seen, 0, CLAN_CARDS)
    shuffle(state, state.deck[bottom:], unseen)
    deal_backs(state, state.deck, bottom + unseen, UNKNOWN_CLAN)
    recall_returned(state, state.deck, UNKNOWN_CLAN)
    if state.tactics:
        bottom = known_bottom(state.tactic_deck, int(state.tactic_deck_size))
        unseen = lay_unseen(state.tactic_deck, bottom, seen, CLAN_CARDS, CARDS)
        shuffle(state, state.tactic_deck[bottom:], unseen)
        deal_backs(state, state.tactic_deck, bottom + unseen, UNKNOWN_TACTIC)
        recall_returned(state, state.tactic_deck, UNKNOWN_TACTIC)
    resort_hand(state, 0)
    resort_hand(state, 1)


@rule
def seen_cards(state: SchottenTotten) -> np.uint64:
    """Return the set of cards whose place is known, a bit each."""
    seen = np.uint64(0)
    for row in range(ROWS):
        seen |= np.uint64(state.face_up[row]) << np.uint64(STRENGTHS * row)
    for seat in range(2):
        for place in range(int(state.hand_size[seat])):
            seen |= bit_of(int(state.hand[seat, place]))
    for place in range(known_bottom(state.deck, int(state.deck_size))):
        seen |= bit_of(int(state.deck[place]))
    for place in range(known_bottom(state.tactic_deck, int(state.tactic_deck_size))):
        seen |= bit_of(int(state.tactic_deck[place]))
    return seen


@rule
def bit_of(card: int) -> np.uint64:
    """Return a set of this one card, of none if only its back is seen."""
    return np.uint64(1) << np.uint64(card) if card < CARDS else np.uint64(0)


@rule
def known_bottom(deck: Shorts, size: int) -> int:
    """Return how many cards at the bottom of a deck are known: known ones lie nowhere else."""
    count = 0
    while count < size and deck[count] < CARDS:
        count += 1
    return count


@rule
def lay_unseen(deck: Shorts, bottom: int, seen: np.uint64, start: int, stop: int) -> int:
    """Lay the unseen cards of a kind on the known bottom of their deck; return how many there are."""
    count = 0
    for card in range(start, stop):
        if not seen & bit_of(card):
            deck[bottom + count] = card
            count += 1
    return count


@rule
def deal_backs(state: SchottenTotten, deck: Shorts, size: int, back: int) -> None:
    """Deal from the top of a shuffled deck to every place in a hand that shows this back."""
    for seat in range(2):
        for place in range(int(state.hand_size[seat])):
            if state.hand[seat, place] == back:
                size -= 1
                card = int(deck[size])
                deck[size] = NO_CARD
                state.hand[seat, place] = card
                recall_drawn(state, seat, card, back)


@rule
def recall_returned(state: SchottenTotten, deck: Shorts, back: int) -> None:
    """Name the cards that the Recruiter's player put under this deck; the last one lies lowest."""
    below = 0
    for index in range(RETURNED - 1, -1, -1):
        if state.returned_place[index] == UNDER_THE_DECK and back_of(int(state.returned[index])) == back:
            state.returned[index] = deck[below]
            below += 1


@rule
def recall_drawn(state: SchottenTotten, seat: int, card: int, back: int) -> None:
    """Choose the first dealt returned card for a spectator, who knows that one was drawn but not which."""
    if seat == 1 - state.recruiter:
        for index in range(RETURNED):
            if state.returned_place[index] == IN_THE_OTHER_HAND and state.returned[index] == back:
                state.returned[index] = card
                return
