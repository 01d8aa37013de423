"""What a seat knows: hiding, imagining what is hidden, and the observation as numbers.

Hidden are the other hand, the order of the decks, and the seed. Public are the backs: how many Clan and
Tactic cards a hand has, and that the Recruiter's player put cards under a deck. Which cards those were, that
player alone knows; the other learns it of a card that he draws from there.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from stramash.core.chance import shuffle
from stramash.core.rule import rule
from stramash.core.state import NOBODY, Shorts
from stramash.games.schotten_totten.rules.cards import sort_into_hand
from stramash.games.schotten_totten.rules.components import (
    BLUFF,
    CARDS,
    CLAN_CARDS,
    GONE,
    HAND_PLACES,
    IN_THE_OTHER_HAND,
    MUD,
    NO_CARD,
    PHASES,
    RETURNED,
    ROWS,
    STONES,
    STRENGTHS,
    TACTIC_CARDS,
    TACTIC_HAND,
    UNDER_THE_DECK,
    UNKNOWN_CLAN,
    UNKNOWN_TACTIC,
)
from stramash.games.schotten_totten.rules.state import SchottenTotten

__all__ = ["BASE_TENSOR", "TACTIC_TENSOR", "hide", "imagine", "observe"]


# --- Hiding ------------------------------------------------------------------------------------------


@rule
def back_of(card: int) -> int:
    """The back of a card: all that others see of it."""
    if card == NO_CARD:
        return NO_CARD
    return UNKNOWN_CLAN if card < CLAN_CARDS or card == UNKNOWN_CLAN else UNKNOWN_TACTIC


@rule
def knows_returned(state: SchottenTotten, seat: int, index: int) -> bool:
    """Whether a seat knows a card that the Recruiter's player put back: that player, or who drew it."""
    if state.recruiter == seat:
        return True
    return seat != NOBODY and state.returned_place[index] == IN_THE_OTHER_HAND


@rule
def knows_card(state: SchottenTotten, seat: int, card: int) -> bool:
    """Whether a seat knows where a card in a deck or in the other hand is."""
    for index in range(RETURNED):
        if state.returned[index] == card and card != NO_CARD and knows_returned(state, seat, index):
            return True
    return False


@rule
def hide(state: SchottenTotten, seat: int) -> None:
    """Blank what this seat may not know; a spectator, seat -1, knows no hand."""
    state.seed[0] = 0
    state.seed[1] = 0
    state.draws = 0
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
    """Turn the other hand over, but for the cards this seat knows; backs sort behind faces."""
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
    """How many cards at the bottom of a deck are known: known ones lie nowhere else."""
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
    """One who watches knows that a returned card was drawn, not which: let it be the first one dealt here."""
    if seat == 1 - state.recruiter:
        for index in range(RETURNED):
            if state.returned_place[index] == IN_THE_OTHER_HAND and state.returned[index] == back:
                state.returned[index] = card
                return


# --- Observing ---------------------------------------------------------------------------------------

# What is known of one card: unseen · my hand · my side of stones 1-9 · their side of stones 1-9 · on a stone
# or in the discard · known to be in their hand · known to be under a deck
UNSEEN, MY_HAND, MY_SIDE, THEIR_SIDE, AWAY, THEIR_HAND, UNDER = 0, 1, 2, 11, 20, 21, 22
CARD_FEATURES = 23
# One stone: mine · theirs · I was complete first · they were · Blind-Man's Bluff · Mud Fight
STONE_FEATURES = 6
GLOBAL_FEATURES = PHASES + 17
BASE_TENSOR = CLAN_CARDS * CARD_FEATURES + STONES * STONE_FEATURES + GLOBAL_FEATURES
TACTIC_TENSOR = CARDS * CARD_FEATURES + STONES * STONE_FEATURES + GLOBAL_FEATURES


