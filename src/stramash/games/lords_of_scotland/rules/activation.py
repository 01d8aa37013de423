"""Whether a power may be activated: nothing blocks it, and it could do something now."""

from __future__ import annotations

from stramash.core.rule import rule
from stramash.games.lords_of_scotland.rules.cards import clan_of, strength_of
from stramash.games.lords_of_scotland.rules.components import (
    BRUCE,
    BY_CLAN,
    COCHRANE,
    COCKBURN,
    FACE_UP,
    FERGUSSON,
    FORSYTH,
    MACDONNELL,
    MAKGILL,
    NO_CARD,
    SCOTT,
    WEMYSS,
)
from stramash.games.lords_of_scotland.rules.state import LordsOfScotland

__all__ = [
    "blocker",
    "copyable",
    "followers",
    "may_activate",
    "strength_limits",
    "useful_in_hand",
    "useful_powers",
]


@rule
def blocker(state: LordsOfScotland, card: int) -> int:
    """Return the face-up Follower that would block a card's power, NO_CARD if none does.

    Any Follower of lower strength blocks, one's own too; equal strength does not. In the rule for four and
    five players only Followers of the same clan block, and equal strength does too. Of several the weakest
    is named.
    """
    found, limit = NO_CARD, strength_of(card)
    if state.activation == BY_CLAN:
        limit += 1
    for seat in range(int(state.players)):
        for place in range(int(state.army_size[seat])):
            if state.down[seat, place] == FACE_UP:
                other = int(state.army[seat, place])
                compared = state.activation != BY_CLAN or clan_of(other) == clan_of(card)
                if compared and strength_of(other) < limit:
                    found, limit = other, strength_of(other)
    return found


# Four bits for each clan
_BITS, _MASK = 4, 15
_EVERY_CLAN = 0x111111111


@rule
def strength_limits(state: LordsOfScotland) -> int:
    """Return for each clan, in four bits, the highest strength at which its power is not blocked now.

    It says for all cards at once what `blocker` says for one: looking over the armies once is faster.
    """
    limits, lowest = _MASK * _EVERY_CLAN, _MASK
    for seat in range(int(state.players)):
        for place in range(int(state.army_size[seat])):
            if state.down[seat, place] == FACE_UP:
                card = int(state.army[seat, place])
                strength, shift = strength_of(card), _BITS * clan_of(card)
                lowest = min(lowest, strength)
                if strength - 1 < limits >> shift & _MASK:
                    limits += strength - 1 - (limits >> shift & _MASK) << shift
    return limits if state.activation == BY_CLAN else lowest * _EVERY_CLAN


@rule
def useful_powers(state: LordsOfScotland, me: int, hand: int, others: int) -> int:
    """Return the powers that could do something for a seat now, a bit each.

    It would have `hand` cards left, and there are `others` Followers besides the card with the power.
    """
    opponents, face_up_clans = 0, 0
    for seat in range(int(state.players)):
        if seat != me:
            opponents += int(state.army_size[seat])
        for place in range(int(state.army_size[seat])):
            if state.down[seat, place] == FACE_UP:
                face_up_clans |= 1 << clan_of(int(state.army[seat, place]))
    useful = 1 << MACDONNELL | 1 << COCHRANE | 1 << BRUCE
    if hand > 0:
        useful |= 1 << MAKGILL
    if others > 0:
        useful |= 1 << WEMYSS
    if opponents > 0:
        useful |= 1 << FERGUSSON
    if state.pile_size + state.discard_size > 0:
        useful |= 1 << FORSYTH
    if state.supporters_size > 0:
        useful |= 1 << COCKBURN
    if useful & face_up_clans:
        useful |= 1 << SCOTT
    return useful


@rule
def followers(state: LordsOfScotland) -> int:
    """Return how many Followers there are in all armies."""
    count = 0
    for seat in range(int(state.players)):
        count += int(state.army_size[seat])
    return count


@rule
def useful_in_hand(state: LordsOfScotland, seat: int) -> int:
    """Return the powers that could do something if a card of this hand were mustered, a bit each."""
    return useful_powers(state, seat, int(state.hand_size[seat]) - 1, followers(state))


@rule
def may_activate(card: int, useful: int, limits: int) -> bool:
    """Return whether a card may be mustered with its power: it is useful and within its clan's limit."""
    clan = clan_of(card)
    return useful >> clan & 1 == 1 and strength_of(card) <= limits >> _BITS * clan & _MASK


@rule
def copyable(state: LordsOfScotland) -> int:
    """Return the powers that a Scott in an army may copy, a bit each: those useful now, but no Scott's."""
    me = int(state.player)
    useful = useful_powers(state, me, int(state.hand_size[me]), followers(state) - 1)
    return useful & ~(1 << SCOTT)
