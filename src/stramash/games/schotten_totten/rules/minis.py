"""Smaller games, for study: fewer stones, clans, strengths, cards in hand or cards a side.

The set-up removes what a small game does not use, so that no other rule has a special case: an unused stone
belongs to nobody at the table, and an unused card counts as seen by all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stramash.core.rule import rule
from stramash.core.state import NOBODY
from stramash.games.schotten_totten.rules.components import ALL_NINE, CLANS, NOT_LAID_OUT, STONES, STRENGTHS

if TYPE_CHECKING:  # the state declares with these rules how many stones it has
    from stramash.games.schotten_totten.rules.state import SchottenTotten

__all__ = [
    "clans_played_with",
    "lay_out_stones",
    "set_cards_aside",
    "stones_laid_out",
    "stones_to_win",
    "strengths_played_with",
]


@rule
def stones_laid_out(state: SchottenTotten) -> int:
    """Return how many stones mark the border: nine, or fewer."""
    return STONES - int(state.fewer_stones)


@rule
def stones_to_win(state: SchottenTotten) -> int:
    """More than half of the stones win: five of nine."""
    return stones_laid_out(state) // 2 + 1


@rule
def clans_played_with(state: SchottenTotten) -> int:
    """Return how many clans have cards in this game: the first ones."""
    return CLANS - int(state.fewer_clans)


@rule
def strengths_played_with(state: SchottenTotten) -> int:
    """Return how many strengths each clan has: from 1 up."""
    return STRENGTHS - int(state.fewer_strengths)


@rule
def lay_out_stones(state: SchottenTotten) -> None:
    """Lay out the stones, claimed by nobody."""
    for stone in range(STONES):
        state.owner[stone] = NOBODY if stone < stones_laid_out(state) else NOT_LAID_OUT


@rule
def set_cards_aside(state: SchottenTotten) -> None:
    """Show the Clan cards that are not played with: nobody reckons with them any more."""
    for clan in range(CLANS):
        kept = ALL_NINE >> int(state.fewer_strengths) if clan < clans_played_with(state) else 0
        state.face_up[clan] = ALL_NINE & ~kept
