"""The observation: what a seat knows, as numbers from 0 to 1. The spec page says what each index means."""

from __future__ import annotations

from stramash.core.rule import rule
from stramash.core.state import Floats
from stramash.games.lords_of_scotland.rules.armies import total
from stramash.games.lords_of_scotland.rules.components import (
    ARMY_PLACES,
    BY_CLAN,
    CARDS,
    COCHRANE,
    DOWNS,
    FACE_UP,
    HAND_LIMIT,
    MACDONNELL,
    NO_CARD,
    NO_CLAN,
    PHASES,
    RECRUITS,
    SEATS,
    TURNS,
)
from stramash.games.lords_of_scotland.rules.state import LordsOfScotland
from stramash.games.lords_of_scotland.rules.view import knows_follower, last_secret

__all__ = [
    "CARD_FEATURES",
    "DISCARDED",
    "DOWNS_AT",
    "DOWN_FEATURES",
    "FOLLOWER",
    "GLOBALS_AT",
    "GLOBAL_FEATURES",
    "HAND",
    "ME_AT",
    "PLACES_AT",
    "PLACE_FEATURES",
    "RECRUIT_PLACE",
    "SEATS_AT",
    "SEAT_FEATURES",
    "SECRET",
    "SUPPORTER",
    "TENSOR",
    "UNSEEN",
    "observe",
]

# What is known of one card. Seats count from the observer, clockwise.
UNSEEN = 0
HAND = 1  # + seat: in that hand for sure
HELD = HAND + SEATS  # + seat: all saw it taken; it may be face-down by now
RECRUIT_PLACE = HELD + SEATS  # + place
SUPPORTER = RECRUIT_PLACE + RECRUITS
DISCARDED = SUPPORTER + 1
WON = DISCARDED + 1  # + seat: in that victory pile
FOLLOWER = WON + SEATS  # + seat: face-up in that army
SECRET = FOLLOWER + SEATS  # + seat: face-down in that army, and known to the observer
KEPT = SECRET + SEATS
STAYS = KEPT + 1  # MacDonnell's power is in force on it
CLAIMS_TWO = STAYS + 1  # Cochrane's
ANY_CLAN = CLAIMS_TWO + 1  # Bruce's
IN_ACTION = ANY_CLAN + 1  # its power is being carried out
CARD_FEATURES = IN_ACTION + 1

# One face-down Follower, by its number: in which army (5), known to the observer
DOWN_FEATURES = SEATS + 1
# One seat: there at all · hand · last face-down muster not known · points · total seen · Followers · how many
# of them are not known · face-down musters · to act · the Initiative · place among the claimants (5)
SEAT_FEATURES = 10 + SEATS
# One Recruit place: face-up · face-down
PLACE_FEATURES = 2
# Phase · turn · absolute seat of the observer · claims left · draw pile · discard pile · Supporters · Bruce ·
# activation by clan · the number of the shuffle, one-hot
GLOBAL_FEATURES = PHASES + TURNS + SEATS + 7
#: Among the globals: the absolute seat of the observer
ME_AT = PHASES + TURNS

DOWNS_AT = CARDS * CARD_FEATURES
SEATS_AT = DOWNS_AT + SEATS * DOWNS * DOWN_FEATURES
PLACES_AT = SEATS_AT + SEATS * SEAT_FEATURES
GLOBALS_AT = PLACES_AT + RECRUITS * PLACE_FEATURES
TENSOR = GLOBALS_AT + GLOBAL_FEATURES

#: Two cards of twelve on top of 39
MOST_POINTS = 63
#: An army beyond this counts as this
MOST_STRENGTH = 200


@rule
def observe(state: LordsOfScotland, seat: int, out: Floats) -> None:
    """Write a hidden state as numbers; a spectator sits with seat 0."""
    for index in range(out.size):
        out[index] = 0
    for card in range(CARDS):
        out[card * CARD_FEATURES + UNSEEN] = 1
    me, players = max(seat, 0), int(state.players)
    observe_middle(state, me, out)
    for other in range(players):
        relative = (other - me) % players
        observe_held(state, seat, other, relative, out)
        observe_army(state, seat, other, relative, out)
        observe_seat(state, seat, other, relative, out)
    if state.acting != NO_CARD:
        out[int(state.acting) * CARD_FEATURES + IN_ACTION] = 1
    observe_globals(state, me, out)


