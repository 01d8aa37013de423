"""A round: laying it out, its end, claiming Supporters, and the end of the game."""

from __future__ import annotations

from stramash.core.rule import rule
from stramash.core.state import NOBODY
from stramash.games.lords_of_scotland.rules.armies import (
    empty_place,
    has_power,
    show_follower,
    standing,
)
from stramash.games.lords_of_scotland.rules.cards import (
    add_to_discard,
    lay_recruit,
    lay_supporters,
    remove_supporter,
    strength_of,
    turn_recruit_up,
)
from stramash.games.lords_of_scotland.rules.components import (
    ACTING,
    CLAIMING,
    COCHRANE,
    MACDONNELL,
    NO_CARD,
    POINTS_TO_END,
    RECRUITS,
    SEATS,
)
from stramash.games.lords_of_scotland.rules.knowledge import forget_downs
from stramash.games.lords_of_scotland.rules.state import LordsOfScotland

__all__ = ["begin_round", "claim", "end_round", "rank_armies"]


@rule
def begin_round(state: LordsOfScotland) -> None:
    """Lay out five Recruits face-down and a Supporter for each player; the Initiative begins."""
    state.round_number += 1
    state.turn = 1
    state.phase = ACTING
    state.acting = NO_CARD
    state.ordered = 0
    state.claimant = 0
    state.claims = 0
    for seat in range(SEATS):
        state.order[seat] = NOBODY
    for place in range(RECRUITS):
        lay_recruit(state, place, 0)
    lay_supporters(state)
    state.player = state.initiative
    turn_recruit_up(state)


@rule
def end_round(state: LordsOfScotland) -> None:
    """Flip all face-down Followers, rank the armies, and let the strongest claim first."""
    for seat in range(int(state.players)):
        for place in range(int(state.army_size[seat])):
            show_follower(state, seat, place)
    forget_downs(state)
    rank_armies(state)
    state.phase = CLAIMING
    state.claimant = 0
    begin_claim(state)


@rule
def rank_armies(state: LordsOfScotland) -> None:
    """Order the seats that have a Follower by total, then by their highest rank."""
    count = 0
    for seat in range(int(state.players)):
        if state.army_size[seat] > 0:
            at = count
            while at > 0 and standing(state, int(state.order[at - 1])) < standing(state, seat):
                state.order[at] = state.order[at - 1]
                at -= 1
            state.order[at] = seat
            count += 1
    state.ordered = count


@rule
def begin_claim(state: LordsOfScotland) -> None:
    """The next in order claims one Supporter, or two with Cochrane; after the last the round is over."""
    if state.claimant == state.ordered or state.supporters_size == 0:
        finish_round(state)
        return
    seat = int(state.order[state.claimant])
    state.player = seat
    state.claims = min(2 if has_power(state, seat, COCHRANE) else 1, int(state.supporters_size))


@rule
def claim(state: LordsOfScotland, card: int) -> None:
    """Take a Supporter into one's victory pile."""
    seat = int(state.player)
    remove_supporter(state, card)
    state.victory[card] = seat
    state.points[seat] += strength_of(card)
    state.claims -= 1
    if state.claims == 0:
        state.claimant += 1
        begin_claim(state)


@rule
def finish_round(state: LordsOfScotland) -> None:
    """Forty points end the game; otherwise the round's winner takes the Initiative into a new round."""
    state.claims = 0
    for seat in range(int(state.players)):
        if state.points[seat] >= POINTS_TO_END:
            state.player = NOBODY
            return
    if state.ordered > 0:
        state.initiative = state.order[0]
    clear_table(state)
    begin_round(state)


@rule
def clear_table(state: LordsOfScotland) -> None:
    """Discard the Supporters left over, the Recruits, and all Followers but those kept by MacDonnell."""
    for place in range(int(state.supporters_size)):
        add_to_discard(state, int(state.supporters[place]))
        state.supporters[place] = NO_CARD
    state.supporters_size = 0
    for place in range(RECRUITS):
        if state.recruit[place] != NO_CARD:
            add_to_discard(state, int(state.recruit[place]))
    for seat in range(int(state.players)):
        disband(state, seat)


@rule
def disband(state: LordsOfScotland, seat: int) -> None:
    """Discard an army; a Follower with MacDonnell's power in force stays one more round, powerless."""
    stay = 0
    for place in range(int(state.army_size[seat])):
        card = int(state.army[seat, place])
        keep = state.active[seat, place] == MACDONNELL
        empty_place(state, seat, place)
        if keep:
            state.army[seat, stay] = card
            state.kept[seat, stay] = 1
            stay += 1
        else:
            add_to_discard(state, card)
    state.army_size[seat] = stay
