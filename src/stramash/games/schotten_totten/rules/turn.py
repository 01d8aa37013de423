"""A turn: play a card, claim stones, draw; how a match begins, and what is legal."""

from __future__ import annotations

from stramash.core.rule import rule
from stramash.core.state import NOBODY, Ints
from stramash.games.schotten_totten.rules.actions import (
    CLAIM,
    DEAL_NEXT,
    DONE,
    DRAW_TACTIC,
    PASS,
    PLAY_CLAN,
    PLAY_RUSE,
    PLAY_TACTIC,
)
from stramash.games.schotten_totten.rules.cards import (
    draw,
    full_hand,
    has_place,
    lay_beside,
    sort_into_hand,
    take_from_hand,
    turn_face_up,
)
from stramash.games.schotten_totten.rules.claims import (
    appraise,
    claimable_stones,
    holds_enough,
)
from stramash.games.schotten_totten.rules.components import (
    BLIND_MANS_BLUFF,
    BLUFF,
    CLAIMING,
    CLAN_CARDS,
    DRAWING,
    HAND_PLACES,
    JOKER,
    MUD,
    NEXT_ROUND,
    NO_CARD,
    PLAYING,
    RECRUITER,
    SECOND_JOKER,
    STONES,
)
from stramash.games.schotten_totten.rules.rounds import (
    clear_border,
    clear_memory,
    end_round,
    lay_out_deck,
    lay_out_tactics,
    settle,
)
from stramash.games.schotten_totten.rules.ruses import (
    begin_ruse,
    continue_ruse,
    legal_draws,
    legal_in_ruse,
    may_play_ruse,
)
from stramash.games.schotten_totten.rules.state import SchottenTotten

__all__ = ["deal", "legal", "play"]


# --- Set-up ------------------------------------------------------------------------------------------


@rule
def deal(state: SchottenTotten) -> None:
    """Begin a match: seat 0 starts the first round."""
    state.points[0] = 0
    state.points[1] = 0
    state.round_number = 0
    deal_round(state, 0)


@rule
def deal_round(state: SchottenTotten, starter: int) -> None:
    """Lay out nine stones, shuffle, and deal six Clan cards to each, or seven with the Tactic deck."""
    state.round_number += 1
    state.starter = starter
    state.winner = NOBODY
    state.turn = 0
    state.idle = 0
    state.claimable = 0
    state.pending = 0
    state.taken = NO_CARD
    clear_border(state)
    clear_memory(state)
    lay_out_deck(state)
    lay_out_tactics(state)
    for seat in range(2):
        for place in range(HAND_PLACES):
            state.hand[seat, place] = NO_CARD
        state.hand_size[seat] = 0
        for _ in range(full_hand(state)):
            state.deck_size -= 1
            sort_into_hand(state, seat, int(state.deck[state.deck_size]))
            state.deck[state.deck_size] = NO_CARD
    state.reveals += 1
    begin_turn(state, starter)


# --- What is legal -----------------------------------------------------------------------------------


@rule
def legal(state: SchottenTotten, actions: Ints) -> int:
    """Write what the player to act may do, in rising order; return how many actions that is."""
    if state.phase == PLAYING:
        return legal_plays(state, actions)
    if state.phase == CLAIMING:
        return legal_claims(state, actions)
    if state.phase == DRAWING:
        return legal_draws(state, actions)
    if state.phase == NEXT_ROUND:
        actions[0] = DEAL_NEXT
        return 1
    return legal_in_ruse(state, actions)


@rule
def legal_claims(state: SchottenTotten, actions: Ints) -> int:
    """Any stone that may be claimed; claiming is a choice, so one may also be done."""
    count = add_stones(actions, 0, CLAIM, int(state.claimable))
    actions[count] = DONE
    return count + 1


@rule
def legal_plays(state: SchottenTotten, actions: Ints) -> int:
    """Play a Clan card or a Tactic card; where no Clan card can be played, passing is allowed."""
    me = int(state.player)
    open_stones = 0
    for stone in range(STONES):
        if has_place(state, me, stone):
            open_stones |= 1 << stone
    count, place = 0, 0
    while place < state.hand_size[me] and state.hand[me, place] < CLAN_CARDS:
        count = add_stones(actions, count, PLAY_CLAN + int(state.hand[me, place]) * STONES, open_stones)
        place += 1
    if count == 0:
        actions[0] = PASS
        count = 1
    if state.tactics and state.tactics_played[me] <= state.tactics_played[1 - me]:
        while place < state.hand_size[me]:
            count = add_tactic(state, actions, count, int(state.hand[me, place]), open_stones)
            place += 1
    return count


@rule
def add_stones(actions: Ints, count: int, action: int, stones: int) -> int:
    """Write an action for each stone of a set.

    Every stone is written, and counted only if it is in the set: without a branch, for speed.
    """
    for stone in range(STONES):
        actions[count] = action + stone
        count += stones >> stone & 1
    return count


@rule
def add_tactic(state: SchottenTotten, actions: Ints, count: int, card: int, open_stones: int) -> int:
    """Write the ways to play a Tactic card, by its kind."""
    if card >= RECRUITER:
        if may_play_ruse(state, card):
            actions[count] = PLAY_RUSE + card - RECRUITER
            count += 1
        return count
    stones = open_stones
    if card >= BLIND_MANS_BLUFF:
        stones = unclaimed(state)
    elif card <= SECOND_JOKER and state.joker_played[state.player]:
        return count
    return add_stones(actions, count, PLAY_TACTIC + (card - JOKER) * STONES, stones)


