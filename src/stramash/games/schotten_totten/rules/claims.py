"""Claiming stones: when it is allowed, what proves it, and how a round is won."""

from __future__ import annotations

from stramash.core.rule import rule
from stramash.core.state import NOBODY
from stramash.games.schotten_totten.rules.components import (
    ADJACENT_TO_WIN,
    JOKER,
    SECOND_JOKER,
    SHIELD_BEARER,
    SPY,
    STONES,
    STRENGTHS,
)
from stramash.games.schotten_totten.rules.formations import NO_TROOPS, Troops, best_formation, places
from stramash.games.schotten_totten.rules.minis import stones_to_win
from stramash.games.schotten_totten.rules.state import SchottenTotten

__all__ = [
    "appraise",
    "best_possible",
    "claimable_stones",
    "holds_enough",
    "is_face_up",
    "joker_may_come",
    "may_claim",
    "stones_held",
]


@rule
def appraise(state: SchottenTotten, seat: int, stone: int) -> None:
    """Note the strength of a side whose cards have changed: 0 until it is complete.

    Also note who was complete first: a side that lost a card counts from the last time it was completed.
    """
    whole = int(state.side_size[seat, stone]) == places(state, stone)
    state.strength[seat, stone] = best_formation(state, seat, stone, 0, NO_TROOPS) if whole else 0
    other = 1 - seat
    if not state.strength[other, stone]:
        state.first[stone] = seat if whole else NOBODY
    elif not whole:
        state.first[stone] = other


@rule
def best_possible(state: SchottenTotten, seat: int, stone: int, enough: int = 0) -> int:
    """The best that an incomplete side can still become, by cards that are not face-up; 0 if it cannot.

    With `enough`, the search stops at the first formation that is stronger.
    """
    best = best_formation(state, seat, stone, enough, NO_TROOPS)
    if not state.proofs or not state.tactics:
        return best
    free = places(state, stone) - int(state.side_size[seat, stone])
    for joker in range(2):
        for spy in range(2):
            for shield in range(2):
                if (
                    0 < joker + spy + shield <= free
                    and (not joker or joker_may_come(state, seat))
                    and (not spy or not is_face_up(state, SPY))
                    and (not shield or not is_face_up(state, SHIELD_BEARER))
                ):
                    troops = Troops(joker, spy, shield)
                    best = max(best, best_formation(state, seat, stone, enough, troops))
    return best


@rule
def is_face_up(state: SchottenTotten, card: int) -> bool:
    """Return whether a card lies on the table or in the discard."""
    return int(state.face_up[card // STRENGTHS]) >> card % STRENGTHS & 1 != 0


@rule
def joker_may_come(state: SchottenTotten, seat: int) -> bool:
    """Return whether this seat may still play a Joker, as far as the table shows: each has one at most."""
    if state.joker_played[seat]:
        return False
    return not (is_face_up(state, JOKER) and is_face_up(state, SECOND_JOKER))


@rule
def may_claim(state: SchottenTotten, seat: int, stone: int) -> bool:
    """A complete formation claims a stone if it wins, or provably cannot be beaten.

    A tie goes to the side that was complete first; so a complete side need not fear a tie in a proof.
    """
    mine = int(state.strength[seat, stone])
    if state.owner[stone] != NOBODY or mine == 0:
        return False
    theirs = int(state.strength[1 - seat, stone])
    if theirs == 0:
        return mine >= best_possible(state, 1 - seat, stone, mine)
    return mine > theirs or (mine == theirs and state.first[stone] == seat)


@rule
def claimable_stones(state: SchottenTotten, seat: int) -> int:
    """Return the set of stones that this seat may claim, a bit each.

    The complete sides are gathered first, four bits each: so games that run side by side on a GPU prove their
    first ones together, then their second ones, instead of waiting for each other stone by stone.
    """
    complete, count = 0, 0
    for stone in range(STONES):
        if state.strength[seat, stone] and state.owner[stone] == NOBODY:
            complete = complete << 4 | stone
            count += 1
    stones = 0
    for _ in range(count):
        stone = complete & 15
        complete >>= 4
        if may_claim(state, seat, stone):
            stones |= 1 << stone
    return stones


@rule
def stones_held(state: SchottenTotten, seat: int) -> int:
    """Return how many stones a seat has claimed."""
    held = 0
    for stone in range(STONES):
        if state.owner[stone] == seat:
            held += 1
    return held


@rule
def holds_enough(state: SchottenTotten, seat: int) -> bool:
    """Return whether a seat has what wins: three adjacent stones, or more than half of all."""
    held, adjacent = 0, 0
    for stone in range(STONES):
        if state.owner[stone] == seat:
            held += 1
            adjacent += 1
            if adjacent == ADJACENT_TO_WIN:
                return True
        else:
            adjacent = 0
    return held >= stones_to_win(state)
