"""Handling cards: what they are, hands, the two piles, Recruits and Supporters."""

from __future__ import annotations

from stramash.core.chance import shuffle
from stramash.core.lists import insert, remove
from stramash.core.rule import rule
from stramash.games.lords_of_scotland.rules.components import (
    BRUCE,
    NO_CARD,
    NORMAL_CARDS,
    NORMAL_CLANS,
    RECRUITS,
    STRENGTHS,
    UNKNOWN,
)
from stramash.games.lords_of_scotland.rules.knowledge import hold
from stramash.games.lords_of_scotland.rules.state import LordsOfScotland

__all__ = [
    "add_supporter",
    "add_to_discard",
    "clan_of",
    "draw",
    "draw_into_hand",
    "lay_recruit",
    "lay_supporters",
    "remove_supporter",
    "sort_into_hand",
    "strength_of",
    "take_from_hand",
    "take_recruit",
    "turn_recruit_up",
]


@rule
def clan_of(card: int) -> int:
    """The clan of a card."""
    return card % NORMAL_CLANS if card < NORMAL_CARDS else BRUCE


@rule
def strength_of(card: int) -> int:
    """The strength of a card; both Bruce have twelve."""
    return card // NORMAL_CLANS + 1 if card < NORMAL_CARDS else STRENGTHS


# --- Hands -------------------------------------------------------------------------------------------


@rule
def sort_into_hand(state: LordsOfScotland, seat: int, card: int) -> None:
    """Add a card to a hand, in order."""
    state.hand_size[seat] = insert(state.hand[seat], int(state.hand_size[seat]), card)


@rule
def take_from_hand(state: LordsOfScotland, seat: int, card: int) -> None:
    """Remove a card from a hand."""
    state.hand_size[seat] = remove(state.hand[seat], int(state.hand_size[seat]), card, NO_CARD)


# --- The draw pile and the discard pile -----------------------------------------------------------------


@rule
def draw(state: LordsOfScotland) -> int:
    """Draw the top card; return it, or NO_CARD. An empty draw pile is refilled from the discard pile."""
    if state.pile_size == 0:
        if state.discard_size == 0:
            return NO_CARD
        reshuffle(state)
    state.pile_size -= 1
    place = int(state.pile_size)
    card = int(state.pile[place])
    state.pile[place] = NO_CARD
    state.reveals += 1
    return card


@rule
def reshuffle(state: LordsOfScotland) -> None:
    """Shuffle the discard pile into a new draw pile; all know which cards are in it."""
    count = int(state.discard_size)
    state.shuffles += 1
    for place in range(count):
        card = state.discard[place]
        state.pile[place] = card
        state.discard[place] = NO_CARD
        state.shuffled[card] = state.shuffles
    state.pile_size = count
    state.discard_size = 0
    shuffle(state, state.pile, count)


@rule
def add_to_discard(state: LordsOfScotland, card: int) -> None:
    """Lay a card face-up on the discard pile."""
    state.discard[state.discard_size] = card
    state.discard_size += 1


@rule
def draw_into_hand(state: LordsOfScotland, seat: int) -> None:
    """Draw a card that nobody else sees, if there is one."""
    card = draw(state)
    if card != NO_CARD:
        sort_into_hand(state, seat, card)
        hold(state, seat, UNKNOWN + int(state.shuffles))


# --- Recruits ------------------------------------------------------------------------------------------


@rule
def lay_recruit(state: LordsOfScotland, place: int, face_up: int) -> None:
    """Lay a Recruit from the draw pile; with no card left the place stays empty."""
    card = draw(state)
    state.recruit[place] = card
    state.recruit_up[place] = face_up if card != NO_CARD else 0
    state.recruit_shuffle[place] = state.shuffles if card != NO_CARD else 0


@rule
def turn_recruit_up(state: LordsOfScotland) -> None:
    """Turn the leftmost face-down Recruit face-up; an empty place is not turned."""
    for place in range(RECRUITS):
        if state.recruit[place] != NO_CARD and not state.recruit_up[place]:
            state.recruit_up[place] = 1
            state.reveals += 1
            return


@rule
def take_recruit(state: LordsOfScotland, seat: int, place: int) -> None:
    """Take a Recruit in hand; its replacement keeps its facing."""
    card = int(state.recruit[place])
    sort_into_hand(state, seat, card)
    if state.recruit_up[place]:
        hold(state, seat, card)
    else:
        hold(state, seat, UNKNOWN + int(state.recruit_shuffle[place]))
        state.reveals += 1
    lay_recruit(state, place, int(state.recruit_up[place]))


# --- Supporters ----------------------------------------------------------------------------------------


@rule
def add_supporter(state: LordsOfScotland, card: int) -> None:
    """Add a card to the Supporters, in order."""
    state.supporters_size = insert(state.supporters, int(state.supporters_size), card)


@rule
def remove_supporter(state: LordsOfScotland, card: int) -> None:
    """Take a card away from the Supporters."""
    state.supporters_size = remove(state.supporters, int(state.supporters_size), card, NO_CARD)


@rule
def lay_supporters(state: LordsOfScotland) -> None:
    """Lay out as many Supporters as players; if all have the same strength, discard and draw them again."""
    draw_supporters(state)
    while all_equal(state) and another_strength_left(state):
        for place in range(int(state.supporters_size)):
            add_to_discard(state, int(state.supporters[place]))
            state.supporters[place] = NO_CARD
        state.supporters_size = 0
        draw_supporters(state)


@rule
def draw_supporters(state: LordsOfScotland) -> None:
    """Draw a Supporter for each player, while there are cards."""
    for _ in range(int(state.players)):
        card = draw(state)
        if card != NO_CARD:
            add_supporter(state, card)


@rule
def all_equal(state: LordsOfScotland) -> bool:
    """Return whether there are at least two Supporters and all have the same strength."""
    count = int(state.supporters_size)
    for place in range(1, count):
        if strength_of(int(state.supporters[place])) != strength_of(int(state.supporters[0])):
            return False
    return count > 1


@rule
def another_strength_left(state: LordsOfScotland) -> bool:
    """Return whether drawing again could help: some card of another strength is in one of the piles."""
    strength = strength_of(int(state.supporters[0]))
    for place in range(int(state.pile_size)):
        if strength_of(int(state.pile[place])) != strength:
            return True
    for place in range(int(state.discard_size)):
        if strength_of(int(state.discard[place])) != strength:
            return True
    return False
