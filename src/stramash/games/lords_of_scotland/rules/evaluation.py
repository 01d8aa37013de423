"""The evaluation of a state for a seat: a heuristic for bots that look one action ahead.

Its features, in the order of their weight:

- *the game*: won or lost;
- *points*, less those of the best opponent, and in the same coin all that follows;
- *claims*: the Supporters one would get if the round ended now, surer from turn to turn;
- *strength* of the army, which may still decide the round;
- *cards* in hand, of which the first are worth most;
- *a Follower that stays* for another round, by its strength.
"""

from __future__ import annotations

from stramash.core.rule import rule
from stramash.core.state import NOBODY
from stramash.games.lords_of_scotland.rules.armies import has_power, standing, total
from stramash.games.lords_of_scotland.rules.cards import strength_of
from stramash.games.lords_of_scotland.rules.components import CLAIMING, COCHRANE, MACDONNELL, TURNS
from stramash.games.lords_of_scotland.rules.state import LordsOfScotland
from stramash.games.lords_of_scotland.rules.turn import winners

__all__ = ["evaluate"]

GAME = 100.0
#: How sure it is, in the first turn and in the last, that armies stand as they do now
EARLY, LATE = 0.3, 1.0
STRENGTH = 0.12
#: Most strength that is worth having
ENOUGH = 40
CARD = 0.9
#: A card is worth less by this for each one held already
FEWER = 0.07
STAYS = 0.25


@rule
def evaluate(state: LordsOfScotland, seat: int) -> float:
    """Return the lead over the best opponent in points; 100 more for a win."""
    lead = GAME
    for other in range(int(state.players)):
        if other != seat:
            lead = min(lead, prospects(state, seat) - prospects(state, other))
    if state.player != NOBODY:
        return lead
    return lead + GAME if winners(state) >> seat & 1 else lead - GAME


@rule
def prospects(state: LordsOfScotland, seat: int) -> float:
    """Return what a seat has and may expect, in points."""
    size = int(state.hand_size[seat])
    worth = int(state.points[seat]) + CARD * size - FEWER * size * (size - 1) / 2
    if state.player == NOBODY:
        return worth
    sure = EARLY + (LATE - EARLY) * (int(state.turn) - 1) / (TURNS - 1)
    worth += (LATE if state.phase == CLAIMING else sure) * claims_now(state, seat)
    if state.phase != CLAIMING:
        worth += STRENGTH * min(total(state, seat), ENOUGH)
    for place in range(int(state.army_size[seat])):
        if state.active[seat, place] == MACDONNELL:
            worth += STAYS * strength_of(int(state.army[seat, place]))
    return worth


@rule
def claims_now(state: LordsOfScotland, seat: int) -> int:
    """Return the strength of the Supporters a seat would still claim if all take the best there are."""
    if state.army_size[seat] == 0:
        return 0
    wanted = claims_of(state, seat)
    if wanted == 0:
        return 0
    taken, mine = 0, standing(state, seat)
    for other in range(int(state.players)):
        if other != seat and state.army_size[other] > 0 and standing(state, other) > mine:
            taken += claims_of(state, other)
    points = 0
    for claim in range(wanted):
        best = int(state.supporters_size) - 1 - taken - claim
        if best >= 0:
            points += strength_of(int(state.supporters[best]))
    return points


@rule
def claims_of(state: LordsOfScotland, seat: int) -> int:
    """Return how many Supporters a seat may still claim this round."""
    if state.phase == CLAIMING:
        for place in range(int(state.claimant)):
            if state.order[place] == seat:
                return 0
        if state.player == seat:
            return int(state.claims)
    return 2 if has_power(state, seat, COCHRANE) else 1
