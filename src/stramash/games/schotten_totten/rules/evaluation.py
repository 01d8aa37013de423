"""The evaluation of a state for a seat: a heuristic for bots that look one action ahead.

Its features, in the order of their weight:

- *the round*: won or lost;
- *adjacency*: for every three stones in a row, the chance to hold all three, less the other player's;
- *stones*: the chance to get each stone, which is sure for claimed and decided ones;
- *promise* of a side: its formation, or the best formation that cards in its player's hand (certain) and
  unseen cards (uncertain) can make; the chance for a contested stone is estimated from it;
- *a card to draw*, so that nobody stops claiming in order to have it sooner.

Elite troops on a side count as cards that fill any gap.
"""

from __future__ import annotations

from stramash.core.rule import rule
from stramash.core.state import NOBODY
from stramash.games.schotten_totten.rules.cards import full_hand
from stramash.games.schotten_totten.rules.claims import best_possible
from stramash.games.schotten_totten.rules.components import (
    BLUFF,
    CLAIMING,
    CLAN_CARDS,
    CLANS,
    DRAWING,
    NEXT_ROUND,
    STRENGTHS,
)
from stramash.games.schotten_totten.rules.formations import (
    COLOUR,
    COLOUR_RUN,
    KIND,
    RANK,
    RUN,
    SUM,
    places,
)
from stramash.games.schotten_totten.rules.minis import stones_laid_out
from stramash.games.schotten_totten.rules.state import SchottenTotten

__all__ = ["evaluate"]

ROUND = 100.0
ADJACENCY = 2.0
STONE = 1.0
CARD_TO_DRAW = 0.4

#: The chance to get a stone that is decided but not claimed yet
DECIDED = 0.97
#: How much the difference of two promises tells about who will get a stone
TELLING = 0.75

#: The promise of a side without cards
BARE = 0.3
#: How sure it is that a card comes where it is needed: from the hand, and from a full deck
IN_HAND = 0.9
UNSEEN = 0.4

MIXED = -1


@rule
def evaluate(state: SchottenTotten, seat: int) -> float:
    """Return the evaluation of a seat, from about -100 (the round is lost) to 100 (it is won)."""
    if state.player == NOBODY or state.phase == NEXT_ROUND:
        if state.winner == NOBODY:
            return 0.0
        return ROUND if state.winner == seat else -ROUND
    mine, theirs = clan_hand(state, seat), clan_hand(state, 1 - seat)
    worth, second_last, last = CARD_TO_DRAW if still_draws(state, seat) else 0.0, 0.0, 0.0
    for stone in range(stones_laid_out(state)):
        chance = chance_of(state, seat, stone, mine, theirs)
        worth += STONE * (2 * chance - 1)
        if stone >= 2:
            all_mine = second_last * last * chance
            all_theirs = (1 - second_last) * (1 - last) * (1 - chance)
            worth += ADJACENCY * (all_mine - all_theirs)
        second_last, last = last, chance
    return worth


@rule
def still_draws(state: SchottenTotten, seat: int) -> bool:
    """Return whether a seat has yet to draw the card of this turn."""
    if state.player != seat or state.hand_size[seat] >= full_hand(state):
        return False
    if state.deck_size + state.tactic_deck_size == 0:
        return False
    return state.phase == DRAWING or (state.phase == CLAIMING and not state.expert)


@rule
def clan_hand(state: SchottenTotten, seat: int) -> int:
    """Return the Clan cards in a hand as a set, a bit each."""
    cards = 0
    for place in range(int(state.hand_size[seat])):
        card = int(state.hand[seat, place])
        if card < CLAN_CARDS:
            cards |= 1 << card
    return cards


@rule
def chance_of(state: SchottenTotten, seat: int, stone: int, hand: int, other_hand: int) -> float:
    """Return the chance that a seat gets a stone."""
    if state.owner[stone] != NOBODY:
        return 1.0 if state.owner[stone] == seat else 0.0
    other = 1 - seat
    mine, theirs = int(state.strength[seat, stone]), int(state.strength[other, stone])
    if mine and theirs:
        wins = mine > theirs or (mine == theirs and state.first[stone] == seat)
        return DECIDED if wins else 1 - DECIDED
    if mine and mine >= best_possible(state, other, stone, mine):
        return DECIDED
    if theirs and theirs >= best_possible(state, seat, stone, theirs):
        return 1 - DECIDED
    lead = promise(state, seat, stone, hand) - promise(state, other, stone, other_hand)
    return min(DECIDED, max(1 - DECIDED, 0.5 + TELLING * lead))


