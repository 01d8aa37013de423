"""What the page of a review shows: the chances as a chart, and the costliest moves in sentences."""

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
#: How often hidden cards are imagined anew to find a position in which an expected action is possible
_WORLDS = 60


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
    """Tell the play that the search expected, each action where it is possible.

    The search imagined cards that the player could not see; they may not lie as they really lay. Where an
    action is not possible, what is hidden is imagined anew; where it never is, the line ends.
    """
    told: list[str] = []
    seat, position = line[0][0] if line else 0, before
    for place, (actor, notation) in enumerate(line):
        action = before.parse(notation)
        world = _world_for(position, seat, actor, action)
        if world is None:
            break
        if place:  # the first is the best action itself, told already
            told.append(world.describe(action, locale, before.names[actor]))
        world.play(action)
        position = world
    return told


def _world_for(position: Position, seat: int, actor: int, action: int) -> Position | None:
    """Return a position like this one in which an actor may do something: this one, or an imagined one.

    It is imagined first from what the seat knows, then from what everybody knows: the line may begin with
    a card that the seat draws only in it.
    """
    for world in _worlds(position, seat):
        if world.player == actor and action in world.legal:
            return world
    return None


def _worlds(position: Position, seat: int) -> Iterator[Position]:
    yield position.named(position.names)
    for watcher in (seat, None):
        view = position.view(watcher)
        for number in range(_WORLDS):
            yield view.imagine(number).named(position.names)
