"""The history of an imagined position: which cards the other player put back in secret."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

from stramash.core.dealing import History
from stramash.games.schotten_totten.position import cards_played_with
from stramash.games.schotten_totten.rules.actions import ACTIONS, DEAL_NEXT, FIRST_CARDS, RETURN, TAKE
from stramash.games.schotten_totten.rules.components import (
    CLAN_CARDS,
    GONE,
    NO_CARD,
    RETURNED,
)

__all__ = ["imagine_history"]


def imagine_history(history: History, seat: int, state: Any, dice: random.Random) -> History:
    """Return a history with invented cards for those that the other's Recruiter put under the decks.

    The state names the cards that are still there and those that this seat drew. A card that this seat drew
    and played is in the history. A card that the other drew again went to that hand; nothing else is known.
    """
    starts = [0, *(at + 1 for at, (_, action) in enumerate(history) if action == DEAL_NEXT)]
    imagined: History = []
    for start, end in pairwise([*starts, len(history)]):
        imagined += _imagine_round(history[start:end], seat, state, dice, now=start == starts[-1])
    return imagined


def _imagine_round(history: History, seat: int, state: Any, dice: random.Random, *, now: bool) -> History:
    """Invent the cards put back in one round: the present one or, unless `now`, an earlier one."""
    other, imagined = 1 - seat, list(history)
    places = [at for at, (actor, action) in enumerate(imagined) if actor == other and RETURN <= action < TAKE]
    if not places:
        return imagined
    mine = _played(imagined[places[0] :], seat)
    theirs = _played(imagined[places[-1] :], other)
    if now:
        free = [int(card) for card in state.hand[other] if card != NO_CARD]
    else:
        in_sight = {*_played(imagined, seat), *_played(imagined, other)}
        free = [card for card in cards_played_with(state) if card not in in_sight]
    dice.shuffle(free)
    # The card put back last lies lowest, so it came back last: it is looked for first.
    left = [*free, *reversed(theirs)]
    index = RETURNED - int(state.pending) if now else RETURNED
    for at in reversed(places):
        index -= 1
        was = imagined[at][1] - RETURN
        if now and state.returned_place[index] != GONE:
            card = int(state.returned[index])
        elif was in mine:
            card = was
        else:
            card = next(card for card in left if (card < CLAN_CARDS) == (was < CLAN_CARDS))
            left.remove(card)
        imagined[at] = other, RETURN + card
    return imagined


def _played(history: History, seat: int) -> list[int]:
    """Return the cards that a seat played from its hand, in order."""
    return [card for actor, action in history if actor == seat and (card := _card_played(action)) != NO_CARD]


def _card_played(action: int) -> int:
    """Return the card that an action plays from the hand, NO_CARD if it plays none."""
    kind, values = ACTIONS.split(action)
    return FIRST_CARDS[kind] + values[0] if kind in ("play", "tactic", "ruse") else NO_CARD
