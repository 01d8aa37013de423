"""Formations: the five combinations and their order, with wild cards and cards still to come.

A formation's strength is one number, `100 * rank + sum`: a stronger combination beats a weaker one, and
equal combinations compare by their sum. 0 is no formation at all.

`best_formation` answers two questions at once. With no card to come it is the strength of a complete side,
its wild cards taking the values that serve it best. With cards to come it is the best that the side can
still become. It works on sets as bit masks: bit 0 is strength 1, bit 8 is strength 9.
"""

from __future__ import annotations

from typing import NamedTuple

from stramash.core.rule import rule
from stramash.games.schotten_totten.rules.components import (
    ALL_NINE,
    BLUFF,
    CLAN_CARDS,
    CLANS,
    MUD,
    MUD_FIGHT_PLACES,
    PLACES,
    SHIELD_BEARER,
    SPY,
    STRENGTHS,
)
from stramash.games.schotten_totten.rules.state import SchottenTotten

__all__ = [
    "COLOUR",
    "COLOUR_RUN",
    "KIND",
    "NO_TROOPS",
    "RANK",
    "RUN",
    "SUM",
    "Troops",
    "best_formation",
    "places",
]

#: What one rank weighs more than the one below: more than any sum
RANK = 100
SUM, RUN, COLOUR, KIND, COLOUR_RUN = 0, 1, 2, 3, 4

_ANY_CLAN = -1
_MIXED = -2
# Strengths of the Spy and the Shield-Bearer, counted from 0
_SEVEN = 6
_ONE_TO_THREE = 0b111


class Troops(NamedTuple):
    """Which elite troops a side has, each 1 or 0: they are the wild cards."""

    joker: int
    spy: int
    shield: int


class Held(NamedTuple):
    """What the Clan cards of a side are. Strengths count from 0 here."""

    #: how many Clan cards
    cards: int
    #: their clan, `_MIXED` if they have several, `_ANY_CLAN` for no card
    clan: int
    #: the set of their strengths
    strengths: int
    #: their lowest and their highest strength
    low: int
    high: int
    #: the sum of all cards, elite troops at their highest included
    total: int


#: No elite troops
NO_TROOPS = Troops(0, 0, 0)


@rule
def places(state: SchottenTotten, stone: int) -> int:
    """Return how many cards a side of a stone takes: three; four in a Mud Fight; fewer in small games."""
    return (MUD_FIGHT_PLACES if state.mode[stone] & MUD else PLACES) - int(state.fewer_places)


@rule
def best_formation(state: SchottenTotten, seat: int, stone: int, enough: int, more: Troops) -> int:
    """Return the strength of the best formation that a side of a stone can be or become.

    `more` are elite troops that are added to the cards that lie there. The places left are filled with Clan
    cards that are not face-up. A proof need not know the best formation, only whether one is stronger than
    `enough`: the search stops at the first stronger one. A result that is not stronger means only that no
    formation beats `enough`; 0 asks for the best.
    """
    size = places(state, stone)
    joker, spy, shield = more
    clan, strengths, low, high, total, cards = _ANY_CLAN, 0, STRENGTHS - 1, 0, 0, 0
    twins = False
    for place in range(int(state.side_size[seat, stone])):
        card = int(state.side[seat, stone, place])
        if card < CLAN_CARDS:
            index = card % STRENGTHS
            twins = twins or strengths >> index & 1 != 0
            strengths |= 1 << index
            low, high = min(low, index), max(high, index)
            total += index + 1
            clan = card // STRENGTHS if clan == _ANY_CLAN or clan == card // STRENGTHS else _MIXED
            cards += 1
        elif card == SPY:
            spy = 1
        elif card == SHIELD_BEARER:
            shield = 1
        else:
            joker = 1
    troops = Troops(joker, spy, shield)
    to_come = size - cards - joker - spy - shield
    total += 9 * joker + 7 * spy + 3 * shield
    held = Held(cards, clan, strengths, low, high, total)

    if 0 < enough < RANK:  # the formation to beat is a mere sum: look for a better one of those first
        best = _best_sum(total, state, to_come)
        if best > enough:
            return best
    if not state.mode[stone] & BLUFF:
        if clan != _MIXED and not twins and high - low < size:
            best = _best_colour_run(held, troops, size, state, to_come, enough)
            if best:
                return COLOUR_RUN * RANK + best
        if enough >= COLOUR_RUN * RANK:
            return 0
        if high <= low:
            best = _best_kind(held, troops, size, state, to_come)
            if best:
                return KIND * RANK + best
        if enough >= KIND * RANK:
            return 0
        if clan != _MIXED:
            best = _best_colour(held, state, to_come, enough)
            if best:
                return COLOUR * RANK + best
        if enough >= COLOUR * RANK:
            return 0
        if not twins and high - low < size:
            best = _best_run(held, troops, size, _at_least(state, 1) if to_come else 0)
            if best:
                return RUN * RANK + best
        if enough >= RUN * RANK:
            return 0
    return _best_sum(total, state, to_come)


