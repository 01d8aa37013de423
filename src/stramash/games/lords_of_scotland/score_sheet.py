"""The score sheet: the Supporters that each player claimed, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stramash.core.sheet import Scoring, SheetRow, add_up
from stramash.core.words import Translate

__all__ = ["score_sheet"]


def score_sheet(scorings: Sequence[Scoring], state: Any, _: Translate) -> list[SheetRow]:
    """Return a row for each round, with the strengths of the Supporters as notes."""
    del state
    return add_up(_row(scoring, _) for scoring in scorings)


def _row(scoring: Scoring, _: Translate) -> SheetRow:
    before, after = scoring.before, scoring.after
    seats = range(int(before.players))
    points = tuple(int(after.points[seat] - before.points[seat]) for seat in seats)
    notes = tuple(str(one) if one else "" for one in points)
    return SheetRow(_("Round {number}", number=int(before.round_number)), points, notes)
