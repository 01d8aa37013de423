"""The plots of docs/statistics.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from statistics_numbers import FORMATIONS, WHO, Share, Statistics, first_seat, middle, parts, seat_share

__all__ = ["Dots", "draw_bars", "draw_dots", "draw_first_seat", "draw_lengths", "draw_seats", "draw_stones"]

mpl.rcParams.update(
    {
        "svg.hashsalt": "stramash",
        "font.size": 9,
        "axes.titlesize": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": "#8d8494",
        "axes.titlelocation": "left",
        "text.color": "#2b2b33",
        "axes.labelcolor": "#2b2b33",
        "xtick.color": "#2b2b33",
        "ytick.color": "#2b2b33",
    }
)

#: Everybody has the same colour in all plots
COLOURS = dict(zip(WHO, ("#9a9aa2", "#d08c1f", "#2f7d5b", "#1f62b5", "#6a4c93", "#a3283b"), strict=True))
MARKS = dict(zip(WHO, "osDv^P", strict=True))
_SHADES = ("#ddd5e6", "#b9a6c9", "#8f75ad", "#62458c", "#33205a")
_FAIR = {"color": "#8d8494", "linewidth": 1, "linestyle": (0, (4, 3)), "zorder": 0}
#: How far apart the dots of a row are drawn
_ROOM = 0.72


@dataclass(frozen=True)
class Dots:
    """A panel of dots: what it shows, the dots of every row by who played, and where fair lies."""

    title: str
    label: str
    rows: dict[str, list[Share | None]]
    fair: float | None = None


def save(figure: Figure, file: Path) -> None:
    """Write a picture that is the same whenever it is drawn."""
    figure.savefig(file, metadata={"Date": None})


def legend(figure: Figure, who: Sequence[str], *, lines: bool = False) -> None:
    """Say above all panels whose colour is which."""
    handles = [
        mpl.lines.Line2D(
            [], [], color=COLOURS[one], marker=MARKS[one], linestyle="-" if lines else "", label=one
        )
        for one in who
    ]
    figure.legend(handles=handles, loc="outside upper center", ncols=len(handles), frameon=False)


def put_dot(axis: Any, found: Share, y: float, who: str) -> None:
    """Draw a part with its interval, in percent."""
    axis.plot([100 * found.low, 100 * found.high], [y, y], color=COLOURS[who], linewidth=1.4, alpha=0.75)
    axis.plot([100 * found.part], [y], MARKS[who], color=COLOURS[who], markersize=5)


def draw_dots(names: Sequence[str], who: Sequence[str], panels: Sequence[Dots], file: Path) -> None:
    """Draw a row for each name, and in every panel a dot in it for each who played.

    The rows are ordered by the last panel: where random players, of whom most is known, are best comes first.
    """
    known = panels[-1].rows[who[0]]
    order = sorted(range(len(names)), key=lambda row: -(found.part if (found := known[row]) else 0))
    figure = Figure(figsize=(10, 1.1 + 0.5 * len(names)), layout="constrained")
    axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axis, panel in zip(axes, panels, strict=True):
        for place, one in enumerate(who):
            for row, thing in enumerate(order):
                found = panel.rows[one][thing]
                if found is not None:
                    put_dot(axis, found, row + offset(place, len(who)), one)
        if panel.fair is not None:
            axis.axvline(100 * panel.fair, **_FAIR)
        for row in range(1, len(names)):
            axis.axhline(row - 0.5, color="#eeeaf2", linewidth=0.8, zorder=0)
        axis.set_title(panel.title)
        axis.set_xlabel(panel.label)
    axes[0].set_yticks(range(len(names)), [names[thing] for thing in order])
    axes[0].set_ylim(len(names) - 0.5, -0.5)
    legend(figure, who)
    save(figure, file)


def offset(place: int, many: int) -> float:
    """Return where in its row the dot of this place lies."""
    return (place - (many - 1) / 2) * _ROOM / max(many, 3)


def draw_first_seat(statistics: Statistics, titles: dict[str, str], pictures: Path) -> None:
    """Draw how often the first seat wins games of two."""
    figure = Figure(figsize=(10, 2.9), layout="constrained")
    axes = figure.subplots(1, len(titles), sharey=True, squeeze=False)[0]
    for axis, (variant, title) in zip(axes, titles.items(), strict=True):
        for who in statistics.who(variant):
            put_dot(axis, first_seat(variant, statistics.counts[variant][who]), WHO.index(who), who)
        axis.axvline(50, **_FAIR)
        axis.set_title(title)
        axis.set_xlabel("% of wins")
        axis.margins(x=0.1)
    axes[0].set_yticks(range(len(WHO)), WHO)
    axes[0].set_ylim(len(WHO) - 0.5, -0.5)
    save(figure, pictures / "statistics-first-seat.svg")


def draw_seats(statistics: Statistics, games: dict[str, str], who: Sequence[str], pictures: Path) -> None:
    """Draw how far each seat is above its fair part, where three to five play."""
    figure = Figure(figsize=(10, 5.2), layout="constrained")
    rows = figure.subplots(len(games), 3, sharey="row", squeeze=False)
    for axes, (name, title) in zip(rows, games.items(), strict=True):
        for axis, players in zip(axes, range(3, 6), strict=True):
            variant = f"{name}-{players}"
            for place, one in enumerate(who):
                if one in statistics.who(variant):
                    counts = statistics.counts[variant][one]
                    for seat in range(players):
                        found = seat_share(counts, players, seat).above(1 / players)
                        put_bar(axis, seat + 1 + offset(place, len(who)) / 2, found, one)
            axis.axhline(0, **_FAIR)
            axis.set_xticks(range(1, players + 1))
            axis.set_title(f"{title}, {players} players")
        axes[0].set_ylabel("percentage points\nabove a fair part")
    for axis in rows[-1]:
        axis.set_xlabel("seat")
    legend(figure, who)
    save(figure, pictures / "statistics-seats.svg")


def put_bar(axis: Any, x: float, found: Share, who: str) -> None:
    """Draw a part with its interval, upright."""
    axis.plot([x, x], [100 * found.low, 100 * found.high], color=COLOURS[who], linewidth=1.4, alpha=0.75)
    axis.plot([x], [100 * found.part], MARKS[who], color=COLOURS[who], markersize=5)


def draw_lengths(statistics: Statistics, titles: dict[str, tuple[str, str, int]], pictures: Path) -> None:
    """Draw how long games take; titles come with what is counted, and how many of it are taken together."""
    figure = Figure(figsize=(10, 5), layout="constrained")
    axes = figure.subplots(2, 2).ravel()
    for axis, (variant, (title, label, wide)) in zip(axes, titles.items(), strict=True):
        clocks = {who: statistics.counts[variant][who]["clock"] for who in statistics.often(variant)}
        for who, times in clocks.items():
            filled = np.pad(parts(times), (0, -len(times) % wide)).reshape(-1, wide).sum(axis=1)
            at = np.arange(len(filled)) * wide + (wide - 1) / 2
            axis.plot(at, 100 * filled, color=COLOURS[who], marker=MARKS[who], markersize=4, linewidth=1.4)
        first, last = (
            pick(middle(times, part) for times in clocks.values())
            for pick, part in ((min, 0.002), (max, 0.998))
        )
        axis.set_xlim(first - wide, last + wide)
        axis.set_ylim(bottom=0)
        axis.set_title(title)
        axis.set_xlabel(label)
        axis.set_ylabel("% of games")
    legend(figure, shown(statistics, titles), lines=True)
    save(figure, pictures / "statistics-lengths.svg")


def shown(statistics: Statistics, variants: Iterable[str]) -> list[str]:
    """Return who is shown in any of the panels of a distribution."""
    often = {who for variant in variants for who in statistics.often(variant)}
    return [who for who in WHO if who in often]


def draw_bars(who: Sequence[str], panels: Sequence[tuple[str, dict[str, list[float]]]], file: Path) -> None:
    """Draw bars that are divided by formation, for each who played."""
    figure = Figure(figsize=(10, 1.3 + 0.36 * len(who)), layout="constrained")
    axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axis, (title, values) in zip(axes, panels, strict=True):
        for row, one in enumerate(who):
            left = 0.0
            for shade, part in zip(_SHADES, values[one], strict=True):
                axis.barh(row, 100 * part, left=left, color=shade, height=0.74)
                if part > 0.06:
                    light = "#2b2b33" if shade in _SHADES[:2] else "white"
                    text = {"ha": "center", "va": "center", "fontsize": 8, "color": light}
                    axis.text(left + 50 * part, row, f"{100 * part:.0f}", **text)
                left += 100 * part
        axis.set_title(title)
        axis.set_xlabel("%")
        axis.set_xlim(0, 100)
    axes[0].set_yticks(range(len(who)), who)
    axes[0].set_ylim(len(who) - 0.5, -0.5)
    handles = [
        mpl.patches.Patch(color=shade, label=name) for shade, name in zip(_SHADES, FORMATIONS, strict=True)
    ]
    figure.legend(handles=handles, loc="outside upper center", ncols=len(handles), frameon=False)
    save(figure, file)


def draw_stones(statistics: Statistics, titles: dict[str, str], pictures: Path) -> None:
    """Draw which stone of the border ends the game."""
    figure = Figure(figsize=(10, 2.9), layout="constrained")
    axes = figure.subplots(1, len(titles), sharey=True, squeeze=False)[0]
    for axis, (variant, title) in zip(axes, titles.items(), strict=True):
        for who in statistics.often(variant):
            stones = parts(statistics.counts[variant][who]["deciding_stone"][:-1])
            places = range(1, len(stones) + 1)
            axis.plot(
                places, 100 * stones, color=COLOURS[who], marker=MARKS[who], markersize=5, linewidth=1.4
            )
        axis.axhline(100 / 9, **_FAIR)
        axis.set_title(title)
        axis.set_xlabel("stone")
        axis.set_xticks(range(1, 10))
    axes[0].set_ylim(bottom=0)
    axes[0].set_ylabel("% of games ended by a claim")
    legend(figure, shown(statistics, titles), lines=True)
    save(figure, pictures / "statistics-stones.svg")