@rule
def _best_colour_run(
    held: Held, troops: Troops, size: int, state: SchottenTotten, to_come: int, enough: int
) -> int:
    """Return the sum of the best colour-run: of the clan held, or of any clan if none is."""
    if to_come == 0:
        return _best_run(held, troops, size, 0)
    best = 0
    first, end = (0, CLANS) if held.clan == _ANY_CLAN else (held.clan, held.clan + 1)
    for candidate in range(first, end):
        available = ALL_NINE & ~int(state.face_up[candidate])
        best = max(best, _best_run(held, troops, size, available))
        if best and COLOUR_RUN * RANK + best > enough > 0:
            break
    return best


@rule
def _best_run(held: Held, troops: Troops, size: int, available: int) -> int:
    """Return the sum of the highest run that holds these strengths and can be filled up, 0 if none.

    Without wild cards all runs are tested at once: one begins where a strength and those above it are there.
    """
    wild = troops.joker or troops.spy or troops.shield
    runs = held.strengths | available
    for step in range(1, size):
        runs &= (held.strengths | available) >> step
    if not wild and not runs:
        return 0
    for lowest in range(min(STRENGTHS - size, held.low), max(0, held.high - size + 1) - 1, -1):
        missing = ((1 << size) - 1) << lowest & ~held.strengths
        if _fillable(missing, available, troops) if wild else runs >> lowest & 1:
            return size * (lowest + 1) + size * (size - 1) // 2
    return 0


@rule
def _fillable(missing: int, available: int, troops: Troops) -> bool:
    """Return whether elite troops and available cards fill exactly the missing strengths of a run.

    As many strengths are missing as there are wild cards and cards to come, so every wild card must take
    one. The Spy has no choice. The Shield-Bearer takes a strength that no card can fill, if it can, and the
    Joker, which may take any, comes last.
    """
    if troops.spy:
        if not missing >> _SEVEN & 1:
            return False
        missing &= ~(1 << _SEVEN)
    if troops.shield:
        low = missing & _ONE_TO_THREE
        if not low:
            return False
        if low & ~available:
            low &= ~available
        missing &= ~(low & -low)
    gaps = missing & ~available
    if troops.joker:
        gaps &= gaps - 1
    return gaps == 0


@rule
def _best_kind(held: Held, troops: Troops, size: int, state: SchottenTotten, to_come: int) -> int:
    """Return the sum of the best set of cards of one strength, 0 if there is none; held cards are alike."""
    candidates = 1 << held.low if held.cards else ALL_NINE
    if troops.spy:
        candidates &= 1 << _SEVEN
    if troops.shield:
        candidates &= _ONE_TO_THREE
    if to_come:
        candidates &= _at_least(state, to_come)
    return size * _highest(candidates)


@rule
def _best_colour(held: Held, state: SchottenTotten, to_come: int, enough: int) -> int:
    """Return the best sum of cards of one clan, 0 if there are too few."""
    if to_come == 0:
        return held.total
    best = 0
    first, end = (0, CLANS) if held.clan == _ANY_CLAN else (held.clan, held.clan + 1)
    for candidate in range(first, end):
        filled, left, strength = held.total, to_come, STRENGTHS
        free = ALL_NINE & ~int(state.face_up[candidate])
        while left and strength:
            if free >> strength - 1 & 1:
                filled += strength
                left -= 1
            strength -= 1
        if left == 0:
            best = max(best, filled)
            if COLOUR * RANK + best > enough > 0:
                break
    return best


@rule
def _best_sum(total: int, state: SchottenTotten, to_come: int) -> int:
    """Return the best sum of any cards, 0 if there are too few."""
    if to_come == 0:
        return total
    strength = STRENGTHS
    ones, twos, fours = _not_face_up(state)
    while to_come and strength:
        index = strength - 1
        free = (ones >> index & 1) + 2 * (twos >> index & 1) + 4 * (fours >> index & 1)
        total += strength * min(free, to_come)
        to_come -= min(free, to_come)
        strength -= 1
    return total if to_come == 0 else 0


@rule
def _highest(strengths: int) -> int:
    """Return the highest strength of a set, 0 if it is empty."""
    strength = STRENGTHS
    while strength and not strengths >> strength - 1 & 1:
        strength -= 1
    return strength


@rule
def _not_face_up(state: SchottenTotten) -> tuple[int, int, int]:
    """Count, for all nine strengths at once, the cards that are not face-up.

    The rows of the clans are added like columns of binary digits: the counts have their ones, twos and fours
    in three sets, a bit for each strength. There are six cards of a strength, so three digits are enough.
    """
    ones, twos, fours = 0, 0, 0
    for clan in range(CLANS):
        row = ALL_NINE & ~int(state.face_up[clan])
        carry = ones & row
        ones ^= row
        fours |= twos & carry
        twos ^= carry
    return ones, twos, fours


@rule
def _at_least(state: SchottenTotten, count: int) -> int:
    """Return the strengths of which at least `count` cards (one to four) are not face-up."""
    ones, twos, fours = _not_face_up(state)
    if count == 1:
        return ones | twos | fours
    if count == 2:
        return twos | fours
    if count == 3:
        return ones & twos | fours
    return fours
