"""Who won and by what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stramash.core.seats import seats_in
from stramash.core.words import Translate
from stramash.games.lords_of_scotland.rules.turn import winners

__all__ = ["describe_outcome"]


def describe_outcome(state: Any, _: Translate, names: Sequence[str]) -> str:
    """Return who won, with how many points, and what decided a tie."""
    (winner,) = seats_in(int(winners(state)))
    points = int(state.points[winner])
    others = sorted(
        (seat for seat in range(int(state.players)) if seat != winner),
        key=lambda seat: -int(state.points[seat]),
    )
    values = {"who": names[winner], "points": points, "other": names[others[0]]}
    tied = [names[seat] for seat in (winner, *others) if state.points[seat] == points]
    if len(tied) > 2:
        return _(
            "{names} all have {points} points; the best army of the last round decides: "
            "{who} takes the throne.",
            names=", ".join(tied),
            **values,
        )
    if len(tied) == 2:
        return _(
            "{who} and {other} both have {points} points; the better army of the last round decides: "
            "{who} takes the throne.",
            **values,
        )
    return _(
        "{who} takes the throne with {points} points; {other} is next with {fewer}.",
        fewer=int(state.points[others[0]]),
        **values,
    )
