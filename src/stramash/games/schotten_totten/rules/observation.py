"""The observation: what a seat knows, as numbers from 0 to 1. The spec page says what each index means."""

from __future__ import annotations

from stramash.core.rule import rule
from stramash.core.state import Floats
from stramash.games.schotten_totten.rules.components import (
    BLUFF,
    CARDS,
    CLAN_CARDS,
    HAND_PLACES,
    MUD,
    NO_CARD,
    PHASES,
    STONES,
    STRENGTHS,
    TACTIC_CARDS,
    UNKNOWN_CLAN,
)
from stramash.games.schotten_totten.rules.state import SchottenTotten

__all__ = [
    "AWAY",
    "BASE_TENSOR",
    "CARD_FEATURES",
    "GLOBAL_FEATURES",
    "MY_HAND",
    "MY_SIDE",
    "STONE_FEATURES",
    "TACTIC_TENSOR",
    "TAKEN",
    "THEIR_HAND",
    "THEIR_SIDE",
    "UNDER",
    "UNSEEN",
    "observe",
]

# What is known of one card: unseen · my hand · my side of stones 1-9 · their side of stones 1-9 · on a stone
# or in the discard · known to be in their hand · known to be under a deck · taken, and about to be put down
UNSEEN, MY_HAND, MY_SIDE, THEIR_SIDE, AWAY, THEIR_HAND, UNDER, TAKEN = 0, 1, 2, 11, 20, 21, 22, 23
CARD_FEATURES = 24
# Idle turns in a row that end a round
IDLE_TURNS = 2
# One stone: mine · theirs · I was complete first · they were · Blind-Man's Bluff · Mud Fight
STONE_FEATURES = 6
GLOBAL_FEATURES = PHASES + 17
BASE_TENSOR = CLAN_CARDS * CARD_FEATURES + STONES * STONE_FEATURES + GLOBAL_FEATURES
TACTIC_TENSOR = CARDS * CARD_FEATURES + STONES * STONE_FEATURES + GLOBAL_FEATURES


@rule
def observe(state: SchottenTotten, seat: int, out: Floats) -> None:
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
def place_card(out: Floats, card: int, where: int) -> None:
    """Note where a card is; cards of which only the back is seen stay unseen."""
    if 0 <= card < CARDS:
        out[card * CARD_FEATURES + UNSEEN] = 0
        out[card * CARD_FEATURES + where] = 1


@rule
def observe_cards(state: SchottenTotten, me: int, out: Floats, cards: int) -> None:
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
    if state.taken != NO_CARD:
        out[int(state.taken) * CARD_FEATURES + TAKEN] = 1


@rule
def observe_globals(state: SchottenTotten, me: int, out: Floats, at: int) -> None:
    """Write what is not about one card or one stone."""
    them = 1 - me
    out[at] = state.player == me
    out[at + 1] = state.starter == me
    out[at + 2] = state.deck_size / CLAN_CARDS
    out[at + 3] = state.tactic_deck_size / TACTIC_CARDS
    out[at + 4] = state.hand_size[them] / HAND_PLACES
    out[at + 5] = tactics_in_hand(state, them) / HAND_PLACES
    out[at + 6] = state.tactics_played[me] / TACTIC_CARDS
    out[at + 7] = state.tactics_played[them] / TACTIC_CARDS
    out[at + 8] = state.joker_played[me]
    out[at + 9] = state.joker_played[them]
    out[at + 10] = state.idle / IDLE_TURNS
    out[at + 11] = state.pending / 3
    out[at + 12] = state.proofs
    out[at + 13] = (state.rounds - state.round_number) / state.rounds
    out[at + 14] = state.points[me] / (5 * state.rounds)
    out[at + 15] = state.points[them] / (5 * state.rounds)
    out[at + 16] = state.expert


@rule
def tactics_in_hand(state: SchottenTotten, seat: int) -> int:
    """Return how many Tactic cards a hand has; their backs show it."""
    count = 0
    for place in range(int(state.hand_size[seat])):
        card = int(state.hand[seat, place])
        if card != UNKNOWN_CLAN and card >= CLAN_CARDS:
            count += 1
    return count