@rule
def unclaimed(state: SchottenTotten) -> int:
    """Return the set of stones nobody has claimed."""
    stones = 0
    for stone in range(STONES):
        if state.owner[stone] == NOBODY:
            stones |= 1 << stone
    return stones


# --- Carrying it out ---------------------------------------------------------------------------------


# How far a turn has come after an action
_ASKS = 0  # the player has another choice, or the round is over
_PLAYED = 1  # a card is played: claims come next
_CLAIMED = 2  # nothing is left to claim: a card is drawn next
_DRAWN = 3  # the turn ends


@rule
def play(state: SchottenTotten, action: int) -> None:
    """Carry out a legal action, and everything after it that leaves no choice.

    An action says how far it brought the turn, and the rest is done here for all of them: so games that run
    side by side on a GPU go through it together.
    """
    stage = carry_out(state, action)
    if stage == _PLAYED:
        stage = after_playing(state)
    if stage == _CLAIMED:
        stage = refill(state)
    if stage == _DRAWN:
        end_turn(state)


@rule
def carry_out(state: SchottenTotten, action: int) -> int:
    """Carry out an action, and return how far the turn has come by it."""
    if action < CLAIM:
        return play_clan_card(state, action // STONES, action % STONES)
    if action < DONE:
        return claim(state, action - CLAIM)
    if action == DONE:
        return end_claims(state)
    if action == PASS:
        return _PLAYED
    if action == DEAL_NEXT:
        deal_round(state, int(state.player))
        return _ASKS
    if action < PLAY_RUSE:
        tactic = action - PLAY_TACTIC
        return play_tactic(state, JOKER + tactic // STONES, tactic % STONES)
    if state.phase == PLAYING:
        return play_tactic(state, RECRUITER + action - PLAY_RUSE, 0)
    if state.phase == DRAWING:
        draw(state, action == DRAW_TACTIC)
        return _DRAWN
    return _PLAYED if continue_ruse(state, action) else _ASKS


@rule
def play_clan_card(state: SchottenTotten, card: int, stone: int) -> int:
    """Lay a Clan card beside a stone, on one's own side."""
    me = int(state.player)
    take_from_hand(state, me, card)
    turn_face_up(state, card)
    lay_beside(state, me, stone, card)
    state.acted = 1
    return _PLAYED


@rule
def play_tactic(state: SchottenTotten, card: int, stone: int) -> int:
    """Play a Tactic card: an elite troop beside a stone, a combat mode on it, a ruse beside the deck."""
    me = int(state.player)
    take_from_hand(state, me, card)
    turn_face_up(state, card)
    state.tactics_played[me] += 1
    state.acted = 1
    if card >= RECRUITER:
        begin_ruse(state, card)
        return _ASKS
    if card >= BLIND_MANS_BLUFF:
        state.mode[stone] |= BLUFF if card == BLIND_MANS_BLUFF else MUD
        appraise(state, 0, stone)
        appraise(state, 1, stone)
    else:
        if card <= SECOND_JOKER:
            state.joker_played[me] = 1
        lay_beside(state, me, stone, card)
    return _PLAYED


@rule
def after_playing(state: SchottenTotten) -> int:
    """One claims after playing and before drawing; experts have claimed already."""
    if not state.expert:
        begin_claims(state)
    return _CLAIMED if state.expert or not state.claimable else _ASKS


@rule
def begin_claims(state: SchottenTotten) -> None:
    """See which stones can be claimed; if there are any, the player decides."""
    state.claimable = claimable_stones(state, int(state.player))
    if state.claimable:
        state.phase = CLAIMING


@rule
def claim(state: SchottenTotten, stone: int) -> int:
    """Take the stone; three adjacent stones, or five in all, win at once."""
    me = int(state.player)
    state.owner[stone] = me
    state.claimable &= ~(1 << stone)
    state.acted = 1
    if holds_enough(state, me):
        end_round(state, me)
        return _ASKS
    return _ASKS if state.claimable else end_claims(state)


@rule
def end_claims(state: SchottenTotten) -> int:
    """Experts go on to play a card, the others to draw one."""
    state.claimable = 0
    if not state.expert:
        return _CLAIMED
    state.phase = PLAYING
    return _ASKS


@rule
def refill(state: SchottenTotten) -> int:
    """Draw one card if the hand is not full: from the deck of one's choice, where there is a choice."""
    me = int(state.player)
    if state.hand_size[me] < full_hand(state) and state.deck_size + state.tactic_deck_size > 0:
        if state.deck_size > 0 and state.tactic_deck_size > 0:
            state.phase = DRAWING
            return _ASKS
        draw(state, state.deck_size == 0)
    return _DRAWN


@rule
def begin_turn(state: SchottenTotten, seat: int) -> None:
    """Experts claim at the beginning of their turn, before they play."""
    state.player = seat
    state.turn += 1
    state.acted = 0
    state.phase = PLAYING
    if state.expert:
        begin_claims(state)


@rule
def end_turn(state: SchottenTotten) -> None:
    """Pass the turn on; two turns in a row without a play or a claim end the round."""
    state.idle = 0 if state.acted else state.idle + 1
    if state.idle == 2:
        settle(state)
    else:
        begin_turn(state, 1 - int(state.player))
