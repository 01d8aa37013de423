"""The checks that an imported position can be played to its end.

The rules rely on invariants that hold in every game that was dealt: for example, a seat makes at most one
face-down muster a turn. A description that violates one is refused. The checks are closed under play: every
position that follows from an accepted one is accepted.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stramash.core.errors import BadPosition
from stramash.core.game import Json
from stramash.core.meaning import OVER
from stramash.core.reading import read_whole
from stramash.core.state import NOBODY
from stramash.games.lords_of_scotland.names import CLAN_NAMES
from stramash.games.lords_of_scotland.rules.activation import blocker
from stramash.games.lords_of_scotland.rules.armies import has_power, remove_follower
from stramash.games.lords_of_scotland.rules.cards import clan_of, strength_of
from stramash.games.lords_of_scotland.rules.components import (
    ARMY_PLACES,
    CARD_NAMES,
    CLAIMING,
    COCHRANE,
    COCKBURN,
    COPYING,
    DISCARDING,
    FACE_UP,
    FERGUSSON,
    HAND_LIMIT,
    MAKGILL,
    MUSTERING,
    NO_CARD,
    NO_CLAN,
    POINTS_TO_END,
    SCOTT,
    SWAPPING,
    TAKING,
    TURNS,
    WEMYSS,
)
from stramash.games.lords_of_scotland.rules.rounds import rank_armies
from stramash.games.lords_of_scotland.rules.state import PHASE

__all__ = ["check_acting", "check_points", "read_claiming", "read_turn"]

#: The clan whose power leads to a phase; a Scott may have copied it
_POWER_OF = {MUSTERING: MAKGILL, COPYING: SCOTT, DISCARDING: WEMYSS, SWAPPING: FERGUSSON, TAKING: COCKBURN}


def _phase_name(state: Any) -> str:
    return str(PHASE.to_json(int(state.phase), state))


# --- The turn --------------------------------------------------------------------------------------------


def _turns_done(state: Any, seat: int) -> int:
    """Return how many turns of this round a seat has completed."""
    if state.phase == CLAIMING:
        return TURNS
    players, first = int(state.players), int(state.initiative)
    acted = (seat - first) % players < (int(state.player) - first) % players
    return int(state.turn) - 1 + acted


def _too_much(state: Any) -> str:
    """Return why a position cannot arise in the turns of this round so far; "" if it can.

    In each of its turns a seat gains at most one card, and at most one of: a Follower mustered face-down, a
    Follower with a power in force (activated, or taken by Fergusson). A round begins with at most five kept
    Followers and ten cards in hand. So no army outgrows its places, and no face-down Follower its numbers.
    """
    for seat in range(int(state.players)):
        done, army = _turns_done(state, seat), int(state.army_size[seat])
        active = int((state.active[seat, :army] != NO_CLAN).sum())
        so_far = f"seat {seat} has completed {done} turns of this round, but"
        if state.downs[seat] > done:
            return f"{so_far} mustered {int(state.downs[seat])} Followers face-down ('downs')"
        if active > done:
            return f"{so_far} has {active} Followers with an 'active' power"
        most = ARMY_PLACES - TURNS + done
        if army + state.hand_size[seat] > most:
            return f"{so_far} has more than {most} cards in its army and hand together"
    return ""


def read_turn(state: Any, *, given: bool) -> None:
    """Check the turn; by default it is the first in which all that the armies show can have happened."""
    if state.phase == CLAIMING and not given:
        state.turn = TURNS
    if state.phase == CLAIMING and state.turn != TURNS:
        raise BadPosition(f"'turn' is {int(state.turn)}: in phase {_phase_name(state)} it should be {TURNS}")
    while not given and state.turn < TURNS and _too_much(state):
        state.turn += 1
    if _too_much(state):
        raise BadPosition(f"'turn' is {int(state.turn)}: {_too_much(state)}")


def check_acting(state: Any) -> None:
    """The card whose power is carried out was mustered last, and its power is the phase's."""
    me, card, phase = int(state.player), int(state.acting), _phase_name(state)
    name = CARD_NAMES[card] if card != NO_CARD else "null"
    if state.phase not in _POWER_OF:
        if card != NO_CARD:
            raise BadPosition(f"'acting' is {name}: in phase {phase} it should be null")
        return
    last = int(state.army_size[me]) - 1
    if card == NO_CARD or state.army[me, last] != card or state.down[me, last] != FACE_UP:
        raise BadPosition(f"'acting' is {name}: it should lie face-up and last in the army of seat {me}")
    if state.kept[me, last] or state.active[me, last] != NO_CLAN:
        raise BadPosition(f"'acting' is {name}: it should be neither kept nor active")
    if state.hand_size[me] == HAND_LIMIT:
        raise BadPosition(f"seat {me} has {HAND_LIMIT} cards in hand, but it has just mustered {name}")
    _check_power(state, card)


