"""Rounds: how one is laid out, how it ends, and what a match gives."""

from __future__ import annotations

from stramash.core.chance import shuffle
from stramash.core.rule import rule
from stramash.core.state import NOBODY, Ints
from stramash.games.schotten_totten.rules.claims import holds_enough, may_claim, stones_held
from stramash.games.schotten_totten.rules.components import (
    CLAN_CARDS,
    CLANS,
    GONE,
    MUD_FIGHT_PLACES,
    NEXT_ROUND,
    NO_CARD,
    POINTS_FOR_A_ROUND,
    RETURNED,
    ROWS,
    STONES,
    STRENGTHS,
    TACTIC_CARDS,
)
from stramash.games.schotten_totten.rules.minis import (
    clans_played_with,
    lay_out_stones,
    set_cards_aside,
    strengths_played_with,
)
from stramash.games.schotten_totten.rules.state import SchottenTotten

__all__ = [
    "clear_border",
    "clear_memory",
    "end_round",
    "lay_out_deck",
    "lay_out_tactics",
    "round_winner",
    "scores",
    "settle",
    "winners",
]

# --- Laying out --------------------------------------------------------------------------------------


@rule
def clear_border(state: SchottenTotten) -> None:
    """Lay out the stones with nothing beside them, and no card seen yet."""
    lay_out_stones(state)
    for stone in range(STONES):
        state.mode[stone] = 0
        state.first[stone] = NOBODY
        for seat in range(2):
            state.side_size[seat, stone] = 0
            state.strength[seat, stone] = 0
            for place in range(MUD_FIGHT_PLACES):
                state.side[seat, stone, place] = NO_CARD
    for row in range(CLANS, ROWS):
        state.face_up[row] = 0
    set_cards_aside(state)


@rule
def clear_memory(state: SchottenTotten) -> None:
    """Forget what was played and known in the round before."""
    state.discard_size = 0
    for place in range(TACTIC_CARDS):
        state.discard[place] = NO_CARD
    for seat in range(2):
        state.tactics_played[seat] = 0
        state.joker_played[seat] = 0
    state.recruiter = NOBODY
    for index in range(RETURNED):
        state.returned[index] = NO_CARD
        state.returned_place[index] = GONE


@rule
def lay_out_deck(state: SchottenTotten) -> None:
    """Shuffle the Clan cards that are played with."""
    size = 0
    for clan in range(clans_played_with(state)):
        for index in range(strengths_played_with(state)):
            state.deck[size] = clan * STRENGTHS + index
            size += 1
    for place in range(size, CLAN_CARDS):
        state.deck[place] = NO_CARD
    state.deck_size = size
    shuffle(state, state.deck, size)


@rule
def lay_out_tactics(state: SchottenTotten) -> None:
    """Shuffle the Tactic cards into a deck of their own, if they are played with."""
    state.tactic_deck_size = 0
    for place in range(TACTIC_CARDS):
        state.tactic_deck[place] = CLAN_CARDS + place if state.tactics else NO_CARD
    if state.tactics:
        state.tactic_deck_size = TACTIC_CARDS
        shuffle(state, state.tactic_deck, TACTIC_CARDS)


# --- The end of a round ------------------------------------------------------------------------------


@rule
def settle(state: SchottenTotten) -> None:
    """Nobody can move or wants to: every stone that a side could claim goes to it, and stones decide."""
    for stone in range(STONES):
        for seat in range(2):
            if may_claim(state, seat, stone):
                state.owner[stone] = seat
    end_round(state, round_winner(state))


@rule
def round_winner(state: SchottenTotten) -> int:
    """The seat that has what wins; where none or both have it, who has more stones, NOBODY at a tie."""
    first, second = holds_enough(state, 0), holds_enough(state, 1)
    if first != second:
        return 0 if first else 1
    lead = stones_held(state, 0) - stones_held(state, 1)
    return 0 if lead > 0 else 1 if lead < 0 else NOBODY


@rule
def end_round(state: SchottenTotten, winner: int) -> None:
    """Score a round: five points to the winner, one a stone to the loser, who starts the next round."""
    state.winner = winner
    state.claimable = 0
    for seat in range(2):
        state.points[seat] += POINTS_FOR_A_ROUND if seat == winner else stones_held(state, seat)
    if state.round_number == state.rounds:
        state.player = NOBODY
    else:
        state.phase = NEXT_ROUND
        loser_or_second = 1 - int(state.starter) if winner == NOBODY else 1 - winner
        state.player = loser_or_second


# --- The result --------------------------------------------------------------------------------------


@rule
def scores(state: SchottenTotten, out: Ints) -> None:
    """Points of the match so far."""
    out[0] = state.points[0]
    out[1] = state.points[1]


@rule
def winners(state: SchottenTotten) -> int:
    """The most points after the last round win; a tie is shared.

    In a single round that is its winner: five points are more than the stones of any loser.
    """
    if state.player != NOBODY:
        return 0
    if state.points[0] == state.points[1]:
        return 3
    return 1 if state.points[0] > state.points[1] else 2
