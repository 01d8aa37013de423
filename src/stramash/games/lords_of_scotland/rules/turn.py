"""A turn: recruit a card or muster a Follower; and how the game is set up and won."""

from __future__ import annotations

from stramash.core.chance import shuffle
from stramash.core.rule import rule
from stramash.core.state import NOBODY, Ints
from stramash.games.lords_of_scotland.rules.actions import (
    ACTIVATE,
    CLAIM,
    MUSTER_DOWN,
    MUSTER_UP,
    PASS,
    RECRUIT,
    TARGET,
)
from stramash.games.lords_of_scotland.rules.activation import may_activate, strength_limits, useful_in_hand
from stramash.games.lords_of_scotland.rules.armies import add_follower, clear_armies
from stramash.games.lords_of_scotland.rules.cards import (
    clan_of,
    draw_into_hand,
    take_from_hand,
    take_recruit,
    turn_recruit_up,
)
from stramash.games.lords_of_scotland.rules.components import (
    ACTING,
    CARDS,
    CLAIMING,
    DOWNS,
    FACE_UP,
    FIRST_HAND,
    HAND_LIMIT,
    MUSTERING,
    NO_CARD,
    NORMAL_CARDS,
    RECRUITS,
    SEATS,
    TURNS,
)
from stramash.games.lords_of_scotland.rules.knowledge import clear_held, release
from stramash.games.lords_of_scotland.rules.powers import begin_power, continue_power, legal_in_power
from stramash.games.lords_of_scotland.rules.rounds import begin_round, claim, end_round
from stramash.games.lords_of_scotland.rules.state import LordsOfScotland

__all__ = ["clear", "deal", "legal", "play", "scores", "winners"]


# --- Set-up ------------------------------------------------------------------------------------------


@rule
def deal(state: LordsOfScotland) -> None:
    """Shuffle, deal five cards to each player, and lay out the first round; seat 0 has the Initiative."""
    clear(state)
    cards = CARDS if state.bruce else NORMAL_CARDS
    for card in range(cards):
        state.pile[card] = card
    state.pile_size = cards
    shuffle(state, state.pile, cards)
    for seat in range(int(state.players)):
        for _ in range(FIRST_HAND):
            draw_into_hand(state, seat)
    begin_round(state)


@rule
def clear(state: LordsOfScotland) -> None:
    """An empty table: no card anywhere, nothing claimed, nothing known."""
    state.round_number = 0
    state.initiative = 0
    state.acting = NO_CARD
    for seat in range(SEATS):
        state.order[seat] = NOBODY
        state.points[seat] = 0
        state.hand_size[seat] = 0
        state.supporters[seat] = NO_CARD
        for place in range(HAND_LIMIT):
            state.hand[seat, place] = NO_CARD
    state.supporters_size = 0
    for place in range(RECRUITS):
        state.recruit[place] = NO_CARD
        state.recruit_up[place] = 0
        state.recruit_shuffle[place] = 0
    for card in range(CARDS):
        state.pile[card] = NO_CARD
        state.discard[card] = NO_CARD
        state.victory[card] = NOBODY
        state.shuffled[card] = 0
    state.pile_size = 0
    state.discard_size = 0
    state.shuffles = 0
    clear_armies(state)
    clear_held(state)


# --- What is legal -----------------------------------------------------------------------------------


@rule
def legal(state: LordsOfScotland, actions: Ints) -> int:
    """Write what the player to act may do, in rising order; return how many actions that is."""
    if state.phase == ACTING:
        return legal_acts(state, actions)
    if state.phase == MUSTERING:
        return legal_musters(state, actions, 0)
    if state.phase == CLAIMING:
        for place in range(int(state.supporters_size)):
            actions[place] = CLAIM + int(state.supporters[place])
        return int(state.supporters_size)
    return legal_in_power(state, actions)


@rule
def legal_acts(state: LordsOfScotland, actions: Ints) -> int:
    """Recruit, unless ten cards are in hand; or muster a card of the hand. Pass only if neither can be."""
    count = 0
    if state.hand_size[state.player] < HAND_LIMIT:
        for place in range(RECRUITS):
            if state.recruit[place] != NO_CARD:
                actions[count] = RECRUIT + place
                count += 1
    count = legal_musters(state, actions, count)
    if count == 0:
        actions[0] = PASS
        count = 1
    return count


@rule
def legal_musters(state: LordsOfScotland, actions: Ints, count: int) -> int:
    """Any card of the hand, face-down, face-up, or face-up with its power if that may be activated."""
    me = int(state.player)
    size = int(state.hand_size[me])
    if size == 0:
        return count
    for place in range(size):
        card = int(state.hand[me, place])
        actions[count + place] = MUSTER_DOWN + card
        actions[count + size + place] = MUSTER_UP + card
    count += 2 * size
    useful, limits = useful_in_hand(state, me), strength_limits(state)
    for place in range(size):
        card = int(state.hand[me, place])
        if may_activate(card, useful, limits):
            actions[count] = ACTIVATE + card
            count += 1
    return count


# --- Carrying it out ---------------------------------------------------------------------------------


@rule
def play(state: LordsOfScotland, action: int) -> None:
    """Carry out a legal action, and everything after it that leaves no choice."""
    done = True
    if action < MUSTER_DOWN:
        take_recruit(state, int(state.player), action - RECRUIT)
    elif action < MUSTER_UP:
        muster_face_down(state, action - MUSTER_DOWN)
    elif action < ACTIVATE:
        muster_face_up(state, action - MUSTER_UP)
    elif action < TARGET:
        card = action - ACTIVATE
        muster_face_up(state, card)
        done = begin_power(state, card, clan_of(card))
    elif action < CLAIM:
        done = continue_power(state, action)
    elif action < PASS:
        claim(state, action - CLAIM)
        done = False
    if done:
        end_turn(state)


@rule
def muster_face_up(state: LordsOfScotland, card: int) -> None:
    """Play a card face-up into one's army."""
    me = int(state.player)
    take_from_hand(state, me, card)
    release(state, me, card, int(state.downs[me]) + 1)
    add_follower(state, me, card, FACE_UP)
    state.reveals += 1


@rule
def muster_face_down(state: LordsOfScotland, card: int) -> None:
    """Play a card face-down into one's army: its power does not work, and only its owner knows it."""
    me = int(state.player)
    take_from_hand(state, me, card)
    add_follower(state, me, card, me * DOWNS + int(state.downs[me]))
    state.downs[me] += 1


@rule
def end_turn(state: LordsOfScotland) -> None:
    """The next player acts; when all have, the Initiative turns up a Recruit, or the round ends."""
    state.phase = ACTING
    state.acting = NO_CARD
    state.player = (int(state.player) + 1) % int(state.players)
    if state.player != state.initiative:
        return
    if state.turn == TURNS:
        end_round(state)
    else:
        state.turn += 1
        turn_recruit_up(state)


# --- The result --------------------------------------------------------------------------------------


@rule
def scores(state: LordsOfScotland, out: Ints) -> None:
    """The strength of the Supporters in each victory pile."""
    for seat in range(int(state.players)):
        out[seat] = state.points[seat]


@rule
def winners(state: LordsOfScotland) -> int:
    """The most points win; a tie goes to the better place in the last round."""
    if state.player != NOBODY:
        return 0
    best = int(state.order[0])
    for place in range(1, int(state.ordered)):
        seat = int(state.order[place])
        if state.points[seat] > state.points[best]:
            best = seat
    return 1 << best