@rule
def observe(state: SchottenTotten, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write a hidden state as numbers from 0 to 1, "my" being this seat's; a spectator sits with seat 0."""
    me = max(seat, 0)
    them = 1 - me
    cards = CARDS if state.tactics else CLAN_CARDS
    for index in range(out.size):
        out[index] = 0
    observe_cards(state, me, out, cards)
    at = cards * CARD_FEATURES
    for stone in range(STONES):
        out[at] = state.owner[stone] == me
        out[at + 1] = state.owner[stone] == them
        out[at + 2] = state.first[stone] == me
        out[at + 3] = state.first[stone] == them
        out[at + 4] = state.mode[stone] & BLUFF != 0
        out[at + 5] = state.mode[stone] & MUD != 0
        at += STONE_FEATURES
    out[at + state.phase] = 1
    observe_globals(state, me, out, at + PHASES)


@rule
def place_card(out: npt.NDArray[np.float32], card: int, where: int) -> None:
    """Note where a card is; cards of which only the back is seen stay unseen."""
    if 0 <= card < CARDS:
        out[card * CARD_FEATURES + UNSEEN] = 0
        out[card * CARD_FEATURES + where] = 1


@rule
def observe_cards(state: SchottenTotten, me: int, out: npt.NDArray[np.float32], cards: int) -> None:
    """Write where each card is, as far as it is known."""
    for card in range(cards):
        out[card * CARD_FEATURES] = 1
        if int(state.face_up[card // STRENGTHS]) >> card % STRENGTHS & 1:
            place_card(out, card, AWAY)
    for place in range(HAND_PLACES):
        if place < state.hand_size[me]:
            place_card(out, int(state.hand[me, place]), MY_HAND)
        if place < state.hand_size[1 - me]:
            place_card(out, int(state.hand[1 - me, place]), THEIR_HAND)
    for stone in range(STONES):
        for seat in range(2):
            side = MY_SIDE if seat == me else THEIR_SIDE
            for place in range(int(state.side_size[seat, stone])):
                card = int(state.side[seat, stone, place])
                place_card(out, card, side + stone)
                out[card * CARD_FEATURES + AWAY] = 0
    for place in range(int(state.deck_size)):
        place_card(out, int(state.deck[place]), UNDER)
    for place in range(int(state.tactic_deck_size)):
        place_card(out, int(state.tactic_deck[place]), UNDER)


@rule
def observe_globals(state: SchottenTotten, me: int, out: npt.NDArray[np.float32], at: int) -> None:
    """Write what is not about one card or one stone."""
    them = 1 - me
    out[at] = state.player == me
    out[at + 1] = state.starter == me
    out[at + 2] = state.deck_size / CLAN_CARDS
    out[at + 3] = state.tactic_deck_size / TACTIC_CARDS
    out[at + 4] = state.hand_size[them] / TACTIC_HAND
    out[at + 5] = tactics_in_hand(state, them) / TACTIC_HAND
    out[at + 6] = state.tactics_played[me] / TACTIC_CARDS
    out[at + 7] = state.tactics_played[them] / TACTIC_CARDS
    out[at + 8] = state.joker_played[me]
    out[at + 9] = state.joker_played[them]
    out[at + 10] = state.idle
    out[at + 11] = state.pending / 3
    out[at + 12] = state.taken / CARDS if state.taken != NO_CARD else 0
    out[at + 13] = (state.rounds - state.round_number) / state.rounds
    out[at + 14] = state.points[me] / (5 * state.rounds)
    out[at + 15] = state.points[them] / (5 * state.rounds)
    out[at + 16] = state.expert


@rule
def tactics_in_hand(state: SchottenTotten, seat: int) -> int:
    """How many Tactic cards a hand has; their backs show it."""
    count = 0
    for place in range(int(state.hand_size[seat])):
        card = int(state.hand[seat, place])
        if card != UNKNOWN_CLAN and card >= CLAN_CARDS:
            count += 1
    return count
