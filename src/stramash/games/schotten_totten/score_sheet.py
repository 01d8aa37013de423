"""The score sheet: the stones of a single round with what lies beside them, or the rounds of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stramash.core.sheet import Scoring, SheetRow
from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.schotten_totten.names import formation_name
from stramash.games.schotten_totten.rules.claims import stones_held
from stramash.games.schotten_totten.rules.formations import places
from stramash.games.schotten_totten.rules.minis import stones_laid_out

__all__ = ["score_sheet"]


def score_sheet(scorings: Sequence[Scoring], state: Any, _: Translate) -> list[SheetRow]:
    """Return a row for each round of a match, or for each stone if there is one round only."""
    if state.rounds == 1:
        return [_stone_row(state, stone, _) for stone in range(int(stones_laid_out(state)))]
    return [_round_row(scoring, _) for scoring in scorings]


def _stone_row(state: Any, stone: int, _: Translate) -> SheetRow:
    """Return who holds a stone, and the formations beside it."""
    owner, size = int(state.owner[stone]), int(places(state, stone))
    strengths = [int(state.strength[seat, stone]) for seat in range(2)]
    notes = tuple(formation_name(strength, size, _) if strength else "" for strength in strengths)
    points = (int(owner == 0), int(owner == 1)) if owner != NOBODY else (0, 0)
    return SheetRow(_("Stone {stone}", stone=stone + 1), points, notes)


def _round_row(scoring: Scoring, _: Translate) -> SheetRow:
    """Return what a round of a match gave, with the stones that each side holds."""
    before, after = scoring.before, scoring.after
    points = tuple(int(after.points[seat] - before.points[seat]) for seat in range(2))
    held = (int(stones_held(after, seat)) for seat in range(2))
    notes = tuple(_.count("{n} stone", "{n} stones", stones) for stones in held)
    return SheetRow(_("Round {number}", number=int(after.round_number)), points, notes)