@rule
def standing(rank: int, total: float, size: int) -> float:
    """Return how good a formation is among all, from 0 to 1: by its rank, then by its sum."""
    return (rank + 0.5 * total / (STRENGTHS * size)) / (COLOUR_RUN + 0.5)


@rule
def availability(state: SchottenTotten, hand: int, card: int) -> float:
    """Return how sure it is that a player can lay this card: it is in the hand, or may still be drawn."""
    if hand >> card & 1:
        return IN_HAND
    if int(state.face_up[card // STRENGTHS]) >> card % STRENGTHS & 1:
        return 0.0
    return UNSEEN * int(state.deck_size) / CLAN_CARDS


@rule
def promise(state: SchottenTotten, seat: int, stone: int, hand: int) -> float:
    """Return how good a side is, or may be expected to become, from 0 to 1."""
    size = places(state, stone)
    count = int(state.side_size[seat, stone])
    if count == size:
        strength = int(state.strength[seat, stone])
        return standing(strength // RANK, strength % RANK, size)
    clan, low, high, total, cards, twins, held = MIXED, STRENGTHS, -1, 0, 0, 0, 0
    for place in range(count):
        card = int(state.side[seat, stone, place])
        if card < CLAN_CARDS:
            index = card % STRENGTHS
            clan = card // STRENGTHS if cards == 0 or clan == card // STRENGTHS else MIXED
            low, high = min(low, index), max(high, index)
            twins |= held >> index & 1
            held |= 1 << index
            total += index + 1
            cards += 1
    if cards == 0:
        return BARE
    wild = count - cards
    missing = size - count
    expected = total + 7 * wild + 5.5 * missing
    hope = standing(SUM, expected, size)
    if state.mode[stone] & BLUFF:
        return expected / (STRENGTHS * size)
    if not twins and high - low < size:
        hope = max(hope, hope_for_run(state, hand, clan, held, low, high, size, wild))
    if low == high:
        hope = max(hope, hope_for_kind(state, hand, low, size, missing))
    if clan != MIXED:
        hope = max(hope, hope_for_colour(state, hand, clan, expected, size, missing))
    return hope


@rule
def hope_for_run(
    state: SchottenTotten, hand: int, clan: int, held: int, low: int, high: int, size: int, wild: int
) -> float:
    """Return the hope for a run, and for a colour-run where the side has one clan."""
    best = 0.0
    for lowest in range(max(0, high - size + 1), min(STRENGTHS - size, low) + 1):
        run, colour_run, gaps = 1.0, 1.0, wild
        for index in range(lowest, lowest + size):
            if held >> index & 1:
                continue
            if gaps > 0:
                gaps -= 1
                continue
            any_clan = 0.0
            for other in range(CLANS):
                any_clan += availability(state, hand, other * STRENGTHS + index)
            run *= min(IN_HAND, any_clan)
            if clan != MIXED:
                colour_run *= availability(state, hand, clan * STRENGTHS + index)
        total = size * (lowest + 1) + size * (size - 1) // 2
        best = max(best, run * standing(RUN, total, size))
        if clan != MIXED:
            best = max(best, colour_run * standing(COLOUR_RUN, total, size))
    return best


@rule
def hope_for_kind(state: SchottenTotten, hand: int, index: int, size: int, missing: int) -> float:
    """Return the hope for cards of one strength."""
    coming = 0.0
    for clan in range(CLANS):
        coming += availability(state, hand, clan * STRENGTHS + index)
    return enough_of(coming, missing) * standing(KIND, size * (index + 1), size)


@rule
def hope_for_colour(
    state: SchottenTotten, hand: int, clan: int, expected: float, size: int, missing: int
) -> float:
    """Return the hope for cards of one clan."""
    coming = 0.0
    for index in range(STRENGTHS):
        coming += availability(state, hand, clan * STRENGTHS + index)
    return enough_of(coming, missing) * standing(COLOUR, expected, size)


@rule
def enough_of(coming: float, missing: int) -> float:
    """Return the chance that enough cards come, given the expected number of cards."""
    chance = 1.0
    for rank in range(missing):
        chance *= min(IN_HAND, max(0.0, coming - rank) / (rank + 1))
    return chance
