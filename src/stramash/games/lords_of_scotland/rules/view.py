"""What a seat knows: hiding, and imagining what is hidden.

Hidden are the draw pile, face-down Recruits, the hands of others, and face-down Followers. The seat that
mustered a face-down Follower knows it wherever it lies, and so does every seat in whose army it was. What all
seats know of the held cards is in `knowledge`.
"""

from __future__ import annotations

import numpy as np

from stramash.core.chance import below, hide_seed, shuffle
from stramash.core.lists import remove_at
from stramash.core.rule import rule
from stramash.games.lords_of_scotland.rules.armies import find_down
from stramash.games.lords_of_scotland.rules.cards import sort_into_hand
from stramash.games.lords_of_scotland.rules.components import (
    ARMY_PLACES,
    CARDS,
    DOWNS,
    FACE_UP,
    HAND_LIMIT,
    NO_CARD,
    NORMAL_CARDS,
    RECRUITS,
    UNKNOWN,
)
from stramash.games.lords_of_scotland.rules.knowledge import kind_of, latest_entry
from stramash.games.lords_of_scotland.rules.state import LordsOfScotland

__all__ = ["hide", "imagine", "knows_follower", "last_secret", "surely_down"]


# --- Hiding ------------------------------------------------------------------------------------------


@rule
def knows_follower(state: LordsOfScotland, viewer: int, seat: int, place: int) -> bool:
    """Return whether a seat knows a Follower: it is face-up, or was in that seat's army."""
    if state.down[seat, place] == FACE_UP:
        return True
    return viewer >= 0 and int(state.seen_by[seat, place]) >> viewer & 1 == 1


@rule
def hide(state: LordsOfScotland, seat: int) -> None:
    """Blank what this seat may not know; a spectator, seat -1, knows no hand."""
    hide_seed(state)
    for place in range(int(state.pile_size)):
        state.pile[place] = UNKNOWN
    for place in range(RECRUITS):
        if state.recruit[place] != NO_CARD and not state.recruit_up[place]:
            state.recruit[place] = UNKNOWN
    for other in range(int(state.players)):
        for place in range(int(state.army_size[other])):
            if not knows_follower(state, seat, other, place):
                state.army[other, place] = UNKNOWN
    for other in range(int(state.players)):
        if other != seat:
            hide_hand(state, seat, other)


