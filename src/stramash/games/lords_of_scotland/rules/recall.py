"""The hands of the other seats at an earlier decision, given their hands in an imagined position."""

from __future__ import annotations

from stramash.core.chance import below
from stramash.core.rule import rule
from stramash.core.state import NOBODY
from stramash.games.lords_of_scotland.rules.armies import find_down
from stramash.games.lords_of_scotland.rules.cards import sort_into_hand
from stramash.games.lords_of_scotland.rules.components import (
    ARMY_PLACES,
    CARDS,
    DOWNS,
    FACE_UP,
    NO_CARD,
    RECRUITS,
)
from stramash.games.lords_of_scotland.rules.state import LordsOfScotland
from stramash.games.lords_of_scotland.rules.view import knows_follower

__all__ = ["recall"]


@rule
def recall(state: LordsOfScotland, later: LordsOfScotland, seat: int) -> bool:
    """Give the other seats in `state` hands that can have led to those in `later`; return success.

    The earlier hand of a seat is its later hand and the cards mustered since, without those taken or drawn
    since. The drawn card may be any that nobody saw coming, each equally likely. The rule fails across the
    end of a round, and if the number of cards shows that a power moved some of them. With more than two
    players a power can move a card unnoticed; the observed actions are then impossible in all worlds.
    """
    if state.round_number != later.round_number:
        return False
    for other in range(int(state.players)):
        if other != seat and not (
            recall_downs(state, later, other) and recall_hand(state, later, seat, other)
        ):
            return False
    return True


@rule
def recall_downs(state: LordsOfScotland, later: LordsOfScotland, other: int) -> bool:
    """Lay the cards of `later` where this seat's face-down Followers already lay; False if one was shown."""
    for down in range(other * DOWNS, other * DOWNS + int(state.downs[other])):
        spot, there = find_down(state, down), find_down(later, down)
        if (spot == NO_CARD) != (there == NO_CARD):
            return False
        if spot != NO_CARD:
            card = int(later.army[there // ARMY_PLACES, there % ARMY_PLACES])
            exchange(state, int(state.army[spot // ARMY_PLACES, spot % ARMY_PLACES]), card)
    return True


@rule
def recall_hand(state: LordsOfScotland, later: LordsOfScotland, seat: int, other: int) -> bool:
    """Give this seat the hand that it had; False if it drew more than one card that nobody saw."""
    count, drawn = 0, NO_CARD
    for card in range(CARDS):
        count += held_then(state, later, seat, other, card)
    if count == state.hand_size[other] + 1:
        drawn = draw_back(state, later, seat, other)
        count -= drawn != NO_CARD
    if count != state.hand_size[other]:
        return False
    for place in range(int(state.hand_size[other])):
        card = int(state.hand[other, place])
        if card == drawn or not held_then(state, later, seat, other, card):
            missing = 0
            while (
                missing == drawn
                or in_hand(state, other, missing)
                or not held_then(state, later, seat, other, missing)
            ):
                missing += 1
            exchange(state, card, missing)
    resort_hand(state, other)
    return True


@rule
def held_then(state: LordsOfScotland, later: LordsOfScotland, seat: int, other: int, card: int) -> bool:
    """Return whether this seat had a card in hand in `state`, or drew it since: nobody saw which."""
    if knows(state, seat, card):
        return False
    if in_hand(later, other, card):
        return entry_of(later, other, card) == NOBODY or entry_of(state, other, card) != NOBODY
    for down in range(int(state.downs[other]), int(later.downs[other])):
        spot = find_down(later, other * DOWNS + down)
        if spot != NO_CARD and later.army[spot // ARMY_PLACES, spot % ARMY_PLACES] == card:
            return True
    return army_of(later, card) == other


@rule
def draw_back(state: LordsOfScotland, later: LordsOfScotland, seat: int, other: int) -> int:
    """Choose the card that this seat drew since: any of its hand that nobody saw coming; NO_CARD if none."""
    chosen, count = NO_CARD, 0
    for place in range(int(later.hand_size[other])):
        card = int(later.hand[other, place])
        if entry_of(later, other, card) == NOBODY and held_then(state, later, seat, other, card):
            count += 1
            if below(state, count) == 0:
                chosen = card
    return chosen


@rule
def entry_of(state: LordsOfScotland, seat: int, card: int) -> int:
    """Return the entry that says that all saw a seat take this card, NOBODY if there is none."""
    for entry in range(int(state.held_size[seat])):
        if state.held[seat, entry] == card:
            return entry
    return NOBODY


@rule
def in_hand(state: LordsOfScotland, seat: int, card: int) -> bool:
    """Return whether a card is in a hand."""
    for place in range(int(state.hand_size[seat])):
        if state.hand[seat, place] == card:
            return True
    return False


@rule
def army_of(state: LordsOfScotland, card: int) -> int:
    """Return the seat in whose army a card lies face-up, NOBODY if in none."""
    for seat in range(int(state.players)):
        for place in range(int(state.army_size[seat])):
            if state.army[seat, place] == card and state.down[seat, place] == FACE_UP:
                return seat
    return NOBODY


@rule
def knows(state: LordsOfScotland, seat: int, card: int) -> bool:
    """Return whether a seat knows where a card is: in its hand, in an army it knows, or face-up."""
    if state.victory[card] >= 0 or in_hand(state, seat, card):
        return True
    for other in range(int(state.players)):
        for place in range(int(state.army_size[other])):
            if state.army[other, place] == card and knows_follower(state, seat, other, place):
                return True
    for place in range(int(state.supporters_size)):
        if state.supporters[place] == card:
            return True
    for place in range(int(state.discard_size)):
        if state.discard[place] == card:
            return True
    for place in range(RECRUITS):
        if state.recruit[place] == card and state.recruit_up[place]:
            return True
    return False


@rule
def exchange(state: LordsOfScotland, one: int, another: int) -> None:
    """Exchange two hidden cards, wherever they are: in the pile, in hands, in armies, among the Recruits."""
    for place in range(int(state.pile_size)):
        state.pile[place] = exchanged(int(state.pile[place]), one, another)
    for place in range(RECRUITS):
        state.recruit[place] = exchanged(int(state.recruit[place]), one, another)
    for seat in range(int(state.players)):
        for place in range(int(state.hand_size[seat])):
            state.hand[seat, place] = exchanged(int(state.hand[seat, place]), one, another)
        for place in range(int(state.army_size[seat])):
            state.army[seat, place] = exchanged(int(state.army[seat, place]), one, another)


@rule
def exchanged(card: int, one: int, another: int) -> int:
    """Return the other of two cards if it is one of them, else the card itself."""
    return another if card == one else one if card == another else card


@rule
def resort_hand(state: LordsOfScotland, seat: int) -> None:
    """Bring a hand back into order."""
    count = int(state.hand_size[seat])
    state.hand_size[seat] = 0
    for place in range(count):
        card = int(state.hand[seat, place])
        sort_into_hand(state, seat, card)
