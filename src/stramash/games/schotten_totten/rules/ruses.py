"""Ruses: Recruiter, Strategist, Banshee and Traitor, each choice a decision of its own."""

from __future__ import annotations

from stramash.core.lists import insert
from stramash.core.rule import rule
from stramash.core.state import NOBODY, Ints
from stramash.games.schotten_totten.rules.actions import DISCARD, DRAW_CLAN, DRAW_TACTIC, PUT, RETURN, TAKE
from stramash.games.schotten_totten.rules.cards import (
    add_to_discard,
    draw,
    has_place,
    lay_beside,
    lies_at,
    put_under,
    remove_from_side,
    take_from_hand,
)
from stramash.games.schotten_totten.rules.components import (
    BANISHING,
    BANSHEE,
    CLAN_CARDS,
    LURING,
    LURING_TO,
    MOVING,
    MOVING_TO,
    NO_CARD,
    PLAYING,
    RECRUITED,
    RECRUITER,
    RECRUITING,
    RETURNED,
    RETURNING,
    STONES,
    STRATEGIST,
)
from stramash.games.schotten_totten.rules.state import SchottenTotten

__all__ = ["begin_ruse", "continue_ruse", "legal_draws", "legal_in_ruse", "may_play_ruse"]


@rule
def may_play_ruse(state: SchottenTotten, ruse: int) -> bool:
    """A ruse that would have nothing to work on cannot be played."""
    me = int(state.player)
    if ruse == RECRUITER:
        return state.deck_size > 0 or state.tactic_deck_size > 0
    if ruse == STRATEGIST:
        return _any_target(state, me, False)
    if ruse == BANSHEE:
        return _any_target(state, 1 - me, False)
    return _any_target(state, 1 - me, True) and _any_place(state, me)


@rule
def _any_target(state: SchottenTotten, seat: int, clan_only: bool) -> bool:
    """Return whether a card lies on this seat's side of an unclaimed stone."""
    for stone in range(STONES):
        if state.owner[stone] == NOBODY:
            for place in range(int(state.side_size[seat, stone])):
                if not clan_only or state.side[seat, stone, place] < CLAN_CARDS:
                    return True
    return False


@rule
def _any_place(state: SchottenTotten, seat: int) -> bool:
    for stone in range(STONES):
        if has_place(state, seat, stone):
            return True
    return False


@rule
def begin_ruse(state: SchottenTotten, ruse: int) -> None:
    """Lay the ruse on the discard and ask for its first choice."""
    add_to_discard(state, ruse)
    if ruse == RECRUITER:
        state.recruiter = state.player
        state.pending = RECRUITED
        _go_on_recruiting(state)
    elif ruse == STRATEGIST:
        state.phase = MOVING
    elif ruse == BANSHEE:
        state.phase = BANISHING
    else:
        state.phase = LURING


@rule
def _go_on_recruiting(state: SchottenTotten) -> None:
    """Draw on while there are cards; where only one deck has any, there is nothing to choose."""
    while state.pending > 0 and (state.deck_size == 0) != (state.tactic_deck_size == 0):
        draw(state, state.deck_size == 0)
        state.pending -= 1
    if state.pending > 0 and state.deck_size > 0:
        state.phase = RECRUITING
    else:
        state.phase = RETURNING
        state.pending = min(RETURNED, int(state.hand_size[state.player]))


@rule
def legal_in_ruse(state: SchottenTotten, actions: Ints) -> int:
    """Write the choices of the ruse that is being carried out."""
    me = int(state.player)
    if state.phase == RECRUITING:
        return legal_draws(state, actions)
    if state.phase == RETURNING:
        for place in range(int(state.hand_size[me])):
            actions[place] = RETURN + int(state.hand[me, place])
        return int(state.hand_size[me])
    if state.phase == MOVING:
        return _targets(state, actions, me, False)
    if state.phase == BANISHING:
        return _targets(state, actions, 1 - me, False)
    if state.phase == LURING:
        return _targets(state, actions, 1 - me, True)
    return _destinations(state, actions, me)


@rule
def legal_draws(state: SchottenTotten, actions: Ints) -> int:
    """Write the decks that a card can be drawn from."""
    count = 0
    if state.deck_size > 0:
        actions[count] = DRAW_CLAN
        count += 1
    if state.tactic_deck_size > 0:
        actions[count] = DRAW_TACTIC
        count += 1
    return count


@rule
def _targets(state: SchottenTotten, actions: Ints, seat: int, clan_only: bool) -> int:
    """Write, in order, the cards on this seat's side of unclaimed stones."""
    count = 0
    for stone in range(STONES):
        if state.owner[stone] != NOBODY:
            continue
        for place in range(int(state.side_size[seat, stone])):
            card = int(state.side[seat, stone, place])
            if clan_only and card >= CLAN_CARDS:
                continue
            count = insert(actions, count, TAKE + card)
    return count


@rule
def _destinations(state: SchottenTotten, actions: Ints, me: int) -> int:
    """Write where the taken card may go; the Strategist moves it away, or to the discard."""
    count = 0
    here = lies_at(state, me, int(state.taken)) if state.phase == MOVING_TO else -1
    for stone in range(STONES):
        if stone != here and has_place(state, me, stone):
            actions[count] = PUT + stone
            count += 1
    if state.phase == MOVING_TO:
        actions[count] = DISCARD
        count += 1
    return count


@rule
def continue_ruse(state: SchottenTotten, action: int) -> bool:
    """Carry out one choice of a ruse; return whether the ruse is finished."""
    me = int(state.player)
    if state.phase == RECRUITING:
        draw(state, action == DRAW_TACTIC)
        state.pending -= 1
        _go_on_recruiting(state)
        return False
    if state.phase == RETURNING:
        card = action - RETURN
        take_from_hand(state, me, card)
        put_under(state, card)
        state.pending -= 1
        return state.pending == 0
    if state.phase == MOVING or state.phase == LURING:
        state.taken = action - TAKE
        state.phase = MOVING_TO if state.phase == MOVING else LURING_TO
        return False
    if state.phase == BANISHING:
        _send_away(state, 1 - me, action - TAKE)
        return True
    _put_down(state, me if state.phase == MOVING_TO else 1 - me, action)
    return True


@rule
def _send_away(state: SchottenTotten, seat: int, card: int) -> None:
    remove_from_side(state, seat, lies_at(state, seat, card), card)
    add_to_discard(state, card)
    state.phase = PLAYING


@rule
def _put_down(state: SchottenTotten, whose: int, action: int) -> None:
    """Put the taken card on one's own side of a stone, or on the discard."""
    card = int(state.taken)
    state.taken = NO_CARD
    if action == DISCARD:
        _send_away(state, whose, card)
        return
    remove_from_side(state, whose, lies_at(state, whose, card), card)
    lay_beside(state, int(state.player), action - PUT, card)
    state.phase = PLAYING
