"""The content of a review page: a chart of the chances of winning, and the costliest moves in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from stramash.arena.review import WORTH_TELLING
from stramash.core.position import Position

__all__ = ["Chart", "MoveText", "costly_moves", "describe_line", "describe_moves", "draw_chart"]

#: The size of the chart, and its margins, in pixels
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 960, 340, 76, 16, 46
#: The most labels on the horizontal axis
_TICKS = 8
#: How often a variation is replayed, and how many positions are sampled for each of its actions
_ATTEMPTS, _SAMPLES = 12, 40


@dataclass(frozen=True)
class MoveText:
    """One decision of the game in words. Chances and costs are percentages."""

    ply: int
    seat: int
    played: str
    played_chance: int
    best: str
    best_chance: int
    cost: int
    #: the principal variation after the best action, one sentence for each action
    line: tuple[str, ...]


@dataclass(frozen=True)
class Chart:
    """The coordinates of the chart."""

    #: the points of each seat's line, as SVG writes them
    lines: tuple[str, ...]
    #: the costliest moves: seat, ply, x, y
    marks: tuple[tuple[int, int, float, float], ...]
    #: the labels of the vertical axis: percentage, y
    heights: tuple[tuple[int, float], ...]
    #: the labels of the horizontal axis: ply, x
    plies: tuple[tuple[int, float], ...]


def draw_chart(review: dict[str, Any], plies: int) -> Chart:
    """Return the chart of a review: plies from left to right, chances of 0 to 100 % from bottom to top."""

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
    """Return a round number of plies between two labels, so that there are at most nine labels.

    >>> [_even_step(plies) for plies in (3, 40, 75, 300)]
    [1, 5, 10, 50]
    """
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if step * _TICKS >= plies)


def costly_moves(review: dict[str, Any]) -> list[int]:
    """Return for each seat how many of its decisions cost at least `WORTH_TELLING`."""
    costly = Counter(move["seat"] for move in review["moves"] if move["cost"] >= WORTH_TELLING)
    return [costly[place["seat"]] for place in review["seats"]]


def describe_moves(
    review: dict[str, Any], positions: Sequence[Position], names: Sequence[str], locale: str
) -> dict[int, MoveText]:
    """Return every decision of a review in words, by its ply."""
    marked = {ply for place in review["seats"] for ply in place["worst"]}
    return {
        move["ply"]: _describe(
            move, positions[move["ply"] - 1].named(names), locale, with_line=move["ply"] in marked
        )
        for move in review["moves"]
    }


def _describe(move: dict[str, Any], before: Position, locale: str, *, with_line: bool) -> MoveText:
    """Return one decision in words, from the position before it."""
    chances = round(100 * move["played_chance"]), round(100 * move["best_chance"])
    return MoveText(
        move["ply"],
        move["seat"],
        before.describe(before.parse(move["played"]), locale),
        chances[0],
        before.describe(before.parse(move["best"]), locale),
        chances[1],
        round(100 * move["cost"]),
        tuple(describe_line(move["line"], before, locale)) if with_line else (),
    )


def describe_line(
    line: Sequence[tuple[int, str]], before: Position, locale: str, *, reader: int | None = None
) -> list[str]:
    """Return the principal variation after its first action, one sentence for each action.

    Actions of the seat of the reader, if one is given, are written as choices: "Play blue 7 on stone 3".

    The search sampled hidden cards and chance, so the variation may be illegal in the real position. It is
    replayed in other samples until all of it is legal; else the longest legal part is returned.
    """
    furthest: list[str] = []
    for attempt in range(_ATTEMPTS):
        lines = _describe_once(line, before, locale, attempt, reader)
        furthest = max(furthest, lines, key=len)
        if len(furthest) == len(line):
            break
    return furthest[1:]  # the first action is the best one, which the page shows already


def _describe_once(
    line: Sequence[tuple[int, str]], before: Position, locale: str, attempt: int, reader: int | None
) -> list[str]:
    """Return the sentences of a variation up to the first action that is legal in no sample."""
    lines: list[str] = []
    position = before
    seat = line[0][0] if line else 0
    for actor, notation in line:
        action = before.parse(notation)
        samples = _samples(position, seat, attempt)
        legal = (sample for sample in samples if sample.player == actor and action in sample.legal)
        found = next(legal, None)
        if found is None:
            break
        lines.append(found.describe(action, locale, None if actor == reader else before.names[actor]))
        found.play(action)
        position = found
    return lines


def _samples(position: Position, seat: int, attempt: int) -> Iterator[Position]:
    """Yield the position at the first attempt, then samples of what a seat and a spectator cannot see.

    A spectator knows less than the seat, so those samples allow cards that the seat could only draw later.
    """
    if attempt == 0:
        yield position.copy()
    for viewer in (seat, None):
        view = position.view(viewer)
        for number in range(_SAMPLES):
            yield view.imagine(attempt * _SAMPLES + number).named(position.names)