@rule
def note(out: Floats, card: int, feature: int) -> None:
    """Note where a card is; an unknown one stays unseen."""
    if 0 <= card < CARDS:
        out[card * CARD_FEATURES + UNSEEN] = 0
        out[card * CARD_FEATURES + feature] = 1


@rule
def observe_middle(state: LordsOfScotland, me: int, out: Floats) -> None:
    """Write Recruits, Supporters, the discard pile and the victory piles."""
    for place in range(RECRUITS):
        card = int(state.recruit[place])
        note(out, card, RECRUIT_PLACE + place)
        if card != NO_CARD:
            out[PLACES_AT + place * PLACE_FEATURES + (0 if state.recruit_up[place] else 1)] = 1
    for place in range(int(state.supporters_size)):
        note(out, int(state.supporters[place]), SUPPORTER)
    for place in range(int(state.discard_size)):
        note(out, int(state.discard[place]), DISCARDED)
    for card in range(CARDS):
        if state.victory[card] >= 0:
            note(out, card, WON + (int(state.victory[card]) - me) % int(state.players))


@rule
def observe_held(state: LordsOfScotland, viewer: int, seat: int, relative: int, out: Floats) -> None:
    """Write the cards of a hand that are known, and those all saw taken."""
    for entry in range(int(state.held_size[seat])):
        note(out, int(state.held[seat, entry]), HELD + relative)
    for place in range(int(state.hand_size[seat])):
        note(out, int(state.hand[seat, place]), HAND + relative)


@rule
def observe_army(state: LordsOfScotland, viewer: int, seat: int, relative: int, out: Floats) -> None:
    """Write the Followers of an army and what is on them."""
    for place in range(int(state.army_size[seat])):
        card, down = int(state.army[seat, place]), int(state.down[seat, place])
        note(out, card, (FOLLOWER if down == FACE_UP else SECRET) + relative)
        if down != FACE_UP:
            musterer = (down // DOWNS - (int(seat) - relative)) % int(state.players)
            at = DOWNS_AT + (musterer * DOWNS + down % DOWNS) * DOWN_FEATURES
            out[at + relative] = 1
            out[at + SEATS] = knows_follower(state, viewer, seat, place)
        elif card < CARDS:
            out[card * CARD_FEATURES + KEPT] = state.kept[seat, place]
            power = int(state.active[seat, place])
            if power != NO_CLAN:
                feature = STAYS if power == MACDONNELL else CLAIMS_TWO if power == COCHRANE else ANY_CLAN
                out[card * CARD_FEATURES + feature] = 1


@rule
def observe_seat(state: LordsOfScotland, viewer: int, seat: int, relative: int, out: Floats) -> None:
    """Write what is about a player."""
    at = SEATS_AT + relative * SEAT_FEATURES
    unknown = 0
    for place in range(int(state.army_size[seat])):
        if not knows_follower(state, viewer, seat, place):
            unknown += 1
    out[at] = 1
    out[at + 1] = state.hand_size[seat] / HAND_LIMIT
    out[at + 2] = last_secret(state, viewer, seat) / DOWNS
    out[at + 3] = state.points[seat] / MOST_POINTS
    out[at + 4] = min(total(state, seat), MOST_STRENGTH) / MOST_STRENGTH
    out[at + 5] = state.army_size[seat] / ARMY_PLACES
    out[at + 6] = unknown / DOWNS
    out[at + 7] = state.downs[seat] / DOWNS
    out[at + 8] = state.player == seat
    out[at + 9] = state.initiative == seat
    for place in range(int(state.ordered)):
        if state.order[place] == seat:
            out[at + 10 + place] = 1


@rule
def observe_globals(state: LordsOfScotland, me: int, out: Floats) -> None:
    """Write what is about the table."""
    at = GLOBALS_AT
    out[at + state.phase] = 1
    at += PHASES
    out[at + state.turn - 1] = 1
    at += TURNS
    out[at + me] = 1
    at += SEATS
    out[at] = state.claims / 2
    out[at + 1] = state.pile_size / CARDS
    out[at + 2] = state.discard_size / CARDS
    out[at + 3] = state.supporters_size / SEATS
    out[at + 4] = state.bruce
    out[at + 5] = state.activation == BY_CLAN
    out[at + 6] = 1 / (1 + state.shuffles)