@rule
def last_secret(state: LordsOfScotland, viewer: int, musterer: int) -> int:
    """The number of a seat's last face-down Follower that the viewer does not know, 0 if there is none."""
    for order in range(DOWNS, 0, -1):
        spot = find_down(state, musterer * DOWNS + order - 1)
        if spot != NO_CARD and not knows_follower(state, viewer, spot // ARMY_PLACES, spot % ARMY_PLACES):
            return order
    return 0


@rule
def hide_hand(state: LordsOfScotland, viewer: int, seat: int) -> None:
    """Turn a hand over, except for cards all saw taken that cannot have been mustered face-down since."""
    secret = last_secret(state, viewer, seat)
    count = int(state.hand_size[seat])
    empty_hand(state, seat)
    for entry in range(int(state.held_size[seat])):
        kind = int(state.held[seat, entry])
        if kind < CARDS and state.held_since[seat, entry] >= secret and not lies_down(state, kind):
            sort_into_hand(state, seat, kind)
    while state.hand_size[seat] < count:
        sort_into_hand(state, seat, UNKNOWN)


@rule
def lies_down(state: LordsOfScotland, card: int) -> bool:
    """Return whether a card lies face-down in an army, as far as one sees."""
    for seat in range(int(state.players)):
        for place in range(int(state.army_size[seat])):
            if state.army[seat, place] == card:
                return True
    return False


@rule
def empty_hand(state: LordsOfScotland, seat: int) -> None:
    """Take all cards out of a hand."""
    for place in range(HAND_LIMIT):
        state.hand[seat, place] = NO_CARD
    state.hand_size[seat] = 0


# --- Imagining ---------------------------------------------------------------------------------------


@rule
def imagine(state: LordsOfScotland, seat: int) -> None:
    """Lay the cards this seat cannot see into the places whose faces it cannot see.

    Every position that agrees with all this seat has seen is equally likely. An unseen card lies where cards
    of its shuffle went; which of the cards a seat holds are its face-down Followers is drawn apart, and drawn
    again until each could have been in hand when it was mustered. Both draws are uniform, and how many ways
    the second has does not depend on the first, so the whole is uniform. The state brings a fresh seed.
    """
    lay_unseen(state)
    for place in range(RECRUITS):
        if state.recruit[place] == UNKNOWN:
            state.recruit[place] = take_of_shuffle(state, int(state.recruit_shuffle[place]))
    for other in range(int(state.players)):
        if other != seat:
            imagine_held(state, seat, other)


@rule
def lay_unseen(state: LordsOfScotland) -> None:
    """Put all cards that are not seen into the draw pile, in any order."""
    low, high = seen_cards(state)
    count = 0
    for card in range(CARDS if state.bruce else NORMAL_CARDS):
        word = low if card < 64 else high
        if not word >> np.uint64(card & 63) & np.uint64(1):
            state.pile[count] = card
            count += 1
    state.pile_size = count
    shuffle(state, state.pile, count)


@rule
def seen_cards(state: LordsOfScotland) -> tuple[np.uint64, np.uint64]:
    """Return the cards that are seen somewhere, or known to be held, as two sets of bits."""
    low, high = np.uint64(0), np.uint64(0)
    for card in range(CARDS):
        if state.victory[card] >= 0:
            low, high = with_card(low, high, card)
    for place in range(RECRUITS):
        low, high = with_card(low, high, int(state.recruit[place]))
    for place in range(int(state.supporters_size)):
        low, high = with_card(low, high, int(state.supporters[place]))
    for place in range(int(state.discard_size)):
        low, high = with_card(low, high, int(state.discard[place]))
    for seat in range(int(state.players)):
        for place in range(int(state.army_size[seat])):
            low, high = with_card(low, high, int(state.army[seat, place]))
        for place in range(int(state.hand_size[seat])):
            low, high = with_card(low, high, int(state.hand[seat, place]))
        for entry in range(int(state.held_size[seat])):
            low, high = with_card(low, high, int(state.held[seat, entry]))
    return low, high


@rule
def with_card(low: np.uint64, high: np.uint64, card: int) -> tuple[np.uint64, np.uint64]:
    """Add a card to a set; a number that is not a card, or an unknown card, adds nothing."""
    if 0 <= card < 64:
        return low | np.uint64(1) << np.uint64(card), high
    if 64 <= card < CARDS:
        return low, high | np.uint64(1) << np.uint64(card - 64)
    return low, high


@rule
def take_of_shuffle(state: LordsOfScotland, number: int) -> int:
    """Take the topmost card of the pile that came into it by this shuffle."""
    place = int(state.pile_size) - 1
    while state.shuffled[state.pile[place]] != number:
        place -= 1
    card = int(state.pile[place])
    state.pile_size = remove_at(state.pile, int(state.pile_size), place, NO_CARD)
    return card


@rule
def imagine_held(state: LordsOfScotland, viewer: int, seat: int) -> None:
    """Draw a card for each held entry of a seat, and which of them are its face-down Followers."""
    used = entries_known(state, viewer, seat)
    chosen = choose_downs(state, viewer, seat, used)
    empty_hand(state, seat)
    for entry in range(int(state.held_size[seat])):
        if used >> entry & 1:
            continue
        card = int(state.held[seat, entry])
        if card >= CARDS:
            card = take_of_shuffle(state, card - UNKNOWN)
        order = order_of(chosen, entry)
        if order == 0:
            sort_into_hand(state, seat, card)
        else:
            spot = find_down(state, seat * DOWNS + order - 1)
            state.army[spot // ARMY_PLACES, spot % ARMY_PLACES] = card


@rule
def entries_known(state: LordsOfScotland, viewer: int, seat: int) -> int:
    """Return the entries that are used up by face-down Followers the viewer knows, a bit each."""
    used = 0
    for order in range(1, DOWNS + 1):
        spot = find_down(state, seat * DOWNS + order - 1)
        if spot != NO_CARD and knows_follower(state, viewer, spot // ARMY_PLACES, spot % ARMY_PLACES):
            card = int(state.army[spot // ARMY_PLACES, spot % ARMY_PLACES])
            used |= 1 << latest_entry(state, seat, kind_of(state, seat, card), order, used)
    return used


# Which entry each face-down Follower is: four bits for each order, the entry plus one, 0 for none
_BITS, _MASK = 4, 15


@rule
def entry_at(chosen: int, order: int) -> int:
    """The entry chosen for a face-down Follower, -1 if none is."""
    return (chosen >> _BITS * order & _MASK) - 1


@rule
def order_of(chosen: int, entry: int) -> int:
    """The face-down Follower that an entry was chosen for, 0 if it stays in hand."""
    for order in range(1, DOWNS + 1):
        if entry_at(chosen, order) == entry:
            return order
    return 0


@rule
def choose_downs(state: LordsOfScotland, viewer: int, seat: int, used: int) -> int:
    """Choose which held cards are the face-down Followers the viewer does not know: any that could be."""
    chosen = draw_downs(state, viewer, seat, used)
    while not possible_downs(state, seat, used, chosen):
        chosen = draw_downs(state, viewer, seat, used)
    return chosen


@rule
def draw_downs(state: LordsOfScotland, viewer: int, seat: int, used: int) -> int:
    """Draw a different entry for each of those Followers, possible or not."""
    chosen, taken = 0, used
    free = int(state.held_size[seat])
    for entry in range(int(state.held_size[seat])):
        free -= used >> entry & 1
    for order in range(1, DOWNS + 1):
        spot = find_down(state, seat * DOWNS + order - 1)
        if spot == NO_CARD or knows_follower(state, viewer, spot // ARMY_PLACES, spot % ARMY_PLACES):
            continue
        skip, entry = below(state, free), 0
        while taken >> entry & 1 or skip > 0:
            skip -= 1 - (taken >> entry & 1)
            entry += 1
        taken |= 1 << entry
        free -= 1
        chosen |= entry + 1 << _BITS * order
    return chosen


@rule
def surely_down(state: LordsOfScotland, viewer: int, seat: int, entry: int) -> bool:
    """Return whether a held card must be one of the face-down Followers that the viewer does not know.

    It can be in hand only if, at each of those musters, enough other cards had come in time (Hall's theorem).
    """
    used = entries_known(state, viewer, seat) | 1 << entry
    needed = 0
    for order in range(1, DOWNS + 1):
        spot = find_down(state, seat * DOWNS + order - 1)
        if spot == NO_CARD or knows_follower(state, viewer, spot // ARMY_PLACES, spot % ARMY_PLACES):
            continue
        needed += 1
        others = 0
        for other in range(int(state.held_size[seat])):
            if not used >> other & 1 and state.held_since[seat, other] < order:
                others += 1
        if needed > others:
            return True
    return False


@rule
def possible_downs(state: LordsOfScotland, seat: int, used: int, chosen: int) -> bool:
    """Return whether at each face-down muster enough cards of the kind had come and never left in sight."""
    for order in range(1, DOWNS + 1):
        if entry_at(chosen, order) < 0:
            continue
        kind = state.held[seat, entry_at(chosen, order)]
        needed, there = 0, 0
        for earlier in range(1, order + 1):
            entry = entry_at(chosen, earlier)
            if entry >= 0 and state.held[seat, entry] == kind:
                needed += 1
        for entry in range(int(state.held_size[seat])):
            known = used >> entry & 1
            if not known and state.held[seat, entry] == kind and state.held_since[seat, entry] < order:
                there += 1
        if needed > there:
            return False
    return True
