"""The page of a review: the chances as a chart, and the costliest moves in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from stramash.arena.review import WORTH_TELLING
from stramash.core.position import Position

__all__ = ["Chart", "ToldMove", "costly_moves", "draw_chart", "tell_moves"]

#: The picture of the chances: its size, and where the lines lie in it
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 960, 340, 76, 16, 46
_TICKS = 8
#: How often a line is played again, and what is hidden imagined anew, to find where an action is possible
_ATTEMPTS, _WORLDS = 12, 40


@dataclass(frozen=True)
class ToldMove:
    """One decision, in words."""

    ply: int
    seat: int
    played: str
    played_chance: int
    best: str
    best_chance: int
    cost: int
    #: how it could have gone on, a sentence an action
    line: tuple[str, ...]


@dataclass(frozen=True)
class Chart:
    """Lines to draw: for each seat its points, and the moves to mark on it."""

    lines: tuple[str, ...]
    marks: tuple[tuple[int, int, float, float], ...]  # seat, ply, x, y
    heights: tuple[tuple[int, float], ...]  # percent, y
    plies: tuple[tuple[int, float], ...]  # ply, x


def draw_chart(review: dict[str, Any], plies: int) -> Chart:
    """Place the chances of every seat: from left to right the game, from bottom to top none to all."""

    def across(ply: int) -> float:
        return round(LEFT + (WIDTH - LEFT - 16) * ply / max(1, plies), 1)

    def up(chance: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * chance, 1)

    lines, marks = [], []
    for place in review["seats"]:
        points = [(across(ply), up(chance)) for ply, chance in place["chances"]]
        if review["winners"]:
            won = place["seat"] in review["winners"]
            points.append((across(plies), up(1 / len(review["winners"]) if won else 0)))
        lines.append(" ".join(f"{x},{y}" for x, y in points))
        known = dict(place["chances"])
        marks += [(place["seat"], ply, across(ply), up(known[ply])) for ply in place["worst"]]
    step = _even_step(plies)
    return Chart(
        tuple(lines),
        tuple(marks),
        tuple((percent, up(percent / 100)) for percent in (0, 25, 50, 75, 100)),
        tuple((ply, across(ply)) for ply in range(0, plies + 1, step)),
    )


def _even_step(plies: int) -> int:
    """Return a round number of actions between two marks of the chart.

    >>> [_even_step(plies) for plies in (3, 40, 75, 300)]
    [1, 5, 10, 50]
    """
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if step * _TICKS >= plies)


def costly_moves(review: dict[str, Any]) -> list[int]:
    """Count for each seat the decisions that cost something worth telling."""
    costly = Counter(move["seat"] for move in review["moves"] if move["cost"] >= WORTH_TELLING)
    return [costly[place["seat"]] for place in review["seats"]]


def tell_moves(
    review: dict[str, Any], positions: Sequence[Position], names: Sequence[str], locale: str
) -> dict[int, ToldMove]:
    """Tell every decision of a review, by its ply."""
    marked = {ply for place in review["seats"] for ply in place["worst"]}
    return {
        move["ply"]: _tell(
            move, positions[move["ply"] - 1].named(names), locale, with_line=move["ply"] in marked
        )
        for move in review["moves"]
    }


def _tell(move: dict[str, Any], before: Position, locale: str, *, with_line: bool) -> ToldMove:
    chances = round(100 * move["played_chance"]), round(100 * move["best_chance"])
    return ToldMove(
        move["ply"],
        move["seat"],
        before.describe(before.parse(move["played"]), locale),
        chances[0],
        before.describe(before.parse(move["best"]), locale),
        chances[1],
        round(100 * move["cost"]),
        tuple(_tell_line(move["line"], before, locale)) if with_line else (),
    )


def _tell_line(line: Sequence[tuple[int, str]], before: Position, locale: str) -> list[str]:
    """Tell the play that the search expected, each action in a position where it is possible.

    The search imagined what the player could not see, and what chance would bring: the line is played again
    with other hidden cards until all of it is possible, else as far as it ever was.
    """
    furthest: list[str] = []
    for attempt in range(_ATTEMPTS):
        told = _tell_once(line, before, locale, attempt)
        furthest = max(furthest, told, key=len)
        if len(furthest) == len(line):
            break
    return furthest[1:]  # the first is the best action itself, told already


def _tell_once(line: Sequence[tuple[int, str]], before: Position, locale: str, attempt: int) -> list[str]:
    told: list[str] = []
    position, seat = before, line[0][0] if line else 0
    for actor, notation in line:
        action = before.parse(notation)
        fitting = (
            world
            for world in _worlds(position, seat, attempt)
            if world.player == actor and action in world.legal
        )
        world = next(fitting, None)
        if world is None:
            break
        told.append(world.describe(action, locale, before.names[actor]))
        world.play(action)
        position = world
    return told


def _worlds(position: Position, seat: int, attempt: int) -> Iterator[Position]:
    """Yield positions like this one: as the seat knows it, then as everybody does, as it may draw cards."""
    if attempt == 0:
        yield position.copy()
    for watcher in (seat, None):
        view = position.view(watcher)
        for number in range(_WORLDS):
            yield view.imagine(attempt * _WORLDS + number).named(position.names)