def _check_power(state: Any, card: int) -> None:
    """The acting card has the power of the phase, and was free to use it."""
    phase, name = _phase_name(state), CARD_NAMES[card]
    power = _POWER_OF[int(state.phase)]
    before = state.copy()
    remove_follower(before, int(state.player), int(state.army_size[state.player]) - 1)
    if clan_of(card) not in (SCOTT, power):
        raise BadPosition(f"'acting' is {name}, but 'phase' is {phase}: it should be a {CLAN_NAMES[power]}")
    if clan_of(card) != power and not _in_sight(before, power):
        raise BadPosition(f"{name} can copy no {CLAN_NAMES[power]}: none is face-up, but 'phase' is {phase}")
    blocking = int(blocker(before, card))
    if blocking != NO_CARD:
        raise BadPosition(f"the power of {name} is not active: {CARD_NAMES[blocking]} blocks it")


def _in_sight(state: Any, clan: int) -> bool:
    """Return whether a face-up Follower is of this clan."""
    up = state.army[state.down == FACE_UP]
    return any(clan_of(int(card)) == clan for card in up if card != NO_CARD)


def read_claiming(description: Json, state: Any) -> None:
    """Write who claims in which order; it follows from the armies."""
    if state.player == NOBODY and state.points.max() < POINTS_TO_END:
        raise BadPosition(f"'phase' is {OVER}, but nobody has {POINTS_TO_END} points in 'victory'")
    given = [int(seat) for seat in state.order[: state.ordered]]
    if state.phase != CLAIMING:
        if given or state.claimant or state.claims:
            raise BadPosition(
                f"'order', 'claimant' and 'claims' are given: in phase {_phase_name(state)} they should be "
                "[], 0 and 0"
            )
        return
    if (state.down != FACE_UP).any() or state.downs.any():
        raise BadPosition(
            f"'phase' is {_phase_name(state)}, but a Follower is face-down: all are flipped before"
        )
    rank_armies(state)
    order = [int(seat) for seat in state.order[: state.ordered]]
    if description.get("order", order) != order:
        raise BadPosition(f"'order' is {given}: these armies claim in the order {order}")
    over = state.player == NOBODY
    if not over and state.player not in order:
        raise BadPosition(f"'player' is {int(state.player)}: without a Follower one claims nothing")
    claimant = len(order) if over else order.index(int(state.player))
    if over and not order:
        raise BadPosition(f"'phase' is {OVER}, but no army has a Follower: the game ends when seats claim")
    least = 1 if over and state.supporters_size == 0 else claimant
    state.claimant = read_whole(description.get("claimant", claimant), "claimant", least, claimant)
    most = 0 if over else min(_wanted(state, int(state.player)), int(state.supporters_size))
    if not over and not most:
        raise BadPosition("'claims' is 0: in phase claiming there should be a Supporter to claim")
    state.claims = read_whole(description.get("claims", most), "claims", min(1, most), most)


def _wanted(state: Any, seat: int) -> int:
    return 2 if has_power(state, seat, COCHRANE) else 1


def check_points(state: Any) -> None:
    """Nobody had 40 points before this round, and Supporters are claimed or still there."""
    taken = 0
    for seat in range(int(state.players)):
        least, most = _claimed(state, seat)
        pile = sorted(
            (strength_of(int(card)) for card in np.flatnonzero(state.victory == seat)), reverse=True
        )
        taken += least
        if len(pile) < least:
            raise BadPosition(f"seat {seat} has claimed {least} in this round: its 'victory' has fewer cards")
        if sum(pile[most:]) >= POINTS_TO_END:
            raise BadPosition(
                f"seat {seat} has {sum(pile)} points in 'victory': the game ended in an earlier round"
            )
    if state.supporters_size + taken > state.players:
        raise BadPosition(f"{taken} Supporters were claimed in this round: 'supporters' has too many left")


def _claimed(state: Any, seat: int) -> tuple[int, int]:
    """Return how many Supporters a seat has claimed in this round, at least and at most."""
    order = [int(one) for one in state.order[: state.ordered]]
    if state.phase != CLAIMING or seat not in order or order.index(seat) > state.claimant:
        return 0, 0
    wanted = _wanted(state, seat)
    if state.player == NOBODY:
        last = order.index(seat) == state.claimant - 1
        return (1 if last else wanted, wanted) if order.index(seat) < state.claimant else (0, 0)
    return (0, wanted - int(state.claims)) if seat == state.player else (wanted, wanted)
