"""What everybody knows of the cards a seat holds in secret.

A seat *holds* its hand and the Followers it mustered face-down this round, wherever those lie now. All can
follow how each held card came: as a face-up Recruit, seen by all; or unseen, from the draw pile as it was
after a certain shuffle. The second matters because everyone knows which cards went into which shuffle: a card
that lay in the discard pile at noon is in nobody's hand of the morning.

So for each held card there is one entry, `held`: the card itself if all saw it, or else UNKNOWN plus the
shuffle it came from; and `held_since`, how many Followers the seat had mustered face-down before it came: it
cannot lie among those. An entry stands for *a* card of its kind, not for a certain one.

When a card leaves, the latest entry of its kind is removed. That is exact: the entries of a kind are a stack,
so the number of entries older than a given time is the number of cards that were surely held since then.
"""

from __future__ import annotations

from stramash.core.lists import remove_at
from stramash.core.rule import rule
from stramash.core.state import NOBODY
from stramash.games.lords_of_scotland.rules.components import (
    HELD_PLACES,
    NO_CARD,
    SEATS,
    UNKNOWN,
)
from stramash.games.lords_of_scotland.rules.state import LordsOfScotland

__all__ = ["clear_held", "forget_downs", "hold", "kind_of", "latest_entry", "release"]


@rule
def clear_held(state: LordsOfScotland) -> None:
    """Nobody holds anything."""
    for seat in range(SEATS):
        state.held_size[seat] = 0
        state.downs[seat] = 0
        for entry in range(HELD_PLACES):
            state.held[seat, entry] = NO_CARD
            state.held_since[seat, entry] = 0


@rule
def hold(state: LordsOfScotland, seat: int, kind: int) -> None:
    """A card of this kind comes into a hand."""
    entry = int(state.held_size[seat])
    state.held[seat, entry] = kind
    state.held_since[seat, entry] = state.downs[seat]
    state.held_size[seat] = entry + 1


@rule
def kind_of(state: LordsOfScotland, seat: int, card: int) -> int:
    """The kind of a held card: itself if all saw the seat take it, else by its shuffle."""
    for entry in range(int(state.held_size[seat])):
        if state.held[seat, entry] == card:
            return card
    return UNKNOWN + int(state.shuffled[card])


@rule
def latest_entry(state: LordsOfScotland, seat: int, kind: int, before: int, used: int) -> int:
    """Return the entry of a kind that came last, before this many face-down musters; skip those used."""
    found = NOBODY
    for entry in range(int(state.held_size[seat])):
        if state.held[seat, entry] == kind and state.held_since[seat, entry] < before:
            later = found == NOBODY or state.held_since[seat, entry] >= state.held_since[seat, found]
            if later and not used >> entry & 1:
                found = entry
    return found


@rule
def release(state: LordsOfScotland, seat: int, card: int, before: int) -> None:
    """A held card is revealed that left the hand before this many face-down musters."""
    entry = latest_entry(state, seat, kind_of(state, seat, card), before, 0)
    count = int(state.held_size[seat])
    state.held_size[seat] = remove_at(state.held[seat], count, entry, NO_CARD)
    remove_at(state.held_since[seat], count, entry, 0)


@rule
def forget_downs(state: LordsOfScotland) -> None:
    """Once all Followers are face-up, what is still held is in hand: the round's order no longer matters."""
    for seat in range(int(state.players)):
        state.downs[seat] = 0
        for entry in range(int(state.held_size[seat])):
            state.held_since[seat, entry] = 0
