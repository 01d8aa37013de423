"""The nine powers: what each does once it is activated, and the choices it asks for."""

from __future__ import annotations

from stramash.core.lists import insert
from stramash.core.rule import rule
from stramash.core.state import Ints
from stramash.games.lords_of_scotland.rules.actions import TAKE, TARGET, TARGET_DOWN
from stramash.games.lords_of_scotland.rules.activation import copyable
from stramash.games.lords_of_scotland.rules.armies import (
    discard_follower,
    find_down,
    find_follower,
    swap_followers,
)
from stramash.games.lords_of_scotland.rules.cards import (
    add_supporter,
    clan_of,
    draw_into_hand,
    remove_supporter,
)
from stramash.games.lords_of_scotland.rules.components import (
    ACTING,
    ARMY_PLACES,
    COCKBURN,
    COPYING,
    DISCARDING,
    FACE_UP,
    FERGUSSON,
    FORSYTH,
    MAKGILL,
    MUSTERING,
    NO_CARD,
    SCOTT,
    SWAPPING,
    TAKING,
    WEMYSS,
)
from stramash.games.lords_of_scotland.rules.state import LordsOfScotland

__all__ = ["begin_power", "continue_power", "legal_in_power"]


@rule
def begin_power(state: LordsOfScotland, card: int, power: int) -> bool:
    """Carry out a power with this card as far as there is no choice; say whether that is all."""
    state.acting = card
    state.phase = ACTING
    if power == SCOTT:
        state.phase = COPYING
    elif power == MAKGILL:
        state.phase = MUSTERING
    elif power == WEMYSS:
        state.phase = DISCARDING
    elif power == FERGUSSON:
        state.phase = SWAPPING
    elif power == COCKBURN:
        state.phase = TAKING
    elif power == FORSYTH:
        draw_into_hand(state, int(state.player))
    else:  # MacDonnell, Cochrane and Bruce work at the end of the round
        spot = find_follower(state, card)
        state.active[spot // ARMY_PLACES, spot % ARMY_PLACES] = power
    if state.phase != ACTING:
        return False
    state.acting = NO_CARD
    return True


@rule
def continue_power(state: LordsOfScotland, action: int) -> bool:
    """Carry out the choice a power asked for; say whether the power is done."""
    card = int(state.acting)
    if state.phase == COPYING:
        return begin_power(state, card, clan_of(action - TARGET))
    if state.phase == TAKING:
        take_supporter(state, card, action - TAKE)
    else:
        spot = (
            find_follower(state, action - TARGET)
            if action < TARGET_DOWN
            else find_down(state, action - TARGET_DOWN)
        )
        seat, place = spot // ARMY_PLACES, spot % ARMY_PLACES
        if state.phase == DISCARDING:
            discard_follower(state, seat, place)
        else:
            mine = find_follower(state, card)
            swap_followers(state, mine // ARMY_PLACES, mine % ARMY_PLACES, seat, place)
    state.acting = NO_CARD
    state.phase = ACTING
    return True


@rule
def take_supporter(state: LordsOfScotland, card: int, supporter: int) -> None:
    """The card joins the Supporters, and a Supporter takes its place, face-up and without power."""
    spot = find_follower(state, card)
    remove_supporter(state, supporter)
    add_supporter(state, card)
    state.army[spot // ARMY_PLACES, spot % ARMY_PLACES] = supporter


@rule
def legal_in_power(state: LordsOfScotland, actions: Ints) -> int:
    """Write the choices that the activated power asks for."""
    count = 0
    if state.phase == TAKING:
        for place in range(int(state.supporters_size)):
            actions[place] = TAKE + int(state.supporters[place])
        return int(state.supporters_size)
    powers = copyable(state) if state.phase == COPYING else 0
    for seat in range(int(state.players)):
        for place in range(int(state.army_size[seat])):
            if may_target(state, seat, place, powers):
                count = add_target(state, actions, count, seat, place)
    return count


@rule
def may_target(state: LordsOfScotland, seat: int, place: int, powers: int) -> bool:
    """Return whether the acting card may name this Follower: never itself.

    Scott names a face-up Follower to copy its power, Fergusson a Follower of an opponent, Wemyss any.
    """
    if state.phase == SWAPPING:
        return seat != state.player
    face_up = state.down[seat, place] == FACE_UP
    card = int(state.army[seat, place])
    if face_up and card == state.acting:
        return False
    if state.phase == COPYING:
        return face_up and powers >> clan_of(card) & 1 == 1
    return True


@rule
def add_target(state: LordsOfScotland, actions: Ints, count: int, seat: int, place: int) -> int:
    """Write a Follower as a target, in rising order: by its card, or face-down by its number."""
    down = int(state.down[seat, place])
    action = TARGET + int(state.army[seat, place]) if down == FACE_UP else TARGET_DOWN + down
    return insert(actions, count, action)
