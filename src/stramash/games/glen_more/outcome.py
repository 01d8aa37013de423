"""Who won and by what, in a sentence or two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stramash.core.seats import seats_in
from stramash.core.words import Translate
from stramash.games.glen_more.facts.standings import final_points
from stramash.games.glen_more.names import signed
from stramash.games.glen_more.rules.scoring import cubes_held, winners

__all__ = ["describe_outcome"]


def describe_outcome(state: Any, _: Translate, names: Sequence[str]) -> str:
    """Return a text that says who won, by how many points or cubes, and what the last count gave them."""
    won = seats_in(int(winners(state)))
    points = int(state.points[won[0]])
    if len(won) > 1:
        return _(
            "{who} share the victory: {points} points and equally many cubes each.",
            who=", ".join(names[seat] for seat in won),
            points=points,
        )
    winner = won[0]
    others = (seat for seat in range(int(state.players)) if seat != winner)
    next_best = max(others, key=lambda seat: int(state.points[seat]))
    values = {"who": names[winner], "other": names[next_best], "points": points}
    if state.points[next_best] == points:
        verdict = _(
            "{who} and {other} both have {points} points; more cubes decide, {cubes} to {fewer}: {who} wins.",
            cubes=int(cubes_held(state, winner)),
            fewer=int(cubes_held(state, next_best)),
            **values,
        )
    else:
        fewer = int(state.points[next_best])
        verdict = _("{who} wins with {points} points; {other} has {fewer}.", fewer=fewer, **values)
    return f"{verdict} {_describe_last_count(state, winner, _)}"


def _describe_last_count(state: Any, seat: int, _: Translate) -> str:
    """Return a text that says what the end of the game gave and took."""
    return _(
        "The last count: {coins} for coins, {locations} for special locations, {tiles} for tiles.",
        **{what: signed(points[seat]) for what, points in final_points(state).items()},
    )
