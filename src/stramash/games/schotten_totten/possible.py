"""Which described positions are sound: rules trust their state, so what comes from outside is checked.

Refused is what rules could not go on from, and what contradicts itself: a card twice, a phase without what it
is about. A puzzle may well be a position that no game would lead to.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stramash.core.errors import BadPosition
from stramash.core.state import NOBODY
from stramash.games.schotten_totten.notation import card_notation
from stramash.games.schotten_totten.rules.actions import ACTIONS
from stramash.games.schotten_totten.rules.cards import full_hand, lies_at
from stramash.games.schotten_totten.rules.components import (
    BANISHING,
    BANSHEE,
    CARDS,
    CLAIMING,
    CLAN_CARDS,
    DRAWING,
    GONE,
    HAND_PLACES,
    LURING,
    LURING_TO,
    MOVING,
    MOVING_TO,
    NEXT_ROUND,
    NO_CARD,
    PLAYING,
    RECRUITER,
    RECRUITING,
    RETURNED,
    RETURNING,
    STRATEGIST,
    STRENGTHS,
    TACTIC_CARDS,
    TRAITOR,
    UNDER_THE_DECK,
)
from stramash.games.schotten_totten.rules.minis import clans_played_with, strengths_played_with
from stramash.games.schotten_totten.rules.turn import legal

__all__ = ["cards_played_with", "check_possible"]

#: The ruse that is being carried out in a phase
_RUSES = {
    RECRUITING: RECRUITER,
    RETURNING: RECRUITER,
    MOVING: STRATEGIST,
    MOVING_TO: STRATEGIST,
    BANISHING: BANSHEE,
    LURING: TRAITOR,
    LURING_TO: TRAITOR,
}


def check_possible(state: Any, used: list[int], phase_name: str) -> None:
    """Raise BadPosition if this state, in which these cards lie somewhere, is not sound."""
    _check_cards(state, used)
    _check_memory(state)
    if state.player != NOBODY:
        _check_phase(state, phase_name)


def cards_played_with(state: Any) -> list[int]:
    """Return the cards that are in this game."""
    strengths = range(strengths_played_with(state))
    clan_cards = [clan * STRENGTHS + index for clan in range(clans_played_with(state)) for index in strengths]
    return clan_cards + [*range(CLAN_CARDS, CARDS)] * bool(state.tactics)


def _check_cards(state: Any, used: list[int]) -> None:
    """Refuse a card twice or missing, and hands and discards that no game can lead to."""
    twice = sorted({card for card in used if used.count(card) > 1})
    if twice:
        raise BadPosition(f"there is only one {card_notation(twice[0])}: it is in two places")
    missing = set(cards_played_with(state)) - set(used)
    if missing:
        raise BadPosition(f"{card_notation(min(missing))} is missing: each card is somewhere")
    recruiting = int(state.phase) in (RECRUITING, RETURNING)
    for seat in range(2):
        if state.hand_size[seat] > full_hand(state) and not (recruiting and state.player == seat):
            raise BadPosition(f"a hand has {state.hand_size[seat]} cards: it takes {full_hand(state)} here")
    # Each ruse still to come needs a place in the discard, and so does what two of them discard.
    discarded = {int(card) for card in state.discard[: state.discard_size]}
    coming = [ruse for ruse in (*range(RECRUITER, CARDS), STRATEGIST, BANSHEE) if ruse not in discarded]
    room = TACTIC_CARDS - (
        len(coming) + (int(state.phase) in (MOVING, MOVING_TO, BANISHING)) if state.tactics else 0
    )
    if state.discard_size > room:
        raise BadPosition(f"'discard' has {state.discard_size} cards: at most {room} can be there now")


def _check_memory(state: Any) -> None:
    """Refuse memories of the Recruiter's player that are not so."""
    under: dict[str, list[int]] = {"deck": [], "tactic_deck": []}
    for index in range(RETURNED - 1, -1, -1):
        card, place = int(state.returned[index]), int(state.returned_place[index])
        if place == GONE:
            continue
        if state.recruiter == NOBODY:
            raise BadPosition("'returned' has cards, but there is no 'recruiter' who put them back")
        deck = under["deck" if card < CLAN_CARDS else "tactic_deck"]
        hand = state.hand[1 - state.recruiter]
        if place == UNDER_THE_DECK:
            deck.append(card)
        elif card not in hand:
            raise BadPosition(f"{card_notation(card)} is 'returned' and drawn, but not in the other hand")
    for key, cards in under.items():
        if cards != getattr(state, key)[: len(cards)].tolist():
            names = ", ".join(card_notation(card) for card in reversed(cards))
            raise BadPosition(f"{names} should be at the end of {key!r}, where 'returned' says they lie")


def _check_phase(state: Any, phase_name: str) -> None:
    """Refuse a phase without what it is about."""
    phase = int(state.phase)
    told = f"'phase' is {phase_name}, but"
    if phase not in (CLAIMING, PLAYING, NEXT_ROUND) and not state.tactics:
        raise BadPosition(f"{told} that needs tactics")
    if phase == NEXT_ROUND:
        if state.round_number == state.rounds:
            raise BadPosition(f"{told} this is the last round")
        return
    if state.idle > 1:
        raise BadPosition("'idle' is 2, but two idle turns end a round")
    if phase == CLAIMING and not state.claimable:
        raise BadPosition(f"{told} no stone can be claimed")
    if phase == DRAWING and state.hand_size[state.player] >= full_hand(state):
        raise BadPosition(f"{told} the hand is full")
    if phase in (RECRUITING, RETURNING):
        _check_recruiting(state, told)
    if phase in (MOVING_TO, LURING_TO):
        _check_taken(state, told)
    if not legal(state, np.empty(ACTIONS.size, np.int32)):
        raise BadPosition(f"{told} there is nothing to choose from")
    ruse = _RUSES.get(phase)
    if ruse is not None and ruse not in state.discard[: state.discard_size]:
        raise BadPosition(f"{told} the {card_notation(ruse)} is not in the discard")


def _check_recruiting(state: Any, told: str) -> None:
    hand, pending = int(state.hand_size[state.player]), int(state.pending)
    if not pending:
        raise BadPosition(f"{told} 'pending' is 0")
    if state.phase == RECRUITING and hand + pending > HAND_PLACES:
        raise BadPosition(f"{told} the hand has {hand} cards and no place for {pending} more")
    if state.phase == RETURNING and pending > min(hand, RETURNED):
        raise BadPosition(f"{told} 'pending' is {pending}: at most {RETURNED}, of {hand} cards in the hand")
    if state.recruiter != state.player:
        raise BadPosition(f"{told} 'recruiter' is not the player to act")


def _check_taken(state: Any, told: str) -> None:
    if state.taken == NO_CARD:
        raise BadPosition(f"{told} no card is 'taken'")
    luring, card = state.phase == LURING_TO, int(state.taken)
    stone = lies_at(state, 1 - int(state.player) if luring else int(state.player), card)
    if stone < 0 or state.owner[stone] != NOBODY or (luring and card >= CLAN_CARDS):
        raise BadPosition(f"{told} {card_notation(card)} cannot be 'taken': it lies at no stone for that")
