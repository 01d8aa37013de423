"""Who won and by what, in a sentence; and how a seat stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.schotten_totten.rules.claims import stones_held
from stramash.games.schotten_totten.rules.components import ADJACENT_TO_WIN, STONES
from stramash.games.schotten_totten.rules.minis import stones_to_win

__all__ = ["deciding_stones", "describe_outcome", "describe_standing"]


def describe_standing(state: Any, seat: int, _: Translate) -> list[str]:
    """Return the public numbers of a seat as lines of text: stones, points, Tactic cards."""
    held = int(stones_held(state, seat))
    lines = [_.count("{n} stone", "{n} stones", held)]
    if state.rounds > 1:
        lines.append(_.count("{n} point", "{n} points", int(state.points[seat])))
    if state.tactics:
        played = int(state.tactics_played[seat])
        lines.append(_.count("{n} Tactic", "{n} Tactics", played))
    return lines


def describe_outcome(state: Any, _: Translate, names: Sequence[str]) -> str:
    """Return who won and why: adjacent stones, five stones, more stones, or the points of a match."""
    if state.rounds > 1:
        return _describe_match(state, _, names)
    if state.winner == NOBODY:
        return _("It is a draw: both hold the same number of stones, and nothing more can be played.")
    winner = int(state.winner)
    who, held = names[winner], int(stones_held(state, winner))
    together = side_by_side(state, winner)
    if together:
        first, *between, last = together
        return _(
            "{who} wins with three stones side by side: {first}, {second} and {third}.",
            who=who,
            first=first,
            second=between[0],
            third=last,
        )
    if held >= stones_to_win(state):
        return _.count("{who} wins with {n} stone.", "{who} wins with {n} stones.", held, who=who)
    return _.count(
        "Nothing more can be played: {who} wins with {n} stone to {less}.",
        "Nothing more can be played: {who} wins with {n} stones to {less}.",
        held,
        who=who,
        less=int(stones_held(state, 1 - winner)),
    )


def deciding_stones(state: Any) -> list[int]:
    """Return the stones that won, counted from 1: three side by side, else all of the winner's."""
    if state.winner == NOBODY:
        return []
    held = [stone + 1 for stone in range(STONES) if state.owner[stone] == state.winner]
    return side_by_side(state, int(state.winner)) or held


def side_by_side(state: Any, seat: int) -> list[int]:
    """Return the first three adjacent stones that a seat holds, counted from 1; none if it has no three."""
    for first in range(STONES - ADJACENT_TO_WIN + 1):
        stones = range(first, first + ADJACENT_TO_WIN)
        if all(state.owner[stone] == seat for stone in stones):
            return [stone + 1 for stone in stones]
    return []


def _describe_match(state: Any, _: Translate, names: Sequence[str]) -> str:
    first, second = int(state.points[0]), int(state.points[1])
    if first == second:
        return _("The match is a draw at {points} points each.", points=first)
    winner = 0 if first > second else 1
    return _(
        "{who} wins the match by {points} points to {fewer}.",
        who=names[winner],
        points=max(first, second),
        fewer=min(first, second),
    )
