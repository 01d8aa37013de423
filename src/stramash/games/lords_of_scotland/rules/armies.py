"""Armies: Followers that come, go and change sides, and what an army is worth."""

from __future__ import annotations

from stramash.core.rule import rule
from stramash.games.lords_of_scotland.rules.cards import add_to_discard, clan_of, strength_of
from stramash.games.lords_of_scotland.rules.components import (
    ARMY_PLACES,
    BRUCE,
    CARDS,
    DOWNS,
    FACE_UP,
    NO_CARD,
    NO_CLAN,
    SEATS,
)
from stramash.games.lords_of_scotland.rules.knowledge import release
from stramash.games.lords_of_scotland.rules.state import LordsOfScotland

__all__ = [
    "add_follower",
    "clear_armies",
    "discard_follower",
    "doubles",
    "empty_place",
    "find_down",
    "find_follower",
    "has_power",
    "highest_card",
    "show_follower",
    "standing",
    "strength_sum",
    "swap_followers",
    "total",
]


# --- Coming and going ------------------------------------------------------------------------------------


@rule
def empty_place(state: LordsOfScotland, seat: int, place: int) -> None:
    """Nothing lies here."""
    state.army[seat, place] = NO_CARD
    state.down[seat, place] = FACE_UP
    state.kept[seat, place] = 0
    state.active[seat, place] = NO_CLAN
    state.seen_by[seat, place] = 0


@rule
def clear_armies(state: LordsOfScotland) -> None:
    """No army has a Follower."""
    for seat in range(SEATS):
        state.army_size[seat] = 0
        for place in range(ARMY_PLACES):
            empty_place(state, seat, place)


@rule
def add_follower(state: LordsOfScotland, seat: int, card: int, down: int) -> None:
    """A card joins an army: FACE_UP, or face-down with a number by which all can name it."""
    place = int(state.army_size[seat])
    state.army[seat, place] = card
    state.down[seat, place] = down
    state.seen_by[seat, place] = 1 << seat if down != FACE_UP else 0
    state.army_size[seat] = place + 1


@rule
def move(state: LordsOfScotland, seat: int, source: int, target: int) -> None:
    """A Follower takes another place of its army."""
    state.army[seat, target] = state.army[seat, source]
    state.down[seat, target] = state.down[seat, source]
    state.kept[seat, target] = state.kept[seat, source]
    state.active[seat, target] = state.active[seat, source]
    state.seen_by[seat, target] = state.seen_by[seat, source]


@rule
def remove_follower(state: LordsOfScotland, seat: int, place: int) -> None:
    """Take a Follower out of an army; the others close up."""
    last = int(state.army_size[seat]) - 1
    for later in range(place, last):
        move(state, seat, later + 1, later)
    empty_place(state, seat, last)
    state.army_size[seat] = last


@rule
def find_follower(state: LordsOfScotland, card: int) -> int:
    """Return where a face-up Follower lies, as seat * 20 + place."""
    for seat in range(int(state.players)):
        for place in range(int(state.army_size[seat])):
            if state.army[seat, place] == card and state.down[seat, place] == FACE_UP:
                return seat * ARMY_PLACES + place
    return NO_CARD


@rule
def find_down(state: LordsOfScotland, down: int) -> int:
    """Return where the face-down Follower of this number lies, as seat * 20 + place; NO_CARD if nowhere."""
    for seat in range(int(state.players)):
        for place in range(int(state.army_size[seat])):
            if state.down[seat, place] == down:
                return seat * ARMY_PLACES + place
    return NO_CARD


@rule
def show_follower(state: LordsOfScotland, seat: int, place: int) -> None:
    """Turn a Follower face-up; it left its musterer's hand when it was mustered."""
    down = int(state.down[seat, place])
    if down != FACE_UP:
        release(state, down // DOWNS, int(state.army[seat, place]), down % DOWNS + 1)
        state.down[seat, place] = FACE_UP
        state.seen_by[seat, place] = 0
        state.reveals += 1


@rule
def discard_follower(state: LordsOfScotland, seat: int, place: int) -> None:
    """Discard a Follower; a face-down one is shown."""
    show_follower(state, seat, place)
    add_to_discard(state, int(state.army[seat, place]))
    remove_follower(state, seat, place)


@rule
def swap_followers(state: LordsOfScotland, seat: int, place: int, other: int, there: int) -> None:
    """Two Followers change armies with all that is on them; a new owner looks at a face-down one."""
    card, down = state.army[seat, place], state.down[seat, place]
    kept, active = state.kept[seat, place], state.active[seat, place]
    seen_by = state.seen_by[seat, place]
    state.army[seat, place] = state.army[other, there]
    state.down[seat, place] = state.down[other, there]
    state.kept[seat, place] = state.kept[other, there]
    state.active[seat, place] = state.active[other, there]
    state.seen_by[seat, place] = state.seen_by[other, there]
    state.army[other, there] = card
    state.down[other, there] = down
    state.kept[other, there] = kept
    state.active[other, there] = active
    state.seen_by[other, there] = seen_by
    if state.down[seat, place] != FACE_UP:
        state.seen_by[seat, place] |= 1 << seat
        state.reveals += 1


# --- What an army is worth ---------------------------------------------------------------------------------


@rule
def strength_sum(state: LordsOfScotland, seat: int) -> int:
    """The strength of all Followers of an army whose face is known."""
    strength = 0
    for place in range(int(state.army_size[seat])):
        card = int(state.army[seat, place])
        if card < CARDS:
            strength += strength_of(card)
    return strength


@rule
def doubles(state: LordsOfScotland, seat: int) -> bool:
    """More than one Follower, all of one clan; an active Bruce, or a Scott that copied it, is of any clan."""
    clan = NO_CLAN
    for place in range(int(state.army_size[seat])):
        card = int(state.army[seat, place])
        if card >= CARDS:
            return False
        if state.active[seat, place] != BRUCE:
            if clan != NO_CLAN and clan_of(card) != clan:
                return False
            clan = clan_of(card)
    return int(state.army_size[seat]) > 1


@rule
def total(state: LordsOfScotland, seat: int) -> int:
    """The total strength of an army, doubled if it is of one clan."""
    strength = strength_sum(state, seat)
    return 2 * strength if doubles(state, seat) else strength


@rule
def highest_card(state: LordsOfScotland, seat: int) -> int:
    """The Follower of the highest rank among those whose face is known, NO_CARD if there is none."""
    highest = NO_CARD
    for place in range(int(state.army_size[seat])):
        card = int(state.army[seat, place])
        if highest < card < CARDS:
            highest = card
    return highest


@rule
def standing(state: LordsOfScotland, seat: int) -> int:
    """A number to rank armies by: the total, and between equal totals the highest rank."""
    return total(state, seat) * CARDS + highest_card(state, seat)


@rule
def has_power(state: LordsOfScotland, seat: int, power: int) -> bool:
    """Return whether an end-of-round power is in force for a seat: on a Follower it now controls."""
    for place in range(int(state.army_size[seat])):
        if state.active[seat, place] == power:
            return True
    return False
