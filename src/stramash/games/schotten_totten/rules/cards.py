"""Handling cards: in hands, on sides, in decks and in the discard."""

from __future__ import annotations

from stramash.core.lists import insert, remove
from stramash.core.rule import rule
from stramash.core.state import NOBODY
from stramash.games.schotten_totten.rules.claims import appraise
from stramash.games.schotten_totten.rules.components import (
    CLAN_CARDS,
    GONE,
    HAND,
    HAND_PLACES,
    IN_THE_OTHER_HAND,
    NO_CARD,
    RETURNED,
    STONES,
    STRENGTHS,
    TACTIC_HAND,
    UNDER_THE_DECK,
)
from stramash.games.schotten_totten.rules.formations import places
from stramash.games.schotten_totten.rules.state import SchottenTotten

__all__ = [
    "add_to_discard",
    "draw",
    "full_hand",
    "has_place",
    "lay_beside",
    "lies_at",
    "put_under",
    "remove_from_side",
    "sort_into_hand",
    "take_from_hand",
    "turn_face_up",
]


@rule
def full_hand(state: SchottenTotten) -> int:
    """Return how many cards a hand is refilled to."""
    return (TACTIC_HAND if state.tactics else HAND) - int(state.fewer_in_hand)


@rule
def sort_into_hand(state: SchottenTotten, seat: int, card: int) -> None:
    """Add a card to a hand, in order."""
    state.hand_size[seat] = insert(state.hand[seat], int(state.hand_size[seat]), card)


@rule
def take_from_hand(state: SchottenTotten, seat: int, card: int) -> None:
    """Remove a card from a hand: those behind it, which are larger, move up."""
    for place in range(HAND_PLACES - 1):
        if state.hand[seat, place] >= card:
            state.hand[seat, place] = state.hand[seat, place + 1]
    state.hand_size[seat] -= 1
    state.hand[seat, HAND_PLACES - 1] = NO_CARD


@rule
def turn_face_up(state: SchottenTotten, card: int) -> None:
    """Show a card to all; what one player knew of it is no secret any more."""
    row = card // STRENGTHS
    state.face_up[row] |= 1 << card % STRENGTHS
    state.reveals += 1
    if state.recruiter != NOBODY:
        _forget(state, card)


@rule
def _forget(state: SchottenTotten, card: int) -> None:
    for index in range(RETURNED):
        if state.returned[index] == card:
            state.returned[index] = NO_CARD
            state.returned_place[index] = GONE


@rule
def draw(state: SchottenTotten, tactic: bool) -> None:
    """Draw the top card of a deck; the Recruiter's player notices a card that comes from under it."""
    seat = int(state.player)
    if tactic:
        state.tactic_deck_size -= 1
        place = int(state.tactic_deck_size)
        card = int(state.tactic_deck[place])
        state.tactic_deck[place] = NO_CARD
    else:
        state.deck_size -= 1
        place = int(state.deck_size)
        card = int(state.deck[place])
        state.deck[place] = NO_CARD
    sort_into_hand(state, seat, card)
    state.reveals += 1
    if state.recruiter == seat:
        _forget(state, card)
    elif state.recruiter != NOBODY:
        for index in range(RETURNED):
            if state.returned[index] == card:
                state.returned_place[index] = IN_THE_OTHER_HAND


@rule
def put_under(state: SchottenTotten, card: int) -> None:
    """Put a card under the deck it belongs to; only its player knows which it is."""
    if card < CLAN_CARDS:
        for place in range(int(state.deck_size), 0, -1):
            state.deck[place] = state.deck[place - 1]
        state.deck[0] = card
        state.deck_size += 1
    else:
        for place in range(int(state.tactic_deck_size), 0, -1):
            state.tactic_deck[place] = state.tactic_deck[place - 1]
        state.tactic_deck[0] = card
        state.tactic_deck_size += 1
    index = RETURNED - int(state.pending)
    state.returned[index] = card
    state.returned_place[index] = UNDER_THE_DECK


@rule
def has_place(state: SchottenTotten, seat: int, stone: int) -> bool:
    """Return whether a card can be laid beside a stone: it is unclaimed and the side is not full."""
    return state.owner[stone] == NOBODY and int(state.side_size[seat, stone]) < places(state, stone)


@rule
def lay_beside(state: SchottenTotten, seat: int, stone: int, card: int) -> None:
    """Lay a card beside a stone."""
    place = int(state.side_size[seat, stone])
    state.side[seat, stone, place] = card
    state.side_size[seat, stone] = place + 1
    appraise(state, seat, stone)


@rule
def lies_at(state: SchottenTotten, seat: int, card: int) -> int:
    """Return the stone beside which a card lies on this seat's side, -1 if it does not."""
    for stone in range(STONES):
        for place in range(int(state.side_size[seat, stone])):
            if state.side[seat, stone, place] == card:
                return stone
    return -1


@rule
def remove_from_side(state: SchottenTotten, seat: int, stone: int, card: int) -> None:
    """Take a card away from beside a stone; the others close up."""
    count = int(state.side_size[seat, stone])
    state.side_size[seat, stone] = remove(state.side[seat, stone], count, card, NO_CARD)
    appraise(state, seat, stone)


@rule
def add_to_discard(state: SchottenTotten, card: int) -> None:
    """Lay a card face-up on the discard."""
    state.discard[state.discard_size] = card
    state.discard_size += 1
